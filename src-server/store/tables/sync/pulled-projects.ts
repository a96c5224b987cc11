import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { JsonObject } from '../../../model/builds/build.ts';
import type { Action } from '../../../model/journal/actions.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A pull of one project, from the journal. */
export type PulledRow = {
  readonly batch: number;
  readonly at: Timestamp;
  readonly projectId: number;
  readonly after: JsonObject;
};

const PULL: Action = 'sync.pull-project';

/** Reads the pulls of projects from the journal. */
export function pulledProjectsQueries(database: Database) {
  const ofRemote = prepareRead(
    database,
    `SELECT batch, at, project_id AS projectId, after FROM journal
     WHERE action = '${PULL}' AND door = 'sync' AND undoes IS NULL AND batch < @before
       AND json_extract(after, '$.remoteId') = @remoteId
     ORDER BY id DESC LIMIT @limit`,
  );
  return {
    /** Lists the newest pulls of projects from a remote before a batch. */
    ofRemote: (remoteId: number, before: number, limit: number): PulledRow[] =>
      (ofRemote.all({ remoteId, before, limit }) as (Omit<PulledRow, 'after'> & { after: string })[]).map(
        (row) => ({
          ...row,
          after: JSON.parse(row.after) as JsonObject,
        }),
      ),
  };
}
