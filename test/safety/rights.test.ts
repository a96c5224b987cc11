import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { get, newFile, newFolder, run, serve } from '../commands/processes.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const OFF = ['--keychain', 'off'];
/** As somebody with the most open umask would start it. */
const OPEN = { wrapper: ['sh', '-c', 'umask 0; exec "$@"', 'sh'] };
const TOKEN = 'a'.repeat(40);
const SEED = JSON.stringify({
  ...SAMPLE_SEED,
  users: [{ username: 'alice', token: TOKEN }, { username: 'stranger' }],
});

/** The rights of everything in the folder, itself included. */
function rights(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(
    names.flatMap((name) => {
      // A journal of SQLite may be gone again.
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found ? [[name, (found.mode & 0o7777).toString(8)]] : [];
    }),
  );
}

function expectPrivate(folder: string, ...needed: readonly string[]): void {
  const found = rights(folder);
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['.', ...needed]));
  for (const [name, mode] of Object.entries(found)) {
    const isFolder = statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory();
    expect({ name, mode }).toEqual({ name, mode: isFolder ? '700' : '600' });
  }
}

const DATABASE = ['lectern.sqlite', 'lectern.sqlite-wal', 'lectern.sqlite-shm'];
const REST = ['backups', 'lock.sqlite', 'holder.json', 'usage.sqlite', 'vault.json'];

test.skipIf(process.platform === 'win32')(
  'S18 only the owner has access to the data: folder, database and its logs, vault, usage, lock and backups',
  async () => {
    const folder = newFolder();
    const lectern = await serve(['--data', folder, '--seed', newFile(SEED), '--user', 'bob'], OPEN);
    expect((await get(`${lectern.url}/api/v3/projects/`, TOKEN)).status).toBe(200);
    const before = rights(folder);
    expectPrivate(folder, ...DATABASE, ...REST);
    await lectern.kill();
    expectPrivate(folder, ...DATABASE, ...REST);
    for (const command of ['backup', 'restore newest', 'recover --fresh', `seed ${newFile(SEED)}`]) {
      const result = await run(folder, ...command.split(' '), ...(command.startsWith('seed') ? OFF : []));
      expect(result, command).toMatchObject({ code: 0 });
      expectPrivate(folder, 'lectern.sqlite', 'vault.json', 'backups');
    }
    const backups = readdirSync(join(folder, 'backups'));
    expect(backups.length).toBeGreaterThan(1);
    expect(readdirSync(folder).filter((name) => name.includes('.damaged-'))).not.toEqual([]);
    expect(before['.']).toBe('700');
  },
);

test.skipIf(process.platform === 'win32')(
  'S18 permissions given to other users are removed at the next start',
  async () => {
    const folder = newFolder();
    const first = await serve(['--data', folder, '--seed', newFile(SEED)]);
    await first.kill();
    await run(folder, 'backup');
    // A process that is killed while it writes leaves such a file.
    writeFileSync(join(folder, 'vault.json.partial'), '{}');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of ['.', ...names]) chmodSync(join(folder, name), 0o777);
    const second = await serve(['--data', folder]);
    expectPrivate(folder, ...DATABASE, 'backups', 'vault.json');
    await second.stop();
    expectPrivate(folder, 'lectern.sqlite', 'backups', 'vault.json');
  },
);

test.skipIf(process.platform === 'win32')(
  'S18 a folder that other users need keeps its permissions and is refused',
  async () => {
    const shared = newFolder();
    const first = await serve(['--data', shared]);
    await first.stop();
    chmodSync(shared, 0o1777);
    const result = await run(shared, 'user', 'add', 'alice');
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('is used by others too') });
    expect(rights(shared)['.']).toBe('1777');
    expect(existsSync(join(shared, 'holder.json'))).toBe(false);
  },
);
