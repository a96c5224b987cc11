import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createBackup } from '../../../src-server/store/backup/backup.ts';
import { recoverFromBackup, startFresh } from '../../../src-server/store/backup/recover.ts';
import { continueReadable, restoreBackup } from '../../../src-server/store/backup/restore.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { type Database, openDatabase } from '../../../src-server/store/file/database.ts';
import { DamagedDatabase, DamagedLog } from '../../../src-server/store/file/database-problems.ts';
import { idleCheckpoint } from '../../../src-server/store/log/checkpoint.ts';
import { checkLog } from '../../../src-server/store/log/log-check.ts';
import { copyCrashed, FRAME, flipBit, transactionsIn } from '../../support/store/log-damage.ts';
import {
  addUsers,
  makeDataFolder,
  NOON,
  openOptions,
  snapshot,
  userNames,
  withDatabase,
} from '../../support/store/store-folder.ts';

const CHANGES = 12;
const options = openOptions(null);

/** Returns what a process leaves that is killed after `use`, which gets an open database. */
async function crashedAfter(
  use: (database: Database, folder: DataFolder) => void | Promise<void>,
): Promise<DataFolder> {
  const folder = makeDataFolder();
  const crashed = makeDataFolder();
  await withDatabase(folder, () => undefined);
  await withDatabase(folder, async (database) => {
    await use(database, folder);
    copyCrashed(folder.root, crashed.root);
  });
  return crashed;
}

/** Adds users one at a time, each with a line in the journal. */
function addOneByOne(database: Database, count = CHANGES): void {
  for (let index = 0; index < count; index += 1) {
    database.transaction(() => {
      addUsers(database, `user-${index}`, 1);
      database.prepare("INSERT INTO journal (at, door, action) VALUES (?, 'api', 'a.b')").run(NOON + index);
    })();
  }
}

const crashed = () => crashedAfter((database) => addOneByOne(database));

async function open(folder: DataFolder): Promise<{ users: string[]; lines: string[] }> {
  const lines: string[] = [];
  const users = await withDatabase(folder, userNames, { log: (line) => void lines.push(line) });
  return { users, lines };
}

describe('a log with one flipped bit', () => {
  test.each([
    ['in a page', 24 + 2000],
    ['in the number of its page', 3],
    ['in its salt', 9],
    ['in its checksum', 17],
  ])('%s is damage, wherever a second change follows; nothing is changed (safety R6)', async (_, offset) => {
    const folder = await crashed();
    const log = `${folder.database}-wal`;
    const transactions = transactionsIn(folder.database);
    expect(transactions).toHaveLength(CHANGES);
    for (const [index, frames] of transactions.entries()) {
      if (index >= CHANGES - 1) break;
      const at = (frames[index % frames.length] ?? 0) + offset;
      flipBit(log, at, index % 8);
      const before = snapshot(folder);
      const error = await openDatabase(openOptions(folder)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DamagedLog);
      expect(error).toBeInstanceOf(DamagedDatabase);
      const { lost } = error as DamagedLog;
      expect(lost.changes).toBe(CHANGES - index);
      expect(lost.since).toBe(index === 0 ? null : NOON + index - 1);
      expect(String(error)).toMatch(
        new RegExp(`${lost.changes} changes.*may be lost.*recover --readable.*--backup.*--fresh`),
      );
      expect(snapshot(folder)).toEqual(before);
      flipBit(log, at, index % 8);
    }
    expect((await open(folder)).users).toHaveLength(CHANGES);
  });

  test('in its header, which hides all of it, is damage', async () => {
    for (const at of [0, 3, 9, 13, 17, 22, 27, 31]) {
      const folder = await crashed();
      flipBit(`${folder.database}-wal`, at, 1);
      await expect(openDatabase(openOptions(folder))).rejects.toMatchObject({ lost: { at: 0, since: null } });
    }
  });

  test('in the last change opens, and the log says that it is uncertain', async () => {
    const folder = await crashed();
    const last = transactionsIn(folder.database).at(-1) ?? [];
    for (const frame of last) {
      const copy = makeDataFolder();
      copyCrashed(folder.root, copy.root);
      flipBit(`${copy.database}-wal`, frame + 500);
      const { users, lines } = await open(copy);
      expect(users).toHaveLength(CHANGES - 1);
      expect(lines).toEqual([expect.stringMatching(/last change before Lectern stopped is incomplete/)]);
      expect((await open(copy)).lines).toEqual([]);
    }
  });
});

describe('a log that ends as it may', () => {
  test('without damage opens without a warning', async () => {
    expect(await open(await crashed())).toMatchObject({ users: { length: CHANGES }, lines: [] });
  });

  test('within a frame, or with the frames of an earlier run behind it, opens without a warning', async () => {
    const cut = await crashed();
    truncateSync(`${cut.database}-wal`, statSync(`${cut.database}-wal`).size - 1000);
    expect(await open(cut)).toMatchObject({ users: { length: CHANGES - 1 }, lines: [] });

    const overwritten = await crashedAfter((database) => {
      addOneByOne(database);
      database.pragma('wal_checkpoint(RESTART)');
      addUsers(database, 'late', 1);
    });
    expect(transactionsIn(overwritten.database)).toHaveLength(1);
    expect(statSync(`${overwritten.database}-wal`).size).toBeGreaterThan(20 * FRAME);
    expect(await open(overwritten)).toMatchObject({ users: { length: CHANGES + 1 }, lines: [] });
  });

  test('with what a rolled-back change had written behind it, opens without a warning', async () => {
    const folder = await crashedAfter((database) => {
      database.pragma('cache_size = 10');
      database.exec('BEGIN');
      spill(database, 3000);
      database.exec('ROLLBACK');
      addOneByOne(database, 3);
    });
    expect(statSync(`${folder.database}-wal`).size).toBeGreaterThan(100 * FRAME);
    expect(await open(folder)).toMatchObject({ users: { length: 3 }, lines: [] });
  });

  test('in the other byte order is read too', async () => {
    const folder = await crashed();
    swapChecksums(`${folder.database}-wal`);
    expect(checkLog(folder.database)).toMatchObject({ state: 'sound' });
    const [first = []] = transactionsIn(folder.database);
    flipBit(`${folder.database}-wal`, (first[0] ?? 0) + 100);
    expect(checkLog(folder.database)).toMatchObject({ state: 'damaged', changes: CHANGES });
    flipBit(`${folder.database}-wal`, (first[0] ?? 0) + 100);
    expect(await open(folder)).toMatchObject({ users: { length: CHANGES }, lines: [] });
  });
});

describe('a damaged log is kept', () => {
  /** Has a backup without users and a log with 12 changes, the sixth of them damaged. */
  async function damaged(): Promise<DataFolder> {
    const folder = await crashed();
    const backup = makeDataFolder();
    await withDatabase(backup, (database) => createBackup(database, folder, 'manual', () => NOON));
    flipBit(`${folder.database}-wal`, (transactionsIn(folder.database)[5]?.[0] ?? 0) + 700);
    return folder;
  }

  test.each<[string, (folder: DataFolder) => Promise<readonly string[]>, number]>([
    [
      'continues with what can be read',
      async (folder) => (await continueReadable(folder, options)).quarantined,
      5,
    ],
    [
      'restores a backup',
      async (folder) => (await recoverFromBackup(folder, undefined, options)).quarantined,
      0,
    ],
    ['starts empty', (folder) => startFresh(folder, options), 0],
  ])('when recovery %s (safety R6)', async (_, recover, users) => {
    const folder = await damaged();
    const before = snapshot(folder);
    const kept = await recover(folder);
    const after = snapshot(folder);
    expect(kept.map((file) => after[basename(file)])).toEqual([
      before['lectern.sqlite'],
      before['lectern.sqlite-wal'],
    ]);
    expect(await open(folder)).toMatchObject({ users: { length: users }, lines: [] });
  });

  test('and is not restored from', async () => {
    const folder = makeDataFolder();
    await withDatabase(folder, () => undefined);
    const source = await damaged();
    await expect(restoreBackup(folder, source.database, options)).rejects.toThrow(DamagedDatabase);
    expect((await open(folder)).users).toEqual([]);
  });
});

test('an idle database has an empty log, and waits for no reader', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, (database) => {
    const size = () => statSync(`${folder.database}-wal`).size;
    const tick = idleCheckpoint(database);
    addOneByOne(database, 3);
    tick();
    expect(size()).toBeGreaterThan(0);
    const reader = new Sqlite(folder.database, { readonly: true });
    reader.exec('BEGIN');
    userNames(reader);
    addUsers(database, 'late', 1);
    tick();
    tick();
    expect(size()).toBeGreaterThan(0);
    reader.close();
    tick();
    expect(size()).toBe(0);
    expect(database.pragma('busy_timeout', { simple: true })).toBe(5000);
    expect(userNames(database)).toHaveLength(4);
  });
});

/** Adds more than the cache holds, so that uncommitted pages reach the log. */
function spill(database: Database, count: number): void {
  const insert = database.prepare('INSERT INTO users (username, created) VALUES (?, 0)');
  for (let index = 0; index < count; index += 1) insert.run(`rolled-back-${index}`.padEnd(400, '.'));
}

/** Writes the log as a machine of the other byte order would. */
function swapChecksums(file: string): void {
  const bytes = readFileSync(file);
  let sum: [number, number] = [0, 0];
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 8) {
      const one = (sum[0] + bytes.readUInt32BE(at) + sum[1]) >>> 0;
      sum = [one, (sum[1] + bytes.readUInt32BE(at + 4) + one) >>> 0];
    }
  };
  const store = (at: number) => {
    bytes.writeUInt32BE(sum[0], at);
    bytes.writeUInt32BE(sum[1], at + 4);
  };
  bytes.writeUInt32BE(0x377f0683, 0);
  add(0, 24);
  store(24);
  for (let at = 32; at + FRAME <= bytes.length; at += FRAME) {
    add(at, at + 8);
    add(at + 24, at + FRAME);
    store(at + 16);
  }
  writeFileSync(file, bytes);
}
