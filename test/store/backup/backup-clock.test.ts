import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  BACKUP_RETENTION,
  type Backup,
  backUpDaily,
  createBackup,
  listBackups,
  newestValidBackup,
  rotateBackups,
} from '../../../src-server/store/backup/backup.ts';
import { restoreBackup } from '../../../src-server/store/backup/restore.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import type { Database } from '../../../src-server/store/file/database.ts';
import { parseOutput, run, runDoctor } from '../../commands/processes.ts';
import { makeDataFolder, openOptions, withDatabase } from '../../support/store/store-folder.ts';

const HOUR = 3_600_000_000;
const NOW = Date.now() * 1000;
const AHEAD = Date.UTC(2038, 0, 19) * 1000;

/** Makes a change at a time of the clock. */
function change(database: Database, name: string, at: number): void {
  database.transaction(() => {
    database.prepare('INSERT INTO users (username, created) VALUES (?, ?)').run(name, at);
    database.prepare("INSERT INTO journal (at, door, action) VALUES (?, 'api', 'a.b')").run(at);
  })();
}

function daily(database: Database, folder: DataFolder, at: number): Promise<Backup | undefined> {
  return backUpDaily(database, folder, () => at, new AbortController().signal);
}

/** Has backups of two days ago, of 2038 and of the hour after the clock was put right. */
async function folderWithClockAhead() {
  const folder = makeDataFolder();
  const made = await withDatabase(
    folder,
    async (database) => {
      change(database, 'before', NOW - 48 * HOUR);
      const before = await daily(database, folder, NOW - 48 * HOUR);
      change(database, 'ahead', AHEAD);
      const ahead = await daily(database, folder, AHEAD);
      change(database, 'after', NOW - HOUR);
      const after = await daily(database, folder, NOW - HOUR);
      return [before, ahead, after].map((backup) => basename(backup?.file ?? 'none'));
    },
    { clock: () => NOW - 72 * HOUR },
  );
  const [before = '', ahead = '', after = ''] = made;
  return { folder, before, ahead, after };
}

const names = (backups: readonly Backup[]) => backups.map(({ file }) => basename(file));

test('after a clock that was ahead the daily backup is due again, and the newest state comes first (safety R7)', async () => {
  const { folder, before, ahead, after } = await folderWithClockAhead();
  expect(ahead).toMatch(/^lectern-2038/);
  expect(after).not.toBe('none');
  const backups = listBackups(folder);
  // The state of 2038 is older than the one that continues it, and newer than the one that it continues.
  expect(names(backups)).toEqual([after, ahead, before]);
  expect(backups.map(({ fromFuture }) => fromFuture)).toEqual([false, true, false]);
  expect(basename((await newestValidBackup(folder))?.file ?? '')).toBe(after);
  expect(names(await rotateBackups(folder, { ...BACKUP_RETENTION, daily: 1 }))).toEqual([ahead, before]);
});

test('without a backup that continues it, the state of a clock that was ahead is newer than what it continues', async () => {
  const { folder, before, ahead, after } = await folderWithClockAhead();
  writeFileSync(join(folder.backups, after), 'garbage');
  expect(basename((await newestValidBackup(folder))?.file ?? '')).toBe(ahead);
  expect(names(listBackups(folder)).slice(-2)).toEqual([ahead, before]);
});

test('the date in the name of a file has no influence', async () => {
  const { folder, before, after } = await folderWithClockAhead();
  const renamed = 'lectern-20391231T000000.000000Z-manual.sqlite';
  copyFileSync(join(folder.backups, before), join(folder.backups, renamed));
  expect(names(listBackups(folder))[0]).toBe(after);
});

test('a state dated in the future that nothing else continues is the last choice', async () => {
  const folder = makeDataFolder();
  const other = makeDataFolder();
  await withDatabase(other, async (database) => {
    change(database, 'stranger', AHEAD);
    await createBackup(database, folder, 'manual', () => AHEAD);
  });
  await withDatabase(folder, async (database) => {
    change(database, 'own', NOW - 48 * HOUR);
    await createBackup(database, folder, 'manual', () => NOW - 48 * HOUR);
  });
  expect(listBackups(folder).map(({ fromFuture }) => fromFuture)).toEqual([false, true]);
});

test('after a restore the state that it replaced is not the newest, although its journal is longer', async () => {
  const folder = makeDataFolder();
  const options = openOptions(null, { clock: () => NOW - 3 * HOUR });
  const first = await withDatabase(folder, async (database) => {
    change(database, 'first', NOW - 9 * HOUR);
    const backup = await createBackup(database, folder, 'manual', () => NOW - 9 * HOUR);
    for (const name of ['second', 'third', 'fourth']) change(database, name, NOW - 5 * HOUR);
    return backup;
  });
  await restoreBackup(folder, first.file, options);
  const last = await withDatabase(folder, (database) => {
    change(database, 'since', NOW - HOUR);
    return createBackup(database, folder, 'manual', () => NOW - HOUR);
  });
  expect(names(listBackups(folder))[0]).toBe(basename(last.file));
});

test('a clock that is far behind makes one backup a day, not one an hour', async () => {
  const { folder } = await folderWithClockAhead();
  await withDatabase(folder, async (database) => {
    const behind = Date.UTC(1999, 0, 1) * 1000;
    change(database, 'behind', behind);
    expect(await daily(database, folder, behind)).toMatchObject({ reason: 'daily' });
    change(database, 'behind again', behind + HOUR);
    expect(await daily(database, folder, behind + HOUR)).toBeUndefined();
  });
});

test('doctor, backup --list and restore name the dates that are in the future', async () => {
  const { folder, ahead, after } = await folderWithClockAhead();
  const report = parseOutput(await runDoctor(folder.root, '--json')) as {
    checks: { name: string; state: string; text: string }[];
  };
  expect(report.checks.find(({ name }) => name === 'Backup dates')).toMatchObject({
    state: 'warning',
    text: `in the future: ${ahead}`,
  });
  const list = await run(folder.root, 'backup', '--list');
  expect(list.stdout).toMatch(new RegExp(`${ahead} .*\\(in the future\\)`));
  const restored = await run(folder.root, 'restore', 'newest');
  expect(restored.stderr).toContain(`${ahead} is dated in the future`);
  expect(restored.stdout).toContain(`Restored ${join(folder.backups, after)}`);
});
