import type { Database } from 'better-sqlite3';
import { backfillBuildOutput } from './tables/builds/backfill-build-output.ts';

type Rebuild = {
  readonly table: string;
  /** The statement that creates the table as schema 4 has it. */
  readonly create: string;
  /** Columns that the earlier table has too. */
  readonly kept: string;
  readonly indexes: readonly string[];
};

const INTEGRATIONS: Rebuild = {
  table: 'integrations',
  create: `CREATE TABLE integrations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
    provider TEXT NOT NULL CHECK (provider IN ('github', 'gitlab', 'bitbucket', 'generic')),
    sealed BLOB,
    note TEXT,
    created INTEGER NOT NULL,
    last_heard INTEGER
  ) STRICT`,
  kept: 'id, project_id, provider, sealed, created, last_heard',
  indexes: ['CREATE INDEX integrations_of_project ON integrations (project_id, id)'],
};

const BUILD_WEBHOOKS: Rebuild = {
  table: 'build_webhooks',
  create: `CREATE TABLE build_webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
    url TEXT NOT NULL,
    created INTEGER NOT NULL,
    last_sent INTEGER,
    last_event TEXT CHECK (last_event IN ('triggered', 'finished', 'test')),
    last_status INTEGER,
    last_problem TEXT,
    UNIQUE (project_id, url)
  ) STRICT`,
  kept: 'id, project_id, url, created',
  indexes: [],
};

const BUILD_COMMANDS: Rebuild = {
  table: 'build_commands',
  create: `CREATE TABLE build_commands (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    build_id INTEGER NOT NULL REFERENCES builds ON DELETE CASCADE,
    description TEXT NOT NULL DEFAULT '',
    command TEXT NOT NULL,
    exit_code INTEGER,
    start_time INTEGER NOT NULL,
    end_time INTEGER,
    lines INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    warnings INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  kept: 'id, build_id, description, command, exit_code, start_time, end_time',
  indexes: [
    'CREATE INDEX build_commands_in_order ON build_commands (build_id, start_time, id)',
    'CREATE INDEX build_commands_with_output ON build_commands (build_id, bytes) WHERE bytes > 0',
  ],
};

const BUILD_OUTPUT = `
  CREATE TABLE build_output (
    command_id INTEGER NOT NULL REFERENCES build_commands ON DELETE CASCADE,
    chunk INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    continues INTEGER NOT NULL CHECK (continues IN (0, 1)),
    lines INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    marks TEXT NOT NULL CHECK (json_valid(marks)),
    text TEXT NOT NULL,
    PRIMARY KEY (command_id, chunk)
  ) STRICT;
  CREATE UNIQUE INDEX build_output_by_line ON build_output (command_id, first_line) WHERE lines > 0;
  CREATE INDEX build_output_marked ON build_output (command_id, chunk) WHERE errors + warnings > 0;`;

// Builds that finished without a runner before schema 3 came with a seed file; the first two shapes did not mark them.
const MARK_RECORDED = `
  UPDATE builds SET recorded = 1 WHERE state = 'finished' AND claimed IS NULL
    AND created < (SELECT applied FROM schema_history WHERE version = 3)`;

/**
 * Brings every shape that schemas 1 to 3 ever had to that of schema 4, without losing a row; does nothing where the shape
 * is right. Part of migration 4. Foreign keys are off.
 */
export function repairEarlierShapes(database: Database): void {
  const lacks = (table: string, column: string) => !columnsOf(database, table).includes(column);
  // Named apart, since the other shapes have it in this place too: at the end.
  if (lacks('projects', 'remote_branch')) database.exec('ALTER TABLE projects ADD COLUMN remote_branch TEXT');
  if (lacks('integrations', 'note')) rebuild(database, INTEGRATIONS);
  if (lacks('build_webhooks', 'last_sent')) rebuild(database, BUILD_WEBHOOKS);
  if (lacks('builds', 'log_removed')) database.exec('ALTER TABLE builds ADD COLUMN log_removed INTEGER');
  if (!lacks('build_commands', 'output')) chunkOutput(database);
  database.exec(MARK_RECORDED);
}

function chunkOutput(database: Database): void {
  database.exec('DROP INDEX build_commands_in_order');
  startRebuild(database, BUILD_COMMANDS);
  database.exec(BUILD_OUTPUT);
  // Drops the old table as well.
  backfillBuildOutput(database);
}

function rebuild(database: Database, wanted: Rebuild): void {
  for (const [index = ''] of wanted.indexes.map((sql) => /(?<=INDEX )\w+/.exec(sql) ?? []))
    database.exec(`DROP INDEX ${index}`);
  startRebuild(database, wanted);
  database.exec(`DROP TABLE old_${wanted.table}`);
}

/** Creates the table with its rows; the earlier one stays as `old_TABLE`. Numbers of removed rows are never reused. */
function startRebuild(database: Database, { table, create, kept, indexes }: Rebuild): void {
  database.exec(`
    ALTER TABLE ${table} RENAME TO old_${table};
    ${create};
    INSERT INTO ${table} (${kept}) SELECT ${kept} FROM old_${table};
    DELETE FROM sqlite_sequence WHERE name = '${table}';
    INSERT INTO sqlite_sequence (name, seq)
      SELECT '${table}', seq FROM sqlite_sequence WHERE name = 'old_${table}';
    ${indexes.join(';')}`);
}

function columnsOf(database: Database, table: string): string[] {
  return database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}
