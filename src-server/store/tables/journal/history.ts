import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { HIDDEN } from './timeline.ts';

/** A batch of changes made in one transaction. */
export type HistoryRow = {
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

/** Which batches to read; null where nothing limits them. */
export type HistoryFilter = {
  readonly projectId: number | null;
  /** '' for Lectern itself. */
  readonly person: string | null;
  /** Subjects of actions: `["version"]`. */
  readonly subjects: readonly string[] | null;
  readonly from: Timestamp;
  readonly until: Timestamp;
  readonly before: number;
};

const LIMITS = `
  j.id < @before AND j.at BETWEEN @from AND @until AND j.action NOT IN (${HIDDEN})
  AND (@person IS NULL OR coalesce(j.username, '') = @person)
  AND (@subjects IS NULL OR substr(j.action, 1, instr(j.action, '.') - 1) IN (SELECT value FROM json_each(@subjects)))`;

/** Entries of a batch among which its sync is looked for. */
const MAX_SYNC_ENTRIES = 1000;

/** Reads the changes of the journal, without build steps. */
export function historyQueries(database: Database) {
  const columns = 'j.batch, j.at, j.door, j.username, j.undoes, p.slug AS projectSlug';
  const ofAll = prepareRead(
    database,
    `SELECT ${columns} FROM journal j LEFT JOIN projects p ON p.id = j.project_id
     WHERE j.id = j.batch AND ${LIMITS} ORDER BY j.id DESC`,
  );
  const ofProject = prepareRead(
    database,
    `SELECT ${columns} FROM journal j JOIN projects p ON p.id = j.project_id
     WHERE j.project_id = @projectId AND ${LIMITS} ORDER BY j.id DESC`,
  );
  const people = prepareRead(
    database,
    'SELECT DISTINCT username FROM journal WHERE username IS NOT NULL ORDER BY username LIMIT ?',
  );
  const firstSyncOfLoad = prepareRead(
    database,
    `SELECT 1 FROM journal s JOIN journal c ON c.project_id = s.project_id
     WHERE s.id BETWEEN @batch AND @batch + ${MAX_SYNC_ENTRIES} AND s.batch = @batch AND s.action = 'project.sync'
       AND c.action = 'project.create' AND c.subject_id = s.project_id
       AND json_extract(c.after, '$.id') IS NULL AND json_extract(c.after, '$.versions') IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM journal e
         WHERE e.project_id = s.project_id AND e.id < @batch AND e.action = 'project.sync')
     LIMIT 1`,
  );
  return {
    /** Tells whether a batch is the first sync of a project that a load added, of which the journal counts the rows. */
    isFirstSyncOfLoad: (batch: number): boolean => firstSyncOfLoad.get({ batch }) !== undefined,
    /** Lists the newest changes, newest first. */
    page({ subjects, projectId, ...filter }: HistoryFilter, limit: number): HistoryRow[] {
      const parameters = { ...filter, projectId, subjects: subjects && JSON.stringify(subjects) };
      const rows = (projectId === null ? ofAll : ofProject).iterate(
        parameters,
      ) as IterableIterator<HistoryRow>;
      const found = new Map<number, HistoryRow>();
      // A change of many things has many entries, next to each other.
      for (const row of rows) {
        if (found.size === limit && !found.has(row.batch)) break;
        if (!found.has(row.batch)) found.set(row.batch, row);
      }
      return [...found.values()];
    },
    /** Lists who has changed anything, by name. */
    people: (limit: number): string[] =>
      (people.all(limit) as { username: string }[]).map(({ username }) => username),
  };
}
