import type { Database } from 'better-sqlite3';
import type { BuildCommand } from '../model/build.ts';
import { prepareRead } from './prepare-read.ts';

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
