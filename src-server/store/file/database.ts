import { existsSync, statSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { createBackup, listBackups, removeUnfinishedBackups, rotateBackups } from '../backup/backup.ts';
import { clearPartial, finalizePartial, finishInterruptedSwap, swapIn } from '../backup/swap-database.ts';
import { emptyLog } from '../log/checkpoint.ts';
import { requireUndamagedLog } from '../log/log-check.ts';
import {
  beginAsNew,
  findSchemaDifferences,
  type Migration,
  type MigrationContext,
  migrate,
  migrations,
  newestSchema,
  pendingMigrations,
} from '../migrate.ts';
import type { DataFolder } from './data-folder.ts';
import { checkDatabaseHeader } from './database-header.ts';
import { DamagedDatabase } from './database-problems.ts';
import { FULL_CHECK_BYTES, findDamage, findDamageQuickly, isCorruption, withReadOnly } from './integrity.ts';

/** An open database. */
export type Database = Sqlite.Database;

/** How to open the database. The caller holds the folder's lock. */
export type OpenOptions = MigrationContext & {
  /** null: in memory, lost when closed. */
  readonly folder: DataFolder | null;
  /** Every step of the schema; tests may pass their own. */
  readonly migrations?: readonly Migration[];
  /** Bytes up to which the file is read in full before use. */
  readonly fullCheckBytes?: number;
};

type NewDatabaseOptions = MigrationContext & Pick<OpenOptions, 'migrations'>;

type Pragma = { readonly name: string; readonly value: string | number; readonly expected: string | number };

// Each is read back after it was set, because SQLite ignores an unsupported setting silently.
const PRAGMAS: readonly Pragma[] = [
  // Another process may read the file (doctor, a backup): wait for it instead of failing.
  { name: 'busy_timeout', value: 5000, expected: 5000 },
  // Readers and the one writer do not wait for each other; a backup runs while writes go on.
  { name: 'journal_mode', value: 'WAL', expected: 'wal' },
  // Acknowledged changes survive a power cut; the default of WAL risks the last transactions.
  { name: 'synchronous', value: 'FULL', expected: 2 },
  // On macOS a plain fsync does not reach the disk; elsewhere this does nothing.
  { name: 'fullfsync', value: 'ON', expected: 1 },
  { name: 'checkpoint_fullfsync', value: 'ON', expected: 1 },
  { name: 'foreign_keys', value: 'ON', expected: 1 },
  // With a mapped file, a disk error would end the process, and a stray write would damage the file.
  { name: 'mmap_size', value: 0, expected: 0 },
  // 6 MB (a negative number counts KiB) hold the upper levels of every index of a large store.
  { name: 'cache_size', value: -6_000, expected: -6_000 },
  // Sorting never writes to a disk that may be full, nor leaves rows in /tmp.
  { name: 'temp_store', value: 'MEMORY', expected: 2 },
  // A log that a bulk change made large is truncated to 64 MB.
  { name: 'journal_size_limit', value: 67_108_864, expected: 67_108_864 },
  // A tampered schema cannot call functions with side effects.
  { name: 'trusted_schema', value: 'OFF', expected: 0 },
  // Damage is noticed when a page is read, before it is changed.
  { name: 'cell_size_check', value: 'ON', expected: 1 },
];

// The first release without the bug that let a checkpoint at the wrong moment damage a database in WAL mode.
const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * Opens the database, creating or migrating it if needed (safety R1, R4, R6, R9). Nothing is written before the file was
 * found to be ours and valid; a migration waits for a verified backup.
 * @throws DamagedDatabase or DamagedLog, NotOurDatabase, NewerDatabase: nothing was changed; BackupFailed: nothing was migrated
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { folder, clock, log } = options;
  if (!folder) return openInMemory(options);
  finishInterruptedSwap(folder, clock, log);
  removeUnfinishedBackups(folder);
  // Before any connection: SQLite takes the first bad frame of the log for its end.
  const uncertain = requireUndamagedLog(folder.database);
  if (uncertain) log?.(`In the database, ${uncertain}. Check what was changed last.`);
  if (existsSync(folder.database)) {
    checkBeforeUse(folder.database, options);
  } else {
    if (listBackups(folder).length > 0) {
      log?.(
        'the database is missing: starting with an empty one. `npm run lectern -- restore` restores a backup.',
      );
    }
    prepareNewDatabase(folder, options);
    swapIn(folder);
  }
  const database = connect(folder.database);
  try {
    // What an incomplete transaction left must not be found again after the next crash.
    emptyLog(database);
    await migrateWithBackup(database, folder, options);
    return database;
  } catch (error) {
    database.close();
    throw isCorruption(error) ? new DamagedDatabase(folder.database, [error.message]) : error;
  }
}

/** Opens or creates a file that is known to be valid, or a copy in memory, and asserts every pragma (safety R1). */
export function connect(file: string | Buffer): Database {
  const database = new Sqlite(file, { timeout: 5000 });
  try {
    requireSqliteVersion(database);
    for (const pragma of PRAGMAS) applyPragma(database, pragma);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Creates an empty database of the newest schema, ready to be swapped in (swap-database.ts). It is made in memory and
 * written at once, since on the disk each step would wait for it.
 */
export function prepareNewDatabase(folder: DataFolder, options: NewDatabaseOptions): void {
  const partial = clearPartial(folder);
  const database = openInMemory(options);
  try {
    // SQLite gives its logs the permissions of the database file, so that file is private from the start (safety S18).
    writeFileSync(partial, database.serialize(), { flag: 'wx', mode: 0o600 });
  } finally {
    database.close();
  }
  finalizePartial(folder);
}

/** What the first new database had after every step. */
let newDatabase: Buffer | undefined;

// Further ones in the same process are copies of it, which takes a twentieth of the time of the steps.
function openInMemory(options: NewDatabaseOptions): Database {
  if (options.migrations === undefined && newDatabase) {
    const copy = connect(newDatabase);
    beginAsNew(copy, options);
    return copy;
  }
  const database = connect(':memory:');
  migrate(database, options.migrations ?? migrations(), { ...options, log: undefined });
  if (options.migrations === undefined) newDatabase ??= database.serialize();
  return database;
}

// Read-only, because a writable handle would merge the log of a damaged file into it.
function checkBeforeUse(
  file: string,
  { migrations: list = migrations(), fullCheckBytes }: OpenOptions,
): void {
  checkDatabaseHeader(file, newestSchema(list));
  const small = statSync(file).size <= (fullCheckBytes ?? FULL_CHECK_BYTES);
  const findings = findingsIn(file, (database) => {
    const damage = small ? findDamage(database) : findDamageQuickly(database);
    return damage.length > 0 ? damage : findWrongSchema(database, list);
  });
  if (findings.length > 0) throw new DamagedDatabase(file, findings);
}

function findWrongSchema(database: Database, list: readonly Migration[]): string[] {
  return pendingMigrations(database, list).length === 0 ? findSchemaDifferences(database, list) : [];
}

function findingsIn(file: string, check: (database: Database) => string[]): string[] {
  try {
    return withReadOnly(file, check);
  } catch (error) {
    if (isCorruption(error)) return [error.message];
    throw error;
  }
}

async function migrateWithBackup(
  database: Database,
  folder: DataFolder,
  options: OpenOptions,
): Promise<void> {
  const list = options.migrations ?? migrations();
  if (pendingMigrations(database, list).length === 0) return;
  const backup = await createBackup(database, folder, 'before-migration', options.clock);
  options.log?.(`backed up to ${backup.file}`);
  migrate(database, list, options);
  await rotateBackups(folder);
}

function requireSqliteVersion(database: Database): void {
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  const found = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((part, index) => (found[index] ?? 0) - part).find(
    (delta) => delta !== 0,
  );
  if (difference !== undefined && difference < 0) {
    throw new Error(`SQLite ${version} is too old; ${OLDEST_SQLITE.join('.')} is needed.`);
  }
}

function applyPragma(database: Database, { name, value, expected: reads }: Pragma): void {
  database.pragma(`${name} = ${value}`);
  const found = database.pragma(name, { simple: true });
  // A database in memory has no log and no file to map.
  if (database.memory && (name === 'journal_mode' || name === 'mmap_size')) return;
  if (found !== reads) throw new Error(`SQLite keeps ${name} at ${String(found)} instead of ${value}.`);
}
