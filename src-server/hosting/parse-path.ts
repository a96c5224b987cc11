import { isLanguage } from '../model/projects/languages.ts';
import type { DocsSite } from '../model/redirects/resolve-redirect.ts';
import type { DocsFamily, DocsHost, HostedProject } from '../services/hosting/docs-site.ts';

/** A host that serves pages itself. */
export type ServingHost = Extract<DocsHost, { kind: 'home' }>;

/** What a path of a host means (behaviour.md 14). */
export type ParsedPath = {
  readonly project: HostedProject;
  /** The project and its translations. */
  readonly family: DocsFamily;
  /** `/projects/ALIAS` as the path has it; '' for the top project. */
  readonly prefix: string;
  /** null when the path names none that the project has pages in. */
  readonly language: string | null;
  /** The version named; null when there is none. */
  readonly versionSlug: string | null;
  /** The version that readers get who name none. */
  readonly defaultSlug: string;
  /** The path below all that: `/faq/`. '' where the path ends without the slash that would begin it. */
  readonly file: string;
};

const SUBPROJECT_PATH = /^\/projects\/([^/]+)(\/.*)?$/s;
const LANGUAGE_PATH = /^\/([^/]+)(?:\/([^/]*)(\/.*)?)?$/s;

/** Finds the project, language and version that a decoded path names. */
export function parsePath(host: ServingHost, path: string): ParsedPath {
  const [, name, below = ''] = path.startsWith('/projects/') ? (SUBPROJECT_PATH.exec(path) ?? []) : [];
  const child = name === undefined ? undefined : findFamily(host, name);
  const family = child ?? host.family;
  const prefix = child ? `/projects/${name}` : '';
  const rest = child ? below : path;
  const common = { family, prefix, defaultSlug: host.pullRequest ?? family.main.defaultVersion };

  const [, first = '', second = '', file = ''] = LANGUAGE_PATH.exec(rest) ?? [];
  const project = first === '' ? undefined : findInLanguage(family, first);
  if (!project) return { ...common, project: family.main, language: null, versionSlug: null, file: rest };
  const defaultSlug = host.pullRequest ?? project.defaultVersion;
  return { ...common, project, defaultSlug, language: first, versionSlug: second || null, file };
}

/** A subproject of the host, by its alias or else by its own slug. */
export function findFamily(host: ServingHost, name: string): DocsFamily | undefined {
  return host.byAlias.get(name) ?? host.bySlug.get(name);
}

/** Where the pages of its default version begin: `/en/latest/`. */
export function rootPath({ project, prefix, language, defaultSlug }: ParsedPath): string {
  if (project.singleVersion && language === null) return `${prefix}/`;
  return `${prefix}/${project.language}/${defaultSlug}/`;
}

/** The same as redirects see it (behaviour.md 12). */
export function redirectSite({ project, prefix, language, defaultSlug }: ParsedPath): DocsSite {
  return {
    alias: prefix === '' ? null : prefix.slice('/projects/'.length),
    language: project.language,
    singleVersion: project.singleVersion && language === null,
    defaultVersion: defaultSlug,
  };
}

/** The project of a family that is in this language. */
export function projectInLanguage(
  { main, translations }: DocsFamily,
  language: string,
): HostedProject | undefined {
  return language === main.language ? main : translations.get(language);
}

/** Of a single version the path names no language; its translations have theirs. */
function findInLanguage(family: DocsFamily, language: string): HostedProject | undefined {
  const project = isLanguage(language) ? projectInLanguage(family, language) : undefined;
  return project === family.main && project.singleVersion ? undefined : project;
}
