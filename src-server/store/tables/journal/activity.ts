import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { HIDDEN } from './timeline.ts';

/** A batch of changes made in one transaction. */
export type ActivityRow = {
  readonly batch: number;
  readonly at: Timestamp;
  readonly door: string;
  /** Null for Lectern itself. */
  readonly username: string | null;
  /** The batch that this batch undid. */
  readonly undoes: number | null;
  /** Slug of the changed project, if any. */
  readonly projectSlug: string | null;
};

/** Reads the journal of the whole installation, without build steps. */
export function activityQueries(database: Database) {
  const newest = prepareRead(
    database,
    `
    SELECT j.batch, j.at, j.door, j.username, j.undoes, p.slug AS projectSlug
    FROM journal j LEFT JOIN projects p ON p.id = j.project_id
    WHERE j.id = j.batch AND j.action NOT IN (${HIDDEN})
    ORDER BY j.id DESC LIMIT ?`,
  );
  return {
    /** Lists the newest changes, newest first. */
    newest: (limit: number): ActivityRow[] => newest.all(limit) as ActivityRow[],
  };
}
