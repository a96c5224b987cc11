import type { Database } from 'better-sqlite3';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Counts of what a project has. */
export type ProjectCounts = {
  /** Excludes pull requests; so does `builds`. */
  readonly versions: number;
  readonly activeVersions: number;
  readonly builds: number;
  readonly redirects: number;
  readonly environmentVariables: number;
  readonly subprojects: number;
  readonly translations: number;
};

/** A cell in the table of languages and versions. */
export type VersionMatrixCell = {
  readonly projectId: number;
  readonly slug: string;
  readonly name: string;
  readonly active: boolean;
  readonly built: boolean;
  /** The build whose pages are served; null when there are none. */
  readonly pagesBuild: number | null;
};

type CellRow = Omit<VersionMatrixCell, 'active' | 'built'> & { active: number; built: number };

/** Reads across tables what the screens of a project show. */
export function projectCountsQueries(database: Database) {
  const counts = prepareRead(
    database,
    `
    SELECT
      (SELECT count(*) FROM versions WHERE project_id = @id AND type <> 'external') AS versions,
      (SELECT count(*) FROM versions WHERE project_id = @id AND type <> 'external' AND active = 1) AS activeVersions,
      (SELECT count(*) FROM builds WHERE project_id = @id AND external = 0) AS builds,
      (SELECT count(*) FROM redirects WHERE project_id = @id) AS redirects,
      (SELECT count(*) FROM environment_variables WHERE project_id = @id) AS environmentVariables,
      (SELECT count(*) FROM subprojects WHERE parent_id = @id) AS subprojects,
      (SELECT count(*) FROM projects WHERE translation_of = @id) AS translations`,
  );
  const matrixCells = prepareRead(
    database,
    `
    SELECT project_id AS projectId, slug, verbose_name AS name, active, built, pages_build AS pagesBuild FROM versions
    WHERE project_id IN (SELECT value FROM json_each(?)) AND type <> 'external'`,
  );

  return {
    of: (id: number): ProjectCounts => counts.get({ id }) as ProjectCounts,
    /** Lists all versions of these projects, unordered. */
    matrixCells: (projectIds: readonly number[]): VersionMatrixCell[] =>
      (matrixCells.all(JSON.stringify(projectIds)) as CellRow[]).map((row) => ({
        ...row,
        active: row.active === 1,
        built: row.built === 1,
      })),
  };
}
