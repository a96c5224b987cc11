import type { z } from 'zod';
import { bool, choice, nested, text, url } from '../base/fields.ts';
import type { Timestamp } from '../base/timestamp.ts';
import { LANGUAGES, PROGRAMMING_LANGUAGES } from './languages/languages.ts';
import { configPath } from './repository/config-path.ts';
import { repositoryUrlError, storedRepositoryUrlError } from './repository/repository-url.ts';
import { tagList } from './tags.ts';

export const REPOSITORY_TYPES = ['git', 'svn', 'hg', 'bzr'] as const;
export type RepositoryType = (typeof REPOSITORY_TYPES)[number];

export const PRIVACY_LEVELS = ['public', 'protected', 'private'] as const;
export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

/** The privacy levels of today's service, which has no `protected` (live-service.md 2). */
export const CURRENT_PRIVACY_LEVELS = ['public', 'private'] as const;
export type CurrentPrivacyLevel = (typeof CURRENT_PRIVACY_LEVELS)[number];

/** What the address of a project's documentation names (live-service.md 2). */
export const VERSIONING_SCHEMES = [
  'multiple_versions_with_translations',
  'multiple_versions_without_translations',
  'single_version_without_translations',
] as const;
export type VersioningScheme = (typeof VERSIONING_SCHEMES)[number];
/** The scheme that 2020 calls single_version. */
export const SINGLE_VERSION = 'single_version_without_translations' satisfies VersioningScheme;
/** The scheme of a project for which nobody chose one. */
export const DEFAULT_SCHEME = 'multiple_versions_with_translations' satisfies VersioningScheme;

export const DOCUMENTATION_TYPES = [
  'sphinx',
  'sphinx_htmldir',
  'sphinx_singlehtml',
  'mkdocs',
  'generic',
] as const;
export type DocumentationType = (typeof DOCUMENTATION_TYPES)[number];

/** Source of the tools of a build: a fresh environment, or the tools installed on this machine. */
export const BUILD_TOOL_SOURCES = ['own', 'machine'] as const;
export type BuildToolSource = (typeof BUILD_TOOL_SOURCES)[number];

/** A documentation project as stored. */
export type Project = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly repositoryUrl: string;
  readonly repositoryType: RepositoryType;
  /** '' when there is none. */
  readonly homepage: string;
  readonly language: string;
  readonly programmingLanguage: string;
  /** The slug that the maintainer chose; the version need not exist (behaviour.md 7). */
  readonly defaultVersion: string;
  /** The maintainer's choice; null uses the repository's own. */
  readonly defaultBranch: string | null;
  /** The repository's default branch at the last sync; null before, or when it is unknown. */
  readonly remoteBranch: string | null;
  readonly analyticsCode: string | null;
  /** null when nobody has said. */
  readonly analyticsDisabled: boolean | null;
  /** Decides the addresses of the documentation; `isSingleVersion` asks it what 2020 calls single_version. */
  readonly versioningScheme: VersioningScheme;
  /** Path of the configuration file in the repository; null looks in the usual place. */
  readonly readthedocsYamlPath: string | null;
  readonly showVersionWarning: boolean;
  readonly privacyLevel: PrivacyLevel;
  /** Who may read the documentation of pull requests. */
  readonly externalBuildsPrivacyLevel: CurrentPrivacyLevel;
  readonly documentationType: DocumentationType;
  readonly tags: readonly string[];
  /** Id of the main project that this one translates. */
  readonly translationOf: number | null;
  readonly buildTools: BuildToolSource;
  /** Whether signed events build pull requests, which run the code of anyone who opens one (safety S12). */
  readonly pullRequestBuilds: boolean;
  /** URL of the repository whose builds are allowed; null while builds are not allowed (safety S12). */
  readonly trustedRepository: string | null;
  /** `script:NAME` when a script plays the builds (model/builds/build-script.ts); null runs them. */
  readonly builder: string | null;
  readonly created: Timestamp;
  readonly modified: Timestamp;
};

/** Returns whether addresses of the documentation name no version: what 2020 calls single_version. */
export function isSingleVersion({ versioningScheme }: Pick<Project, 'versioningScheme'>): boolean {
  return versioningScheme === SINGLE_VERSION;
}

/** Returns whether addresses of the documentation name the version alone. Those of translations name their language. */
export function omitsLanguage(project: Pick<Project, 'versioningScheme'>): boolean {
  return project.versioningScheme === 'multiple_versions_without_translations';
}

/** Returns the scheme after 2020's `single_version` was set; false leaves a scheme with versions (live-service.md 2). */
export function withSingleVersion(scheme: VersioningScheme, singleVersion: boolean): VersioningScheme {
  if (singleVersion) return SINGLE_VERSION;
  return isSingleVersion({ versioningScheme: scheme }) ? DEFAULT_SCHEME : scheme;
}

const VCS_DEFAULT_BRANCH: Readonly<Record<RepositoryType, string>> = {
  git: 'master',
  hg: 'default',
  svn: '/trunk/',
  bzr: '',
};

/** Fields that decide a project's default branch. */
export type DefaultBranchFields = Pick<Project, 'defaultBranch' | 'remoteBranch' | 'repositoryType'>;

/** Returns the chosen default branch, else the repository's, else the name that its system uses (behaviour.md 7). */
export function effectiveDefaultBranch(project: DefaultBranchFields): string {
  return project.defaultBranch || project.remoteBranch || VCS_DEFAULT_BRANCH[project.repositoryType];
}

/** The repository as either dialect may have written it, in files and at the desk. */
export const storedRepository = nested({
  url: text({ max: 255, check: storedRepositoryUrlError }),
  type: choice(REPOSITORY_TYPES),
});

/** Fields that all bodies of a project share, with the same rules (behaviour.md 7). */
export const projectFields = {
  name: text({ max: 63 }),
  repository: nested({ url: text({ max: 255, check: repositoryUrlError }), type: choice(REPOSITORY_TYPES) }),
  homepage: url({ max: 200 }),
  language: choice(LANGUAGES.map(({ code }) => code)),
  programming_language: choice(
    PROGRAMMING_LANGUAGES.map(({ code }) => code),
    { blank: true },
  ),
  default_version: text({ max: 255 }),
  default_branch: text({ max: 255, blank: true, nullable: true }),
};
const settings = {
  language: projectFields.language.optional(),
  programming_language: projectFields.programming_language.optional(),
  default_version: projectFields.default_version.optional(),
  default_branch: projectFields.default_branch.optional(),
  analytics_code: text({ max: 50, blank: true, nullable: true }).optional(),
  single_version: bool().optional(),
  show_version_warning: bool().optional(),
};

/** Body of a project's import. */
export const ProjectCreateBody = nested({
  name: projectFields.name,
  repository: projectFields.repository,
  homepage: projectFields.homepage.optional(),
  language: settings.language,
  programming_language: settings.programming_language,
});
export type ProjectCreateBody = z.infer<typeof ProjectCreateBody>;

/** Body of a project's full update. */
export const ProjectPutBody = nested({
  name: projectFields.name,
  repository: projectFields.repository,
  homepage: projectFields.homepage,
  ...settings,
});
export type ProjectPutBody = z.infer<typeof ProjectPutBody>;

/** Body of a project's partial update; `repository` may be partial too. */
export const ProjectPatchBody = nested({
  name: projectFields.name.optional(),
  repository: projectFields.repository.partial().optional(),
  homepage: projectFields.homepage.optional(),
  ...settings,
});
export type ProjectPatchBody = z.infer<typeof ProjectPatchBody>;

/** Body of an update at the desk: the fields of the public API and those of the web dashboard. */
export const ProjectDetailsBody = nested({
  name: projectFields.name.optional(),
  repository: storedRepository.partial().optional(),
  ...settings,
  homepage: url({ max: 200, blank: true }).optional(),
  description: text({ max: 2000, blank: true }).optional(),
  tags: tagList().optional(),
  privacy_level: choice(PRIVACY_LEVELS).optional(),
  documentation_type: choice(DOCUMENTATION_TYPES).optional(),
  build_tools: choice(BUILD_TOOL_SOURCES).optional(),
  versioning_scheme: choice(VERSIONING_SCHEMES).optional(),
  readthedocs_yaml_path: configPath().optional(),
  external_builds_privacy_level: choice(CURRENT_PRIVACY_LEVELS).optional(),
  analytics_disabled: bool().nullable().optional(),
  pull_request_builds: bool().optional(),
});
export type ProjectDetailsBody = z.infer<typeof ProjectDetailsBody>;

/** Error on `name`: another project has the slug of this name. */
export function slugTakenError(slug: string): string {
  return `Project with slug "${slug}" already exists.`;
}

/** Error on `name`: no character of it is valid in a slug. */
export function noSlugError(name: string): string {
  return `Invalid project name "${name}": no slug generated.`;
}
