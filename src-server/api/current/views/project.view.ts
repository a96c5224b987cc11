import { z } from 'zod';
import { formatTimestamp } from '../../../model/base/timestamp.ts';
import { documentationUrl, inCurrentWords } from '../../../model/projects/documentation-url.ts';
import {
  currentLanguageName,
  PROGRAMMING_LANGUAGES,
  programmingLanguageName,
  toCurrentLanguage,
} from '../../../model/projects/languages/languages.ts';
import {
  CURRENT_PRIVACY_LEVELS,
  effectiveDefaultBranch,
  isSingleVersion,
  VERSIONING_SCHEMES,
} from '../../../model/projects/project.ts';
import type { ProjectRecord } from '../../../services/projects/project-records.ts';
import { dashboardPath, type Href, projectPath } from './links.ts';
import { VersionSchema } from './version.view.ts';

const PrivacySchema = z.enum(CURRENT_PRIVACY_LEVELS);
const RelativeSchema = z
  .strictObject({ _links: z.strictObject({ _self: z.url() }), slug: z.string() })
  .meta({ id: 'RelatedProject' });

/** A project without its parent. */
const ProjectCore = z.strictObject({
  _links: z.strictObject({
    _self: z.url(),
    builds: z.url(),
    environmentvariables: z.url(),
    notifications: z.url(),
    redirects: z.url(),
    subprojects: z.url(),
    superproject: z.url(),
    sync_versions: z.url(),
    translations: z.url(),
    versions: z.url(),
  }),
  active_versions: z.array(VersionSchema).optional(),
  created: z.iso.datetime(),
  default_branch: z.string(),
  default_version: z.string(),
  external_builds_privacy_level: PrivacySchema,
  homepage: z.string().nullable(),
  id: z.int(),
  language: z.strictObject({ code: z.string(), name: z.string() }),
  modified: z.iso.datetime(),
  name: z.string(),
  organization: z.null().optional(),
  permissions: z.strictObject({ admin: z.boolean() }).optional(),
  privacy_level: PrivacySchema,
  programming_language: z.strictObject({
    code: z.enum(['', ...PROGRAMMING_LANGUAGES.map(({ code }) => code)]),
    name: z.string(),
  }),
  readthedocs_yaml_path: z.string().nullable(),
  repository: z.strictObject({ type: z.literal('git'), url: z.string() }),
  single_version: z.boolean(),
  slug: z.string(),
  tags: z.array(z.string()),
  translation_of: RelativeSchema.nullable(),
  urls: z.strictObject({
    builds: z.url(),
    documentation: z.url(),
    downloads: z.null(),
    home: z.url(),
    versions: z.url(),
  }),
  users: z.array(z.strictObject({ username: z.string() })),
  versioning_scheme: z.enum(VERSIONING_SCHEMES),
});

/** Schema of a project. */
export const ProjectSchema = ProjectCore.extend({ subproject_of: RelativeSchema.nullable() }).meta({
  id: 'Project',
});

/** Schema of the child of a subproject relationship, without its parent. */
export const ChildProjectSchema = ProjectCore.meta({ id: 'ChildProject' });

/** What a project shows on request only. */
export type ProjectExpansion = {
  readonly activeVersions?: readonly object[];
  readonly organization?: null;
  readonly isAdmin?: boolean;
  /** The address of its documentation in another than the default version. */
  readonly documentation?: string;
};

/** Makes a project. */
export function projectView(record: ProjectRecord, href: Href, expansion: ProjectExpansion = {}): object {
  return view(record, href, expansion, true);
}

/** Makes a project without `subproject_of`. */
export function childProjectView(record: ProjectRecord, href: Href): object {
  return view(record, href, {}, false);
}

/** Writes the keys in order, so that they need no sorting (answer-json.ts). */
function view(record: ProjectRecord, href: Href, expansion: ProjectExpansion, withParent: boolean): object {
  const { project, place } = record;
  const home = href(dashboardPath(project.slug));
  const { activeVersions, organization, isAdmin, documentation } = expansion;
  const privacyLevel = project.privacyLevel === 'public' ? 'public' : 'private';
  return {
    _links: links(project.slug, href),
    ...(activeVersions && { active_versions: activeVersions }),
    created: formatTimestamp(project.created),
    default_branch: effectiveDefaultBranch(project),
    default_version: project.defaultVersion,
    external_builds_privacy_level: project.externalBuildsPrivacyLevel,
    homepage: project.homepage || null,
    id: project.id,
    language: { code: toCurrentLanguage(project.language), name: currentLanguageName(project.language) },
    modified: formatTimestamp(project.modified),
    name: project.name,
    ...(organization !== undefined && { organization }),
    ...(isAdmin !== undefined && { permissions: { admin: isAdmin } }),
    privacy_level: privacyLevel,
    programming_language: {
      code: project.programmingLanguage,
      name: programmingLanguageName(project.programmingLanguage),
    },
    readthedocs_yaml_path: project.readthedocsYamlPath,
    repository: { type: 'git', url: project.repositoryUrl },
    single_version: isSingleVersion(project),
    slug: project.slug,
    ...(withParent && { subproject_of: superprojectOf(record, href) }),
    tags: project.tags.toSorted(),
    translation_of: relative(record.mainProject, href),
    urls: {
      builds: `${home}builds/`,
      documentation: documentation ?? documentationUrl(inCurrentWords(place), record.effectiveDefaultVersion),
      downloads: null,
      home,
      versions: `${home}versions/`,
    },
    users: record.maintainers.map(({ username }) => ({ username })),
    versioning_scheme: project.versioningScheme,
  };
}

/** The parent of a translation is that of its main project, so that a translation names none. */
function superprojectOf({ mainProject, superproject }: ProjectRecord, href: Href): object | null {
  return mainProject ? null : relative(superproject, href);
}

function relative(record: ProjectRecord | null, href: Href): object | null {
  return record && { _links: { _self: href(projectPath(record.project.slug)) }, slug: record.project.slug };
}

function links(slug: string, href: Href): object {
  const self = href(projectPath(slug));
  return {
    _self: self,
    builds: `${self}builds/`,
    environmentvariables: `${self}environmentvariables/`,
    notifications: `${self}notifications/`,
    redirects: `${self}redirects/`,
    subprojects: `${self}subprojects/`,
    superproject: `${self}superproject/`,
    sync_versions: `${self}sync-versions/`,
    translations: `${self}translations/`,
    versions: `${self}versions/`,
  };
}
