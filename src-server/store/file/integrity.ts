import { existsSync, rmSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { syncFile } from './data-folder.ts';
import { describeDamage, UNREADABLE } from './database-problems.ts';
import { startSqliteThread } from './sqlite-thread.ts';

/** A full check reads each page about once, so a larger cache would only use memory. */
export const SMALL_CACHE = 'cache_size = -1000';

/** Rows per table. */
export type RowCounts = Readonly<Record<string, number>>;

/** The result of checking a whole database file. */
export type FileReport = {
  /** Empty when it is valid; the first is plain text, as part of a sentence. */
  readonly findings: readonly string[];
  readonly rows: RowCounts;
};

/** A job for the worker thread. */
export type IntegrityJob =
  | { readonly task: 'check'; readonly file: string }
  | { readonly task: 'copy'; readonly source: string; readonly target: string };

/** A file up to this many bytes is checked in full at every start; above, a start would take too long (safety R14). */
export const FULL_CHECK_BYTES = 16 * 1024 * 1024;

// In a bundle it is JavaScript.
const WORKER = `./integrity-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;
// Checked or copied faster than a thread starts.
const QUICK_TO_CHECK_BYTES = 2 * 1024 * 1024;
// 8 MB: few enough pages that a request to stop takes effect soon.
const PAGES_PER_STEP = 2048;
const STOPPED = 'The check was stopped before it was done.';

/** Answers whether an error of SQLite means that the file itself is damaged. */
export function isCorruption(error: unknown): error is Error {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/**
 * Finds all damage of structure and references: the first as plain text, followed by SQLite's messages. Reads the whole
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

/** Finds damage without reading the whole file: a broken header, schema or first page of a table, a truncated file. */
export function findDamageQuickly(database: Database): string[] {
  return orDamage(() => {
    for (const table of tableNames(database)) database.prepare(`SELECT 1 FROM ${quote(table)} LIMIT 1`).get();
    return [];
  });
}

/** Counts the rows of each table. */
export function countRows(database: Database): RowCounts {
  const count = (table: string) =>
    database
      .prepare(`SELECT count(*) FROM ${quote(table)}`)
      .pluck()
      .get();
  return Object.fromEntries(tableNames(database).map((table) => [table, Number(count(table))]));
}

/**
 * Passes a read-only handle on a file to `read` and leaves no files beside it. If there is a log, the caller holds the
 * folder's lock. With a left-over rollback journal, which cannot be applied without writing, the handle may write.
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
 * Removes the two files that even a read-only handle leaves beside a database. They must not be deleted directly: another
 * process may already write into them. A writable handle removes them when it closes last; call this only if there was no
 * log before, so that it has nothing to merge into the file.
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
    // Damaged or not writable: empty files remain, which are harmless.
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

/** Checks a whole file, even one in use; a large one on its own thread. `signal` ends it early, with an error. */
export async function checkInBackground(file: string, signal?: AbortSignal): Promise<FileReport> {
  if (statSync(file).size < QUICK_TO_CHECK_BYTES) return checkFile(file);
  return checkOnThread(file, signal);
}

/** Checks a whole file of any size on its own thread. */
export function checkOnThread(file: string, signal?: AbortSignal): Promise<FileReport> {
  return inWorker({ task: 'check', file }, signal);
}

/**
 * Copies one state of the database into the empty file `target`, checks the copy and flushes it to the disk, a large one
 * on its own thread while writes to the source go on. The report is about the copy; rows missing from it are a finding.
 */
export async function copyInBackground(
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<FileReport> {
  const bytes = [source, `${source}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (bytes.some((size) => size >= QUICK_TO_CHECK_BYTES))
    return inWorker({ task: 'copy', source, target }, signal);
  signal?.throwIfAborted();
  const report = await copyFile(source, target);
  if (signal?.aborted) throw new Error(STOPPED);
  return report;
}

/** Copies and checks a database on this thread. */
export async function copyFile(source: string, target: string): Promise<FileReport> {
  const expected = await copySnapshot(source, target);
  const finished = new Sqlite(target, { fileMustExist: true });
  // A backup is a single file that can be read anywhere, even where nothing can be written beside it.
  finished.pragma('journal_mode = DELETE');
  finished.close();
  syncFile(target);
  const report = checkFile(target);
  return { ...report, findings: [...report.findings, ...differences(expected, report.rows)] };
}

// One read transaction around count and copy: both see the same state, and writers do not wait (WAL).
async function copySnapshot(source: string, target: string): Promise<RowCounts> {
  const database = new Sqlite(source, { readonly: true, fileMustExist: true });
  try {
    database.pragma(SMALL_CACHE);
    database.exec('BEGIN');
    const rows = countRows(database);
    await database.backup(target, { progress: () => PAGES_PER_STEP });
    return rows;
  } finally {
    database.close();
  }
}

function differences(expected: RowCounts, found: RowCounts): string[] {
  return Object.entries(expected)
    .filter(([table, rows]) => found[table] !== rows)
    .map(([table, rows]) => `${table} has ${found[table] ?? 'no'} rows instead of ${rows}`);
}

function inWorker(job: IntegrityJob, signal?: AbortSignal): Promise<FileReport> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };
    const code = new URL(WORKER, import.meta.url);
    const { worker, stop } = startSqliteThread<FileReport>(
      code,
      { workerData: job, resourceLimits },
      (report) => {
        // A small file may be done before the thread can be ended.
        if (!signal?.aborted) resolve(report);
      },
    );
    const onAbort = () => void stop();
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal?.removeEventListener('abort', onAbort);
      // Has no effect after the report or an error.
      reject(new Error(STOPPED));
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
