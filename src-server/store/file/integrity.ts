import { existsSync, rmSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Sqlite, { type Database } from 'better-sqlite3';
import { describeDamage, UNREADABLE } from './database-problems.ts';

/** A look through a whole file reads each page about once, so keeping many only takes memory, and for good. */
export const SMALL_CACHE = 'cache_size = -1000';

/** Rows per table. */
export type RowCounts = Readonly<Record<string, number>>;

/** What a look through a whole database file found. */
export type FileReport = {
  /** Empty when all is well; the first is in plain words, as part of a sentence. */
  readonly findings: readonly string[];
  readonly rows: RowCounts;
};

/** What the worker thread is asked to do. */
export type IntegrityJob =
  | { readonly task: 'check'; readonly file: string }
  | { readonly task: 'copy'; readonly source: string; readonly target: string };

/** A file up to this many bytes is checked in full at every start; above, a start would take too long (safety R14). */
export const FULL_CHECK_BYTES = 16 * 1024 * 1024;

// A bundle has it as JavaScript beside it.
const WORKER = `./integrity-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;
// Checked in less time than it takes to start a thread.
const QUICK_TO_CHECK_BYTES = 2 * 1024 * 1024;

/** Whether an error of SQLite means that the file itself is broken. */
export function isCorruption(error: unknown): error is Error {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/**
 * Every fault of structure or reference; the first in plain words, what SQLite says of it after it. Reads the whole
 * file: a second per few hundred megabytes.
 */
export function findDamage(database: Database): string[] {
  return orDamage(() => {
    const structure = database
      .prepare<[], string>('SELECT quick_check FROM pragma_quick_check')
      .pluck()
      .all()
      // One row may hold many lines, under a heading with the name that the file has inside SQLite.
      .flatMap((row) => row.split('\n'))
      .filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***'));
    const references = database
      .prepare<[], string>(
        `SELECT 'row ' || coalesce(rowid, '?') || ' of ' || "table" || ' points to a missing row of ' || parent
         FROM pragma_foreign_key_check LIMIT 100`,
      )
      .pluck()
      .all();
    return [...(structure.length > 0 ? [UNREADABLE] : []), ...structure, ...references];
  });
}

/** What shows without reading it all: a broken header, schema or first page of a table, a file cut off. */
export function findDamageQuickly(database: Database): string[] {
  return orDamage(() => {
    for (const table of tableNames(database)) database.prepare(`SELECT 1 FROM ${quote(table)} LIMIT 1`).get();
    return [];
  });
}

/** How many rows each table holds. */
export function countRows(database: Database): RowCounts {
  const count = (table: string) =>
    database
      .prepare(`SELECT count(*) FROM ${quote(table)}`)
      .pluck()
      .get();
  return Object.fromEntries(tableNames(database).map((table) => [table, Number(count(table))]));
}

/**
 * Lends a read-only handle on a file and leaves nothing beside it. Where a log stands beside the file, the caller
 * holds the folder's lock.
 * A left-over rollback journal cannot be heeded without writing, so then the handle may write.
 */
export function withReadOnly<T>(file: string, use: (database: Database) => T): T {
  const hadLog = existsSync(`${file}-wal`);
  const hadShared = existsSync(`${file}-shm`);
  const database = new Sqlite(file, { readonly: !existsSync(`${file}-journal`), fileMustExist: true });
  try {
    database.pragma(SMALL_CACHE);
    return use(database);
  } finally {
    database.close();
    if (!hadLog && !hadShared) removeEmptyLogFiles(file);
    else if (!hadShared) rmSync(`${file}-shm`, { force: true }); // a handle that may write would fold the log in
  }
}

/**
 * Removes the two files that even a handle that only reads puts beside a database and leaves there. They must not be
 * removed by hand: by now another process may write into them. A handle that may write removes them when it is the
 * last to close; call this only where there was no log before, so that it has nothing to bring into the file.
 */
export function removeEmptyLogFiles(file: string): void {
  try {
    const database = new Sqlite(file, { fileMustExist: true });
    try {
      database.pragma('schema_version');
    } finally {
      database.close();
    }
  } catch {
    // Damaged or not ours to write: then empty files stay, which disturb nobody.
  }
}

/** Checks a whole file on this thread. */
export function checkFile(file: string): FileReport {
  let rows: RowCounts = {};
  const findings = orDamage(() =>
    withReadOnly(file, (database) => {
      const found = findDamage(database);
      if (found.length === 0) rows = countRows(database);
      return found;
    }),
  );
  return { findings, rows };
}

/** Checks a whole file, also one in use, on a thread of its own. `signal` ends it early, with an error. */
export async function checkInBackground(file: string, signal?: AbortSignal): Promise<FileReport> {
  if (statSync(file).size < QUICK_TO_CHECK_BYTES) return checkFile(file);
  return inWorker({ task: 'check', file }, signal);
}

/**
 * Copies the database as it stands at one moment into the empty file `target`, checks the copy and brings it to the
 * disk, on a thread of its own while writes to the source go on. The report is on the copy; rows that the source had
 * and the copy has not are a fault.
 */
export function copyInBackground(source: string, target: string, signal?: AbortSignal): Promise<FileReport> {
  return inWorker({ task: 'copy', source, target }, signal);
}

function inWorker(job: IntegrityJob, signal?: AbortSignal): Promise<FileReport> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL(WORKER, import.meta.url), {
      workerData: job,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    });
    const stop = () => void worker.terminate();
    signal?.addEventListener('abort', stop, { once: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop);
      // Nothing happens when the report or an error came before.
      reject(new Error('The check was stopped before it was done.'));
    });
  });
}

function orDamage(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (isCorruption(error)) return describeDamage(error.message);
    throw error;
  }
}

function tableNames(database: Database): string[] {
  return database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all();
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
