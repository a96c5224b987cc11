import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Json } from '../../model/builds/build.ts';
import { type LastEntry, lastEntry } from '../backup/backup-order.ts';
import { APPLICATION_ID, findSchemaProblems, migrations, newestSchema } from '../migrate.ts';
import { type Installation, installationTable } from '../tables/settings/installation.ts';
import { settingsReader } from '../tables/settings/settings.ts';
import { checkDatabaseHeader, requiredRelease } from './database-header.ts';
import { DamagedDatabase, NewerDatabase, NotOurDatabase } from './database-problems.ts';
import { countRows, findDamage, isCorruption, type RowCounts, removeEmptyLogFiles } from './integrity.ts';

/** The state of a database file. */
export type DatabaseInspection = {
  readonly bytes: number;
  readonly schema: number;
  /** The schema that this program upgrades it to. */
  readonly newestSchema: number;
  /** Empty when it is valid. */
  readonly findings: readonly string[];
  readonly rows: RowCounts;
  /** The last line of the journal; undefined when the database is damaged. */
  readonly last: LastEntry | undefined;
  /** The settings that differ from their defaults; undefined when the schema is older or the database damaged. */
  readonly settings?: Readonly<Record<string, Json>>;
  /** What the vault should hold; undefined when the schema is older or the database damaged. */
  readonly secrets?: {
    readonly installation: Installation;
    /** Whether any value is encrypted, so that the data key is needed. */
    readonly hasSealed: boolean;
    /** By id and digest in hexadecimal. */
    readonly tokens: readonly { readonly id: number; readonly digest: string }[];
  };
};

/** Returns the version of the included SQLite: `3.54.1`. */
export function sqliteVersion(): string {
  const database = new Sqlite(':memory:');
  try {
    return String(database.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    database.close();
  }
}

/**
 * Reads a whole database, even one that another process uses, and does not change it. Takes no lock on the folder, so that
 * a start at the same time succeeds. Not for a process that has the database open itself.
 * @throws DamagedDatabase, NotOurDatabase, NewerDatabase
 */
export function inspectDatabase(file: string): DatabaseInspection {
  const newest = newestSchema(migrations());
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // While there is a log, only SQLite can read the current first page.
  if (log === 0) checkDatabaseHeader(file, newest);
  const untouched = !existsSync(`${file}-wal`) && !existsSync(`${file}-shm`);
  try {
    return inspect(file, newest);
  } catch (error) {
    if (isCorruption(error)) throw new DamagedDatabase(file, [error.message]);
    throw error;
  } finally {
    if (untouched) removeEmptyLogFiles(file);
  }
}

function inspect(file: string, newest: number): DatabaseInspection {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new NotOurDatabase(file);
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema > newest) throw new NewerDatabase(file, schema, newest, requiredRelease(database));
    const damage = findDamage(database);
    const findings = damage.length > 0 ? damage : findSchemaProblems(database, migrations());
    const sound = findings.length === 0;
    return {
      bytes: statSync(file).size,
      schema,
      newestSchema: newest,
      findings,
      rows: sound ? countRows(database) : {},
      last: sound ? lastEntry(database) : undefined,
      ...(sound &&
        schema === newest && { settings: settingsReader(database)(), secrets: expectedSecrets(database) }),
    };
  } finally {
    database.close();
  }
}

function expectedSecrets(database: Database): DatabaseInspection['secrets'] {
  return {
    installation: installationTable(database).read(),
    hasSealed:
      database
        .prepare(
          'SELECT 1 FROM environment_variables WHERE sealed IS NOT NULL UNION ALL SELECT 1 FROM integrations WHERE sealed IS NOT NULL LIMIT 1',
        )
        .get() !== undefined,
    tokens: database
      .prepare<[], { id: number; digest: string }>(
        'SELECT id, lower(hex(digest)) AS digest FROM tokens ORDER BY id',
      )
      .all(),
  };
}
