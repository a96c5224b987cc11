import type { Project } from '../../../model/projects/project.ts';
import { LATEST } from '../../../model/versions/version.ts';

/* Converts rows of `projects` to entities and back; the statements are in projects.ts. */

/** A project with the related values that every response needs. */
export type ProjectEntry = {
  readonly project: Project;
  readonly maintainers: readonly ProjectUser[];
  /** The chosen default version when it exists and is active, else `latest` (behaviour.md 7). */
  readonly effectiveDefaultVersion: string;
  readonly parent: { readonly id: number; readonly alias: string } | null;
};

/** A maintainer of a project. */
export type ProjectUser = { readonly id: number; readonly username: string };

/** The columns of `projects` as SQLite stores them, named like the fields of the entity. */
type StoredProject = Omit<
  Project,
  'analyticsDisabled' | 'showVersionWarning' | 'pullRequestBuilds' | 'tags'
> & {
  readonly analyticsDisabled: number | null;
  readonly showVersionWarning: number;
  readonly pullRequestBuilds: number;
  readonly tags: string;
};

type JoinedColumns = {
  readonly users: string | null;
  readonly parentId: number | null;
  readonly alias: string | null;
  readonly defaultVersionActive: number;
};

/** A row of `ENTRY`. */
export type ProjectRow = StoredProject & JoinedColumns;

/** The column of each mutable field. The slug never changes. */
const MUTABLE_COLUMNS = {
  name: 'name',
  description: 'description',
  repositoryUrl: 'repository_url',
  repositoryType: 'repository_type',
  homepage: 'homepage',
  language: 'language',
  programmingLanguage: 'programming_language',
  defaultVersion: 'default_version',
  defaultBranch: 'default_branch',
  remoteBranch: 'remote_branch',
  analyticsCode: 'analytics_code',
  analyticsDisabled: 'analytics_disabled',
  versioningScheme: 'versioning_scheme',
  readthedocsYamlPath: 'readthedocs_yaml_path',
  showVersionWarning: 'show_version_warning',
  privacyLevel: 'privacy_level',
  externalBuildsPrivacyLevel: 'external_builds_privacy_level',
  documentationType: 'documentation_type',
  tags: 'tags',
  translationOf: 'translation_of',
  buildTools: 'build_tools',
  pullRequestBuilds: 'pull_request_builds',
  trustedRepository: 'trusted_repository',
  builder: 'builder',
  modified: 'modified',
} as const satisfies Partial<Record<keyof Project, string>>;
const COLUMNS: Readonly<Record<keyof Project, string>> = {
  ...{ id: 'id', slug: 'slug', created: 'created' },
  ...MUTABLE_COLUMNS,
};

/** A mutable field. */
export type MutableField = keyof typeof MUTABLE_COLUMNS;
export const MUTABLE_FIELDS = Object.keys(MUTABLE_COLUMNS) as MutableField[];

/** SQL: the users of the project `p` in order, as `1:alice,7:bob`. */
export const USERS = `(SELECT group_concat(u.id || ':' || u.username, ',' ORDER BY m.position)
  FROM project_users m CROSS JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id) AS users`;
/** SQL: the columns of a `StoredProject`, from `projects p`. */
export const PROJECT = Object.entries(COLUMNS)
  .map(([field, column]) => `p.${column} AS ${field}`)
  .join(', ');
/** SQL: the columns of a `ProjectRow`; requires `JOINS`. */
export const ENTRY = `${PROJECT}, ${USERS}, s.parent_id AS parentId, s.alias,
  EXISTS (SELECT 1 FROM versions v WHERE v.project_id = p.id AND v.slug = p.default_version AND v.active = 1)
    AS defaultVersionActive`;
export const JOINS = 'LEFT JOIN subprojects s ON s.child_id = p.id';
/** SQL: the same columns for the projects of one page of a list. */
export const FROM_PAGE = `${ENTRY} FROM page CROSS JOIN projects p ON p.id = page.id ${JOINS}`;

export const INSERT_PROJECT = `INSERT INTO projects (${Object.values(COLUMNS).join(', ')})
  VALUES (${Object.keys(COLUMNS)
    .map((field) => `@${field}`)
    .join(', ')})`;

/** Returns the statement that updates these fields of one project. */
export function updateProject(fields: readonly MutableField[]): string {
  return `UPDATE projects SET ${fields.map((field) => `${MUTABLE_COLUMNS[field]} = @${field}`).join(', ')} WHERE id = @id`;
}

/** Converts a project to the parameters of a statement. */
export function toRow(project: Omit<Project, 'id'> & { readonly id: number | null }) {
  return {
    ...project,
    analyticsDisabled: project.analyticsDisabled === null ? null : Number(project.analyticsDisabled),
    showVersionWarning: project.showVersionWarning ? 1 : 0,
    pullRequestBuilds: project.pullRequestBuilds ? 1 : 0,
    tags: JSON.stringify(project.tags),
  };
}

/** Converts a row of `PROJECT`, field by field: a spread is ten times slower. */
export function toProject(row: StoredProject): Project {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    repositoryUrl: row.repositoryUrl,
    repositoryType: row.repositoryType,
    homepage: row.homepage,
    language: row.language,
    programmingLanguage: row.programmingLanguage,
    defaultVersion: row.defaultVersion,
    defaultBranch: row.defaultBranch,
    remoteBranch: row.remoteBranch,
    analyticsCode: row.analyticsCode,
    analyticsDisabled: row.analyticsDisabled === null ? null : row.analyticsDisabled === 1,
    versioningScheme: row.versioningScheme,
    readthedocsYamlPath: row.readthedocsYamlPath,
    showVersionWarning: row.showVersionWarning === 1,
    privacyLevel: row.privacyLevel,
    externalBuildsPrivacyLevel: row.externalBuildsPrivacyLevel,
    documentationType: row.documentationType,
    tags: toTags(row.tags),
    translationOf: row.translationOf,
    buildTools: row.buildTools,
    pullRequestBuilds: row.pullRequestBuilds === 1,
    trustedRepository: row.trustedRepository,
    builder: row.builder,
    created: row.created,
    modified: row.modified,
  };
}

/** Converts a row of `ENTRY`. */
export function toEntry(row: ProjectRow): ProjectEntry {
  const { parentId, alias } = row;
  return {
    project: toProject(row),
    maintainers: toUsers(row.users),
    effectiveDefaultVersion: row.defaultVersionActive === 1 ? row.defaultVersion : LATEST,
    parent: parentId === null || alias === null ? null : { id: parentId, alias },
  };
}

/** Parses the column `tags`. */
export function toTags(text: string): readonly string[] {
  return text === '[]' ? [] : (JSON.parse(text) as string[]);
}

/** Parses the column of `USERS`; usernames contain neither commas nor colons. */
export function toUsers(text: string | null): readonly ProjectUser[] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { id: Number(part.slice(0, colon)), username: part.slice(colon + 1) };
  });
}
