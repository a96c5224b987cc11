import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import {
  BACKUP_RETENTION,
  type BackupReason,
  backUpDaily,
  createBackup,
  listBackups,
  newestValidBackup,
  rotateBackups,
  verifyBackup,
} from '../../../src-server/store/backup/backup.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { BackupFailed } from '../../../src-server/store/file/database-problems.ts';
import {
  addUsers,
  makeDataFolder,
  NOON,
  snapshot,
  userNames,
  withDatabase,
} from '../../support/store/store-folder.ts';
import { withSecondMigration } from '../../support/store/store-migrations.ts';
import { startStoreProcess } from '../../support/store/store-process.ts';

const DAY = 86_400_000_000;

function at(time: number): () => number {
  return () => time;
}

test('a backup is one private file with all data, and is listed', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    addUsers(database, 'user', 3);
    const backup = await createBackup(database, folder, 'manual', at(NOON));
    expect(basename(backup.file)).toBe('lectern-20261121T101500.123456Z-manual.sqlite');
    expect(listBackups(folder)).toEqual([backup]);
    expect(backup).toMatchObject({ reason: 'manual', created: NOON, bytes: statSync(backup.file).size });
    expect(await verifyBackup(backup.file)).toMatchObject({
      findings: [],
      rows: { users: 3, installation: 1 },
    });
    expect(readdirSync(folder.backups)).toEqual([basename(backup.file)]);
    if (process.platform !== 'win32') expect(statSync(backup.file).mode & 0o777).toBe(0o600);
    const copy = new Sqlite(backup.file, { readonly: true });
    expect(userNames(copy)).toEqual(['user-0', 'user-1', 'user-2']);
    expect(copy.pragma('journal_mode', { simple: true })).toBe('delete');
    copy.close();
  });
});

test('a backup during writes is a consistent snapshot, and the writes continue (safety R7)', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    addUsers(database, 'large', 6000, 2000);
    const [first, second] = [
      database.prepare('INSERT INTO users (username, created) VALUES (?, 0)'),
      database.prepare(
        'INSERT INTO projects (slug, name, repository_url, repository_type, created, modified) VALUES (?, ?, ?, ?, 0, 0)',
      ),
    ];
    const writePair = database.transaction((name: string) => {
      first.run(name);
      second.run(name, name, 'https://example.org', 'git');
    });
    let done = false;
    const backup = createBackup(database, folder, 'manual', at(NOON)).finally(() => {
      done = true;
    });
    let pairs = 0;
    while (!done) {
      for (let index = 0; index < 20; index++) writePair(`pair-${pairs++}`);
      await setImmediate();
    }
    const { rows, findings: faults } = await verifyBackup((await backup).file);
    expect(faults).toEqual([]);
    // The backup has both rows of a pair or neither.
    expect(rows.users).toBe(6000 + Number(rows.projects));
    expect(pairs).toBeGreaterThan(20);
    expect(database.prepare('SELECT count(*) FROM projects').pluck().get()).toBe(pairs);
  });
});

test('two backups at the same time get different names', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    await Promise.all([1, 2].map(() => createBackup(database, folder, 'manual', at(NOON))));
  });
  expect(listBackups(folder).map(({ created }) => created)).toEqual([NOON + 1, NOON]);
});

test('a failed backup is reported and leaves no file', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    addUsers(database, 'user', 2000);
    const ending = new AbortController();
    const backup = createBackup(database, folder, 'before-reset', at(NOON), { signal: ending.signal });
    ending.abort();
    await expect(backup).rejects.toThrow(/The before-reset backup failed/);
    expect(readdirSync(folder.backups)).toEqual([]);
  });
});

test('a damaged source does not become a backup (safety R7)', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    database.pragma('foreign_keys = OFF');
    database.exec("INSERT INTO tokens VALUES (1, 99, 'n', x'00', 'abcd', 0)");
    const error = await createBackup(database, folder, 'manual', at(NOON)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(BackupFailed);
    expect(error.message).toContain('missing row of users');
  });
  expect(readdirSync(folder.backups)).toEqual([]);
});

test('only finished backups are listed', () => {
  const folder = makeDataFolder();
  for (const name of [
    'notes.txt',
    'lectern-20261121T101500.123456Z-manual.sqlite.partial',
    'lectern-20261121T101500.123456Z-whim.sqlite',
    'lectern-20269921T101500.123456Z-manual.sqlite',
  ]) {
    writeFileSync(join(folder.backups, name), '');
  }
  mkdirSync(join(folder.backups, 'lectern-20261121T101500.123456Z-manual.sqlite'));
  expect(listBackups(folder)).toEqual([]);
});

test('verification fails for a damaged, foreign or newer file and leaves it unchanged', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, () => undefined, { migrations: withSecondMigration() });
  const file = join(folder.backups, 'x.sqlite');
  writeFileSync(file, 'garbage');
  const foreign = join(folder.backups, 'foreign.sqlite');
  new Sqlite(foreign).exec('CREATE TABLE notes (text)').close();
  const before = snapshot(folder);
  expect((await verifyBackup(file)).findings.join()).toContain('truncated');
  expect((await verifyBackup(foreign)).findings.join()).toContain('another program');
  expect((await verifyBackup(folder.database)).findings.join()).toContain('newer Lectern');
  expect(snapshot(folder)).toEqual(before);
});

async function backupsOf(
  folder: DataFolder,
  made: readonly (readonly [BackupReason, number])[],
): Promise<void> {
  await withDatabase(folder, async (database) => {
    for (const [reason, day] of made) await createBackup(database, folder, reason, at(NOON + day * DAY));
  });
}

function days(folder: DataFolder, expected: BackupReason): number[] {
  const found = listBackups(folder).filter(({ reason }) => reason === expected);
  return found.map(({ created }) => (created - NOON) / DAY);
}

test('rotation keeps the newest backups of each reason (safety R7)', async () => {
  const folder = makeDataFolder();
  await backupsOf(folder, [
    ...[1, 2, 3, 4].map((day) => ['daily', day] as const),
    ...[5, 6].map((day) => ['manual', day] as const),
    ['before-restore', 0],
  ]);
  const removed = await rotateBackups(folder, { ...BACKUP_RETENTION, daily: 2, manual: 1 });
  expect(removed).toHaveLength(3);
  expect(days(folder, 'daily')).toEqual([4, 3]);
  expect(days(folder, 'manual')).toEqual([6]);
  expect(days(folder, 'before-restore')).toEqual([0]);
  expect(await rotateBackups(folder)).toEqual([]);
});

test('rotation never removes the newest good backup, however old (safety R7)', async () => {
  const folder = makeDataFolder();
  await backupsOf(
    folder,
    [1, 2, 3, 4].map((day) => ['daily', day] as const),
  );
  for (const { file } of listBackups(folder).slice(0, 2)) writeFileSync(file, 'garbage');
  expect((await newestValidBackup(folder))?.created).toBe(NOON + 2 * DAY);
  await rotateBackups(folder, { ...BACKUP_RETENTION, daily: 1 });
  expect(days(folder, 'daily')).toEqual([4, 2]);
});

test('one backup is made per day, and none on days without changes (safety R7)', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    let now = NOON;
    const isMade = async () => {
      const { signal } = new AbortController();
      return (await backUpDaily(database, folder, () => now, signal)) !== undefined;
    };
    const change = () =>
      database.exec(
        "INSERT INTO journal (at, door, action) VALUES (unixepoch('subsec') * 1000, 'api', 'a.b')",
      );
    addUsers(database, 'first', 1);
    expect(await isMade()).toBe(true);
    change();
    expect(await isMade()).toBe(false);
    now += DAY;
    expect(await isMade()).toBe(true);
    now += DAY;
    expect(await isMade()).toBe(false);
    change();
    expect(await isMade()).toBe(true);
    expect(days(folder, 'daily')).toEqual([2, 1, 0]);
  });
});

test('closing cancels a running daily backup and leaves no file', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, async (database) => {
    addUsers(database, 'large', 6000, 2000);
    const closing = new AbortController();
    const running = backUpDaily(database, folder, at(NOON), closing.signal);
    closing.abort(new Error('Lectern is closing'));
    await expect(running).rejects.toThrow(BackupFailed);
    expect(readdirSync(folder.backups)).toEqual([]);
  });
});

test.each([
  ['while the copy is made', 'copying'],
  ['before the copy is renamed', 'the copy is complete'],
])(
  'kill -9 %s leaves no backup, no temporary files after the next start, and an intact database (safety R4)',
  async (_, line) => {
    const folder = makeDataFolder();
    await withDatabase(folder, (database) => addUsers(database, 'large', 6000, 2000));
    const maker = startStoreProcess('backup', folder, line);
    await maker.waitForLine(line);
    // The process is blocked, but its thread continues the copy.
    const hasContent = (file: string) => statSync(join(folder.backups, file)).size > 0;
    while (!readdirSync(folder.backups).some(hasContent)) await setImmediate();
    await maker.kill();
    expect(listBackups(folder)).toEqual([]);
    expect(readdirSync(folder.backups)).not.toEqual([]);
    expect(await withDatabase(folder, userNames)).toHaveLength(6000);
    expect(readdirSync(folder.backups)).toEqual([]);
  },
);

test.runIf(process.platform !== 'win32')(
  'the backup folder is recreated with access for its owner only',
  async () => {
    const folder = makeDataFolder();
    rmSync(folder.backups, { recursive: true });
    await withDatabase(folder, (database) => createBackup(database, folder, 'manual', at(NOON)));
    expect(existsSync(folder.backups)).toBe(true);
    expect(statSync(folder.backups).mode & 0o777).toBe(0o700);
  },
);
