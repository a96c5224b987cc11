import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { BuildState } from '../../../model/builds/build.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { isMaintained } from '../projects/visibility.ts';
import { isInFlight } from './in-flight.ts';

/** A build in a list across projects. */
export type BuildSummary = {
  readonly id: number;
  readonly state: BuildState;
  readonly success: boolean | null;
  readonly created: Timestamp;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
  readonly commit: string | null;
  readonly commitSubject: string;
  readonly commitAuthor: string;
  /** Empty when there is no error. */
  readonly error: string;
  readonly projectSlug: string;
  readonly projectName: string;
  readonly versionSlug: string;
  /** When a runner took the build; null when none has. */
  readonly claimed: Timestamp | null;
  /** Whether the build was imported from a seed file, so that no runner takes it. */
  readonly recorded: boolean;
  /** Whether the pages served for the version come from this build. */
  readonly served: boolean;
};

type Row = Omit<BuildSummary, 'success' | 'recorded' | 'served'> & {
  success: number | null;
  recorded: number;
  served: number;
};

/** An unfinished build, with the ids that explain why it waits. */
export type InFlightBuild = BuildSummary & { readonly projectId: number; readonly versionId: number };

/** Reads the rows for lists over all builds, after `build-index.ts` has chosen the ids. */
export function buildHistoryQueries(database: Database) {
  const summaryColumns = `b.id, b.state, b.success, b.created, b.duration, b."commit", b.commit_subject AS commitSubject,
    b.commit_author AS commitAuthor, b.error, p.slug AS projectSlug, p.name AS projectName, v.slug AS versionSlug, b.claimed, b.recorded, v.pages_build IS b.id AS served`;
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
    WHERE ${isInFlight('b')} AND b.external = 0 AND (@projectId IS NULL OR b.project_id = @projectId)
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
    WHERE ${isInFlight('b')} AND b.external = 0 AND ${isMaintained('b.project_id')}`,
  );
  const queuedBefore = prepareRead(
    database,
    `
    SELECT count(*) AS count FROM builds b INDEXED BY builds_in_flight
    WHERE b.state = 'triggered' AND ${isInFlight('b')} AND (b.created, b.id) < (@created, @id)`,
  );

  return {
    /** Lists builds in the order of the ids. */
    summaries: (ids: readonly number[]): BuildSummary[] =>
      (summaries.all(JSON.stringify(ids)) as Row[]).map(fromRow),
    /** Lists unfinished builds, running ones first; null for either parameter lifts that restriction. */
    unfinished: (viewerId: number | null, projectId: number | null): InFlightBuild[] =>
      (
        unfinished.all({ viewerId, projectId }) as (Row & Pick<InFlightBuild, 'projectId' | 'versionId'>)[]
      ).map(fromRow),
    /** Returns the builds whose commit starts with this prefix. */
    idsByCommit: (beginning: string): ReadonlySet<number> =>
      new Set(idsByCommit.all(beginning, `${beginning}\u{10FFFF}`)),
    /** Returns the versions with this slug, in any project. */
    versionIdsBySlug: (slug: string): ReadonlySet<number> => new Set(versionIdsBySlug.all(slug)),
    /** Counts queued and running builds of this user's projects; null counts those of all projects. */
    inFlight(viewerId: number | null): { queued: number; running: number } {
      const row = inFlight.get({ viewerId }) as { queued: number | null; running: number | null };
      return { queued: row.queued ?? 0, running: row.running ?? 0 };
    },
    /** Counts the queued builds that were triggered before this one. */
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
