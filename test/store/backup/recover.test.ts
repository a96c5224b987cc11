import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { createBackup, listBackups } from '../../../src-server/store/backup/backup.ts';
import { recoverFromBackup, startFresh } from '../../../src-server/store/backup/recover.ts';
import { quarantineDatabase } from '../../../src-server/store/backup/swap-database.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { DamagedDatabase } from '../../../src-server/store/file/database-problems.ts';
import {
  addUsers,
  makeDataFolder,
  NOON,
  openOptions,
  snapshot,
  userNames,
  withDatabase,
} from '../../support/store/store-folder.ts';

const options = openOptions(null);

// Three backups with one, two and three users; the newest backup and the database are damaged.
async function damagedFolder(): Promise<DataFolder> {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    for (const day of [1, 2, 3]) {
      addUsers(database, `day-${day}`, 1);
      await createBackup(database, folder, 'daily', () => NOON + day);
    }
  });
  const newest = listBackups(folder)[0];
  truncateSync(newest?.file ?? '', 6000);
  writeFileSync(`${folder.database}-wal`, 'log');
  truncateSync(folder.database, 5000);
  await expect(openDatabase(openOptions(folder))).rejects.toThrow(DamagedDatabase);
  return folder;
}

test('recovery restores the newest good backup and keeps all damaged files (safety R6)', async () => {
  const folder = await damagedFolder();
  const before = snapshot(folder);
  const report = await recoverFromBackup(folder, undefined, options);
  expect(report.file).toBe(listBackups(folder)[1]?.file);
  expect(await withDatabase(folder, userNames)).toEqual(['day-1-0', 'day-2-0']);
  const after = snapshot(folder);
  const [main, log] = report.quarantined.map((file) => after[basename(file)]);
  expect([main, log]).toEqual([before['lectern.sqlite'], before['lectern.sqlite-wal']]);
  expect(listBackups(folder)).toHaveLength(3);
});

test('recovery restores the named backup', async () => {
  const folder = await damagedFolder();
  await recoverFromBackup(folder, listBackups(folder)[2]?.file, options);
  expect(await withDatabase(folder, userNames)).toEqual(['day-1-0']);
});

test('without a good backup, recovery reports that and changes nothing', async () => {
  const folder = await damagedFolder();
  for (const { file } of listBackups(folder)) writeFileSync(file, '');
  const before = snapshot(folder);
  await expect(recoverFromBackup(folder, undefined, options)).rejects.toThrow(/no valid backup.*--fresh/s);
  expect(snapshot(folder)).toEqual(before);
});

test('an empty start keeps the old database and the backups (safety R6)', async () => {
  const folder = await damagedFolder();
  const before = snapshot(folder);
  const movedFiles = await startFresh(folder, options);
  expect(movedFiles.map((file) => basename(file))).toEqual([
    'lectern.sqlite.damaged-20261121T101500.123456Z',
    'lectern.sqlite.damaged-20261121T101500.123456Z-wal',
  ]);
  expect(snapshot(folder)[basename(movedFiles[0] ?? '')]).toBe(before['lectern.sqlite']);
  expect(await withDatabase(folder, userNames)).toEqual([]);
  expect(listBackups(folder)).toHaveLength(3);
});

test('an empty start in a new folder is an ordinary start', async () => {
  const folder = makeDataFolder();
  expect(await startFresh(folder, options)).toEqual([]);
  expect(await withDatabase(folder, userNames)).toEqual([]);
});

test('two databases set aside at the same time are both kept', () => {
  const folder = makeDataFolder();
  for (const text of ['one', 'two']) {
    writeFileSync(folder.database, text);
    expect(quarantineDatabase(folder, () => NOON)).toHaveLength(1);
  }
  expect(readdirSync(folder.root).filter((file) => file.includes('.damaged-'))).toHaveLength(2);
  expect(quarantineDatabase(folder, () => NOON)).toEqual([]);
});

test('a start without a database but with backups mentions them', async () => {
  const folder = await damagedFolder();
  rmSync(folder.database);
  rmSync(`${folder.database}-wal`);
  const lines: string[] = [];
  await withDatabase(folder, () => undefined, { log: (line) => void lines.push(line) });
  expect(lines.join()).toContain('npm run lectern -- restore');
});
