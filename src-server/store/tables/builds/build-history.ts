import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { BuildState } from '../../../model/builds/build.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { isMaintained } from '../projects/visibility.ts';

/** A build as a list over many projects shows it. */
export type BuildSummary = {
  readonly id: number;
  readonly state: BuildState;
  readonly success: boolean | null;
  readonly created: Timestamp;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
  readonly commit: string | null;
  /** '' when there is none. */
  readonly error: string;
  readonly projectSlug: string;
  readonly projectName: string;
  readonly versionSlug: string;
  /** When a runner took it; null for one that waits, and for one that no runner has seen. */
  readonly claimed: Timestamp | null;
  /** Whether it came with a file, so that no runner ever takes it. */
  readonly recorded: boolean;
  /** Whether its version's pages are those that it left. */
  readonly served: boolean;
};

type Row = Omit<BuildSummary, 'success' | 'recorded' | 'served'> & {
  success: number | null;
  recorded: number;
  served: number;
};

/** A build that has not finished, with what tells why it waits. */
export type InFlightBuild = BuildSummary & { readonly projectId: number; readonly versionId: number };

/** What lists over all builds read of the rows, once `build-index.ts` has said which. */
export function buildHistoryQueries(database: Database) {
  const summaryColumns = `b.id, b.state, b.success, b.created, b.duration, b."commit", b.error, p.slug AS projectSlug,
    p.name AS projectName, v.slug AS versionSlug, b.claimed, b.recorded, v.pages_build IS b.id AS served`;
  const summaries = prepareRead(
    database,
    `
    SELECT ${summaryColumns}
    FROM json_each(?) wanted CROSS JOIN builds b ON b.id = wanted.value
    CROSS JOIN versions v ON v.id = b.version_id CROSS JOIN projects p ON p.id = b.project_id
    ORDER BY wanted.key`,
  );
  const unfinished = prepareRead(
    database,
    `
    SELECT ${summaryColumns}, b.project_id AS projectId, b.version_id AS versionId
    FROM builds b INDEXED BY builds_in_flight
    CROSS JOIN versions v ON v.id = b.version_id CROSS JOIN projects p ON p.id = b.project_id
    WHERE b.state <> 'finished' AND b.external = 0 AND (@projectId IS NULL OR b.project_id = @projectId)
      AND ${isMaintained('b.project_id')}
    ORDER BY b.state = 'triggered', b.recorded, coalesce(b.claimed, b.created), b.id`,
  );
  const idsByCommit = database
    .prepare<[string, string], number>('SELECT id FROM builds WHERE "commit" >= ? AND "commit" < ?')
    .pluck();
  const versionIdsBySlug = database
    .prepare<[string], number>('SELECT id FROM versions WHERE slug = ?')
    .pluck();
  const inFlight = prepareRead(
    database,
    `
    SELECT sum(b.state = 'triggered') AS queued, sum(b.state <> 'triggered') AS running
    FROM builds b INDEXED BY builds_in_flight
    WHERE b.state <> 'finished' AND b.external = 0 AND ${isMaintained('b.project_id')}`,
  );
  const queuedBefore = prepareRead(
    database,
    `
    SELECT count(*) AS count FROM builds INDEXED BY builds_in_flight
    WHERE state = 'triggered' AND state <> 'finished' AND (created, id) < (@created, @id)`,
  );

  return {
    /** In the order of the ids. */
    summaries: (ids: readonly number[]): BuildSummary[] =>
      (summaries.all(JSON.stringify(ids)) as Row[]).map(fromRow),
    /** Every build that has not finished, of a project and of a user's projects or of all for null: those that run first. */
    unfinished: (viewerId: number | null, projectId: number | null): InFlightBuild[] =>
      (
        unfinished.all({ viewerId, projectId }) as (Row & Pick<InFlightBuild, 'projectId' | 'versionId'>)[]
      ).map(fromRow),
    /** The builds whose commit begins like this. */
    idsByCommit: (beginning: string): ReadonlySet<number> =>
      new Set(idsByCommit.all(beginning, `${beginning}\u{10FFFF}`)),
    /** The versions of this slug, of any project. */
    versionIdsBySlug: (slug: string): ReadonlySet<number> => new Set(versionIdsBySlug.all(slug)),
    /** How many builds wait and run, of this user's projects or of all for null. */
    inFlight(viewerId: number | null): { queued: number; running: number } {
      const row = inFlight.get({ viewerId }) as { queued: number | null; running: number | null };
      return { queued: row.queued ?? 0, running: row.running ?? 0 };
    },
    /** How many builds wait and were triggered before this one. */
    queuedBefore: (build: Pick<BuildSummary, 'id' | 'created'>): number =>
      (queuedBefore.get({ id: build.id, created: build.created }) as { count: number }).count,
  };
}

function fromRow<Of extends Row>(row: Of) {
  return {
    ...row,
    success: row.success === null ? null : row.success === 1,
    recorded: row.recorded === 1,
    served: row.served === 1,
  };
}
