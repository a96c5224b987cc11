import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endStrays, MARK } from '../../../src-server/builder/process/stray-processes.ts';
import { has } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { gone, runs } from '../process/running-processes.ts';
import { outputOf, type Tried, tryBuild } from './try-build.ts';

const own = { buildTools: 'own' } as const;
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';

/** A repository whose build runs these lines. */
function running(...lines: readonly string[]): string {
  const { folder, commit } = gitRepository();
  const list = lines.map((line) => `    - ${JSON.stringify(line)}\n`).join('');
  commit('Docs', { '.readthedocs.yaml': `version: 2\nbuild:\n  os: ubuntu-24.04\n  commands:\n${list}` });
  return folder;
}

const pidsIn = (tried: Tried, command: string) =>
  outputOf(tried, command)
    .trim()
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number);

const isLinux = process.platform === 'linux';

/** Starts STAY, which goes on, in the background; goes on itself, and says its number, once it is there. */
function strayIn(line: string): string {
  const folder = scratchFolder();
  const [stay, pid] = [join(folder, 'stay'), join(folder, 'pid')];
  writeFileSync(stay, `#!/bin/sh\necho $$ >${pid}\nexec sleep 1000\n`, { mode: 0o755 });
  return `(${line.replace('STAY', stay)}) </dev/null >/dev/null 2>&1 & until [ -s ${pid} ]; do :; done; cat ${pid}`;
}

/** Hangs, with a child, whatever it is told, and says both numbers. */
const HANG = "trap '' TERM; sleep 1000 & echo $!; echo $$; while :; do sleep 1; done";

describe.skipIf(!has('git'))('a build', () => {
  test('S12 that is cancelled leaves no process behind', async () => {
    const cancel = new AbortController();
    const tried = await tryBuild({
      repository: running(HANG, 'echo never'),
      signal: cancel.signal,
      heard: ({ command, output }) => {
        if (command === HANG && output.split('\n').length > 2) cancel.abort();
      },
    });
    expect(tried.result).toMatchObject({ success: false, commit: expect.any(String) });
    expect(tried.commands.at(-1)).toMatchObject({ command: HANG, exitCode: 137 });
    const pids = pidsIn(tried, 'trap');
    expect(pids).toHaveLength(2);
    await gone(pids);
  });

  test('that is cancelled before it begins runs nothing', async () => {
    const tried = await tryBuild({ repository: running(MAKE), signal: AbortSignal.abort() });
    expect(tried.result.success).toBe(false);
    expect(tried.commands).toEqual([]);
  });

  test('S12 that takes too long is ended', async () => {
    const tried = await tryBuild({ repository: running(HANG), seconds: 6 });
    expect(tried.result).toMatchObject({ success: false, error: 'Build exited due to time out' });
    const last = tried.commands.at(-1);
    if (last?.command === HANG) await gone(pidsIn(tried, 'trap'));
    expect(last?.exitCode).toBeGreaterThan(0);
  });

  test('that writes too much goes on, and its output is cut', async () => {
    const loud = 'yes loud | head -c 400000';
    const tried = await tryBuild({ repository: running(loud, MAKE), outputBytes: 10_000 });
    expect(tried.result).toMatchObject({ success: true });
    expect(outputOf(tried, loud)).toMatch(
      /loud\nLectern cut the output here: it is longer than 10000 bytes\.\n$/,
    );
    expect(outputOf(tried, loud).length).toBeLessThan(10_200);
  });

  test('takes what its commands left running with it', async () => {
    const tried = await tryBuild({ repository: running('sleep 1000 & echo $!', MAKE) });
    expect(tried.result).toMatchObject({ success: true });
    const pids = pidsIn(tried, 'sleep');
    expect(pids).toHaveLength(1);
    await gone(pids);
    expect(pids.filter(runs)).toEqual([]);
  });

  test.skipIf(!isLinux).each([
    ['into a session of its own', 'setsid STAY'],
    ['without its environment', 'env -i setsid STAY'],
    ['for another folder', 'cd / && setsid STAY'],
    ['in a folder that is gone', 'mkdir gone && cd gone && rmdir ../gone && env -i setsid STAY'],
    ['as a daemon', 'setsid sh -c "STAY &"'],
  ])('S12 ends with it what left its group %s', async (_name, line) => {
    const stray = strayIn(line);
    const tried = await tryBuild({ repository: running(stray, MAKE) });
    expect(tried.result).toMatchObject({ success: true });
    expect(pidsIn(tried, '(')).toHaveLength(1);
    expect(pidsIn(tried, '(').filter(runs)).toEqual([]);
  });

  test.skipIf(!isLinux)('S12 ends it also when it is cancelled or fails', async () => {
    const cancel = new AbortController();
    const stray = strayIn('setsid STAY');
    const cancelled = await tryBuild({
      repository: running(`${stray}; sleep 1000`),
      signal: cancel.signal,
      heard: ({ output }) => /^\d+\n/.test(output) && cancel.abort(),
    });
    const failed = await tryBuild({ repository: running(`${strayIn('setsid STAY')}; exit 3`) });
    for (const tried of [cancelled, failed]) {
      expect(tried.result.success).toBe(false);
      expect(pidsIn(tried, '(')).toHaveLength(1);
      expect(pidsIn(tried, '(').filter(runs)).toEqual([]);
    }
  });

  test.skipIf(!isLinux)('S12 leaves what is not its own alone', async () => {
    const folder = scratchFolder();
    const [near, marked] = [join(folder, '1'), join(folder, '11')];
    mkdirSync(near);
    mkdirSync(marked);
    const env = { PATH: '/usr/bin:/bin', [MARK]: `${marked}/checkout` };
    const child = spawn('setsid', ['sleep', '1000'], { cwd: marked, env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await endStrays(near);
    expect(child.exitCode ?? child.signalCode).toBe(null);
    expect(runs(child.pid ?? 0)).toBe(true);
    await endStrays(marked);
    await gone([child.pid ?? 0]);
  });

  test('S12 knows nothing of Lectern, npm or the session that it runs in', async () => {
    const foreign = ['LECTERN_DATA', 'NODE_OPTIONS', 'npm_config_x', 'ELECTRON_RUN_AS_NODE'];
    for (const name of [...foreign, 'SSH_AUTH_SOCK', 'GITHUB_TOKEN']) vi.stubEnv(name, '/foreign');
    vi.stubEnv('https_proxy', 'http://proxy.example:3128');
    vi.stubEnv('http_proxy', 'http://mira:hunter22@proxy.example:3128');
    const repository = running('env', 'id -u', MAKE);
    const tried = await tryBuild({
      repository,
      project: own,
      path: '/srv/node_modules/.bin:/usr/bin:/bin',
      variables: [{ name: 'FLAVOUR', value: 'plain' }],
    });
    const given = Object.fromEntries(
      outputOf(tried, 'env')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const checkout = `${tried.folder}/checkout`;
    const { PIP_CACHE_DIR, UV_CACHE_DIR, SHLVL, PWD, _, ...rest } = given;
    // The machine's own certificates and time zone may be there as well.
    for (const name of Object.keys(rest))
      if (/^(SSL_CERT_|CURL_CA|REQUESTS_CA|TZ$|NO_PROXY|ALL_PROXY)/i.test(name)) delete rest[name];
    expect(rest).toEqual({
      PATH: `${tried.folder}/venv/bin:/usr/bin:/bin`,
      HOME: `${tried.folder}/home`,
      TMPDIR: `${tried.folder}/tmp`,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      PYTHONUNBUFFERED: '1',
      PIP_NO_INPUT: '1',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PIP_REQUIRE_VIRTUALENV: '1',
      UV_PROJECT_ENVIRONMENT: `${tried.folder}/venv`,
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
      READTHEDOCS_VIRTUALENV_PATH: `${tried.folder}/venv`,
      READTHEDOCS_GIT_CLONE_URL: repository,
      READTHEDOCS_GIT_IDENTIFIER: 'main',
      READTHEDOCS_GIT_COMMIT_HASH: tried.result.commit,
      READTHEDOCS_CANONICAL_URL: 'http://glow.localhost:8642/en/latest/',
      READTHEDOCS_PRODUCTION_DOMAIN: 'localhost:8642',
    });
  });

  test('S8 masks the values of variables in all that it tells', async () => {
    const secret = 'hunter22-of-glow';
    const line = 'echo "$TOKEN"; printf hunter22; sleep 0; printf -- -of-glow; echo "$TOKEN" | rev';
    const tried = await tryBuild({
      repository: running(line, `echo ${secret}`, MAKE),
      variables: [{ name: 'TOKEN', value: secret }],
    });
    expect(outputOf(tried, 'echo "$TOKEN"')).toBe(`********\n********${[...secret].reverse().join('')}\n`);
    expect(tried.commands.map(({ command }) => command)).toContain('echo ********');
    expect(JSON.stringify([tried.commands, tried.result])).not.toContain(secret);
  });

  test('of a pull request gets none of them', async () => {
    const { folder, commit } = gitRepository();
    const config = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  commands: ["echo [$TOKEN]"]\n';
    const hash = commit('Docs', { '.readthedocs.yaml': config });
    const tried = await tryBuild({
      repository: folder,
      version: { slug: '7', verboseName: '7', identifier: hash, type: 'external', machine: false },
      variables: [{ name: 'TOKEN', value: 'hunter22' }],
    });
    expect(outputOf(tried, 'echo')).toBe('[]\n');
  });

  test('shows no password of the address', async () => {
    // Nothing listens at this port.
    const tried = await tryBuild({ repository: 'http://mira:hunter22@127.0.0.1:9/glow.git' });
    expect(tried.commands[0]?.command).toBe(
      'git clone --depth 1 --no-checkout -- http://********@127.0.0.1:9/glow.git .',
    );
    expect(tried.result.error).toContain('Nothing answers at this address.');
    expect(JSON.stringify([tried.commands, tried.result])).not.toContain('hunter22');
  });

  test('ends with what its log throws, and leaves nothing running', async () => {
    let pids: number[] = [];
    const repository = running(HANG);
    const failing = tryBuild({
      repository,
      heard: ({ command, output }) => {
        if (command !== HANG || output.split('\n').length < 3) return;
        pids = output.trim().split('\n').map(Number);
        throw new Error('the log is gone');
      },
    });
    await expect(failing).rejects.toThrow('the log is gone');
    expect(pids).toHaveLength(2);
    await gone(pids);
  });
});
