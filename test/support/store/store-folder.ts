import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DataFolder, prepareDataFolder } from '../../../src-server/store/file/data-folder.ts';
import { type Database, type OpenOptions, openDatabase } from '../../../src-server/store/file/database.ts';

/** 2026-11-21T10:15:00.123456Z */
export const NOON = Date.UTC(2026, 10, 21, 10, 15) * 1000 + 123_456;

/** Creates a data folder for the running test. */
export function makeDataFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return prepareDataFolder(path);
}

/** Returns the options for opening the database. */
export function openOptions(folder: DataFolder | null, more: Partial<OpenOptions> = {}): OpenOptions {
  return { folder, clock: () => NOON, version: '1.2.3', ...more };
}

/** Opens the database, runs `use` with it and closes it. */
export async function withDatabase<T>(
  folder: DataFolder,
  use: (database: Database) => T | Promise<T>,
  more?: Partial<OpenOptions>,
): Promise<T> {
  const database = await openDatabase(openOptions(folder, more));
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/** Adds `count` users named PREFIX-0, PREFIX-1 …, each padded to `bytes`. */
export function addUsers(database: Database, prefix: string, count: number, bytes = 0): void {
  const insert = database.prepare('INSERT INTO users (username, created) VALUES (?, 0)');
  database.transaction(() => {
    for (let index = 0; index < count; index++) insert.run(`${prefix}-${index}`.padEnd(bytes, '.'));
  })();
}

/** Returns the usernames in order of their ids. */
export function userNames(database: Database): string[] {
  return database.prepare<[], string>('SELECT username FROM users ORDER BY id').pluck().all();
}

/** Returns the content of every file, to detect changes; without the lock, which a read would release. */
export function snapshot(folder: DataFolder): Record<string, string> {
  const files = readdirSync(folder.root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    files
      .filter((file) => file !== basename(folder.lock) && statSync(join(folder.root, file)).isFile())
      .map((file) => [file, readFileSync(join(folder.root, file), 'base64')]),
  );
}
