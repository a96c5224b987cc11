import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Clock, Timestamp } from '../model/base/timestamp.ts';
import { backfillBuildOutput } from './tables/builds/backfill-build-output.ts';

/** One step of the schema. Frozen once shipped (style.md, Absorb 6). */
export type Migration = {
  /** 1, 2, 3 …; becomes `user_version`. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL alone cannot say; runs after it, in the same transaction. */
  readonly fill?: (database: Database, at: Timestamp) => void;
};

/** What a migration is told of its surroundings. */
export type MigrationContext = {
  readonly clock: Clock;
  /** Release of the running program; written down so that an older one can name it (safety R9). */
  readonly version: string;
  readonly log?: (line: string) => void;
};

/** 'Lect': tells our files from those of other programs. */
export const APPLICATION_ID = 0x4c656374;

const FILLS: Readonly<Record<number, Migration['fill']>> = {
  1: (database, at) =>
    database.prepare('INSERT INTO installation (id, created) VALUES (?, ?)').run(randomUUID(), at),
  3: backfillBuildOutput,
};

/**
 * Every migration in order. The only place that knows that they are files, so that a bundle can bring them otherwise.
 * @throws Error when numbers are missing or double
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

/** The schema that these migrations lead to. */
export function newestSchema(list: readonly Migration[]): number {
  return list.at(-1)?.version ?? 0;
}

/** Those that the database has not seen yet. */
export function pendingMigrations(database: Database, list: readonly Migration[]): readonly Migration[] {
  const present = Number(database.pragma('user_version', { simple: true }));
  return list.filter(({ version }) => version > present);
}

/**
 * Brings the schema forward, each step whole or not at all (safety R4). Makes no backup: the caller has one.
 * @throws SqliteError, or Error when a step would leave a reference that points nowhere
 */
export function migrate(database: Database, list: readonly Migration[], context: MigrationContext): void {
  const pending = pendingMigrations(database, list);
  if (pending.length === 0) return;
  // A step that rebuilds a table must drop the old one without its references going too. The switch has no
  // effect inside a transaction, so it stands here.
  database.pragma('foreign_keys = OFF');
  try {
    for (const migration of pending) apply(database, migration, context);
  } finally {
    database.pragma('foreign_keys = ON');
  }
}

function apply(database: Database, migration: Migration, { clock, version, log }: MigrationContext): void {
  const at = clock();
  const step = database.transaction(() => {
    database.exec(migration.sql);
    migration.fill?.(database, at);
    const broken = database.prepare('SELECT DISTINCT "table" FROM pragma_foreign_key_check').pluck().all();
    if (broken.length > 0)
      throw new Error(`Migration ${migration.name} breaks references in ${broken.join(', ')}.`);
    database
      .prepare('INSERT INTO schema_history (version, needs, applied) VALUES (?, ?, ?)')
      .run(migration.version, version, at);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${migration.version}`);
  });
  step.immediate();
  log?.(`migrated to schema ${migration.version} (${migration.name})`);
}
