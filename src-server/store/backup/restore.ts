import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Problem } from '../../model/base/problems.ts';
import type { DataFolder } from '../file/data-folder.ts';
import { connect } from '../file/database.ts';
import { checkDatabaseHeader } from '../file/database-header.ts';
import { DamagedDatabase } from '../file/database-problems.ts';
import type { RowCounts } from '../file/integrity.ts';
import { checkLog } from '../log/log-check.ts';
import { migrations, newestSchema } from '../migrate.ts';
import { type Backup, createBackup, rotateBackups, verifyBackup } from './backup.ts';
import { copyAndMigrate, type MigrateOptions } from './copy-backup.ts';
import {
  clearPartial,
  finalizePartial,
  finishInterruptedSwap,
  quarantineDatabase,
  swapIn,
} from './swap-database.ts';

/** Options of everything that replaces the database. */
export type RestoreOptions = MigrateOptions;

/** The result of a restore. */
export type RestoreReport = {
  /** The backup that is now the database. */
  readonly file: string;
  /** Rows per table; `before` is null without that table or a readable database. */
  readonly rows: Readonly<Record<string, { readonly before: number | null; readonly after: number }>>;
  /** Holds the previous state; null when there was none that could be read. */
  readonly backup: Backup | null;
  /** Where an unreadable database was moved. */
  readonly quarantined: readonly string[];
};

type CurrentDatabase = { readonly rows: RowCounts; readonly backup: Backup } | null;

/**
 * Restores a backup: backs up the current state, checks and migrates a copy of the backup, and swaps it in (safety R8). A
 * crash leaves the old state or the new one. The caller holds the folder's lock and has no handle open.
 * @throws DamagedDatabase, NotOurDatabase, NewerDatabase about `file`; BackupFailed. The database is then as it was.
 */
export async function restoreBackup(
  folder: DataFolder,
  file: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const candidate = resolve(file);
  if (candidate === folder.database)
    throw new Problem('This is the current database. Name a backup instead.');
  if (!existsSync(candidate)) throw new Problem(`There is no file ${candidate}.`);
  finishInterruptedSwap(folder, options.clock, options.log);
  checkDatabaseHeader(candidate, newestSchema(options.migrations ?? migrations()));
  if (checkLog(candidate).state === 'damaged')
    throw new DamagedDatabase(candidate, ['its log of the latest changes has an error']);
  const current = await backUpCurrent(folder, options);
  const after = await prepareCopy(folder, candidate, options);
  options.log?.('the copy of the backup is ready');
  const quarantined = current ? [] : quarantineDatabase(folder, options.clock);
  if (quarantined.length > 0) options.log?.(`kept aside ${quarantined.join(', ')}`);
  swapIn(folder);
  options.log?.('the backup is now the database');
  await rotateBackups(folder);
  return {
    file: candidate,
    rows: compare(current?.rows, after),
    backup: current?.backup ?? null,
    quarantined,
  };
}

/**
 * Continues with what can be read of a database whose log is damaged: a copy takes its place, and database and log are
 * kept under another name. A crash leaves the old state or the new one. The caller holds the folder's lock and has no
 * handle open. @throws DamagedDatabase when the rest cannot be read either; the database is then as it was
 */
export async function continueReadable(folder: DataFolder, options: RestoreOptions): Promise<RestoreReport> {
  finishInterruptedSwap(folder, options.clock, options.log);
  if (!existsSync(folder.database)) throw new Problem(`There is no database ${folder.database}.`);
  checkDatabaseHeader(folder.database, newestSchema(options.migrations ?? migrations()));
  const rows = await prepareCopy(folder, folder.database, options);
  options.log?.('the copy of what can be read is ready');
  const quarantined = quarantineDatabase(folder, options.clock);
  swapIn(folder);
  return { file: folder.database, rows: compare(rows, rows), backup: null, quarantined };
}

// Leaves the database closed and complete in one file; null when there is nothing that can be backed up.
async function backUpCurrent(folder: DataFolder, options: RestoreOptions): Promise<CurrentDatabase> {
  // A damaged log must be kept as it is: closing the database would remove what SQLite cannot read.
  if (!existsSync(folder.database) || checkLog(folder.database).state === 'damaged') return null;
  // What could not be restored again is no backup, so that it is kept as it is.
  const { findings, rows } = await verifyBackup(folder.database, options.migrations);
  if (findings.length > 0) return null;
  const database = connect(folder.database);
  try {
    const backup = await createBackup(database, folder, 'before-restore', options.clock);
    options.log?.(`backed up to ${backup.file}`);
    return { rows, backup };
  } finally {
    // Merges the log into the file and removes it, so that the new file does not find it.
    database.close();
  }
}

async function prepareCopy(
  folder: DataFolder,
  candidate: string,
  options: RestoreOptions,
): Promise<RowCounts> {
  const partial = clearPartial(folder);
  const rows = await copyAndMigrate(candidate, partial, options, () => void clearPartial(folder));
  finalizePartial(folder);
  return rows;
}

function compare(before: RowCounts | undefined, after: RowCounts): RestoreReport['rows'] {
  return Object.fromEntries(
    Object.entries(after).map(([table, rows]) => [table, { before: before?.[table] ?? null, after: rows }]),
  );
}
