import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Action } from '../../../model/journal/actions.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { isInFlight } from '../builds/in-flight.ts';
import { HIDDEN } from './timeline.ts';

/** Limits on pruning: what undo and the removal of old pages still need from the journal. */
export type JournalNeeds = {
  /** Number of newest batches that each user can still undo in the desk. */
  readonly undoReach: number;
  /** Entries that deactivate a version are kept from this time on. */
  readonly deactivatedSince: Timestamp;
};

const TRIGGER: Action = 'build.trigger';
const DEACTIVATE: Action = 'version.deactivate';
/** Approximate size of a row without its two JSON texts, in bytes. */
const ROW_BYTES = 120;
const BYTES = `${ROW_BYTES} + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`;

/** Finds and removes old entries of the journal, whole batches at a time. */
export function journalPruningQueries(database: Database) {
  const total = prepareRead(database, `SELECT coalesce(sum(${BYTES}), 0) AS bytes FROM journal`);
  const newestBefore = prepareRead(database, 'SELECT max(batch) AS batch FROM journal WHERE at < ?');
  const newestBeyond = prepareRead(
    database,
    `SELECT max(batch) AS batch FROM (SELECT batch, sum(${BYTES}) OVER (ORDER BY id DESC) AS bytes FROM journal)
     WHERE bytes > ?`,
  );
  // An undo checks later changes in the same project, so those entries are kept too.
  const removable = prepareRead(
    database,
    `
    WITH
      needed (batch) AS MATERIALIZED (
        SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM journal
          WHERE door = 'desk' AND id = batch AND undoes IS NULL)
        WHERE place <= @undoReach
        UNION SELECT batch FROM trash
        UNION SELECT batch FROM journal WHERE id = (SELECT max(id) FROM journal)),
      needed_projects (project_id, first) AS MATERIALIZED (
        SELECT project_id, min(id) FROM journal
        WHERE project_id IS NOT NULL AND batch IN (SELECT batch FROM needed) GROUP BY project_id)
    SELECT id FROM journal AS entry
    WHERE batch <= @last
      AND batch NOT IN (SELECT batch FROM needed)
      AND (undoes IS NULL OR undoes NOT IN (SELECT batch FROM needed))
      AND NOT (action = '${DEACTIVATE}' AND at >= @deactivatedSince)
      AND NOT (action = '${TRIGGER}'
        AND EXISTS (SELECT 1 FROM builds b WHERE b.id = subject_id AND ${isInFlight('b')}))
      AND (action LIKE 'build.%' OR action IN (${HIDDEN}) OR NOT EXISTS (
        SELECT 1 FROM needed_projects p WHERE p.project_id = entry.project_id AND p.first < entry.id))
    ORDER BY id`,
  );
  const remove = database.prepare('DELETE FROM journal WHERE id IN (SELECT value FROM json_each(?))');

  const batchOf = (row: unknown) => (row as { batch: number | null }).batch ?? 0;

  return {
    /** Returns the approximate size of the journal, in bytes. */
    bytes: (): number => (total.get() as { bytes: number }).bytes,
    /** Returns the newest batch with an entry older than `at`; 0 when there is none. */
    newestBefore: (at: Timestamp): number => batchOf(newestBefore.get(at)),
    /** Returns the newest batch that exceeds `bytes` together with all newer ones; 0 when everything fits. */
    newestBeyond: (bytes: number): number => batchOf(newestBeyond.get(bytes)),
    /** Lists the entries up to batch `last` that `needs` does not protect, oldest first. */
    removable: (last: number, needs: JournalNeeds): number[] =>
      (removable.all({ last, ...needs }) as { id: number }[]).map(({ id }) => id),
    remove(ids: readonly number[]): void {
      remove.run(JSON.stringify(ids));
    },
  };
}
