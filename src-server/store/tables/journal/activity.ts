import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { HIDDEN } from './timeline.ts';

/** A change as a whole: what one transaction did. */
export type ActivityRow = {
  readonly batch: number;
  readonly at: Timestamp;
  readonly door: string;
  /** null for Lectern itself. */
  readonly username: string | null;
  /** The batch that this one undid. */
  readonly undoes: number | null;
  /** Slug of the project that was changed, if any. */
  readonly projectSlug: string | null;
};

/** Reads from the journal what happened in the whole installation, without the steps of builds. */
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
