import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import { type BuildCommand, EXIT_CODE_ABORTED, type FinishedCommand } from '../../../model/builds/build.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { BuildOutputTable } from './build-output.ts';

/** A command with the end of its output. */
export type CommandWithOutput = BuildCommand & {
  readonly output: string;
  /** Whether earlier output was left out. */
  readonly isCut: boolean;
};

/** Limits on how much output is read, in characters. */
export type OutputLimits = {
  /** For one command. */
  readonly perCommand: number;
  /** For all commands together. */
  readonly total: number;
};

type StartedCommand = Pick<BuildCommand, 'buildId' | 'description' | 'command' | 'startTime'>;

const COLUMNS = `id, build_id AS buildId, description, command, exit_code AS exitCode, start_time AS startTime,
  end_time AS endTime, lines, bytes, errors, warnings`;
const NO_LIMITS: OutputLimits = { perCommand: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER };
const NO_OUTPUT = { lines: 0, bytes: 0, errors: 0, warnings: 0 } as const;

/** Reads and writes `build_commands`. Lists commands in the order in which they started (behaviour.md 9). */
export function buildCommandsTable(database: Database, buildOutput: BuildOutputTable) {
  const ofBuilds = prepareRead(
    database,
    `SELECT ${COLUMNS} FROM build_commands WHERE build_id IN (SELECT value FROM json_each(?))
     ORDER BY build_id, start_time, id`,
  );
  const ofBuild = prepareRead(
    database,
    `SELECT ${COLUMNS} FROM build_commands WHERE build_id = ? ORDER BY start_time, id`,
  );
  const byId = prepareRead(database, `SELECT ${COLUMNS} FROM build_commands WHERE id = ? AND build_id = ?`);
  const insert = database.prepare(`
    INSERT INTO build_commands (build_id, description, command, exit_code, start_time, end_time)
    VALUES (@buildId, @description, @command, @exitCode, @startTime, @endTime)`);
  const end = database.prepare(
    'UPDATE build_commands SET exit_code = @exitCode, end_time = @at WHERE id = @id',
  );
  const abortRunning = database.prepare(
    'UPDATE build_commands SET exit_code = ?, end_time = ? WHERE build_id = ? AND end_time IS NULL',
  );

  function start(command: StartedCommand): BuildCommand {
    const row = { ...command, exitCode: null, endTime: null };
    return { ...row, ...NO_OUTPUT, id: Number(insert.run(row).lastInsertRowid) };
  }

  return {
    /** Returns the commands of these builds with the end of their output; earlier builds use up the limits first. */
    ofBuilds(
      buildIds: readonly number[],
      { perCommand: each, total: all }: OutputLimits = NO_LIMITS,
    ): Map<number, CommandWithOutput[]> {
      const commands = ofBuilds.all(JSON.stringify(buildIds)) as BuildCommand[];
      const byBuild = Map.groupBy(commands, ({ buildId }) => buildId);
      let left = all;
      return new Map(
        buildIds.map((id) => [
          id,
          (byBuild.get(id) ?? []).map((command) => {
            const { text: output, isCut } = buildOutput.tailOf(command.id, Math.min(each, left));
            left -= output.length;
            return { ...command, output, isCut };
          }),
        ]),
      );
    },

    /** Lists the commands of a build. */
    ofBuild: (buildId: number): BuildCommand[] => ofBuild.all(buildId) as BuildCommand[],

    /** Returns a command of this build; undefined when it has no such command. */
    byId: (buildId: number, id: number): BuildCommand | undefined =>
      byId.get(id, buildId) as BuildCommand | undefined,

    /** Adds a running command. */
    begin: start,

    /** Records when a command ended, and its exit code. */
    end(id: number, exitCode: number, at: Timestamp): void {
      end.run({ id, exitCode, at });
    },

    /** Marks the running commands of a finished build as aborted. */
    abortRunning(buildId: number, at: Timestamp): void {
      abortRunning.run(EXIT_CODE_ABORTED, at, buildId);
    },

    /** Adds a finished command with all its output. */
    insert({
      output,
      exitCode,
      endTime,
      ...started
    }: FinishedCommand & { readonly buildId: number }): BuildCommand {
      const { buildId, description, command, startTime } = started;
      const row = { buildId, description, command, exitCode, startTime, endTime };
      const id = Number(insert.run(row).lastInsertRowid);
      return { ...row, id, ...(output === '' ? NO_OUTPUT : buildOutput.append(id, output)) };
    },
  };
}
