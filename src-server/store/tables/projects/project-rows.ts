import type {
  BuildToolSource,
  DocumentationType,
  PrivacyLevel,
  Project,
  RepositoryType,
} from '../../../model/projects/project.ts';
import { LATEST } from '../../../model/versions/version.ts';

/* What rows of `projects` look like and how they become entities; the statements are in projects.ts. */

/** A project with what its own row does not hold but every answer needs. */
export type ProjectEntry = {
  readonly project: Project;
  readonly maintainers: readonly { readonly id: number; readonly username: string }[];
  /** The chosen default version when it exists and is active, else `latest` (behaviour.md 7). */
  readonly effectiveDefaultVersion: string;
  readonly parent: { readonly id: number; readonly alias: string } | null;
};

/** The columns of a project itself. */
export type ProjectTableRow = {
  id: number;
  slug: string;
  name: string;
  description: string;
  repository_url: string;
  repository_type: string;
  homepage: string;
  language: string;
  programming_language: string;
  default_version: string;
  default_branch: string | null;
  remote_branch: string | null;
  analytics_code: string | null;
  single_version: number;
  show_version_warning: number;
  privacy_level: string;
  documentation_type: string;
  tags: string;
  translation_of: number | null;
  build_tools: string;
  trusted_repository: string | null;
  created: number;
  modified: number;
};

/** The same with what is joined to it. */
export type ProjectRow = ProjectTableRow & {
  maintainers: string | null;
  parent_id: number | null;
  alias: string | null;
  default_version_active: number;
};

/** What to select for a `PlainRow`, from projects as `p`. */
export const COLUMNS = `p.id, p.slug, p.name, p.description, p.repository_url, p.repository_type, p.homepage, p.language,
  p.programming_language, p.default_version, p.default_branch, p.remote_branch, p.analytics_code, p.single_version,
  p.show_version_warning, p.privacy_level, p.documentation_type, p.tags, p.translation_of, p.build_tools,
  p.trusted_repository, p.created, p.modified`;
/** What to select for a `ProjectRow`, with `JOINS`. */
export const ENTRY = `${COLUMNS},
  (SELECT group_concat(u.id || ':' || u.username, ',' ORDER BY m.position)
   FROM project_users m JOIN users u ON u.id = m.user_id WHERE m.project_id = p.id) AS maintainers,
  s.parent_id, s.alias,
  EXISTS (SELECT 1 FROM versions v WHERE v.project_id = p.id AND v.slug = p.default_version AND v.active = 1)
    AS default_version_active`;
export const JOINS = 'LEFT JOIN subprojects s ON s.child_id = p.id';
/** The same for the projects of a list's page. */
export const FROM_PAGE = `${ENTRY} FROM page CROSS JOIN projects p ON p.id = page.id ${JOINS}`;

/** The columns that may change, by the field of the entity. The slug never does. */
export const MUTABLE_COLUMNS = {
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
  singleVersion: 'single_version',
  showVersionWarning: 'show_version_warning',
  privacyLevel: 'privacy_level',
  documentationType: 'documentation_type',
  tags: 'tags',
  translationOf: 'translation_of',
  buildTools: 'build_tools',
  trustedRepository: 'trusted_repository',
  modified: 'modified',
} as const satisfies Partial<Record<keyof Project, string>>;
export const MUTABLE_FIELDS = Object.keys(MUTABLE_COLUMNS) as (keyof typeof MUTABLE_COLUMNS)[];

/** The values that statements bind. */
export function toRow(project: Omit<Project, 'id'> & { id: number | null }) {
  return {
    ...project,
    singleVersion: project.singleVersion ? 1 : 0,
    showVersionWarning: project.showVersionWarning ? 1 : 0,
    tags: JSON.stringify(project.tags),
  };
}

/** The project of a row, if there is one, with what every answer needs. */
export function toEntry(row: ProjectRow | undefined): ProjectEntry | undefined {
  return row && fromRow(row);
}

/** The project alone. */
export function toProject(row: ProjectTableRow | undefined): Project | undefined {
  return row && projectOf(row);
}

function projectOf(row: ProjectTableRow): Project {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    repositoryUrl: row.repository_url,
    repositoryType: row.repository_type as RepositoryType,
    homepage: row.homepage,
    language: row.language,
    programmingLanguage: row.programming_language,
    defaultVersion: row.default_version,
    defaultBranch: row.default_branch,
    remoteBranch: row.remote_branch,
    analyticsCode: row.analytics_code,
    singleVersion: row.single_version === 1,
    showVersionWarning: row.show_version_warning === 1,
    privacyLevel: row.privacy_level as PrivacyLevel,
    documentationType: row.documentation_type as DocumentationType,
    tags: row.tags === '[]' ? [] : (JSON.parse(row.tags) as string[]),
    translationOf: row.translation_of,
    buildTools: row.build_tools as BuildToolSource,
    trustedRepository: row.trusted_repository,
    created: row.created,
    modified: row.modified,
  };
}

/** The project of a row with what every answer needs. */
export function fromRow(row: ProjectRow): ProjectEntry {
  return {
    project: projectOf(row),
    maintainers: toMaintainers(row.maintainers),
    effectiveDefaultVersion: row.default_version_active === 1 ? row.default_version : LATEST,
    parent: row.parent_id === null || row.alias === null ? null : { id: row.parent_id, alias: row.alias },
  };
}

/** `1:alice,7:bob`; user names hold neither commas nor colons. */
function toMaintainers(text: string | null): ProjectEntry['maintainers'] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { id: Number(part.slice(0, colon)), username: part.slice(colon + 1) };
  });
}
