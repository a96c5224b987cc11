import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A finished build and the size of its log. */
export type BuildLogSize = {
  readonly id: number;
  readonly created: Timestamp;
  readonly bytes: number;
  /** 1 when imported from a seed file, 0 when run here. */
  readonly recorded: 0 | 1;
};

/** Measures and removes build logs: the output of all commands of a build. */
export function buildLogQueries(database: Database) {
  const sizes = prepareRead(
    database,
    `SELECT b.id, b.created, b.recorded, sum(c.bytes) AS bytes
     FROM build_commands c INDEXED BY build_commands_with_output CROSS JOIN builds b ON b.id = c.build_id
     WHERE c.bytes > 0 AND b.state IN ('finished', 'cancelled') GROUP BY c.build_id`,
  );
  const total = prepareRead(
    database,
    'SELECT coalesce(sum(bytes), 0) AS bytes FROM build_commands INDEXED BY build_commands_with_output WHERE bytes > 0',
  );
  const removedAt = prepareRead(database, 'SELECT log_removed AS at FROM builds WHERE id = ?');
  const removeOutput = database.prepare(
    'DELETE FROM build_output WHERE command_id IN (SELECT id FROM build_commands WHERE build_id = ?)',
  );
  const resetTotals = database.prepare(
    'UPDATE build_commands SET lines = 0, bytes = 0, errors = 0, warnings = 0 WHERE build_id = ?',
  );
  const markRemoved = database.prepare('UPDATE builds SET log_removed = ? WHERE id = ?');

  return {
    /** Lists the sizes of all logs of finished builds, oldest first. */
    sizes: (): BuildLogSize[] =>
      (sizes.all() as BuildLogSize[]).sort((a, b) => a.created - b.created || a.id - b.id),

    /** Returns the size of all logs, in bytes; cheaper than `sizes`. */
    total: (): number => (total.get() as { bytes: number }).bytes,

    /** Returns when the log of this build was removed; null when it was not. */
    removedAt: (buildId: number): Timestamp | null =>
      (removedAt.get(buildId) as { at: number | null } | undefined)?.at ?? null,

    /** Removes the output of a build's commands, but not the commands. */
    remove(buildId: number, at: Timestamp): void {
      removeOutput.run(buildId);
      resetTotals.run(buildId);
      markRemoved.run(at, buildId);
    },
  };
}
