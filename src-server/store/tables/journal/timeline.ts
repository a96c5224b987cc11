import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Build, JsonObject } from '../../../model/builds/build.ts';
import { type Action, HIDDEN_ACTIONS, type JournalAction } from '../../../model/journal/actions.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** An entry of a project's timeline. */
export type TimelineRow = {
  readonly id: number;
  readonly at: Timestamp;
  readonly door: string;
  /** Null for Lectern itself. */
  readonly username: string | null;
  readonly action: JournalAction;
  readonly subjectId: number | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Shared by all changes of one transaction. */
  readonly batch: number | null;
  /** The batch that this change undid. */
  readonly undoes: number | null;
};

type Row = Omit<TimelineRow, 'before' | 'after'> & { before: string | null; after: string | null };

/** SQL list of the actions that timelines and the activity list omit. */
export const HIDDEN = HIDDEN_ACTIONS.map((action) => `'${action}'`).join(', ');
const DEACTIVATE: Action = 'version.deactivate';
const TRIGGER: Action = 'build.trigger';

/** Reads the journal of a project, without build steps. */
export function timelineQueries(database: Database) {
  const rows = prepareRead(
    database,
    `
    SELECT id, at, door, username, action, subject_id AS subjectId, before, after, batch, undoes FROM journal
    WHERE project_id = @projectId AND id < @beforeId AND action NOT IN (${HIDDEN})
    ORDER BY id DESC LIMIT @limit`,
  );
  const lastEntry = prepareRead(
    database,
    `
    SELECT at, username FROM journal
    WHERE project_id = @projectId AND action = @action ORDER BY id DESC LIMIT 1`,
  );
  const deactivatedAt = prepareRead(
    database,
    `
    SELECT at FROM journal
    WHERE project_id = @projectId AND action = '${DEACTIVATE}' AND subject_id = @versionId
    ORDER BY id DESC LIMIT 1`,
  );
  const isDeactivatedSince = prepareRead(
    database,
    `
    SELECT 1 FROM journal
    WHERE project_id = @projectId AND action = '${DEACTIVATE}' AND subject_id = @versionId AND id > coalesce(
      (SELECT max(id) FROM journal WHERE subject_id = @id AND action = '${TRIGGER}'), 0)
    LIMIT 1`,
  );
  return {
    /** Returns whether the version of a build was deactivated after the build was requested. */
    isDeactivatedSince: ({
      id,
      projectId,
      versionId,
    }: Pick<Build, 'id' | 'projectId' | 'versionId'>): boolean =>
      isDeactivatedSince.get({ id, projectId, versionId }) !== undefined,
    /** Returns when a version was last deactivated, if ever. */
    deactivatedAt: (projectId: number, versionId: number): Timestamp | undefined =>
      (deactivatedAt.get({ projectId, versionId }) as { at: Timestamp } | undefined)?.at,
    /** Returns who last did this action in a project, and when; undefined when there is none. */
    lastEntry: (projectId: number, action: Action) =>
      lastEntry.get({ projectId, action }) as Pick<TimelineRow, 'at' | 'username'> | undefined,
    /** Lists the entries before `beforeId`, newest first. */
    ofProject: (projectId: number, beforeId: number, limit: number): TimelineRow[] =>
      (rows.all({ projectId, beforeId, limit }) as Row[]).map((row) => ({
        ...row,
        before: row.before === null ? null : (JSON.parse(row.before) as JsonObject),
        after: row.after === null ? null : (JSON.parse(row.after) as JsonObject),
      })),
  };
}
