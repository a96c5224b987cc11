import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openCore } from '../../../src-server/core.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { gitRepository, scratchFolder } from '../../builder/git/git-repository.ts';
import { runCommand, serveHere } from '../../support/program/run-command.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { newFile } from '../processes.ts';

const COMMAND = systemActor('command');
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';
const config = (...commands: readonly string[]) => ({
  '.readthedocs.yaml': JSON.stringify({ version: 2, build: { os: 'ubuntu-24.04', commands } }),
});

/** A data folder with a project of a repository here, and a person with a token. */
async function world({ allow = false, flags = [] as readonly string[] } = {}) {
  const repository = gitRepository();
  repository.commit('First', config('echo one; echo two', 'echo "[$UV_PROJECT_ENVIRONMENT]"', MAKE));
  const data = join(scratchFolder(), 'data');
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    runCommand([...args, '--data', data, '--keychain', 'off'], { env });
  const latest = { verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: false };
  const project = {
    ...{ name: 'Tides', users: ['mira'], repository: { url: repository.folder, type: 'git' } },
    ...{ build_tools: 'machine', ...(allow && { allow_builds: true }) },
    versions: [{ ...latest, fast_rebuild: true }],
  };
  const file = newFile(JSON.stringify({ users: [{ username: 'mira' }], projects: [project] }));
  const loaded = await run(['seed', file, ...flags]);
  return { repository, data, run, loaded };
}

/** Returns a port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Reads the project and its version. */
async function stored(data: string) {
  const core = await openCore({ data, keychain: 'off' });
  try {
    const { project } = core.services.projects.get(COMMAND, 'tides');
    const { version } = core.services.versions.get(COMMAND, 'tides', 'latest', false);
    return { project, version, isTrusted: core.services.buildTrust.isTrusted(COMMAND, 'tides') };
  } finally {
    await core.close();
  }
}

test('a seed file asks for the permission of builds and gets it only from the person', async () => {
  const asked = await world({ allow: true });
  expect(asked.loaded).toMatchObject({ code: 0 });
  expect(asked.loaded.stderr).toMatch(
    /asks to let builds run the code of tides; it was not allowed.*--allow-builds/,
  );
  expect(await stored(asked.data)).toMatchObject({
    project: { buildTools: 'machine' },
    version: { fastRebuild: true },
    isTrusted: false,
  });
  const granted = await world({ allow: true, flags: ['--allow-builds'] });
  expect(granted.loaded).toMatchObject({ code: 0, stderr: '' });
  expect(await stored(granted.data)).toMatchObject({ isTrusted: true });
  const silent = await world({ flags: ['--allow-builds'] });
  expect(await stored(silent.data)).toMatchObject({ isTrusted: false });
});

test('project set changes one setting, and says what it takes', async () => {
  const { data, run } = await world();
  const set = async (...args: readonly string[]) => run(['project', 'set', 'tides', ...args]);
  expect((await set('trusted', 'true', '--json')).stdout).toBe(
    '{"project":"tides","key":"trusted","value":"true","versions":[]}\n',
  );
  expect((await set('build-with', 'fresh')).stdout).toBe('tides: build-with is fresh now.\n');
  expect((await set('fast-rebuild', 'false')).stdout).toBe('tides (latest): fast-rebuild is false now.\n');
  expect(await set('description', 'About tides')).toMatchObject({ code: 0 });
  expect(await set('default-branch', '')).toMatchObject({ code: 0 });
  expect(await stored(data)).toMatchObject({
    project: { buildTools: 'own', description: 'About tides', defaultBranch: null },
    version: { fastRebuild: false },
    isTrusted: true,
  });
  for (const [args, code, message] of [
    [['tools', 'fresh'], 1, '"tools" is no key of a project. It is one of build-with, trusted, fast-rebuild'],
    [
      ['build-with', 'own'],
      1,
      'it is installed (the tools of this computer; seed files say machine) or fresh (a virtualenv for each build; seed files say own).',
    ],
    [['fast-rebuild', 'true', '--version', 'nope'], 1, 'tides has no version "nope".'],
    [['default-version', 'nope'], 1, 'tides has no version "nope". It has latest.'],
    [['language', 'xx-yy'], 1, ''],
    [['trusted'], 2, '"project set" needs VALUE'],
  ] as const) {
    const end = await set(...args);
    expect(end.code, args.join(' ')).toBe(code);
    expect(end.stderr).toContain(message);
  }
  expect(await run(['project', 'set', 'nobody', 'trusted', 'true'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no project "nobody".'),
  });
});

test('build runs here, follows the log and ends as the build did', async () => {
  const { repository, run } = await world();
  const refused = await run(['build', 'tides']);
  expect(refused.code).toBe(11);
  expect(refused.stdout).toMatch(
    /^Build 1 of tides \(latest\) failed.*lectern project set tides trusted true/,
  );
  await run(['project', 'set', 'tides', 'trusted', 'true']);
  const passed = await run(['build', 'tides', '--follow']);
  expect(passed.code).toBe(0);
  expect(passed.stdout).toMatch(
    /\n\$ echo one; echo two\none\ntwo\n\$ echo .*\n\[\]\n\$ mkdir .*\nBuild 2 of tides \(latest\) passed/s,
  );
  repository.commit('Broken', config('echo no; exit 3'));
  const failed = await run(['build', 'tides', 'latest', '--json']);
  expect(failed.code).toBe(11);
  expect(JSON.parse(failed.stdout)).toMatchObject({ build: 3, state: 'finished', success: false, error: '' });
  expect(await run(['build', 'tides', 'nope'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('tides has no version "nope".'),
  });
});

test.skipIf(!hasProgram('sphinx-build'))(
  'builds of the command line and of the server have one address, so a fast rebuild goes on',
  async () => {
    const { repository, data, run } = await world();
    const port = await freePort();
    const core = await openCore({ data, keychain: 'off' });
    core.services.settings.setLocalUser(COMMAND, 'mira');
    core.services.settings.set(COMMAND, { port });
    const { token } = core.services.tokens.create(COMMAND, core.services.users.get('mira'), 'test');
    core.services.buildTrust.allow(COMMAND, 'tides');
    await core.close();
    const address = 'echo "[$READTHEDOCS_CANONICAL_URL] [$READTHEDOCS_PRODUCTION_DOMAIN]"';
    const build = { os: 'ubuntu-24.04', tools: { python: '3' }, jobs: { post_build: [address] } };
    repository.commit('Sphinx', {
      '.readthedocs.yaml': JSON.stringify({ version: 2, build, sphinx: { configuration: 'conf.py' } }),
      'conf.py': "project = 'Tides'\n",
      'index.rst': 'Tides\n=====\n',
    });
    const here = await run(['build', 'tides', '--follow']);
    const served = `[http://tides.localhost:${port}/en/latest/] [localhost:${port}]`;
    expect(here).toMatchObject({ code: 0, stdout: expect.stringContaining(served) });

    const args = ['--data', data, '--keychain', 'off'];
    const buildAt = async (at: number) => {
      const server = await serveHere([...args, '--port', String(at)]);
      try {
        return (await run(['build', 'tides', '--follow'], { LECTERN_TOKEN: token })).stdout;
      } finally {
        await server.stop();
      }
    };
    const there = await buildAt(port);
    expect(there).toContain(served);
    expect(there).toContain('Fast rebuild: it goes on from build 1');
    const elsewhere = await buildAt(await freePort());
    expect(elsewhere).toContain(
      'The address of the documentation (READTHEDOCS_CANONICAL_URL) changed since build 2.',
    );
  },
);

test('while a server runs both go through it, which needs a token of its person', async () => {
  const { data, run } = await world();
  const core = await openCore({ data, keychain: 'off' });
  core.services.settings.setLocalUser(COMMAND, 'mira');
  const { token } = core.services.tokens.create(COMMAND, core.services.users.get('mira'), 'test');
  await core.close();
  const server = await serveHere(['--data', data, '--keychain', 'off', '--build-with', 'fresh']);
  onTestFinished(async () => void (await server.stop()));
  expect(await run(['project', 'set', 'tides', 'trusted', 'true'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('set LECTERN_TOKEN to a token of yours'),
  });
  const env = { LECTERN_TOKEN: token };
  expect(await run(['project', 'set', 'tides', 'trusted', 'true'], env)).toMatchObject({ code: 0 });
  expect(await run(['project', 'set', 'tides', 'trusted', 'perhaps'], env)).toMatchObject({ code: 1 });
  const built = await run(['build', 'tides', '--follow'], env);
  expect(built).toMatchObject({ code: 0, stdout: expect.stringContaining('\none\ntwo\n') });
  // The project has the tools installed here; the server builds all of them in an environment each.
  expect(built.stdout).toMatch(/\n\[\/.*venv\]\n/);
  expect(built.stdout).toMatch(/Build 1 of tides \(latest\) passed/);
  // Without --follow it is only queued.
  expect((await run(['build', 'tides'], env)).stdout).toBe('Build 2 of tides (latest) was queued.\n');
  const page = await fetch(`${server.url}/-/projects/build`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, origin: server.url },
    body: '{}',
  });
  expect(page.status).toBe(403);
});
