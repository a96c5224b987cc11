import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listBackups } from '../../../src-server/store/backup/backup.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { type Database, openDatabase } from '../../../src-server/store/file/database.ts';
import { BackupFailed } from '../../../src-server/store/file/database-problems.ts';
import { type Migration, migrations } from '../../../src-server/store/migrate.ts';
import {
  addUsers,
  makeDataFolder,
  NOON,
  openOptions,
  snapshot,
  userNames,
  withDatabase,
} from '../../support/store/store-folder.ts';
import { withSecondMigration } from '../../support/store/store-migrations.ts';
import { startStoreProcess } from '../../support/store/store-process.ts';

/** The schema versions of this release and the next. */
const PRESENT = migrations().length;
const NEXT = PRESENT + 1;
const MADE = migrations().map(({ version }) => ({ version, needs: '1.2.3', applied: NOON }));

async function populatedFolder(): Promise<DataFolder> {
  const folder = makeDataFolder();
  await withDatabase(folder, (database) => addUsers(database, 'user', 2));
  return folder;
}

function withStep(step: Pick<Migration, 'sql' | 'fill'>): readonly Migration[] {
  return [...migrations(), { version: NEXT, name: 'second', ...step }];
}

function schema(database: Database): unknown {
  return {
    version: database.pragma('user_version', { simple: true }),
    history: database.prepare('SELECT version, needs, applied FROM schema_history').all(),
    second: database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'second'").pluck().get(),
    users: userNames(database),
  };
}

const OLD = {
  version: PRESENT,
  history: MADE,
  second: 0,
  users: ['user-0', 'user-1'],
};
const NEW = {
  version: NEXT,
  history: [...MADE, { version: NEXT, needs: '1.3.0', applied: NOON + 5 }],
  second: 1,
  users: ['user-0!', 'user-1!'],
};

test('the migrations are numbered from 1 without a gap', () => {
  expect(migrations().map(({ version }) => version)).toEqual(migrations().map((_, index) => index + 1));
});

test('a migration keeps the data, is recorded, and is preceded by a backup (safety R4, R7)', async () => {
  const folder = await populatedFolder();
  const lines: string[] = [];
  const more = {
    version: '1.3.0',
    clock: () => NOON + 5,
    migrations: withSecondMigration(),
    log: (line: string) => void lines.push(line),
  };
  expect(await withDatabase(folder, schema, more)).toEqual(NEW);
  const [backup, ...others] = listBackups(folder);
  expect(others).toEqual([]);
  expect(backup?.reason).toBe('before-migration');
  expect(lines).toEqual([`backed up to ${backup?.file}`, `migrated to schema ${NEXT} (second)`]);
  expect(await withDatabase(folder, schema, more)).toEqual(NEW);
  expect(listBackups(folder)).toHaveLength(1);
});

test('a new database needs no backup', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, () => undefined, { migrations: withSecondMigration() });
  expect(listBackups(folder)).toEqual([]);
});

test.each<[string, Pick<Migration, 'sql' | 'fill'>, RegExp]>([
  ['fails half-way', { sql: 'CREATE TABLE second (id); CREATE TABLE users (id);' }, /already exists/],
  [
    'breaks a reference',
    { sql: "CREATE TABLE second (id); INSERT INTO tokens VALUES (1, 99, 'n', x'00', 'abcd', 0);" },
    /Migration second breaks references in tokens/,
  ],
  [
    'throws in code',
    {
      sql: 'CREATE TABLE second (id);',
      fill: () => {
        throw new Error('no way');
      },
    },
    /no way/,
  ],
])('a migration that %s leaves the old schema and the old rows (safety R4)', async (_, step, message) => {
  const folder = await populatedFolder();
  await expect(openDatabase(openOptions(folder, { migrations: withStep(step) }))).rejects.toThrow(message);
  expect(await withDatabase(folder, schema)).toEqual(OLD);
});

test('a migration may rebuild a table that others reference without losing their rows', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, (database) => {
    addUsers(database, 'user', 1);
    database.exec("INSERT INTO tokens VALUES (1, 1, 'n', x'00', 'abcd', 0)");
  });
  const rebuild = `CREATE TABLE new_users (id INTEGER PRIMARY KEY, username TEXT, active INTEGER, created INTEGER);
    INSERT INTO new_users SELECT * FROM users; DROP TABLE users; ALTER TABLE new_users RENAME TO users;`;
  const found = await withDatabase(
    folder,
    (database) => ({
      tokens: database.prepare('SELECT count(*) FROM tokens').pluck().get(),
      foreignKeys: database.pragma('foreign_keys', { simple: true }),
    }),
    { migrations: withStep({ sql: rebuild }) },
  );
  expect(found).toEqual({ tokens: 1, foreignKeys: 1 });
});

test('without a backup there is no migration', async () => {
  const folder = await populatedFolder();

  rmSync(folder.backups, { recursive: true });
  writeFileSync(folder.backups, 'no folder');
  await expect(openDatabase(openOptions(folder, { migrations: withSecondMigration() }))).rejects.toThrow(
    BackupFailed,
  );
  rmSync(folder.backups);
  expect(await withDatabase(folder, schema)).toEqual(OLD);
});

test.each([
  ['after the backup', 'backed up', 'old'],
  ['inside the step', 'inside the step', 'old'],
  ['right after the commit', `migrated to schema ${NEXT}`, 'new'],
])('kill -9 %s leaves the old state or the new one (safety R4)', async (_, stop, expected) => {
  const folder = await populatedFolder();
  const migrator = startStoreProcess('migrate', folder, stop);
  await migrator.waitForLine(stop);
  await migrator.kill();
  const state = expected === 'old' ? undefined : { migrations: withSecondMigration() };
  const found = await withDatabase(folder, schema, state);
  if (expected === 'old') expect(found).toEqual(OLD);
  else expect(found).toMatchObject({ version: NEXT, second: 1, users: NEW.users });
  expect(listBackups(folder).map(({ reason }) => reason)).toEqual(['before-migration']);
  expect(Object.keys(snapshot(folder)).filter((file) => file.includes('partial'))).toEqual([]);
});
