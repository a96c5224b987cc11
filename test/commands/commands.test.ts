import { existsSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/program/run-command.ts';
import { get, newFile, newFolder, parseOutput, run, serveInTest } from './processes.ts';

const OFF = ['--keychain', 'off'];

async function json(folder: string, ...args: readonly string[]): Promise<unknown> {
  const result = await run(folder, ...args, '--json');
  expect(result, args.join(' ')).toMatchObject({ code: 0 });
  return parseOutput(result);
}

test('users are added, listed, disabled and enabled again', async () => {
  const folder = newFolder();
  expect(await json(folder, 'user', 'add', 'zoë')).toEqual({ username: 'zoë', active: true });
  expect((await run(folder, 'user', 'add', 'bob')).stdout).toBe('Added bob.\n');
  expect(await run(folder, 'user', 'add', 'bob')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is already a user called "bob".\n',
  });
  expect(await json(folder, 'user', 'deactivate', 'bob')).toEqual({ username: 'bob', active: false });
  const bob = { username: 'bob', active: false, created: expect.stringMatching(/^\d{4}-.*Z$/), tokens: 0 };
  expect(await json(folder, 'user', 'list')).toEqual({
    users: [bob, expect.objectContaining({ username: 'zoë' })],
  });
  expect((await run(folder, 'user', 'list')).stdout).toMatch(
    /^NAME +STATE .*\nbob +deactivated .*\nzoë +active /,
  );
  expect(await json(folder, 'user', 'activate', 'bob')).toEqual({ username: 'bob', active: true });
  expect(await run(folder, 'user', 'activate', 'eve')).toMatchObject({ code: 1, stdout: '' });
});

test('tokens are created, listed, shown again and revoked', async () => {
  const folder = newFolder();
  await run(folder, 'user', 'add', 'alice');
  const made = await run(folder, 'token', 'create', 'alice', '--name', 'laptop', ...OFF);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{40}\n$/) });
  const token = made.stdout.trim();
  expect(made.stderr).not.toContain(token);
  const expectedToken = {
    id: 1,
    name: 'laptop',
    last_four: token.slice(-4),
    created: expect.any(String),
    last_used: null,
  };
  expect(await json(folder, 'token', 'list', 'alice')).toEqual({ user: 'alice', tokens: [expectedToken] });
  expect((await run(folder, 'token', 'list', 'alice')).stdout).not.toContain(token);
  expect((await run(folder, 'token', 'show', '1', ...OFF)).stdout).toBe(made.stdout);
  const lectern = await serveInTest(['--data', folder]);
  expect((await get(`${lectern.url}/api/v3/projects/`, token)).status).toBe(200);
  await lectern.stop();
  expect(await json(folder, 'token', 'list', 'alice')).toMatchObject({
    tokens: [{ last_used: expect.any(String) }],
  });
  expect((await run(folder, 'token', 'revoke', '1', ...OFF)).code).toBe(0);
  expect(await json(folder, 'token', 'list', 'alice')).toEqual({ user: 'alice', tokens: [] });
  const afterRevoke = await run(folder, 'token', 'show', '1', '--json', ...OFF);
  expect(afterRevoke).toMatchObject({ code: 1 });
  expect(parseOutput(afterRevoke)).toMatchObject({ event: 'error', code: 'not-found' });
});

test('a token whose text is lost is not shown', async () => {
  const folder = newFolder();
  const seed = newFile(JSON.stringify({ users: [{ username: 'alice' }] }));
  expect(await json(folder, 'seed', seed, ...OFF)).toMatchObject({ loaded: { users: 1, projects: 0 } });
  await run(folder, 'token', 'create', 'alice', ...OFF);
  rmSync(join(folder, 'vault.json'));
  const { code, stderr } = await run(folder, 'token', 'show', '1', ...OFF);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Create a new token') });
});

test.each([
  ['not JSON', '{"users": [}', /^ {2}file: Not JSON at line 1, column 12/m],
  ['with invalid values', '{"users": [{"username": "a b"}]}', /^ {2}users\[0\]\.username: /m],
  ['with unknown keys', '{"project": []}', /^ {2}project: /m],
])('a seed file %s is refused, and no folder is created', async (_name, content, message) => {
  const folder = newFolder();
  const result = await run(folder, 'seed', newFile(content), ...OFF);
  expect(result).toMatchObject({ code: 8, stdout: '' });
  expect(result.stderr).toMatch(message);
  expect(existsSync(folder)).toBe(false);
});

test('a seed file that is partly there is refused with the option that loads the rest', async () => {
  const folder = newFolder();
  const project = (name: string) => ({ name, users: [], repository: { url: '/srv/x', type: 'git' } });
  const first = newFile(JSON.stringify({ projects: [project('Almanac')] }));
  const both = newFile(JSON.stringify({ projects: [project('Almanac'), project('Tidewater')] }));
  await json(folder, 'seed', first, ...OFF);
  const refused = await run(folder, 'seed', both, ...OFF);
  expect(refused).toMatchObject({ code: 8, stderr: expect.stringContaining('seed FILE --missing') });
  const loaded = await run(folder, 'seed', both, '--missing', ...OFF);
  expect(loaded).toMatchObject({ code: 0, stdout: expect.stringContaining('Loaded 1 project') });
  expect(loaded.stdout).toContain('Left as they are, since they are there already: almanac.');
  expect(await json(folder, 'seed', both, '--missing', ...OFF)).toMatchObject({
    loaded: { projects: 0 },
    left: ['almanac', 'tidewater'],
  });
});

test('a missing seed file is reported', async () => {
  const result = await run(newFolder(), 'seed', 'nowhere.json', ...OFF);
  expect(result).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no file .*nowhere\.json\.\n$/),
  });
});

test('file paths are relative to the folder in which npm was called', async () => {
  const seed = newFile('{"users": [{"username": "alice"}]}');
  const calledIn = dirname(seed);
  const npm = { npm_package_name: 'lectern', npm_lifecycle_event: 'lectern', INIT_CWD: calledIn };
  const args = ['seed', basename(seed), '--data', 'here', '--json', ...OFF];
  expect(parseOutput(await runCommand(args, { env: npm }))).toMatchObject({ file: seed });
  expect(existsSync(join(calledIn, 'here', 'lectern.sqlite'))).toBe(true);
});

test('a backup is created, listed and restored, and the previous state is kept', async () => {
  const folder = newFolder();
  await run(folder, 'user', 'add', 'alice');
  const made = await json(folder, 'backup');
  expect(made).toMatchObject({ reason: 'manual', file: expect.stringMatching(/-manual\.sqlite$/) });
  await run(folder, 'user', 'add', 'bob');
  expect(await json(folder, 'backup', '--list')).toEqual({
    folder: join(folder, 'backups'),
    backups: [made],
  });
  const users = { before: 2, after: 1 };
  const back = await json(folder, 'restore', 'newest');
  expect(back).toMatchObject({ rows: { users }, backup: expect.stringMatching(/-before-restore\.sqlite$/) });
  expect(await json(folder, 'user', 'list')).toMatchObject({ users: [{ username: 'alice' }] });
  // By its name, as the list shows it.
  const name = readdirSync(join(folder, 'backups')).find((file) => file.includes('before-restore')) ?? '';
  const restored = await run(folder, 'restore', name);
  expect(restored.stdout).toMatch(/^users +1 +2$/m);
  expect(await run(folder, 'restore', 'nowhere.sqlite')).toMatchObject({ code: 1, stdout: '' });
});

test('recover restores the newest good backup and keeps the damaged file', async () => {
  const folder = newFolder();
  await run(folder, 'user', 'add', 'alice');
  await run(folder, 'backup');
  truncateSync(join(folder, 'lectern.sqlite'), 8192);
  expect((await run(folder, 'user', 'list')).code).toBe(4);
  const answer = await json(folder, 'recover', '--backup');
  expect(answer).toMatchObject({
    rows: { users: { before: null, after: 1 } },
    kept_aside: [expect.any(String)],
  });
  expect(readdirSync(folder).filter((file) => file.includes('.damaged-'))).toHaveLength(1);
  expect(await json(folder, 'user', 'list')).toMatchObject({ users: [{ username: 'alice' }] });
});

test('recover --fresh starts empty and keeps the old data', async () => {
  const folder = newFolder();
  await run(folder, 'user', 'add', 'alice');
  expect(await json(folder, 'recover', '--fresh')).toMatchObject({
    fresh: true,
    kept_aside: [expect.any(String)],
  });
  expect(await json(folder, 'user', 'list')).toEqual({ users: [] });
  expect(await run(folder, 'recover', '--backup')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--fresh'),
  });
  expect(await run(folder, 'recover')).toMatchObject({ code: 2 });
  expect(await run(folder, 'recover', '--fresh', '--backup')).toMatchObject({ code: 2 });
});

test.each(['user list', 'token list alice', 'backup', 'backup --list', 'restore newest', 'recover --fresh'])(
  '%s creates no data folder for a mistyped path',
  async (command) => {
    const folder = newFolder();
    expect(await run(folder, ...command.split(' '))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no data folder ${folder}`),
    });
    expect(existsSync(folder)).toBe(false);
  },
);
