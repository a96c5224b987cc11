import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendRequest } from '../../support/api/http-request.ts';
import { spawnLectern } from '../../support/program/lectern-process.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { get, newFile, newFolder, parseOutput, run, serve, serveInTest } from '../processes.ts';

const TOKEN = /^[0-9a-f]{40}$/;
const SEED = {
  users: [{ username: 'alice', token: 'a'.repeat(40) }],
  projects: [
    {
      slug: 'demo',
      name: 'Demo',
      users: ['alice'],
      repository: { url: 'https://example.org/demo.git', type: 'git' },
    },
  ],
};

test('stdout has one line with the URL, user and process id', async () => {
  const folder = newFolder();
  const lectern = await serve(['--data', folder, '--user', 'alice', '--user', 'bob']);
  expect(JSON.parse(await lectern.firstLine)).toEqual({
    event: 'listening',
    dialect: '2020',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
    tokens: { alice: expect.stringMatching(TOKEN), bob: expect.stringMatching(TOKEN) },
    pid: lectern.child.pid,
  });
  for (const token of Object.values(lectern.tokens)) {
    expect(await get(`${lectern.url}/api/v3/projects/`, token)).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
  }
  const { stdout, stderr, code } = await lectern.stop();
  expect({ lines: stdout.trimEnd().split('\n').length, code }).toEqual({ lines: 1, code: 0 });
  expect(stderr).toContain(folder);
  expect(stderr).toContain('a private file, because the OS keychain is turned off');
  expect(stderr).not.toContain(lectern.tokens.alice);
  expect(stderr).not.toContain(lectern.tokens.bob);
  expect(stderr).not.toMatch(/[0-9a-f]{40}/);
  expect(existsSync(join(folder, 'lectern.sqlite-wal'))).toBe(false);
});

test('a user keeps existing tokens and gets a new one at each start', async () => {
  const folder = newFolder();
  const seeded = await run(folder, 'seed', newFile(JSON.stringify(SEED)), '--keychain', 'off');
  expect(seeded.code).toBe(0);
  const first = await serveInTest(['--data', folder, '--user', 'alice']);
  await first.stop();
  const second = await serveInTest(['--data', folder, '--user', 'alice']);
  const projects = `${second.url}/api/v3/projects/`;
  expect((await get(projects, first.tokens.alice)).status).toBe(401);
  expect((await get(projects, second.tokens.alice)).status).toBe(200);
  expect((await get(projects, 'a'.repeat(40))).status).toBe(200);
});

test('a seed file is loaded before the line is printed; a store in memory leaves no files', async () => {
  const lectern = await serveInTest(['--memory', '--seed', newFile(JSON.stringify(SEED)), '--user', 'alice']);
  for (const token of ['a'.repeat(40), lectern.tokens.alice]) {
    expect(await get(`${lectern.url}/api/v3/projects/demo/`, token)).toMatchObject({
      body: { name: 'Demo' },
    });
  }
  expect((await lectern.stop()).stderr).toContain('1 user, 1 token, 1 project');
});

test('an invalid seed file stops the start, names the invalid field and loads nothing', async () => {
  const folder = newFolder();
  const twice = { ...SEED, projects: [...SEED.projects, ...SEED.projects] };
  const seed = newFile(JSON.stringify(twice));
  const result = await runCommand(['serve', '--json', '--port', '0', '--data', folder, '--seed', seed]);
  expect(result.code).toBe(8);
  expect(result.stderr).toMatch(/^ {2}projects\[1\]\.slug: /m);
  expect(parseOutput(result)).toMatchObject({
    event: 'error',
    code: 'seed-refused',
    errors: [{ path: 'projects[1].slug', message: expect.any(String) }],
  });
  expect(existsSync(folder)).toBe(false);
});

test('text output has the URL, the data folder and an example command', async () => {
  const folder = newFolder();
  const shown = spawnLectern([
    'serve',
    '--port',
    '0',
    '--data',
    folder,
    '--keychain',
    'off',
    '--user',
    'alice',
  ]);
  try {
    await expect(shown.firstLine).resolves.toMatch(/^Lectern \S+ answers at http:\/\/127\.0\.0\.1:\d+ /);
  } finally {
    await shown.stop();
  }
  const { stdout } = shown.output();
  expect(stdout).toContain(folder);
  expect(stdout).toMatch(/curl -H "Authorization: Token [0-9a-f]{40}" http:\S+\/api\/v3\/projects\/\n/);
});

test('without a user it explains how to create one, and --quiet omits the text', async () => {
  const [verbose, quiet] = await Promise.all([
    serveInTest(['--memory']),
    serveInTest(['--memory', '--quiet']),
  ]);
  expect((await verbose.stop()).stderr).toContain('restart with --user NAME');
  expect((await quiet.stop()).stderr).toBe('');
});

test('warns about a public interface, which accepts only allowed host names', async () => {
  const lectern = await serveInTest([
    '--memory',
    '--quiet',
    '--host',
    '0.0.0.0',
    '--allow-host',
    'desk.example',
  ]);
  expect(lectern.output().stderr).toMatch(/^Warning: --host 0\.0\.0\.0 lets other computers reach Lectern/);
  expect(lectern.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect((await get(`${lectern.url}/`)).status).toBe(200);
});

test.skipIf(process.platform === 'win32')('only the owner reads what it writes', async () => {
  const folder = newFolder();
  const lectern = await serve(['--data', folder, '--user', 'alice'], {
    wrapper: ['sh', '-c', 'umask 0; exec "$@"', 'sh'],
  });
  const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  expect(mode('.')).toBe('700');
  expect(mode('lectern.sqlite')).toBe('600');
  expect(mode('lectern.sqlite-wal')).toBe('600');
  // The last use of a token is stored in a separate file.
  await get(`${lectern.url}/api/v3/projects/`, lectern.tokens.alice);
  await lectern.stop();
  expect(mode('vault.json')).toBe('600');
  expect(mode('usage.sqlite')).toBe('600');
});

test.skipIf(process.platform !== 'linux')('the default folder follows the platform', async () => {
  const home = newFolder();
  const lectern = await serveInTest([], { env: { XDG_DATA_HOME: home } });
  expect(existsSync(join(home, 'lectern', 'lectern.sqlite'))).toBe(true);
  await lectern.stop();
});

test('--docs-link prints a link that lets one browser in, and the next one after that', async () => {
  const seed = newFile(JSON.stringify(SEED));
  const args = ['--memory', '--seed', seed, '--private-docs', 'ask', '--docs-link', 'demo'];
  const lectern = await serveInTest(args);
  const { docs }: { docs: { demo: string } } = JSON.parse(await lectern.firstLine);
  const { port } = new URL(lectern.url);
  expect(docs.demo).toMatch(
    new RegExp(`^http://demo\\.localhost:${port}/en/latest/\\?lectern-key=[\\w-]{43}$`),
  );
  const open = async (link: string) => {
    const { host, pathname, search } = new URL(link);
    const headers = { host, connection: 'close' };
    const input = { port: Number(port), method: 'GET', path: pathname + search, headers };
    return (await sendRequest(input)).headers['set-cookie'];
  };
  expect(await open(docs.demo)).toMatch(/^lectern-docs-/);
  expect(await open(docs.demo)).toBeUndefined();
  await expect
    .poll(() => lectern.output().stderr)
    .toMatch(/Link for another browser: http:\/\/demo\.localhost/);
  const next = /another browser: (\S+)/.exec(lectern.output().stderr)?.[1] ?? '';
  expect(await open(next)).toMatch(/^lectern-docs-/);
  await lectern.stop();
});

test('private documentation that anyone may read on the network is warned of', async () => {
  const open = await serveInTest(['--memory', '--host', '0.0.0.0', '--private-docs', 'show']);
  expect((await open.stop()).stderr).toContain('Warning: private documentation is shown to anyone');
  const asking = await serveInTest(['--memory', '--host', '0.0.0.0']);
  expect((await asking.stop()).stderr).not.toContain('private documentation');
});

test('--docs-link names a project that exists', async () => {
  const result = await runCommand(['serve', '--json', '--port', '0', '--memory', '--docs-link', 'nothing']);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('there is no project "nothing"');
});

test('the line of the start names the dialect, and the other port with its own', async () => {
  const lectern = await serveInTest([
    '--memory',
    '--dialect',
    'current',
    '--also',
    '2020:0',
    '--user',
    'alice',
  ]);
  const line = JSON.parse(await lectern.firstLine) as { url: string; also: { url: string } };
  expect(line).toMatchObject({ dialect: 'current', also: { dialect: '2020' } });
  const token = lectern.tokens.alice;
  expect((await get(`${line.url}/api/v3/`, token)).body).toHaveProperty('notifications');
  expect((await get(`${line.also.url}/api/v3/`, token)).body).not.toHaveProperty('notifications');
  await lectern.stop();
  for (const also of ['current', 'current:', 'today:80', 'current:80:80', 'current:70000']) {
    const { code, stderr } = await runCommand(['serve', '--memory', '--also', also]);
    expect({ also, code }).toEqual({ also, code: 2 });
    expect(stderr).toContain('current:8643');
  }
  const twice = await runCommand(['serve', '--memory', '--port', '8643', '--also', 'current:8643']);
  expect(twice.code).toBe(1);
  expect(twice.stderr).toContain('Port 8643 cannot answer in two dialects. Give --also another port.');
});
