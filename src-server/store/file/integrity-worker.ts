// Runs on its own thread, so that reading a gigabyte delays no request.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { syncFile } from './data-folder.ts';
import {
  checkFile,
  countRows,
  type FileReport,
  type IntegrityJob,
  type RowCounts,
  SMALL_CACHE,
} from './integrity.ts';
import { loadSqlite } from './sqlite-thread.ts';

loadSqlite();

// 8 MB: few enough pages that a request to stop takes effect soon.
const PAGES_PER_STEP = 2048;

async function copy(source: string, target: string): Promise<FileReport> {
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

const job = workerData as IntegrityJob;
parentPort?.postMessage(job.task === 'check' ? checkFile(job.file) : await copy(job.source, job.target));
