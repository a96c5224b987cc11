import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import {
  DamagedDatabase,
  NewerDatabase,
  NotOurDatabase,
} from '../../../src-server/store/file/database-problems.ts';
import { checkInBackground } from '../../../src-server/store/file/integrity.ts';
import { APPLICATION_ID, migrations } from '../../../src-server/store/migrate.ts';
import {
  addUsers,
  makeDataFolder,
  openOptions,
  snapshot,
  userNames,
  withDatabase,
} from '../../support/store/store-folder.ts';
import { withSecondMigration } from '../../support/store/store-migrations.ts';
import { startStoreProcess } from '../../support/store/store-process.ts';

const PAGE = 4096;

async function populatedFolder(users = 2000): Promise<DataFolder> {
  const folder = makeDataFolder();
  await withDatabase(folder, (database) => addUsers(database, 'user', users));
  return folder;
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

test.each([true, false])('all settings are applied, on disk: %s (safety R1)', async (onDisk) => {
  const database = await openDatabase(openOptions(onDisk ? makeDataFolder() : null));
  const read = (name: string) => database.pragma(name, { simple: true });
  expect({
    journal_mode: read('journal_mode'),
    synchronous: read('synchronous'),
    foreign_keys: read('foreign_keys'),
    busy_timeout: read('busy_timeout'),
    trusted_schema: read('trusted_schema'),
    cell_size_check: read('cell_size_check'),
    application_id: read('application_id'),
    user_version: read('user_version'),
  }).toEqual({
    journal_mode: onDisk ? 'wal' : 'memory',
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    trusted_schema: 0,
    cell_size_check: 1,
    application_id: APPLICATION_ID,
    user_version: migrations().length,
  });
  if (onDisk) expect(read('mmap_size')).toBe(0);
  expect(() => database.exec("INSERT INTO tokens VALUES (1, 99, 'n', x'00', 'abcd', 0)")).toThrow(
    /FOREIGN KEY/,
  );
  database.close();
});

test('a new database has its own installation and records its schema', async () => {
  const read = (folder: DataFolder) =>
    withDatabase(folder, (database) => ({
      installation: database.prepare('SELECT length(id) AS length, created FROM installation').all(),
      history: database.prepare('SELECT version, needs FROM schema_history').all(),
      id: database.prepare('SELECT id FROM installation').pluck().get(),
    }));
  const folder = makeDataFolder();
  const first = await read(folder);
  expect(first.installation).toEqual([{ length: 36, created: openOptions(null).clock() }]);
  expect(first.history).toEqual(migrations().map(({ version }) => ({ version, needs: '1.2.3' })));
  expect((await read(folder)).id).toBe(first.id);
  expect((await read(makeDataFolder())).id).not.toBe(first.id);
  expect(Object.keys(snapshot(folder))).toEqual(['lectern.sqlite']);
});

test('databases in memory share nothing, and are as if each had run every step', async () => {
  const open = (version: string, now: number, list?: ReturnType<typeof migrations>) =>
    openDatabase({ ...openOptions(null), version, clock: () => now, ...(list && { migrations: list }) });
  const databases = [await open('1.0.0', 10), await open('2.0.0', 20), await open('2.0.0', 20, migrations())];
  const found = databases.map((database) => {
    const tables = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
    const all = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
    return { tables, history: all('schema_history'), installation: all('installation') };
  });
  const [first, copy, whole] = found;
  expect(copy).toEqual({ ...whole, installation: [expect.objectContaining({ created: 20 })] });
  expect(first?.history).toContainEqual({ version: 1, needs: '1.0.0', applied: 10 });
  expect(new Set(found.map(({ installation }) => JSON.stringify(installation))).size).toBe(3);
  databases[0]?.exec("INSERT INTO users (username, created) VALUES ('mira', 0)");
  expect(databases.map((database) => database.prepare('SELECT count(*) FROM users').pluck().get())).toEqual([
    1, 0, 0,
  ]);
  for (const database of databases) database.close();
});

type Damage = readonly [what: string, damage: (file: string) => void];

const DAMAGES: readonly Damage[] = [
  ['a zeroed header', (file) => overwrite(file, 0, new Uint8Array(100))],
  ['a zeroed first page after the header', (file) => overwrite(file, 100, new Uint8Array(PAGE - 100))],
  ['a flipped page in the middle', (file) => overwrite(file, middle(file), new Uint8Array(PAGE).fill(0xa5))],
  ['a page of zeros in the middle', (file) => overwrite(file, middle(file), new Uint8Array(PAGE))],
  ['a file cut off at a page', (file) => truncateSync(file, middle(file))],
  ['a file cut off within a page', (file) => truncateSync(file, middle(file) + 1000)],
  ['a file cut off within the header', (file) => truncateSync(file, 50)],
  ['an empty file', (file) => truncateSync(file, 0)],
  [
    'garbage',
    (file) => writeFileSync(file, 'no database at all, but long enough for a header. '.repeat(200)),
  ],
];

function middle(file: string): number {
  return Math.floor(statSync(file).size / PAGE / 2) * PAGE;
}

test.each(DAMAGES)(
  '%s is detected at the start, and the file stays unchanged (safety R6)',
  async (_, damage) => {
    const folder = await populatedFolder();
    damage(folder.database);
    const before = snapshot(folder);
    const error = await openDatabase(openOptions(folder)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DamagedDatabase);
    expect(error.message).toContain('npm run lectern -- recover --backup');
    expect(error.message).toContain('--fresh');
    expect(snapshot(folder)).toEqual(before);
  },
);

test('a folder instead of the database counts as damage (safety R6)', async () => {
  const folder = makeDataFolder();
  mkdirSync(folder.database);
  await expect(openDatabase(openOptions(folder))).rejects.toThrow(DamagedDatabase);
  expect(statSync(folder.database).isDirectory()).toBe(true);
});

test('a row with a broken reference counts as damage', async () => {
  const folder = await populatedFolder(1);
  const database = new Sqlite(folder.database);
  database.pragma('foreign_keys = OFF');
  database.exec("INSERT INTO tokens VALUES (1, 99, 'n', x'00', 'abcd', 0)");
  database.close();
  await expect(openDatabase(openOptions(folder))).rejects.toThrow(
    /row 1 of tokens points to a missing row of users/,
  );
});

test.each([
  ['a zeroed header', 0],
  ['a file cut off at a page', 4],
])('a large file with %s is detected at the start too', async (_, index) => {
  const folder = await populatedFolder();
  DAMAGES[index]?.[1](folder.database);
  await expect(openDatabase(openOptions(folder, { fullCheckBytes: 0 }))).rejects.toThrow(DamagedDatabase);
});

test('a large file opens without a full check, and a background check detects damage', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, (database) => addUsers(database, 'user', 1500, 1000));
  expect((await checkInBackground(folder.database)).findings).toEqual([]);
  // Only a full check reads the leaf pages of the table.
  overwrite(folder.database, middle(folder.database), new Uint8Array(PAGE).fill(0xa5));
  await withDatabase(
    folder,
    async () => {
      const { findings: faults } = await checkInBackground(folder.database);
      expect(faults.length).toBeGreaterThan(0);
    },
    { fullCheckBytes: 0 },
  );
});

test('a background check can be cancelled', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, (database) => addUsers(database, 'user', 1500, 1000));
  const ending = new AbortController();
  const check = checkInBackground(folder.database, ending.signal);
  ending.abort();
  await expect(check).rejects.toThrow();
});

test.each([0, 77])('a database with application id %i is refused and left unchanged', async (id) => {
  const folder = makeDataFolder();
  const foreign = new Sqlite(folder.database);
  foreign.pragma(`application_id = ${id}`);
  foreign.exec('CREATE TABLE notes (text)');
  foreign.close();
  const before = snapshot(folder);
  await expect(openDatabase(openOptions(folder))).rejects.toThrow(NotOurDatabase);
  expect(snapshot(folder)).toEqual(before);
});

test('a database of a newer release is refused unchanged, naming that release (safety R9)', async () => {
  const folder = await populatedFolder(3);
  await withDatabase(folder, () => undefined, { version: '2.5.0', migrations: withSecondMigration() });
  const before = snapshot(folder);
  const error = await openDatabase(openOptions(folder)).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(NewerDatabase);
  expect(error.needs).toBe('2.5.0');
  expect(error.message).toContain('Install Lectern 2.5.0 or later');
  expect(snapshot(folder)).toEqual(before);
});

test('a newer schema is detected in the write-ahead log of a killed process (safety R9)', async () => {
  const folder = await populatedFolder(3);
  const newer = await openDatabase(
    openOptions(folder, { version: '2.5.0', migrations: withSecondMigration() }),
  );
  const other = makeDataFolder();
  for (const end of ['', '-wal']) copyFileSync(folder.database + end, other.database + end);
  newer.close();
  const before = snapshot(other);
  await expect(openDatabase(openOptions(other))).rejects.toThrow(NewerDatabase);
  expect(snapshot(other)).toEqual(before);
});

test('a newer schema without a readable history is refused too', async () => {
  const folder = await populatedFolder(1);
  const database = new Sqlite(folder.database);
  database.exec('DROP TABLE schema_history; PRAGMA user_version = 900');
  database.close();
  await expect(openDatabase(openOptions(folder))).rejects.toThrow(
    new RegExp(`schema 900; this one knows ${migrations().length}.*the newest Lectern`, 's'),
  );
});

test('data written before kill -9 survives', async () => {
  const folder = await populatedFolder(3);
  const writer = await openDatabase(openOptions(folder));
  addUsers(writer, 'late', 2);
  const crashed = makeDataFolder();
  for (const end of ['', '-wal']) copyFileSync(folder.database + end, crashed.database + end);
  writer.close();
  expect(await withDatabase(crashed, userNames)).toEqual(['user-0', 'user-1', 'user-2', 'late-0', 'late-1']);
});

test('the write-ahead log of a missing database is set aside, not applied to the new one', async () => {
  const folder = await populatedFolder(3);
  const writer = await openDatabase(openOptions(folder));
  addUsers(writer, 'late', 2);
  const other = makeDataFolder();
  copyFileSync(`${folder.database}-wal`, `${other.database}-wal`);
  writer.close();
  expect(await withDatabase(other, userNames)).toEqual([]);
  expect(Object.keys(snapshot(other))).toEqual([
    'lectern.sqlite',
    'lectern.sqlite.damaged-20261121T101500.123456Z-wal',
  ]);
});

test('kill -9 while the first database is created leaves none, and the next start creates it (safety R4)', async () => {
  const folder = makeDataFolder();
  const maker = startStoreProcess('migrate', folder, 'inside the step');
  await maker.waitForLine('inside the step');
  await maker.kill();
  expect(Object.keys(snapshot(folder))).not.toContain('lectern.sqlite');
  expect(await withDatabase(folder, userNames)).toEqual([]);
  rmSync(folder.holder);
  expect(Object.keys(snapshot(folder))).toEqual(['lectern.sqlite']);
});
