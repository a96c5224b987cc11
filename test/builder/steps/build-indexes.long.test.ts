import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  readPackageIndexes,
  withoutIndexSecrets,
} from '../../../src-server/builder/steps/python/package-indexes.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { packageIndex, packWheel } from './package-index.ts';
import { hideIndexes, outputOf, runTestBuild } from './run-test-build.ts';

const own = { buildTools: 'own' } as const;
const PASSWORD = 'hunter22-of-glow';

/** Python program that unpacks pip into its environment; installing it would take seconds. */
const UNPACK_PIP = `
import ensurepip, glob, os, sysconfig, zipfile
places = [os.path.join(os.path.dirname(ensurepip.__file__), '_bundled'), sysconfig.get_config_var('WHEEL_PKG_DIR') or '']
[wheel] = [file for place in places for file in glob.glob(os.path.join(place, 'pip-*.whl'))]
zipfile.ZipFile(wheel).extractall(sysconfig.get_path('purelib'))
`;

/** Gives the test a home folder with these files, and none of the machine's own settings. */
function home(files: Readonly<Record<string, string>> = {}): string {
  const folder = scratchFolder();
  vi.stubEnv('HOME', folder);
  hideIndexes();
  for (const name of ['XDG_CONFIG_HOME', 'PIP_CONFIG_FILE']) vi.stubEnv(name, undefined);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Creates a repository whose build installs the package of the index; returns its folder. */
function installing(...more: readonly string[]): string {
  const { folder, commit } = gitRepository();
  const commands = [
    'python -m pip install --retries 0 ember',
    ...more,
    'mkdir -p $READTHEDOCS_OUTPUT/html && python -c "import ember; print(ember.GLOW)" > $READTHEDOCS_OUTPUT/html/index.html',
  ];
  const build = { os: 'ubuntu-24.04', tools: { python: '3' }, commands };
  commit('Docs', { '.readthedocs.yaml': JSON.stringify({ version: 2, build }) });
  return folder;
}

describe.skipIf(!hasProgram('git') || !hasProgram('python3-venv'))('a private package index', () => {
  let programs: string;
  let path: string;
  // Filling an environment with pip takes longer than all else here, so a fake uv copies a ready one.
  beforeAll(() => {
    programs = mkdtempSync(join(tmpdir(), 'lectern-uv-'));
    path = `${programs}:/usr/bin:/bin`;
    const ready = join(programs, 'ready');
    execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', ready]);
    execFileSync(join(ready, 'bin/python'), ['-c', UNPACK_PIP]);
    const uv = `#!/bin/sh\nfor last; do :; done\nexec cp -a ${ready} "$last"\n`;
    writeFileSync(join(programs, 'uv'), uv, { mode: 0o755 });
  });
  afterAll(() => rmSync(programs, { recursive: true, force: true }));

  test.each([
    ['in pip.conf', (url: string) => void home({ '.config/pip/pip.conf': `[global]\nindex-url = ${url}\n` })],
    [
      'in a variable',
      (url: string) => {
        home();
        vi.stubEnv('PIP_INDEX_URL', url);
      },
    ],
  ])('configured %s is used, and its password stays out of the log', async (_name, set) => {
    const { host, asked } = await packageIndex(PASSWORD);
    set(`http://mira:${PASSWORD}@${host}/simple`);
    const build = await runTestBuild({
      repository: installing('echo "[$PIP_INDEX_URL]"'),
      project: own,
      path,
      keepsIndexes: true,
    });
    expect(build.result).toMatchObject({ success: true });
    expect(asked).toContain('/simple/ember/');
    expect(outputOf(build, 'echo')).toContain(`@${host}/simple]`);
    expect(JSON.stringify(build.commands)).not.toContain(PASSWORD);
  });

  test('is known to a pull request without its password', async () => {
    const { host, asked } = await packageIndex(PASSWORD);
    home();
    vi.stubEnv('PIP_INDEX_URL', `http://mira:${PASSWORD}@${host}/simple`);
    const { folder, commit } = gitRepository();
    const commands = ['echo "[$PIP_INDEX_URL]"'];
    const build = { os: 'ubuntu-24.04', commands };
    const identifier = commit('Docs', { '.readthedocs.yaml': JSON.stringify({ version: 2, build }) });
    const version = { slug: '7', verboseName: '7', identifier, type: 'external', machine: false } as const;
    expect(outputOf(await runTestBuild({ repository: folder, version, keepsIndexes: true }), 'echo')).toBe(
      `[http://${host}/simple]\n`,
    );
    expect(asked).toEqual([]);
  });

  test('can be a folder of wheels in the home folder of the user', async () => {
    const conf = '[install]\nno-index = true\nfind_links =\n    ~/wheels\n    ~/none\n';
    const folder = home({ '.pip/pip.conf': conf });
    mkdirSync(join(folder, 'wheels'));
    packWheel(join(folder, 'wheels'));
    const build = await runTestBuild({ repository: installing(), project: own, path, keepsIndexes: true });
    expect(build.result).toMatchObject({ success: true });
  });
});

describe.skipIf(!hasProgram('git'))('a build without an environment', () => {
  test('explains why pip refuses to install into this machine', async () => {
    home();
    const { folder, commit } = gitRepository();
    const build = { os: 'ubuntu-24.04', commands: ['python3 -m pip install ember'] };
    commit('Docs', { '.readthedocs.yaml': JSON.stringify({ version: 2, build }) });
    const output = outputOf(await runTestBuild({ repository: folder }), 'python3 -m pip');
    expect(output).toContain('Could not find an activated virtualenv (required)');
    expect(output).toMatch(
      /Lectern: pip installs only into an environment of the build.*PIP_REQUIRE_VIRTUALENV/,
    );
  });
});

test('only settings that name indexes and certificates are read, in the order of pip', () => {
  home({
    '.pip/pip.conf': '[global]\nindex-url = https://old.example/\nextra-index-url: https://a.example/\n',
    '.config/pip/pip.conf': [
      '# https://nobody:word@comment.example',
      '[global]',
      'timeout = 60',
      'Index_URL = https://mira:pa%24s@new.example/simple',
      'extra-index-url =',
      '    https://b.example/',
      '    # a comment',
      '    https://t0ken@c.example/',
      '[download]',
      'trusted-host = never.example',
      '[install]',
      'trusted-host = house.example',
      'cert = ~/my certs/house.pem',
    ].join('\n'),
  });
  const folder = process.env.HOME;
  const { variables, secrets } = readPackageIndexes();
  expect(variables).toEqual({
    PIP_INDEX_URL: 'https://mira:pa%24s@new.example/simple',
    PIP_EXTRA_INDEX_URL: 'https://b.example/ https://t0ken@c.example/',
    PIP_TRUSTED_HOST: 'house.example',
    PIP_CERT: `${folder}/my certs/house.pem`,
    UV_INDEX_URL: 'https://mira:pa%24s@new.example/simple',
    UV_EXTRA_INDEX_URL: 'https://b.example/ https://t0ken@c.example/',
    UV_INSECURE_HOST: 'house.example',
  });
  expect(secrets).toEqual(expect.arrayContaining(['pa%24s', 'pa$s', 't0ken']));
  expect(withoutIndexSecrets(variables)).toMatchObject({
    PIP_INDEX_URL: 'https://new.example/simple',
    UV_EXTRA_INDEX_URL: 'https://b.example/ https://c.example/',
  });
});

test('a file named by PIP_CONFIG_FILE replaces the others, and uv keeps its own indexes', () => {
  home({
    '.config/pip/pip.conf': '[global]\nindex-url = https://one.example/\n',
    'named.conf': '[global]\nno-index = yes\n',
  });
  const env = {
    PIP_CONFIG_FILE: `${process.env.HOME}/named.conf`,
    UV_INDEX: 'house=https://mira:w0rd@two.example/',
    UV_INDEX_HOUSE_PASSWORD: 'hunter22',
    UV_CACHE_DIR: '/nowhere',
  };
  const { variables, secrets } = readPackageIndexes(env);
  expect(variables).toEqual({
    PIP_NO_INDEX: 'yes',
    UV_INDEX: 'house=https://mira:w0rd@two.example/',
    UV_INDEX_HOUSE_PASSWORD: 'hunter22',
  });
  expect(secrets).toEqual(expect.arrayContaining(['hunter22', 'w0rd']));
  expect(withoutIndexSecrets(variables)).toEqual({
    PIP_NO_INDEX: 'yes',
    UV_INDEX: 'house=https://two.example/',
  });
});
