import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { listBackups } from '../../../src-server/store/backup/backup.ts';
import type { DataFolder } from '../../../src-server/store/file/data-folder.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { DamagedDatabase } from '../../../src-server/store/file/database-problems.ts';
import { findDamage } from '../../../src-server/store/file/integrity.ts';
import { APPLICATION_ID, migrations } from '../../../src-server/store/migrate.ts';
import { openStore } from '../../../src-server/store/open-store.ts';
import { NEWEST_SCHEMA, readSchema, schemaDigest } from '../../../src-server/store/schema.ts';
import { backfillBuildOutput } from '../../../src-server/store/tables/builds/backfill-build-output.ts';
import { makeDataFolder, openOptions, snapshot, withDatabase } from '../../support/store/store-folder.ts';

const TOKEN = 'c'.repeat(40);
const OUTPUT = 'first line\nWARNING: second\n';

/** One combination of the migrations as they were on main at a commit; undefined stands for the present text. */
type Shape = { readonly first?: string; readonly third?: string | null; readonly chunked: boolean };

const SHAPES: readonly (readonly [string, Shape])[] = [
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
  return readFileSync(join(import.meta.dirname, 'earlier', `${name}.sql`), 'utf8');
}

/** Writes a database as an earlier commit would have, with a row in each table that has changed since. */
function makeEarlierDatabase(folder: DataFolder, version: number, { first, third, chunked }: Shape): void {
  const [one, two, three] = migrations().map(({ sql }) => sql);
  const database = new Sqlite(folder.database);
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
  database.pragma('journal_mode = WAL');
  database.close();
}

function addRows(database: Database): void {
  const digest = createHash('sha256').update(TOKEN).digest('hex');
  const command = `'sphinx', 'make html', '${OUTPUT}', 0, 5, 6`;
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

const versionOf = (name: string) => Number(/schema (\d)/.exec(name)?.[1]);

async function digestOfNew(): Promise<string> {
  return withDatabase(makeDataFolder(), (database) => schemaDigest(readSchema(database)));
}

describe.each(SHAPES)('%s', (name, shape) => {
  const version = versionOf(name);

  test('opens with the present schema and all of its rows (safety R9)', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, version, shape);
    const found = await withDatabase(folder, (database) => {
      const store = openStore(database);
      const result = {
        damage: findDamage(database),
        digest: schemaDigest(readSchema(database)),
        commands: store.buildCommands.ofBuilds([1]).get(1),
        recorded: database.prepare('SELECT id, recorded FROM builds ORDER BY id').raw().all(),
        integrations: database.prepare('SELECT id, provider, note, created FROM integrations').raw().all(),
        webhooks: database.prepare('SELECT id, url, last_sent FROM build_webhooks').raw().all(),
        nextIntegration: database
          .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'integrations'")
          .pluck()
          .get(),
      };
      const [trash] = store.trash.all();
      if (trash) store.change(() => store.trash.restore(trash));
      return { ...result, restored: trash && store.buildCommands.ofBuilds([2]).get(2) };
    });
    const command = { command: 'make html', exitCode: 0, output: OUTPUT, lines: 2, warnings: 1, errors: 0 };
    expect(found.damage).toEqual([]);
    expect(found.digest).toBe(await digestOfNew());
    expect(found.commands).toMatchObject([{ id: 3, ...command }]);
    if (version > 1) expect(found.restored).toMatchObject([{ id: 8, ...command }]);
    expect(found.recorded).toContainEqual([1, 1]);
    if (version < 3) return;
    expect(found.recorded).toContainEqual([5, 0]);
    expect(found.integrations).toEqual([[7, 'github', null, 5]]);
    expect(found.nextIntegration).toBe(9);
    expect(found.webhooks).toEqual([[4, 'https://x.org/hook', null]]);
    expect(listBackups(folder).map(({ reason }) => reason)).toEqual(['before-migration']);
  });

  test('is served after the upgrade', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, version, shape);
    const lectern = await openLectern({ data: folder.root, port: 0, keychain: 'off' });
    onTestFinished(() => lectern.close());
    const answer = await fetch(`${lectern.url}/api/v3/projects/kept/builds/1/`, {
      headers: { authorization: `Token ${TOKEN}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: 1, success: true });
  });
});

describe('a schema that is not that of its version', () => {
  test.each([
    ['a missing column', 'ALTER TABLE projects DROP COLUMN remote_branch', 'different: table projects'],
    [
      'a missing index',
      'DROP INDEX builds_in_flight_by_version',
      'missing: index builds_in_flight_by_version',
    ],
    ['a missing table', 'DROP TABLE build_webhooks', 'missing: table build_webhooks'],
    [
      'a trigger of somebody else',
      'CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END',
      'added: trigger t',
    ],
  ])('%s is refused, and nothing is changed (safety R6)', async (_, sql, text) => {
    const folder = makeDataFolder();
    await withDatabase(folder, () => undefined);
    const database = new Sqlite(folder.database);
    database.exec(sql);
    database.close();
    const before = snapshot(folder);
    const error = await openDatabase(openOptions(folder)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DamagedDatabase);
    expect(String(error)).toContain(`its tables are not those of schema ${migrations().length} (${text})`);
    expect(snapshot(folder)).toEqual(before);
  });

  test('after an upgrade leaves the database as it was', async () => {
    const folder = makeDataFolder();
    makeEarlierDatabase(folder, 3, { chunked: true });
    const database = new Sqlite(folder.database);
    database.exec('ALTER TABLE users DROP COLUMN active');
    database.close();
    await expect(openDatabase(openOptions(folder))).rejects.toThrow(/different: table users/);
    const after = new Sqlite(folder.database, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(3);
    after.close();
  });

  test('tables and indexes that somebody added do no harm', async () => {
    const folder = makeDataFolder();
    await withDatabase(folder, (database) => {
      database.exec('CREATE TABLE notes (text); CREATE INDEX by_name ON users (created)');
    });
    expect(await withDatabase(folder, (database) => findDamage(database))).toEqual([]);
  });
});

test('a landed migration is never changed, and each new one is recorded in landed.sha256', () => {
  const folder = join(import.meta.dirname, '../../../src-server/store/migrations');
  const found = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}`,
    );
  const landed = readFileSync(join(import.meta.dirname, 'landed.sha256'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(found).toEqual(landed);
});

test('the recorded digest of the newest schema is right', async () => {
  expect(NEWEST_SCHEMA).toEqual({ version: migrations().length, digest: await digestOfNew() });
});
