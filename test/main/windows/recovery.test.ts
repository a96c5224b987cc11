import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  explainOpenFailure,
  findNewestGoodBackup,
  listRecoveryBackups,
  recoverFolder,
  recoverReadable,
  restoreFromFile,
  startEmpty,
  unusableFolderReason,
} from '../../../src-server/host/recovery/recovery.ts';
import { openLectern } from '../../../src-server/lectern.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { createBackup } from '../../../src-server/store/backup/backup.ts';
import { copyCrashed, flipBit, transactionsIn } from '../../support/store/log-damage.ts';

const actor = systemActor('command');

/** Creates a data folder for the running test. */
function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lectern-recovery-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(data: string, port = 0) {
  return openLectern({ data, port, keychain: 'off', what: 'desktop app' });
}

/** Creates a folder with the user anna in a backup and ben added later; returns the name of the backup. */
async function createUsedFolder(data: string): Promise<string> {
  const lectern = await open(data);
  lectern.services.users.ensure(actor, 'anna');
  if (!lectern.folder) throw new Error('no folder');
  const { file } = await createBackup(lectern.database, lectern.folder, 'manual', () => Date.now() * 1000);
  lectern.services.users.ensure(actor, 'ben');
  await lectern.close();
  return file.slice(lectern.folder.backups.length + 1);
}

async function usersIn(data: string): Promise<string[]> {
  const lectern = await open(data);
  const names = lectern.services.users.list(actor).map(({ username }) => username);
  await lectern.close();
  return names.sort();
}

async function failureOf(data: string, port = 0) {
  return explainOpenFailure(await open(data, port).catch((error: unknown) => error), data);
}

const database = (data: string) => join(data, 'lectern.sqlite');
const ignoreLog = () => {};

describe('R6 a damaged database', () => {
  test('is explained and replaced by the newest good backup', async () => {
    const data = makeFolder();
    const name = await createUsedFolder(data);
    writeFileSync(join(data, 'backups', 'lectern-20991231T000000.000000Z-daily.sqlite'), 'not sound');
    truncateSync(database(data), 5000);
    expect(await failureOf(data)).toMatchObject({ kind: 'damaged', folder: data, file: database(data) });
    expect(listRecoveryBackups(data).map((backup) => backup.name)).toHaveLength(2);
    expect(await findNewestGoodBackup(data)).toBe(name);
    const { quarantined: aside } = await recoverFolder(data, undefined, ignoreLog);
    expect(aside.map((file) => readFileSync(file).byteLength)).toEqual([5000]);
    expect(await usersIn(data)).toEqual(['anna']);
  });

  test('can be set aside for an empty one', async () => {
    const data = makeFolder();
    writeFileSync(database(data), 'x'.repeat(4096));
    expect(await failureOf(data)).toMatchObject({ kind: 'damaged' });
    const [damagedFile = ''] = await startEmpty(data, ignoreLog);
    expect(readFileSync(damagedFile, 'utf8')).toBe('x'.repeat(4096));
    expect(await usersIn(data)).toEqual([]);
  });

  test('whose log has an error can be continued with what can be read', async () => {
    const data = makeFolder();
    const running = makeFolder();
    await createUsedFolder(data);
    const lectern = await open(running);
    for (const name of ['berta', 'clara', 'dora']) lectern.services.users.ensure(actor, name);
    copyCrashed(running, data);
    await lectern.close();
    const frame = transactionsIn(database(data)).at(-2)?.[0] ?? 0;
    flipBit(`${database(data)}-wal`, frame + 100);
    expect(await failureOf(data)).toMatchObject({ kind: 'log', changes: 2, since: expect.any(Number) });
    expect((await recoverReadable(data, ignoreLog)).quarantined.map((file) => basename(file))).toEqual([
      expect.stringMatching(/^lectern\.sqlite\.damaged-/),
      expect.stringMatching(/-wal$/),
    ]);
    expect(await usersIn(data)).toEqual(['berta']);
  });

  test('without a good backup stays in place', async () => {
    const data = makeFolder();
    writeFileSync(database(data), 'x'.repeat(4096));
    expect(await findNewestGoodBackup(data)).toBeUndefined();
    await expect(recoverFolder(data, undefined, ignoreLog)).rejects.toThrow('There is no valid backup');
    await expect(recoverFolder(data, '../lectern.sqlite', ignoreLog)).rejects.toThrow(
      'There is no backup lectern.sqlite',
    );
    expect(readFileSync(database(data), 'utf8')).toBe('x'.repeat(4096));
  });

  test('a folder in its place is set aside too', async () => {
    const data = makeFolder();
    mkdirSync(database(data));
    expect(await failureOf(data)).toMatchObject({ kind: 'damaged' });
    await startEmpty(data, ignoreLog);
    expect(await usersIn(data)).toEqual([]);
    expect(readdirSync(data).filter((each) => each.includes('.damaged-'))).toHaveLength(1);
  });
});

test('R8 restoring over an intact database backs up its state', async () => {
  const data = makeFolder();
  const name = await createUsedFolder(data);
  const { backup } = await recoverFolder(data, name, ignoreLog);
  expect(backup?.reason).toBe('before-restore');
  expect(await usersIn(data)).toEqual(['anna']);
  await restoreFromFile(data, backup?.file ?? '', ignoreLog);
  expect(await usersIn(data)).toEqual(['anna', 'ben']);
});

test('R9 a newer database is explained with the required version, and stays unchanged', async () => {
  const data = makeFolder();
  const name = await createUsedFolder(data);
  const raw = new Sqlite(database(data));
  raw.exec("INSERT INTO schema_history (version, needs, applied) VALUES (99, '9.9.9', 0)");
  raw.pragma('user_version = 99');
  raw.close();
  const before = readFileSync(database(data));
  expect(await failureOf(data)).toMatchObject({ kind: 'newer', needs: '9.9.9' });
  expect(readFileSync(database(data)).equals(before)).toBe(true);
  const { quarantined: aside } = await recoverFolder(data, name, ignoreLog);
  expect(readFileSync(aside[0] ?? '').equals(before)).toBe(true);
});

test('R2 a folder in use is explained with its holder, and stays unchanged', async () => {
  const data = makeFolder();
  const lectern = await open(data);
  onTestFinished(() => lectern.close());
  expect(await failureOf(data)).toMatchObject({
    kind: 'held',
    holder: { what: 'desktop app', pid: process.pid, url: lectern.url },
  });
  await expect(startEmpty(data, ignoreLog)).rejects.toThrow('in use by');
});

test('R11 a port in use is explained with its holder', async () => {
  const data = makeFolder();
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await failureOf(data, port)).toMatchObject({ kind: 'port', port, holder: { lectern: false } });
});

describe('a folder', () => {
  test('that is a file cannot be used, explained for the window', async () => {
    const file = join(makeFolder(), 'a-file');
    writeFileSync(file, '');
    const failure = await failureOf(file);
    expect(failure).toMatchObject({ kind: 'folder', reason: `${file} is not a folder.` });
    expect(unusableFolderReason(file)).toMatch(/ENOTDIR|not a folder/);
  });

  test('with other files cannot be used, and keeps its permissions', () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'thesis.tex'), '');
    expect(unusableFolderReason(folder)).toBe(
      `${folder} holds other files. Choose an empty folder, or one that Lectern has used before.`,
    );
    expect(readdirSync(folder)).toEqual(['thesis.tex']);
  });

  test('that is empty or used by Lectern before can be chosen', async () => {
    const folder = makeFolder();
    expect(unusableFolderReason(folder)).toBeUndefined();
    await createUsedFolder(folder);
    expect(unusableFolderReason(folder)).toBeUndefined();
  });
});

test('an unknown error is explained as such', async () => {
  expect(await explainOpenFailure(new Error('it broke'), '/d')).toEqual({
    kind: 'other',
    folder: '/d',
    reason: 'it broke.',
  });
});
