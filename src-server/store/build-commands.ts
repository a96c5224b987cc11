import type { Database } from 'better-sqlite3';
import type { BuildCommand } from '../model/build.ts';
import { prepareRead } from './prepare-read.ts';

/** A command without its output. */
export type CommandHead = Omit<BuildCommand, 'buildId' | 'output'> & { readonly bytes: number };

type Row = {
  id: number;
  build_id: number;
  description: string;
  command: string;
  output: string;
  exit_code: number;
  start_time: number;
  end_time: number;
};

/** The SQL home of `build_commands`. Commands come in the order in which they started (behaviour.md 9). */
export function buildCommandsTable(database: Database) {
  const ofBuilds = prepareRead(
    database,
    `
    SELECT * FROM build_commands WHERE build_id IN (SELECT value FROM json_each(?)) ORDER BY build_id, start_time, id`,
  );
  // What stands behind the output in a row is reached only by way of all of it, so ids come from the index alone.
  const ids = database
    .prepare<[number], number>('SELECT id FROM build_commands WHERE build_id = ? ORDER BY start_time, id')
    .pluck();
  const head = prepareRead(
    database,
    `
    SELECT id, description, command, exit_code AS exitCode, start_time AS startTime, end_time AS endTime,
      octet_length(output) AS bytes
    FROM build_commands WHERE id = ?`,
  );
  const output = prepareRead(
    database,
    'SELECT CAST(output AS BLOB) AS output FROM build_commands WHERE id = ? AND build_id = ?',
  );
  const insert = database.prepare(`
    INSERT INTO build_commands (build_id, description, command, output, exit_code, start_time, end_time)
    VALUES (@buildId, @description, @command, @output, @exitCode, @startTime, @endTime)`);

  return {
    /** The commands of each of these builds. */
    ofBuilds(buildIds: readonly number[]): Map<number, BuildCommand[]> {
      const found = new Map<number, BuildCommand[]>(buildIds.map((id) => [id, []]));
      for (const row of ofBuilds.all(JSON.stringify(buildIds)) as Row[]) {
        found.get(row.build_id)?.push(fromRow(row));
      }
      return found;
    },
    /** The ids of a build's commands, in order. */
    idsOf: (buildId: number): number[] => ids.all(buildId),
    /** A command without its output, which may be long. */
    head: (id: number): CommandHead | undefined => head.get(id) as CommandHead | undefined,
    /** The output of a command of this build, as UTF-8; undefined when there is no such command. */
    outputOf: (buildId: number, commandId: number): Uint8Array | undefined =>
      (output.get(commandId, buildId) as { output: Uint8Array } | undefined)?.output,
    insert(command: Omit<BuildCommand, 'id'>): BuildCommand {
      return { ...command, id: Number(insert.run(command).lastInsertRowid) };
    },
  };
}

function fromRow(row: Row): BuildCommand {
  return {
    id: row.id,
    buildId: row.build_id,
    description: row.description,
    command: row.command,
    output: row.output,
    exitCode: row.exit_code,
    startTime: row.start_time,
    endTime: row.end_time,
  };
}
