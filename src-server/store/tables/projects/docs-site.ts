import type { Database } from 'better-sqlite3';
import {
  type DefaultBranchFields,
  effectiveDefaultBranch,
  isSingleVersion,
  omitsLanguage,
  type Project,
} from '../../../model/projects/project.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A project whose pages a host serves: the top project, one of its subprojects, or a translation of either. */
export type HostedProject = Pick<
  Project,
  'id' | 'slug' | 'name' | 'language' | 'versioningScheme' | 'privacyLevel'
> & {
  /** Whether its scheme names no version. */
  readonly singleVersion: boolean;
  /** Whether its scheme names the version alone; a translation's own never does. */
  readonly omitsLanguage: boolean;
  /** Id of the project that it translates; its own id when it is not a translation. */
  readonly mainId: number;
  /** Alias of its main project under the top project; null for the top project. */
  readonly alias: string | null;
  /** The chosen default version when it exists and is active, else `latest` (behaviour.md 7). */
  readonly defaultVersion: string;
  readonly defaultBranch: string;
};

type Row = Omit<HostedProject, 'singleVersion' | 'omitsLanguage' | 'defaultBranch'> &
  DefaultBranchFields & { readonly place: number };

const MEMBER = `m.id AS mainId, m.alias, m.place, p.id, p.slug, p.name, p.language, p.versioning_scheme AS versioningScheme,
  p.privacy_level AS privacyLevel, p.repository_type AS repositoryType, p.default_branch AS defaultBranch,
  p.remote_branch AS remoteBranch,
  CASE WHEN EXISTS (SELECT 1 FROM versions v WHERE v.project_id = p.id AND v.slug = p.default_version AND v.active = 1)
    THEN p.default_version ELSE 'latest' END AS defaultVersion`;

/** Reads the projects of each documentation host (behaviour.md 14). */
export function docsSiteQueries(database: Database) {
  const byLabel = prepareRead(
    database,
    "SELECT id FROM projects WHERE replace(slug, '_', '-') = @label ORDER BY slug = @label DESC, id LIMIT 1",
  );
  const hostProject = prepareRead(
    database,
    `
    SELECT t.id, t.slug FROM projects p
    LEFT JOIN subprojects s ON s.child_id = coalesce(p.translation_of, p.id)
    JOIN projects t ON t.id = coalesce(s.parent_id, p.translation_of, p.id)
    WHERE p.id = ?`,
  );
  const hostedProjects = prepareRead(
    database,
    `
    WITH mains AS (
      SELECT id, NULL AS alias, 0 AS place FROM projects WHERE id = @topId
      UNION ALL SELECT child_id, alias, id FROM subprojects WHERE parent_id = @topId)
    SELECT ${MEMBER} FROM mains m CROSS JOIN projects p ON p.id = m.id
    UNION ALL SELECT ${MEMBER} FROM mains m CROSS JOIN projects p ON p.translation_of = m.id
    ORDER BY place, language, slug`,
  );

  return {
    /** Finds the project of a host label: by its slug, else the oldest whose slug matches with `-` for `_`. */
    projectIdByLabel: (label: string): number | undefined =>
      (byLabel.get({ label }) as { id: number } | undefined)?.id,
    /** Finds the project whose host serves this one: the superproject of its main project, else the main project. */
    hostProject: (projectId: number): Pick<Project, 'id' | 'slug'> | undefined =>
      hostProject.get(projectId) as Pick<Project, 'id' | 'slug'> | undefined,
    /** Lists the projects on a top project's host: itself, then its subprojects, oldest first; each by language. */
    hostedProjects: (topId: number): HostedProject[] => (hostedProjects.all({ topId }) as Row[]).map(fromRow),
  };
}

function fromRow(found: Row): HostedProject {
  const { defaultBranch, remoteBranch, repositoryType, place: _, ...row } = found;
  return {
    ...row,
    singleVersion: isSingleVersion(row),
    omitsLanguage: omitsLanguage(row) && row.id === row.mainId,
    defaultBranch: effectiveDefaultBranch({ defaultBranch, remoteBranch, repositoryType }),
  };
}
