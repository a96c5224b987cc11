import type { Database } from 'better-sqlite3';
import { prepareRead } from '../../engine/prepare-read.ts';

/** The pages of a build that a version serves. */
export type ServedBuild = { readonly versionId: number; readonly buildId: number };

/** Reads and writes how large the pages of builds are. */
export function pageSizesTable(database: Database) {
  const unmeasured = prepareRead(
    database,
    `
    SELECT v.id AS versionId, b.id AS buildId FROM versions v CROSS JOIN builds b ON b.id = v.pages_build
    WHERE v.pages_build IS NOT NULL AND b.pages_bytes IS NULL ORDER BY b.id DESC`,
  );
  const set = database.prepare(
    'UPDATE builds SET pages_bytes = @bytes WHERE id = @buildId AND pages_bytes IS NULL RETURNING project_id',
  );

  return {
    /** Returns the served pages whose size is not known yet, the newest first. */
    unmeasured: (): ServedBuild[] => unmeasured.all() as ServedBuild[],
    /** Stores the size of a build's pages in bytes; returns its project, or undefined when the build is gone. */
    set: (buildId: number, bytes: number): number | undefined =>
      (set.get({ buildId, bytes }) as { project_id: number } | undefined)?.project_id,
  };
}
