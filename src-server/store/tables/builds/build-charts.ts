import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { BuildState } from '../../../model/builds/build.ts';
import { CANCELLED } from '../../../model/builds/build-outcome.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import { isMaintained } from '../projects/visibility.ts';

/** A finished build with its duration. */
export type BuildDuration = {
  readonly id: number;
  readonly created: Timestamp;
  /** In seconds. */
  readonly duration: number;
  readonly success: boolean;
  /** Slug of the version. */
  readonly version: string;
};

/** A command with its times, to say where the time of a build went. */
export type TimedCommand = {
  readonly buildId: number;
  readonly command: string;
  readonly description: string;
  readonly startTime: Timestamp;
  readonly endTime: Timestamp | null;
};

/** A build that a runner took, and when. */
export type StartedBuild = {
  readonly id: number;
  readonly state: BuildState;
  readonly success: boolean | null;
  /** The beginning, which tells a cancelled build from a failed one. */
  readonly error: string;
  readonly created: Timestamp;
  readonly started: Timestamp;
  /** In seconds; null until known. */
  readonly duration: number | null;
  readonly projectSlug: string;
  readonly projectName: string;
  readonly versionSlug: string;
};

/** The size of the pages that a version serves, in bytes. */
export type VersionSize = { readonly version: string; readonly bytes: number };

const HAS_FAILED = `b.success IS NOT 1 AND b.error NOT GLOB '${CANCELLED}*'`;

/** Reads what charts of builds show, without those of pull requests. */
export function buildChartQueries(database: Database) {
  const durations = prepareRead(
    database,
    `
    SELECT b.id, b.created, b.duration, b.success, v.slug AS version
    FROM builds b CROSS JOIN versions v ON v.id = b.version_id
    WHERE b.project_id = @projectId AND b.external = 0 AND b.state = 'finished' AND b.duration IS NOT NULL
      AND (b.success = 1 OR ${HAS_FAILED})
    ORDER BY b.created DESC, b.id DESC LIMIT @limit`,
  );
  const commands = prepareRead(
    database,
    `
    SELECT c.build_id AS buildId, c.command, c.description, c.start_time AS startTime, c.end_time AS endTime
    FROM (SELECT wanted.key, wanted.value FROM json_each(@ids) wanted
          WHERE EXISTS (SELECT 1 FROM build_commands any WHERE any.build_id = wanted.value)
          ORDER BY wanted.key LIMIT @limit) recent
    CROSS JOIN build_commands c ON c.build_id = recent.value
    ORDER BY recent.key, c.start_time, c.id`,
  );
  const sizes = prepareRead(
    database,
    `
    SELECT v.slug AS version, b.pages_bytes AS bytes
    FROM versions v CROSS JOIN builds b ON b.id = v.pages_build
    WHERE v.project_id = @projectId AND v.type <> 'external' AND b.pages_bytes IS NOT NULL
    ORDER BY bytes DESC, version`,
  );
  const started = prepareRead(
    database,
    `
    SELECT b.id, b.state, b.success, substr(b.error, 1, 20) AS error, b.created, b.claimed AS started, b.duration,
      p.slug AS projectSlug, p.name AS projectName, v.slug AS versionSlug
    FROM builds b INDEXED BY builds_by_start
    CROSS JOIN versions v ON v.id = b.version_id CROSS JOIN projects p ON p.id = b.project_id
    WHERE b.claimed IS NOT NULL AND b.claimed >= @earliest AND b.recorded = 0 AND b.external = 0
      AND (b.state NOT IN ('finished', 'cancelled') OR b.claimed + coalesce(b.duration, 0) * 1000000 >= @since)
      AND ${isMaintained('b.project_id')}
    ORDER BY b.claimed DESC, b.id DESC LIMIT @limit`,
  );

  return {
    /** Returns the newest builds of a project that passed or failed, newest first. */
    durations: (projectId: number, limit: number): BuildDuration[] =>
      (durations.all({ projectId, limit }) as (Omit<BuildDuration, 'success'> & { success: number })[]).map(
        (row) => ({ ...row, success: row.success === 1 }),
      ),
    /** Returns the commands of the first `limit` of these builds that have any, in the order of the builds. */
    commands: (ids: readonly number[], limit: number): TimedCommand[] =>
      commands.all({ ids: JSON.stringify(ids), limit }) as TimedCommand[],
    /** Returns the sizes of the pages of a project's versions, the largest first; without those not yet measured. */
    sizes: (projectId: number): VersionSize[] => sizes.all({ projectId }) as VersionSize[],
    /**
     * Returns builds that ran at some time since `since`, newest first; those that were taken before `earliest` are left
     * out, however long they ran. A viewer sees those of their own projects; null sees all.
     */
    started: (
      viewerId: number | null,
      since: Timestamp,
      earliest: Timestamp,
      limit: number,
    ): StartedBuild[] =>
      (
        started.all({ viewerId, since, earliest, limit }) as (Omit<StartedBuild, 'success'> & {
          success: number | null;
        })[]
      ).map((row) => ({ ...row, success: row.success === null ? null : row.success === 1 })),
  };
}
