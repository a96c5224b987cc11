import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Clock, Timestamp } from '../model/base/timestamp.ts';
import { repairEarlierShapes } from './earlier-shapes.ts';
import { DamagedDatabase } from './file/database-problems.ts';
import { describeSchemaDifferences, NEWEST_SCHEMA, readSchema, type Schema, schemaDigest } from './schema.ts';
import { backfillBuildOutput } from './tables/builds/backfill-build-output.ts';

/** One step of the schema. Never changed once it was released. */
export type Migration = {
  /** 1, 2, 3 …; becomes `user_version`. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL alone cannot do; runs after it, in the same transaction. */
  readonly fill?: (database: Database, at: Timestamp) => void;
};

/** What a migration may use beside the database. */
export type MigrationContext = {
  readonly clock: Clock;
  /** Release of the running program; stored so that an older one can name it (safety R9). */
  readonly version: string;
  readonly log?: (line: string) => void;
};

/** 'Lect': distinguishes our files from those of other programs. */
export const APPLICATION_ID = 0x4c656374;

/** Every shape that a database had before this schema is brought to the one shape of it. */
const FIRST_CHECKED = 4;

const FILLS: Readonly<Record<number, Migration['fill']>> = {
  1: (database, at) =>
    database.prepare('INSERT INTO installation (id, created) VALUES (?, ?)').run(randomUUID(), at),
  3: backfillBuildOutput,
  4: repairEarlierShapes,
};

/**
 * Returns every migration in order. Only this function knows that they are files, since a bundle has them otherwise.
 * @throws Error when numbers are missing or repeated
 */
export function migrations(): readonly Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file, index) => {
    const version = index + 1;
    const [, number, name = ''] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
    if (Number(number) !== version) throw new Error(`Expected migration ${version}, found the file ${file}.`);
    return { version, name, sql: readFileSync(new URL(file, folder), 'utf8'), fill: FILLS[version] };
  });
}

/** Returns the schema after these migrations. */
export function newestSchema(list: readonly Migration[]): number {
  return list.at(-1)?.version ?? 0;
}

/** Returns those that the database does not have yet. */
export function pendingMigrations(database: Database, list: readonly Migration[]): readonly Migration[] {
  const present = Number(database.pragma('user_version', { simple: true }));
  return list.filter(({ version }) => version > present);
}

/**
 * Lists how the tables differ from those of the newest schema, the first as part of a sentence. Only for a database of
 * that schema: an earlier one may have any shape that migrations expect.
 */
export function findSchemaDifferences(database: Database, list: readonly Migration[]): string[] {
  const found = readSchema(database);
  const version = newestSchema(list);
  // Building the expected one takes longer than all other checks of a small database.
  if (version === NEWEST_SCHEMA.version && schemaDigest(found) === NEWEST_SCHEMA.digest) return [];
  return describeSchemaDifferences(expectedSchema(list), found, version);
}

/** Lists what is wrong with the tables of a database of this or an earlier schema, the first as part of a sentence. */
export function findSchemaProblems(database: Database, list: readonly Migration[]): string[] {
  const isNewest = pendingMigrations(database, list).length === 0;
  return isNewest ? findSchemaDifferences(database, list) : findUpgradeProblems(database, list);
}

/**
 * Lists why a database of an earlier schema could not be upgraded, the first as part of a sentence. Tries it with its
 * tables in memory, without rows, so that nothing is changed.
 */
function findUpgradeProblems(database: Database, list: readonly Migration[]): string[] {
  const copy = new Sqlite(':memory:');
  try {
    copy.pragma('foreign_keys = OFF');
    for (const sql of statementsOf(database)) copy.exec(sql);
    copy.pragma(`user_version = ${Number(database.pragma('user_version', { simple: true }))}`);
    migrate(copy, list, { clock: () => 0, version: '' });
    return [];
  } catch (error) {
    if (error instanceof DamagedDatabase) return [...error.findings];
    if (error instanceof Sqlite.SqliteError) return [...wrongTables(database, error)];
    throw error;
  } finally {
    copy.close();
  }
}

/** Returns the statements that made the tables, then those that need them. */
function statementsOf(database: Database): string[] {
  return database
    .prepare<[], string>(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY type <> 'table', rowid`,
    )
    .pluck()
    .all();
}

function wrongTables(database: Database, error: Error): readonly [string, string] {
  const version = Number(database.pragma('user_version', { simple: true }));
  return [`its tables are not those of schema ${version} (${error.message})`, error.message];
}

/**
 * Upgrades the schema, each step in one transaction (safety R4), and checks the result. Makes no backup: the caller has
 * one. @throws DamagedDatabase when the tables are not those of the newest schema; SqliteError, or Error when a step
 * would leave a broken reference
 */
export function migrate(database: Database, list: readonly Migration[], context: MigrationContext): void {
  const pending = pendingMigrations(database, list);
  if (pending.length === 0) {
    requireNewestSchema(database, list);
    return;
  }
  // A step that rebuilds a table must drop the old one without its references. The pragma has no effect inside a
  // transaction, so it is set here.
  database.pragma('foreign_keys = OFF');
  // A new database has had no other shape, so the check after its last step says all.
  const isNew = pending.length === list.length;
  try {
    for (const migration of pending) {
      const upToThis = list.filter(({ version }) => version <= migration.version);
      const isChecked = migration === list.at(-1) || (!isNew && migration.version >= FIRST_CHECKED);
      const check = isChecked ? () => requireNewestSchema(database, upToThis) : undefined;
      // Of a new database nobody asks from which schema it came.
      applyOrExplain(database, migration, isNew ? { ...context, log: () => {} } : context, check);
    }
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

/** Gives the copy of a database without rows what differs between new ones: its identity and the time of its steps. */
export function beginAsNew(database: Database, { clock, version }: MigrationContext): void {
  const at = clock();
  database.prepare('UPDATE installation SET id = ?, created = ?').run(randomUUID(), at);
  database.prepare('UPDATE schema_history SET needs = ?, applied = ?').run(version, at);
}

function requireNewestSchema(database: Database, list: readonly Migration[]): void {
  const differences = findSchemaDifferences(database, list);
  if (differences.length > 0) throw new DamagedDatabase(database.name, differences);
}

/** By the statements of the steps: an upgrade asks for several, and each takes as long as a new database. */
const expectedSchemas = new Map<string, Schema>();

function expectedSchema(list: readonly Migration[]): Schema {
  const steps = list.map(({ sql }) => sql).join('\n');
  const schema = expectedSchemas.get(steps) ?? makeSchema(list);
  expectedSchemas.set(steps, schema);
  return schema;
}

function makeSchema(list: readonly Migration[]): Schema {
  const database = new Sqlite(':memory:');
  try {
    database.pragma('foreign_keys = OFF');
    for (const { version, sql } of list) {
      database.exec(sql);
      // Not that of a given step, which may have effects elsewhere.
      FILLS[version]?.(database, 0);
    }
    return readSchema(database);
  } finally {
    database.close();
  }
}

/** @throws DamagedDatabase when a table or column is missing that every database of its schema has */
function applyOrExplain(...[database, ...rest]: Parameters<typeof apply>): void {
  try {
    apply(database, ...rest);
  } catch (error) {
    // The other codes are about the disk and other connections.
    if (!(error instanceof Sqlite.SqliteError) || error.code !== 'SQLITE_ERROR') throw error;
    throw new DamagedDatabase(database.name, wrongTables(database, error));
  }
}

function apply(
  database: Database,
  migration: Migration,
  { clock, version, log }: MigrationContext,
  check?: () => void,
): void {
  const at = clock();
  const step = database.transaction(() => {
    database.exec(migration.sql);
    migration.fill?.(database, at);
    const broken = database.prepare('SELECT DISTINCT "table" FROM pragma_foreign_key_check').pluck().all();
    if (broken.length > 0)
      throw new Error(`Migration ${migration.name} breaks references in ${broken.join(', ')}.`);
    check?.();
    database
      .prepare('INSERT INTO schema_history (version, needs, applied) VALUES (?, ?, ?)')
      .run(migration.version, version, at);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${migration.version}`);
  });
  step.immediate();
  log?.(`migrated to schema ${migration.version} (${migration.name})`);
}
