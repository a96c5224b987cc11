import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { APPLICATION_ID, migrations } from '../../../src-server/store/migrate.ts';
import { backfillBuildOutput } from '../../../src-server/store/tables/builds/backfill-build-output.ts';

export const EARLIER_TOKEN = 'c'.repeat(40);
export const EARLIER_OUTPUT = 'first line\nWARNING: second\n';

/** One combination of the migrations as they were on main at a commit; undefined stands for the present text. */
export type Shape = { readonly first?: string; readonly third?: string | null; readonly chunked: boolean };

/** Every shape that a database of schema 1 to 3 had on main, by name. */
export const SHAPES: readonly (readonly [string, Shape])[] = [
  ['schema 1 of ab861ed', { first: '0001-ab861ed', third: null, chunked: false }],
  ['schema 2 of ab861ed', { first: '0001-ab861ed', third: null, chunked: false }],
  ['schema 2 of b322fc9', { third: null, chunked: false }],
  ['schema 3 of 28b7a03', { third: '0003-28b7a03', chunked: false }],
  ['schema 3 of 28b7a03 on ab861ed', { first: '0001-ab861ed', third: '0003-28b7a03', chunked: false }],
  ['schema 3 of ad76ac1', { third: '0003-ad76ac1', chunked: true }],
  ['schema 3 of ad76ac1 on ab861ed', { first: '0001-ab861ed', third: '0003-ad76ac1', chunked: true }],
  ['schema 3 of 26de493', { third: '0003-26de493', chunked: true }],
  ['schema 3 of 26de493 on ab861ed', { first: '0001-ab861ed', third: '0003-26de493', chunked: true }],
  ['schema 3 of 186409a on ab861ed', { first: '0001-ab861ed', chunked: true }],
  ['the present schema 3', { chunked: true }],
];

function earlierSql(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../store/migrations/earlier', `${name}.sql`), 'utf8');
}

/** Writes a database as an earlier commit would have, with a row in each table that has changed since. */
export function makeEarlierDatabase(folder: DataFolder, version: number, shape: Shape): void {
  writeFileSync(folder.database, earlierDatabase(version, shape));
  const database = new Sqlite(folder.database);
  database.pragma('journal_mode = WAL');
  database.close();
}

/** Makes it in memory, since on the disk each statement would wait for it. */
function earlierDatabase(version: number, { first, third, chunked }: Shape): Buffer {
  const [one, two, three] = migrations().map(({ sql }) => sql);
  const database = new Sqlite(':memory:');
  const apply = (number: number, sql = '') => {
    database.exec(sql);
    database.prepare('INSERT INTO schema_history VALUES (?, ?, ?)').run(number, '0.1.0', 10);
  };
  apply(1, first ? earlierSql(first) : one);
  database.exec(`INSERT INTO installation (id, created) VALUES ('an-installation', 1)`);
  addRows(database);
  if (version >= 2) {
    apply(2, two);
    addTrash(database);
  }
  if (version >= 3) {
    apply(3, third ? earlierSql(third) : three);
    if (chunked) backfillBuildOutput(database);
    database.exec(`
      INSERT INTO integrations (id, project_id, provider, sealed, created) VALUES (7, 1, 'github', x'01', 5), (9, 1, 'gitlab', NULL, 6);
      DELETE FROM integrations WHERE id = 9;
      INSERT INTO build_webhooks (id, project_id, url, created) VALUES (4, 1, 'https://x.org/hook', 5);
      UPDATE projects SET trusted_repository = repository_url, sync_problem = 'none';
      INSERT INTO builds (id, project_id, version_id, created, state, success, claimed) VALUES (5, 1, 1, 20, 'finished', 1, 21);`);
  }
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${version}`);
  const image = database.serialize();
  database.close();
  return image;
}

function addRows(database: Database): void {
  const digest = createHash('sha256').update(EARLIER_TOKEN).digest('hex');
  const command = `'sphinx', 'make html', '${EARLIER_OUTPUT}', 0, 5, 6`;
  database.exec(`
    INSERT INTO users (id, username, created) VALUES (1, 'alice', 1);
    INSERT INTO tokens (user_id, name, digest, last_four, created) VALUES (1, 'n', x'${digest}', 'cccc', 1);
    INSERT INTO projects (slug, name, repository_url, repository_type, created, modified)
      VALUES ('kept', 'Kept', 'https://x.org/a.git', 'git', 1, 1), ('gone', 'Gone', 'https://x.org/b.git', 'git', 1, 1);
    INSERT INTO project_users VALUES (1, 1, 0, 'kept');
    INSERT INTO versions (project_id, slug, verbose_name, identifier, active)
      VALUES (1, 'latest', 'latest', 'main', 1), (2, 'b', 'b', 'b', 1);
    INSERT INTO builds (project_id, version_id, created, state, success)
      VALUES (1, 1, 2, 'finished', 1), (2, 2, 2, 'finished', 1);
    INSERT INTO build_commands (id, build_id, description, command, output, exit_code, start_time, end_time)
      VALUES (3, 1, ${command}), (8, 2, ${command});`);
}

/** Moves the project `gone` to the trash, as schema 2 did. */
function addTrash(database: Database): void {
  const copy = (table: string, where: string) => {
    const names = database
      .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`)
      .pluck()
      .all();
    return `INSERT INTO trash_rows (trash_id, table_name, row)
      SELECT 1, '${table}', json_object(${names.map((name) => `'${name}', "${name}"`).join(', ')})
      FROM ${table} WHERE ${where};`;
  };
  database.exec(`
    INSERT INTO trash (removed, kind, subject_id, name, batch) VALUES (1, 'project', 2, 'gone', 1);
    ${copy('projects', 'id = 2')} ${copy('versions', 'project_id = 2')} ${copy('builds', 'project_id = 2')}
    ${copy('build_commands', 'build_id = 2')}
    DELETE FROM projects WHERE id = 2;`);
}

/** The schema in the name of a shape. */
export const versionOf = (name: string) => Number(/schema (\d)/.exec(name)?.[1]);
