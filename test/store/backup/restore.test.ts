import { copyFileSync, existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { listBackups } from '../../../src-server/store/backup/backup.ts';
import { restoreBackup } from '../../../src-server/store/backup/restore.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import {
  DamagedDatabase,
  NewerDatabase,
  NotOurDatabase,
} from '../../../src-server/store/file/database-problems.ts';
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
import { makeBackup, NEW, OLD } from '../../support/store/two-states.ts';

const options = openOptions(null);

function databaseFiles(folder: DataFolder): string[] {
  return readdirSync(folder.root).filter((file) => file.startsWith('lectern.sqlite'));
}

test('the backup replaces the database, whose state is backed up and counted (safety R8)', async () => {
  const { folder, backup } = await makeBackup();
  const report = await restoreBackup(folder, backup.file, options);
  expect(report.file).toBe(backup.file);
  expect(report.rows.users).toEqual({ before: 3, after: 2 });
  expect(report.rows.installation).toEqual({ before: 1, after: 1 });
  expect(report.quarantined).toEqual([]);
  expect(databaseFiles(folder)).toEqual(['lectern.sqlite']);
  expect(await withDatabase(folder, userNames)).toEqual(OLD);

  const undo = listBackups(folder)[0];
  expect(undo).toEqual(report.backup);
  expect(undo?.reason).toBe('before-restore');
  await restoreBackup(folder, undo?.file ?? '', options);
  expect(await withDatabase(folder, userNames)).toEqual(NEW);
});

test('the write-ahead log of a killed process is backed up too, and is not applied again', async () => {
  const { folder, backup } = await makeBackup();
  const writer = await openDatabase(openOptions(folder));
  addUsers(writer, 'late', 1);
  const crashed = makeDataFolder();
  for (const end of ['', '-wal']) copyFileSync(folder.database + end, crashed.database + end);
  writer.close();
  const report = await restoreBackup(crashed, backup.file, options);
  expect(report.rows.users).toEqual({ before: 4, after: 2 });
  expect(databaseFiles(crashed)).toEqual(['lectern.sqlite']);
  expect(await withDatabase(crashed, userNames)).toEqual(OLD);
});

test('a backup of an older schema is migrated before it is used (safety R8)', async () => {
  const { folder, backup } = await makeBackup();
  const migrations = withSecondMigration();
  await withDatabase(folder, () => undefined, { migrations });
  const report = await restoreBackup(folder, backup.file, { ...options, migrations });
  expect(report.rows.second).toEqual({ before: 3, after: 2 });
  expect(await withDatabase(folder, userNames, { migrations })).toEqual(OLD.map((name) => `${name}!`));
});

test('a damaged database is set aside byte for byte instead of backed up (safety R6)', async () => {
  const { folder, backup } = await makeBackup();
  truncateSync(folder.database, 5000);
  const before = snapshot(folder)['lectern.sqlite'];
  const report = await restoreBackup(folder, backup.file, options);
  expect(report.backup).toBeNull();
  expect(report.rows.users).toEqual({ before: null, after: 2 });
  expect(report.quarantined.map((file) => basename(file))).toEqual([
    'lectern.sqlite.damaged-20261121T101500.123456Z',
  ]);
  expect(snapshot(folder)[basename(report.quarantined[0] ?? '')]).toBe(before);
  expect(await withDatabase(folder, userNames)).toEqual(OLD);
});

test('a backup can be restored where no database exists', async () => {
  const { backup } = await makeBackup();
  const folder = makeDataFolder();
  const report = await restoreBackup(folder, backup.file, options);
  expect(report).toMatchObject({ backup: null, quarantined: [] });
  expect(await withDatabase(folder, userNames)).toEqual(OLD);
});

test.each<[string, (file: string) => void, unknown]>([
  ['truncated', (file) => truncateSync(file, 9000), DamagedDatabase],
  ['garbage', (file) => writeFileSync(file, 'x'.repeat(9000)), DamagedDatabase],
  [
    'of another program',
    (file) => new Sqlite(file).exec('PRAGMA application_id = 5').close(),
    NotOurDatabase,
  ],
  [
    'from a newer release',
    (file) => new Sqlite(file).exec('PRAGMA user_version = 900').close(),
    NewerDatabase,
  ],
])('a backup that is %s is refused, named, and nothing changes (safety R8)', async (_, damage, problem) => {
  const { folder, backup } = await makeBackup();
  damage(backup.file);
  const before = snapshot(folder)['lectern.sqlite'];
  const error = await restoreBackup(folder, backup.file, options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(problem);
  expect(error.message).toContain(backup.file);
  expect(databaseFiles(folder)).toEqual(['lectern.sqlite']);
  expect(snapshot(folder)['lectern.sqlite']).toBe(before);
  expect(await withDatabase(folder, userNames)).toEqual(NEW);
});

test('a missing file and the database itself are refused', async () => {
  const { folder } = await makeBackup();
  await expect(restoreBackup(folder, join(folder.root, 'none'), options)).rejects.toThrow('There is no file');
  await expect(restoreBackup(folder, folder.database, options)).rejects.toThrow('the current database');
});

test('a database that another program has open is not replaced', async () => {
  const { folder, backup } = await makeBackup();
  const other = new Sqlite(folder.database);
  addUsers(other, 'late', 1);
  await expect(restoreBackup(folder, backup.file, options)).rejects.toThrow(
    'another program has the database open',
  );
  expect(userNames(other)).toHaveLength(4);
  other.close();
  expect(await withDatabase(folder, userNames)).toHaveLength(4);
  expect(databaseFiles(folder)).toEqual(['lectern.sqlite']);
});

test.each([
  ['after the current state was backed up', 'backed up', NEW],
  ['before the swap', 'the copy of the backup is ready', NEW],
  ['after the swap', 'the backup is now the database', OLD],
])('kill -9 %s leaves the old state or the new one (safety R4)', async (_, line, expected) => {
  const { folder, backup } = await makeBackup();
  const restorer = startStoreProcess('restore', folder, line, backup.file);
  await restorer.waitForLine(line);
  await restorer.kill();
  expect(await withDatabase(folder, userNames)).toEqual(expected);
  expect(databaseFiles(folder)).toEqual(['lectern.sqlite']);
  await restoreBackup(folder, backup.file, options);
  expect(await withDatabase(folder, userNames)).toEqual(OLD);
});

test('after kill -9 between setting the damaged file aside and the swap, the next start finishes', async () => {
  const { folder, backup } = await makeBackup();
  truncateSync(folder.database, 5000);
  const restorer = startStoreProcess('restore', folder, 'kept aside', backup.file);
  await restorer.waitForLine('kept aside');
  await restorer.kill();
  expect(existsSync(folder.database)).toBe(false);
  expect(await withDatabase(folder, userNames)).toEqual(OLD);
  expect(databaseFiles(folder)).toEqual(['lectern.sqlite', expect.stringContaining('.damaged-')]);
});

test('a folder instead of the database is set aside', async () => {
  const { backup } = await makeBackup();
  const folder = makeDataFolder();
  mkdirSync(folder.database);
  writeFileSync(join(folder.database, 'precious'), 'text');
  const { quarantined: aside } = await restoreBackup(folder, backup.file, options);
  expect(readdirSync(aside[0] ?? '')).toEqual(['precious']);
  expect(await withDatabase(folder, userNames)).toEqual(OLD);
});
