import type { Database } from 'better-sqlite3';
import { splitOutput } from '../../../model/builds/log/output-chunks.ts';

type Chunk = Readonly<Record<string, string | number>>;

/** Moves `build_commands.output` of schemas before 3 into chunks, also in the trash. Part of migration 3. */
export function backfillBuildOutput(database: Database): void {
  backfillTable(database);
  backfillTrash(database);
}

function backfillTable(database: Database): void {
  // Reads all ids first: SQLite refuses writes while a query is being iterated.
  const ids = database
    .prepare<[], number>("SELECT id FROM old_build_commands WHERE output <> '' ORDER BY id")
    .pluck()
    .all();
  const output = database
    .prepare<[number], string>('SELECT output FROM old_build_commands WHERE id = ?')
    .pluck();
  const add = database.prepare(`
    INSERT INTO build_output (command_id, chunk, first_line, continues, lines, bytes, errors, warnings, marks, text)
    VALUES (@command_id, @chunk, @first_line, @continues, @lines, @bytes, @errors, @warnings, @marks, @text)`);
  const total = database.prepare(`
    UPDATE build_commands SET lines = @lines, bytes = @bytes, errors = @errors, warnings = @warnings WHERE id = @id`);
  for (const id of ids) {
    const chunks = chunksOf(id, output.get(id) ?? '');
    for (const chunk of chunks) add.run(chunk);
    total.run({ id, ...totalsOf(chunks) });
  }
  database.exec('DROP TABLE old_build_commands');
}

function backfillTrash(database: Database): void {
  const ids = database
    .prepare<[], number>("SELECT id FROM trash_rows WHERE table_name = 'build_commands' ORDER BY id")
    .pluck()
    .all();
  const read = database.prepare<[number], { trash_id: number; row: string }>(
    'SELECT trash_id, row FROM trash_rows WHERE id = ?',
  );
  const write = database.prepare('UPDATE trash_rows SET row = ? WHERE id = ?');
  const add = database.prepare(
    "INSERT INTO trash_rows (trash_id, table_name, row) VALUES (?, 'build_output', ?)",
  );
  for (const id of ids) {
    const found = read.get(id);
    if (!found) continue;
    const { output, ...command } = JSON.parse(found.row) as { id: number; output?: string };
    const chunks = chunksOf(command.id, output ?? '');
    write.run(JSON.stringify({ ...command, ...totalsOf(chunks) }), id);
    for (const chunk of chunks) add.run(found.trash_id, JSON.stringify(chunk));
  }
}

function chunksOf(commandId: number, output: string): Chunk[] {
  return splitOutput(Buffer.from(output)).map(
    ({ firstLine, continues, lines, bytes, diagnostics: marks, text }, chunk) => ({
      ...{ command_id: commandId, chunk, first_line: firstLine, continues: Number(continues), lines, bytes },
      ...{ errors: marks.errorCount, warnings: marks.warningCount },
      marks: JSON.stringify({ errors: marks.errors, warnings: marks.warnings }),
      text,
    }),
  );
}

function totalsOf(chunks: readonly Chunk[]) {
  const sum = (of: string) => chunks.reduce((all, chunk) => all + Number(chunk[of]), 0);
  return { lines: sum('lines'), bytes: sum('bytes'), errors: sum('errors'), warnings: sum('warnings') };
}
