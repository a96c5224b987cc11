import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { killOrphans, MARKER_VARIABLE } from '../../../src-server/builder/process/orphan-processes.ts';
import { holdTimer } from '../../support/held-timer.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { isRunning, waitForExit } from '../process/running-processes.ts';
import { outputOf, runTestBuild, type TestBuild } from './run-test-build.ts';

const own = { buildTools: 'own' } as const;
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';

/** Creates a repository whose build runs these lines. */
function running(...lines: readonly string[]): string {
  const { folder, commit } = gitRepository();
  const list = lines.map((line) => `    - ${JSON.stringify(line)}\n`).join('');
  commit('Docs', { '.readthedocs.yaml': `version: 2\nbuild:\n  os: ubuntu-24.04\n  commands:\n${list}` });
  return folder;
}

const pidsIn = (build: TestBuild, command: string) =>
  outputOf(build, command)
    .trim()
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number);

const isLinux = process.platform === 'linux';

/** Starts STAY, which keeps running, in the background; continues after printing its process id. */
function strayIn(line: string): string {
  const folder = scratchFolder();
  const [stay, pid] = [join(folder, 'stay'), join(folder, 'pid')];
  writeFileSync(stay, `#!/bin/sh\necho $$ >${pid}\nexec sleep 1000\n`, { mode: 0o755 });
  return `(${line.replace('STAY', stay)}) </dev/null >/dev/null 2>&1 & until [ -s ${pid} ]; do :; done; cat ${pid}`;
}

/** Hangs with a child process, ignores signals and prints both process ids. */
const HANG = "trap '' TERM; sleep 1000 & echo $!; echo $$; while :; do sleep 1; done";

describe.skipIf(!hasProgram('git'))('a build', () => {
  test('S12 that is cancelled leaves no process', async () => {
    const cancel = new AbortController();
    const build = await runTestBuild({
      repository: running(HANG, 'echo never'),
      signal: cancel.signal,
      onOutput: ({ command, output }) => {
        if (command === HANG && output.split('\n').length > 2) cancel.abort();
      },
    });
    expect(build.result).toMatchObject({ success: false, commit: expect.any(String) });
    expect(build.commands.at(-1)).toMatchObject({ command: HANG, exitCode: 137 });
    const pids = pidsIn(build, 'trap');
    expect(pids).toHaveLength(2);
    await waitForExit(pids);
  });

  test('that is cancelled before its start runs nothing', async () => {
    const build = await runTestBuild({ repository: running(MAKE), signal: AbortSignal.abort() });
    expect(build.result.success).toBe(false);
    expect(build.commands).toEqual([]);
  });

  test('S12 that exceeds its time limit is stopped', async () => {
    const seconds = 4321;
    const limit = holdTimer(seconds * 1000);
    const build = await runTestBuild({
      repository: running(HANG, 'echo never'),
      seconds,
      onOutput: ({ command, output }) => {
        if (command === HANG && output.split('\n').length > 2 && limit.isSet()) limit.elapse();
      },
    });
    expect(build.result).toMatchObject({ success: false, error: 'Build exited due to time out' });
    expect(build.commands.at(-1)).toMatchObject({ command: HANG, exitCode: 137 });
    const pids = pidsIn(build, 'trap');
    expect(pids).toHaveLength(2);
    await waitForExit(pids);
  });

  test('that writes too much continues with truncated output', async () => {
    const longOutput = 'yes loud | head -c 400000';
    const build = await runTestBuild({ repository: running(longOutput, MAKE), outputBytes: 10_000 });
    expect(build.result).toMatchObject({ success: true });
    expect(outputOf(build, longOutput)).toMatch(
      /loud\nLectern cut the output here: it is longer than 10000 bytes\.\n$/,
    );
    expect(outputOf(build, longOutput).length).toBeLessThan(10_200);
  });

  test('ends processes that its commands left running', async () => {
    const build = await runTestBuild({ repository: running('sleep 1000 & echo $!', MAKE) });
    expect(build.result).toMatchObject({ success: true });
    const pids = pidsIn(build, 'sleep');
    expect(pids).toHaveLength(1);
    await waitForExit(pids);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test.skipIf(!isLinux).each([
    ['into a new session', 'setsid STAY'],
    ['without its environment', 'env -i setsid STAY'],
    ['with another working folder', 'cd / && setsid STAY'],
    ['in a deleted folder', 'mkdir gone && cd gone && rmdir ../gone && env -i setsid STAY'],
    ['as a daemon', 'setsid sh -c "STAY &"'],
  ])('S12 ends processes that left its group %s', async (_name, line) => {
    const stray = strayIn(line);
    const build = await runTestBuild({ repository: running(stray, MAKE) });
    expect(build.result).toMatchObject({ success: true });
    expect(pidsIn(build, '(')).toHaveLength(1);
    expect(pidsIn(build, '(').filter(isRunning)).toEqual([]);
  });

  test.skipIf(!isLinux)('S12 ends them when it is cancelled or fails too', async () => {
    const cancel = new AbortController();
    const stray = strayIn('setsid STAY');
    const cancelled = await runTestBuild({
      repository: running(`${stray}; sleep 1000`),
      signal: cancel.signal,
      onOutput: ({ output }) => /^\d+\n/.test(output) && cancel.abort(),
    });
    const failed = await runTestBuild({ repository: running(`${strayIn('setsid STAY')}; exit 3`) });
    for (const build of [cancelled, failed]) {
      expect(build.result.success).toBe(false);
      expect(pidsIn(build, '(')).toHaveLength(1);
      expect(pidsIn(build, '(').filter(isRunning)).toEqual([]);
    }
  });

  test.skipIf(!isLinux)('S12 does not affect other processes', async () => {
    const folder = scratchFolder();
    const [near, cutAt] = [join(folder, '1'), join(folder, '11')];
    mkdirSync(near);
    mkdirSync(cutAt);
    const env = { PATH: '/usr/bin:/bin', [MARKER_VARIABLE]: `${cutAt}/checkout` };
    const child = spawn('setsid', ['sleep', '1000'], { cwd: cutAt, env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await killOrphans(near);
    expect(child.exitCode ?? child.signalCode).toBe(null);
    expect(isRunning(child.pid ?? 0)).toBe(true);
    await killOrphans(cutAt);
    await waitForExit([child.pid ?? 0]);
  });

  test('S12 inherits nothing from Lectern, npm or the session', async () => {
    const foreign = ['LECTERN_DATA', 'NODE_OPTIONS', 'npm_config_x', 'ELECTRON_RUN_AS_NODE'];
    for (const name of [...foreign, 'SSH_AUTH_SOCK', 'GITHUB_TOKEN']) vi.stubEnv(name, '/foreign');
    vi.stubEnv('https_proxy', 'http://proxy.example:3128');
    vi.stubEnv('http_proxy', 'http://mira:hunter22@proxy.example:3128');
    const repository = running('env', 'id -u', MAKE);
    const build = await runTestBuild({
      repository,
      project: own,
      path: '/srv/node_modules/.bin:/usr/bin:/bin',
      variables: [{ name: 'FLAVOUR', value: 'plain' }],
    });
    const environment = Object.fromEntries(
      outputOf(build, 'env')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const checkout = `${build.folder}/checkout`;
    const { PIP_CACHE_DIR, UV_CACHE_DIR, SHLVL, PWD, _, ...rest } = environment;
    // The certificates and time zone of the machine may be set too.
    for (const name of Object.keys(rest))
      if (/^(SSL_CERT_|CURL_CA|REQUESTS_CA|TZ$|NO_PROXY|ALL_PROXY)/i.test(name)) delete rest[name];
    expect(rest).toEqual({
      PATH: ['asdf/python/bin', 'venv/bin', 'asdf/shims', 'asdf/npm/bin']
        .map((folder) => `${build.folder}/${folder}:`)
        .join('')
        .concat('/usr/bin:/bin'),
      NPM_CONFIG_PREFIX: `${build.folder}/asdf/npm`,
      BIN_PATH: `${build.folder}/venv/bin`,
      HOME: `${build.folder}/home`,
      TMPDIR: `${build.folder}/tmp`,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      PYTHONUNBUFFERED: '1',
      PIP_NO_INPUT: '1',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PIP_REQUIRE_VIRTUALENV: '1',
      UV_PROJECT_ENVIRONMENT: `${build.folder}/venv`,
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
      SSH_ASKPASS_REQUIRE: 'never',
      https_proxy: 'http://proxy.example:3128',
      FLAVOUR: '********',
      READTHEDOCS: 'True',
      READTHEDOCS_PROJECT: 'glow',
      READTHEDOCS_LANGUAGE: 'en',
      READTHEDOCS_VERSION: 'latest',
      READTHEDOCS_VERSION_NAME: 'latest',
      READTHEDOCS_VERSION_TYPE: 'branch',
      READTHEDOCS_REPOSITORY_PATH: checkout,
      READTHEDOCS_OUTPUT: `${checkout}/_readthedocs/`,
      READTHEDOCS_VIRTUALENV_PATH: `${build.folder}/venv`,
      READTHEDOCS_GIT_CLONE_URL: repository,
      READTHEDOCS_GIT_IDENTIFIER: 'main',
      READTHEDOCS_GIT_COMMIT_HASH: build.result.commit,
      READTHEDOCS_CANONICAL_URL: 'http://glow.localhost:8642/en/latest/',
      READTHEDOCS_PRODUCTION_DOMAIN: 'localhost:8642',
    });
  });

  test('S8 masks the values of variables in all output', async () => {
    const secret = 'hunter22-of-glow';
    const line = 'echo "$TOKEN"; printf hunter22; sleep 0; printf -- -of-glow; echo "$TOKEN" | rev';
    const build = await runTestBuild({
      repository: running(line, `echo ${secret}`, MAKE),
      variables: [{ name: 'TOKEN', value: secret }],
    });
    expect(outputOf(build, 'echo "$TOKEN"')).toBe(`********\n********${[...secret].reverse().join('')}\n`);
    expect(build.commands.map(({ command }) => command)).toContain('echo ********');
    expect(JSON.stringify([build.commands, build.result])).not.toContain(secret);
  });

  test('of a pull request gets no variables', async () => {
    const { folder, commit } = gitRepository();
    const config = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  commands: ["echo [$TOKEN]"]\n';
    const hash = commit('Docs', { '.readthedocs.yaml': config });
    const build = await runTestBuild({
      repository: folder,
      version: { slug: '7', verboseName: '7', identifier: hash, type: 'external', machine: false },
      variables: [{ name: 'TOKEN', value: 'hunter22' }],
    });
    expect(outputOf(build, 'echo')).toBe('[]\n');
  });

  test('hides the password in the URL', async () => {
    // No server listens on this port.
    const build = await runTestBuild({ repository: 'http://mira:hunter22@127.0.0.1:9/glow.git' });
    expect(build.commands[0]?.command).toBe(
      'git clone --depth 1 --no-checkout -- http://127.0.0.1:9/glow.git .',
    );
    expect(build.result.error).toContain('Nothing answers at this address and port.');
    expect(JSON.stringify([build.commands, build.result])).not.toContain('hunter22');
  });

  test('fails with the error of its log and leaves no process', async () => {
    let pids: number[] = [];
    const repository = running(HANG);
    const failing = runTestBuild({
      repository,
      onOutput: ({ command, output }) => {
        if (command !== HANG || output.split('\n').length < 3) return;
        pids = output.trim().split('\n').map(Number);
        throw new Error('the log is gone');
      },
    });
    await expect(failing).rejects.toThrow('the log is gone');
    expect(pids).toHaveLength(2);
    await waitForExit(pids);
  });
});
