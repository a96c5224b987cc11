import { closeSync, openSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';

/** The shape of search.sqlite. A file of another one is rebuilt: all of it can be read from the built pages again. */
export const SEARCH_SCHEMA = 1;

/** A page's row is its slot times this, plus its place: the pages of one slot stand together. */
export const PAGES_PER_SLOT = 2 ** 24;

// The words are folded before they come here (model/search/search-tokenizer.ts), so the index keeps no text of its own.
const SCHEMA = `
  CREATE TABLE slots (
    slot INTEGER PRIMARY KEY,
    version_id INTEGER NOT NULL UNIQUE,
    project_id INTEGER NOT NULL,
    build_id INTEGER NOT NULL,
    ranked INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    boost REAL NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    sections TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE words USING fts5 (
    title, headings, text,
    content = '', contentless_delete = 1, prefix = '2 3', tokenize = "unicode61 remove_diacritics 0"
  );
  PRAGMA user_version = ${SEARCH_SCHEMA};`;

/** The build of a version whose pages stand in the index. */
export type IndexedVersion = {
  readonly slot: number;
  readonly versionId: number;
  readonly projectId: number;
  readonly buildId: number;
  /** Whether any page has a rank of its own. */
  readonly ranked: boolean;
};

/**
 * Opens the index to write it. One of another schema, or that is no database, is removed first; `made` is called when
 * a new one, without any pages, was made.
 */
export function openSearchFile(file: string, onCreated: () => void): Database {
  const found = openExisting(file);
  if (found) return found;
  removeSearchFile(file);
  closeSync(openSync(file, 'wx', 0o600)); // private from its first moment (safety S18)
  const database = new Sqlite(file, { timeout: 5000 });
  database.pragma('journal_mode = WAL');
  settings(database);
  database.transaction(() => database.exec(SCHEMA))();
  onCreated();
  return database;
}

/** Removes the index, so that it is rebuilt. */
export function removeSearchFile(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}

function openExisting(file: string): Database | undefined {
  let database: Database | undefined;
  try {
    database = new Sqlite(file, { timeout: 5000, fileMustExist: true });
    const isOurs = database.pragma('user_version', { simple: true }) === SEARCH_SCHEMA;
    if (isOurs) {
      settings(database);
      return database;
    }
  } catch (error) {
    if (!isCorruption(error) && !isMissing(error)) throw error;
  }
  database?.close();
  return undefined;
}

// What a power cut takes from the end is indexed again at the next start.
function settings(database: Database): void {
  database.pragma('synchronous = NORMAL');
  database.pragma('journal_size_limit = 16777216');
  database.pragma('trusted_schema = OFF');
}

function isMissing(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === 'SQLITE_CANTOPEN';
}
