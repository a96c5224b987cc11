import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { BuildState } from '../../../model/builds/build.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A build as lists of projects and versions show it. */
export type RecentBuild = {
  readonly id: number;
  readonly state: BuildState;
  readonly success: boolean | null;
  readonly created: Timestamp;
  /** When a runner took the build; null when none has. */
  readonly claimed: Timestamp | null;
  /** Whole seconds; null until known. */
  readonly duration: number | null;
  readonly commit: string | null;
  /** Slug of the version. */
  readonly version: string;
  /** Empty when there is no error. */
  readonly error: string;
  /** Whether it was loaded from a seed file or kit, and did not run here. */
  readonly recorded: boolean;
};

type Row = Omit<RecentBuild, 'success' | 'recorded'> & {
  success: number | null;
  recorded: number;
  ofId: number;
};

const COLUMNS = `b.id, b.state, b.success, b.created, b.claimed, b.duration, b."commit", v.slug AS version, b.error, b.recorded`;

/** Reads the newest builds of many projects (without pull requests) or versions at once. */
export function recentBuildsQueries(database: Database) {
  const ofProjects = prepareRead(
    database,
    `
    SELECT ${COLUMNS}, b.project_id AS ofId
    FROM json_each(@ids) wanted
    CROSS JOIN builds b ON b.id IN (
      SELECT n.id FROM builds n WHERE n.project_id = wanted.value AND n.external = 0
      ORDER BY n.created DESC, n.id DESC LIMIT @limit)
    CROSS JOIN versions v ON v.id = b.version_id
    ORDER BY wanted.key, b.created DESC, b.id DESC`,
  );
  const ofVersions = prepareRead(
    database,
    `
    SELECT ${COLUMNS}, v.id AS ofId
    FROM versions v CROSS JOIN builds b ON b.id = (
      SELECT n.id FROM builds n WHERE n.version_id = v.id ORDER BY n.created DESC, n.id DESC LIMIT 1)
    WHERE v.project_id = @projectId`,
  );
  const durations = prepareRead(
    database,
    `
    SELECT duration FROM builds
    WHERE project_id = @projectId AND external = 0 AND success = 1 AND duration > 0
    ORDER BY created DESC, id DESC LIMIT @limit`,
  );

  return {
    /** Returns the newest `limit` builds of each of these projects, newest first. */
    ofProjects(projectIds: readonly number[], limit: number): Map<number, RecentBuild[]> {
      const found = new Map<number, RecentBuild[]>(projectIds.map((id) => [id, []]));
      for (const row of ofProjects.all({ ids: JSON.stringify(projectIds), limit }) as Row[]) {
        found.get(row.ofId)?.push(fromRow(row));
      }
      return found;
    },
    /** Returns the newest build of each version of a project, by version id. */
    latestByVersion: (projectId: number): Map<number, RecentBuild> =>
      new Map((ofVersions.all({ projectId }) as Row[]).map((row) => [row.ofId, fromRow(row)])),
    /** Returns the durations of the newest successful builds of a project, in seconds. */
    successfulDurations: (projectId: number, limit: number): number[] =>
      (durations.all({ projectId, limit }) as { duration: number }[]).map(({ duration }) => duration),
  };
}

function fromRow({ ofId: _, ...row }: Row): RecentBuild {
  return { ...row, success: row.success === null ? null : row.success === 1, recorded: row.recorded === 1 };
}
