import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openIsolation } from '../../../src-server/builder/process/isolation.ts';
import { openLectern } from '../../../src-server/lectern.ts';
import { describeIsolation } from '../../../src-server/model/builds/build-isolation.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { eventually, importProject, startBuildServer } from '../../support/program/build-server.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { programsFolder, runTestBuild } from '../steps/run-test-build.ts';

const SYSTEM = systemActor('command');
const isLinux = process.platform === 'linux';
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo done > $READTHEDOCS_OUTPUT/html/index.html';
let strays = 0;

/** Creates a repository whose build runs these lines. */
function running(...commands: readonly string[]): string {
  const { folder, commit } = gitRepository();
  commit('Docs', {
    '.readthedocs.yaml': JSON.stringify({ version: 2, build: { os: 'ubuntu-24.04', commands } }),
  });
  return folder;
}

/** Returns a line that leaves a process without its session, environment, folder and outputs, and what finds it. */
function stray(): { readonly line: string; readonly count: () => number } {
  strays += 1;
  const seconds = `3600.${process.pid}${strays}`;
  const find = () =>
    readdirSync('/proc').filter((name) => {
      try {
        return (
          /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').endsWith(`sleep\0${seconds}\0`)
        );
      } catch {
        return false;
      }
    });
  const count = () => find().length;
  onTestFinished(() => find().forEach((pid) => void process.kill(Number(pid), 'SIGKILL')));
  return {
    line: `cd / && env -i setsid sh -c '/bin/sleep ${seconds} & /bin/sleep ${seconds} &' >/dev/null 2>&1`,
    count,
  };
}

/** Gives the test a PATH without bubblewrap, or with this program in its place. */
function withoutSandbox(bubblewrap?: string): string {
  const folder = programsFolder('sh', 'bash', 'env', 'setsid', 'sleep', 'mkdir', 'cat', 'git', 'python3');
  if (bubblewrap !== undefined) writeFileSync(join(folder, 'bwrap'), bubblewrap, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  return folder;
}

const hasSandbox = isLinux && hasProgram('bwrap') && hasProgram('git');

describe.skipIf(!hasSandbox)('S12 the sandbox of builds', () => {
  test('hides the data of Lectern and its secrets from a real build, which is published', async () => {
    const data = join(scratchFolder(), 'data');
    const options = { data, port: 0, keychain: 'off', builds: true, trustBuilds: true } as const;
    const lectern = await openLectern(options);
    onTestFinished(lectern.close);
    const { services, store } = lectern;
    const user = services.users.ensure(SYSTEM, 'alice');
    const alice = { kind: 'operator', user, door: 'desk' } as const;
    const repository = running(
      `ls -A ${data} ${data}/builds || true`,
      `cat ${data}/vault.json ${data}/lectern.sqlite ${data}/backups/* || true`,
      `cat /proc/${process.pid}/environ || true`,
      `umount ${data} || true; ls ${data}/backups || true`,
      'test -w $READTHEDOCS_REPOSITORY_PATH && touch $HOME/mine $TMPDIR/mine',
      MAKE,
    );
    services.projects.create(alice, { name: 'Tides', repository: { url: repository, type: 'git' } });
    // The first secret creates the file that keeps the key of all.
    await services.environmentVariables.create(alice, 'tides', { name: 'WORD', value: 'hunter22' });
    const { id } = services.builds.trigger(alice, 'tides', 'latest').build;
    const build = await eventually(
      () => store.builds.byId(id),
      (found) => found?.state === 'finished',
    );
    expect(existsSync(join(data, 'vault.json'))).toBe(true);
    const answer = await fetch(`${lectern.url}/api/v2/build/${id}/`);
    const { commands } = (await answer.json()) as { commands: { output: string }[] };
    const output = commands.map((command) => command.output).join('\n');
    expect(build).toMatchObject({ success: true });
    // Only the way to the folders of this build is there.
    expect(output).toMatch(new RegExp(`${data}:\\nbuilds\\n\\n${data}/builds:\\ncache\\nversion-\\d+\\n`));
    expect(output).toContain('vault.json: No such file or directory');
    expect(output).not.toContain('SQLite format');
    const page = await fetch(`${lectern.url}/projects/tides/badge/`);
    expect(await page.text()).toContain('docs: passing');
  });

  test('works for a user without any permissions, and hides the session of the desktop', async () => {
    const folder = scratchFolder();
    const hidden = join(folder, 'data');
    const own = join(hidden, 'own');
    const session = join(folder, 'session');
    for (const path of [hidden, own, session]) mkdirSync(path);
    writeFileSync(join(hidden, 'secret'), 'hunter22');
    const isRoot = process.getuid?.() === 0;
    const nobody = isRoot ? { uid: 65534, gid: 65534 } : {};
    for (const path of [folder, hidden, own, session]) {
      chmodSync(path, 0o755);
      if (isRoot) chownSync(path, 65534, 65534);
    }
    const sockets = [join(session, 'bus'), join(folder, 'other-bus')];
    for (const socket of sockets) {
      const server = createServer((connection) => connection.end('bus'));
      await new Promise<void>((resolve) => server.listen(socket, resolve));
      chmodSync(socket, 0o777);
      onTestFinished(() => void server.close());
    }
    vi.stubEnv('XDG_RUNTIME_DIR', session);
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${sockets[1]}`);
    if (isRoot) vi.spyOn(process, 'getuid').mockReturnValue(65534);
    const { state, wrap } = await openIsolation([hidden]);
    expect(state).toEqual({ sandbox: true, problem: '', reachesSession: false, endsAllProcesses: true });
    const connect = 'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])';
    const script = `cat ${hidden}/secret; ls ${hidden}; echo mine > ${own}/mine; ${sockets
      .map((socket) => `/usr/bin/python3 -c '${connect}' ${socket} 2>&1 | tail -n 1`)
      .join('; ')}; ls /proc | grep -c '^[0-9]'`;
    const [program = '', ...args] = wrap(['/bin/sh', '-c', script], [own]);
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: own, ...nobody });
    expect(stdout).toMatch(
      /^own\n(?:FileNotFoundError|ConnectionRefused|PermissionError).*\n.*Error.*\n\d\n$/,
    );
    expect(stderr).toContain('secret: No such file');
    expect(readFileSync(join(own, 'mine'), 'utf8')).toBe('mine\n');
  });

  test('that does not work on this machine is reported, and builds run without it', async () => {
    const path = withoutSandbox(
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n',
    );
    const isolation = await openIsolation([]);
    expect(isolation.state).toMatchObject({ sandbox: false, endsAllProcesses: true });
    expect(describeIsolation(isolation.state)).toContain(
      'does not work here (No permissions to create new namespace)',
    );
    const build = await runTestBuild({ repository: running(MAKE), isolation, path });
    expect(build.result).toMatchObject({ success: true });
  });
});

describe.skipIf(!isLinux || !hasProgram('git'))('a process that left session, environment and folder', () => {
  test.skipIf(!hasSandbox)('ends with its build in the sandbox', async () => {
    const { line, count } = stray();
    const isolation = await openIsolation([]);
    const left = runTestBuild({ repository: running(`${line}; echo started`, MAKE), isolation });
    expect((await left).result).toMatchObject({ success: true });
    expect(count()).toBe(0);
  });

  test('ends with its build without a sandbox too', async () => {
    const { line, count } = stray();
    const path = withoutSandbox();
    const isolation = await openIsolation([]);
    expect(isolation.state).toMatchObject({ sandbox: false, endsAllProcesses: true });
    const build = await runTestBuild({ repository: running(line, 'exit 7'), isolation, path });
    expect(build.commands.at(-1)).toMatchObject({ exitCode: 7 });
    expect(count()).toBe(0);
  });

  test.each([
    ['in the sandbox', true],
    ['without a sandbox', false],
  ])('ends when Lectern is killed, %s', async (_name, sandbox) => {
    if (sandbox && !hasSandbox) return;
    const { line, count } = stray();
    const server = await startBuildServer(
      join(scratchFolder(), 'data'),
      sandbox ? undefined : withoutSandbox(),
    );
    await importProject(server, 'tides', running(`${line}; sleep 3600`, MAKE));
    await eventually(count, (found) => found === 2);
    await server.kill();
    await eventually(count, (found) => found === 0);
    expect(count()).toBe(0);
  });
});
