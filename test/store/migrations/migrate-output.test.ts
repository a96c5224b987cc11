import { expect, test } from 'vitest';
import { MAX_CHUNK_BYTES } from '../../../src-server/model/builds/log/output-chunks.ts';
import { listBackups } from '../../../src-server/store/backup/backup.ts';
import { findDamage } from '../../../src-server/store/file/integrity.ts';
import { migrations } from '../../../src-server/store/migrate.ts';
import { openStore } from '../../../src-server/store/open-store.ts';
import { makeDataFolder, withDatabase } from '../../support/store/store-folder.ts';

const SECOND = migrations().slice(0, 2);
const ODD = 'NUL \0, escape \u001b[31m, "quotes", \\ and 版本\r\nERROR: x';
const LONG = `${'a line of sixty-four characters, so that a thousand fill a chunk\n'.repeat(3000)}WARNING: end`;
const columns = 'id, build_id, description, command, output, exit_code, start_time, end_time';

test('schema 3 moves the output of commands into chunks, also in the trash, and loses nothing', async () => {
  const folder = makeDataFolder();
  await withDatabase(
    folder,
    (database) => {
      database.exec(`
        INSERT INTO projects (slug, name, repository_url, repository_type, created, modified)
          VALUES ('kept', 'Kept', 'https://x.org', 'git', 1, 1), ('gone', 'Gone', 'https://x.org', 'git', 1, 1);
        INSERT INTO versions (project_id, slug, verbose_name, identifier) VALUES (1, 'a', 'a', 'a'), (2, 'b', 'b', 'b');
        INSERT INTO builds (project_id, version_id, created, state) VALUES (1, 1, 1, 'finished'), (2, 2, 1, 'finished');`);
      const add = database.prepare(
        `INSERT INTO build_commands (${columns}) VALUES (?, ?, 'd', 'c', ?, ?, 5, 6)`,
      );
      for (const [id, output] of [ODD, '', LONG].entries()) add.run(id + 1, 1, output, id);
      add.run(4, 2, LONG + ODD, 7);
      add.run(9, 1, 'the number of this one is never given again', 0);
      database.exec('DELETE FROM build_commands WHERE id = 9');
      // A project in the trash as schema 2 stored it.
      const rowsOf = (table: string, names: readonly string[]) =>
        `INSERT INTO trash_rows (trash_id, table_name, row)
         SELECT 1, '${table}', json_object(${names.map((name) => `'${name}', "${name}"`).join(', ')}) FROM ${table} WHERE `;
      const namesOf = (table: string) =>
        database.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
      database.exec(`
        INSERT INTO trash (removed, kind, subject_id, name, batch) VALUES (1, 'project', 2, 'gone', 1);
        ${rowsOf('projects', namesOf('projects'))} id = 2;
        ${rowsOf('versions', namesOf('versions'))} project_id = 2;
        ${rowsOf('builds', namesOf('builds'))} project_id = 2;
        ${rowsOf('build_commands', namesOf('build_commands'))} build_id = 2;
        DELETE FROM projects WHERE id = 2;`);
    },
    { migrations: SECOND },
  );

  await withDatabase(folder, (database) => {
    expect(findDamage(database)).toEqual([]);
    const store = openStore(database);
    const commands = store.buildCommands.ofBuilds([1]).get(1);
    expect(commands?.map(({ id, exitCode, output }) => ({ id, exitCode, output }))).toEqual([
      { id: 1, exitCode: 0, output: ODD },
      { id: 2, exitCode: 1, output: '' },
      { id: 3, exitCode: 2, output: LONG },
    ]);
    expect(commands?.map(({ lines, bytes, errors, warnings }) => [lines, bytes, errors, warnings])).toEqual([
      ...[
        [2, Buffer.byteLength(ODD), 1, 0],
        [0, 0, 0, 0],
        [3001, LONG.length, 0, 1],
      ],
    ]);
    expect(store.buildLogs.sizes()).toMatchObject([{ id: 1, recorded: 1 }]);
    const [trash] = store.trash.all();
    if (!trash) throw new Error('the trash is empty');
    store.change(() => store.trash.restore(trash));
    expect(findDamage(database)).toEqual([]);
    expect(store.buildCommands.ofBuilds([2]).get(2)).toMatchObject([
      { id: 4, output: LONG + ODD, exitCode: 7, lines: 3002, errors: 1, warnings: 1 },
    ]);
    expect(store.buildOutput.diagnosticsOf(4)).toEqual({ errors: [3002], warnings: [3001] });
    const next = { buildId: 1, description: '', command: 'x', startTime: 7 };
    expect(store.change(() => store.buildCommands.begin(next))).toMatchObject({ id: 10, endTime: null });
    const longest = database.prepare('SELECT max(octet_length(text)) FROM build_output').pluck().get();
    expect(Number(longest)).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
  });
  expect(listBackups(folder).map(({ reason }) => reason)).toEqual(['before-migration']);
});

test('a line is found by an index', async () => {
  await withDatabase(makeDataFolder(), (database) => {
    const plan = (sql: string) =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    const chunk = 'SELECT text FROM build_output WHERE command_id = +1';
    expect(plan(`${chunk} AND lines > 0 AND first_line <= +9 ORDER BY first_line DESC LIMIT 1`)).toEqual([
      expect.stringContaining('INDEX build_output_by_line (command_id=? AND first_line<?)'),
    ]);
    expect(plan(`${chunk} AND lines > 0 AND first_line > +9 ORDER BY first_line LIMIT 1`)).toEqual([
      expect.stringContaining('INDEX build_output_by_line (command_id=? AND first_line>?)'),
    ]);
    expect(plan(`${chunk} AND errors + warnings > 0 ORDER BY chunk`)).toEqual([
      expect.stringContaining('INDEX build_output_marked (command_id=?)'),
    ]);
  });
});
