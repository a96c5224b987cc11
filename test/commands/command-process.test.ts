import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src-server/commands/command-table.ts';
import { gitRepository } from '../builder/git/git-repository.ts';
import { IS_FAULTS_RUN } from '../support/faults-run.ts';
import { runLectern } from '../support/program/lectern-process.ts';
import { newFile, newFolder } from './processes.ts';

type Call = readonly [line: string, code: number, stdout: RegExp, stderr: RegExp];

const NONE = /^$/;
const TOKEN = /^[0-9a-f]{40}\n$/;

/** Command lines with their exit code and whole output, in this order on one data folder. */
const CALLS: readonly Call[] = [
  ['seed SEED --keychain off', 0, /^Loaded 1 user, 1 project and 1 version from SEED\.\n$/, NONE],
  ['user add bob', 0, /^Added bob\.\n$/, NONE],
  ['user me alice', 0, /^alice is the person at this computer\.\n$/, NONE],
  ['user deactivate bob', 0, /^bob is deactivated\.\n$/, NONE],
  ['user activate eve', 1, NONE, /^There is no user called "eve"\.\n$/],
  ['user list', 0, /^NAME {3}STATE .*\nalice {2}active {7}.*\nbob {4}deactivated .*\n$/, NONE],
  ['token create alice --keychain off', 0, TOKEN, /^Token 1 of alice, named "command line"\.\n$/],
  ['token list alice --json', 0, /^\{"user":"alice","tokens":\[\{"id":1,.*\}\]\}\n$/, NONE],
  ['token show 1 --keychain off', 0, TOKEN, NONE],
  ['token revoke 1 --keychain off', 0, /^Revoked token 1\.\n$/, NONE],
  [
    'hook install REPOSITORY --keychain off',
    0,
    /^Lectern now builds demo at each post-commit in REPOSITORY\.\n.*\n$/,
    NONE,
  ],
  ['hook remove REPOSITORY', 0, /^post-commit in REPOSITORY no longer builds demo\.\n$/, NONE],
  ['project set demo trusted true --keychain off', 0, /^demo: trusted is true now\.\n$/, NONE],
  ['build demo --keychain off', 11, /^Build 1 of demo \(latest\) failed after \d+ s: .*\n$/, NONE],
  ['backup', 0, /^Backed up to DATA\/backups\/\S+-manual\.sqlite \(.*, verified\)\.\n$/, NONE],
  [
    'restore newest',
    0,
    /^Restored DATA\/.*\n(.*\n)+users +2 +2\n(.*\n)+The previous state is kept .*\n$/,
    /^backed up to (.*\n){3}$/,
  ],
  ['preview /no/such/folder --port 0 --keychain off', 1, NONE, /There is no folder \/no\/such\/folder\.\n$/],
  ['link', 1, NONE, /^No Lectern has DATA open\. Start it with .*\n$/],
  ['doctor --keychain off --port 0', 0, /^Lectern .*\n([✓!] .*\n)+No problems .*\n$/, NONE],
  ['kit list', 0, /^(\S+ +\d+ projects? .*\n){5}$/, NONE],
  ['kit make KIT --keychain off', 0, /^Wrote \d+ files to KIT\.\n(.*\n)*$/, NONE],
  ['kit check KIT', 0, /^KIT has no faults\.\n$/, NONE],
  ['workspace create demo --keychain off', 0, /^Created the workspace “demo” in \S+\.\n.*\n$/, NONE],
  ['workspace list', 0, /^NAME .*\nHome .*\ndemo .*\n$/, NONE],
  [
    'workspace copy demo second --keychain off',
    0,
    /^Copied “demo” to the workspace “second” .*\n.*\n$/,
    NONE,
  ],
  ['workspace rename second third', 0, /^Renamed the workspace “second” to “third”\.\n$/, NONE],
  ['workspace remove third --yes', 0, /^Removed the workspace “third”\.\n$/, NONE],
  ['remote list', 0, /^No account is connected\..*\n$/, NONE],
  [
    'remote add live http://127.0.0.1:1/ --token-stdin',
    2,
    NONE,
    /^\n?There is no token on standard input\.\n$/,
  ],
  ['remote remove live', 1, NONE, /^There is no remote called live\..*\n$/],
  ['remote build demo latest', 1, NONE, /^latest of demo is not linked with .* Pull first\.\n$/],
  ['pull', 1, NONE, /^No account is connected\..*\n$/],
  ['changes', 1, NONE, /^No account is connected\..*\n$/],
  ['push --yes', 1, NONE, /^No account is connected\..*\n$/],
  ['conflicts', 1, NONE, /^No account is connected\..*\n$/],
  ['resolve 1.name mine', 1, NONE, /^There is no conflict 1\.name\..*\n$/],
  ['export redirects demo', 0, /^# Redirects of demo.*\nproject: demo\nredirects: \[\]\n$/, NONE],
  ['export variables demo', 0, /^# Environment variables of demo.*\nproject: demo\nvariables: \[\]\n$/, NONE],
  ['apply SEED --dry-run', 1, NONE, /^Nothing was changed\. .*\n$/],
  ['recover --fresh', 0, /^The database is new and empty\.\n.*\n$/, /^(.*\n)+kept aside .*\n$/],
  [
    'serve --memory --json',
    2,
    /^\{"event":"error","code":"usage",.*\}\n$/,
    /^--memory and --data exclude each other\.\n$/,
  ],
];

/** Those that stand for the rest in npm test: one of each kind of ending, output and data folder. */
const FEW =
  /^(seed|user add|user deactivate|user list|token create|project set|build|backup|link|kit list|remote add|recover|serve) /;

// Most tests run commands in their own process; this one proves the way through a new one.
test('each command ends its process with its exit code and writes nothing else', async () => {
  const repository = gitRepository().folder;
  const projects = [{ name: 'Demo', users: ['alice'], repository: { url: repository, type: 'git' } }];
  const folder = newFolder();
  const home = newFolder();
  const seed = newFile(JSON.stringify({ users: [{ username: 'alice' }], projects }));
  const paths = [
    ['DATA', folder],
    ['SEED', seed],
    ['REPOSITORY', repository],
    ['KIT', join(newFolder(), 'kit')],
  ] as const;
  const shorten = (text: string) => paths.reduce((shown, [name, path]) => shown.replaceAll(path, name), text);
  for (const [line, code, stdout, stderr] of CALLS.filter(
    ([call]) => IS_FAULTS_RUN || FEW.test(`${call} `),
  )) {
    const args = line.split(' ').map((word) => paths.find(([name]) => name === word)?.[1] ?? word);
    // Without programs doctor asks for no versions, which takes longer than all other checks.
    const env = line.startsWith('doctor') ? { PATH: newFolder() } : {};
    // Kits and workspaces have places of their own.
    const data = /^(kit (list|check)|workspace) /.test(`${line} `) ? [] : ['--data', folder];
    const result = await runLectern([...args, ...data], { env: { ...env, XDG_DATA_HOME: home, HOME: home } });
    const shown = { ...result, stdout: shorten(result.stdout), stderr: shorten(result.stderr) };
    expect(shown, line).toEqual({
      ...{ code, signal: null },
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    });
  }
  const called = CALLS.map(([line]) => line);
  expect(COMMANDS.filter(({ name }) => !called.some((line) => `${line} `.startsWith(`${name} `)))).toEqual(
    [],
  );
});
