import { closeSync, openSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { systemClock } from '../../model/base/timestamp.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { setAsideUnlessFile } from '../file/set-aside.ts';

/** Schema version of search.sqlite. A file with another version is rebuilt from the built pages. */
export const SEARCH_SCHEMA = 3;

/** The row id of a page is its slot times this plus its position, so the pages of a slot are contiguous. */
export const PAGES_PER_SLOT = 2 ** 20;
/** The row id of a section is that of its page times this plus its position. */
export const SECTIONS_PER_PAGE = 2 ** 13;

/** Bytes of a page of the file: texts of documentation fill these well, while half of a smaller one stays empty. */
const FILE_PAGE = 8192;

/** Bytes of words that are gathered before they are written: larger pieces are joined less often. */
const WRITTEN_AT_ONCE = 8_388_608;

/** What the keys of a section begin with: each is a whole title or name as one word, `name=url_for`. */
export const KEYS = {
  title: 'title',
  heading: 'heading',
  /** The whole name that a section documents: `flask_url_for`. */
  name: 'name',
  /** The last parts of such a name: `url_for`. */
  nameEnd: 'end',
  /** A title or heading of stems. */
  stemmed: 'stemmed',
} as const;

// To this tokenizer every character beyond ASCII is a letter, so what model/search/search-tokenizer.ts makes stays whole.
const TOKENIZER = `tokenize = "ascii tokenchars '_='"`;

// Words are folded before they are indexed; the index itself stores no text. `words` tells which pages match at all,
// `sections` how well each of their sections does, and `called` what each is called, in a tenth of the space.
const SCHEMA = `
  CREATE TABLE slots (
    slot INTEGER PRIMARY KEY,
    version_id INTEGER NOT NULL UNIQUE,
    project_id INTEGER NOT NULL,
    build_id INTEGER NOT NULL,
    ranked INTEGER NOT NULL,
    languages TEXT NOT NULL
  ) STRICT;
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    boost REAL NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT,
    sections TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE words USING fts5 (
    own, forms,
    content = '', contentless_delete = 1, detail = column, prefix = '2 3 4', ${TOKENIZER}
  );
  CREATE VIRTUAL TABLE sections USING fts5 (
    title, heading, names, text, heading_forms, text_forms,
    content = '', contentless_delete = 1, prefix = '2 3', ${TOKENIZER}
  );
  CREATE VIRTUAL TABLE called USING fts5 (
    title, heading, names, forms,
    content = '', contentless_delete = 1, prefix = '2 3', ${TOKENIZER}
  );
  INSERT INTO words (words, rank) VALUES ('hashsize', ${WRITTEN_AT_ONCE});
  INSERT INTO sections (sections, rank) VALUES ('hashsize', ${WRITTEN_AT_ONCE});
  PRAGMA user_version = ${SEARCH_SCHEMA};`;

/** A version and the build whose pages are indexed for it. */
export type IndexedVersion = {
  readonly slot: number;
  readonly versionId: number;
  readonly projectId: number;
  readonly buildId: number;
  /** Whether any page has its own rank. */
  readonly ranked: boolean;
  /** Codes of the languages by which words of its pages are stemmed. */
  readonly languages: readonly string[];
};

/**
 * Opens the index for writing. Replaces a file of another schema, or that is no database; calls `onCreated` after
 * creating a new, empty index.
 */
export function openSearchFile(file: string, onCreated: () => void): Database {
  const found = openExisting(file);
  if (found) return found;
  removeSearchFile(file);
  closeSync(openSync(file, 'wx', 0o600)); // private from creation (safety S18)
  const database = new Sqlite(file, { timeout: 5000 });
  database.pragma(`page_size = ${FILE_PAGE}`);
  database.pragma('journal_mode = WAL');
  settings(database);
  database.transaction(() => database.exec(SCHEMA))();
  onCreated();
  return database;
}

/** Removes the index, so that it is rebuilt. What is no file is not ours, and kept under another name. */
export function removeSearchFile(file: string): void {
  setAsideUnlessFile(file, systemClock);
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

// After a power failure, lost commits are indexed again at the next start.
function settings(database: Database): void {
  database.pragma('synchronous = NORMAL');
  database.pragma('journal_size_limit = 16777216');
  database.pragma('trusted_schema = OFF');
}

function isMissing(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === 'SQLITE_CANTOPEN';
}
