import { fromCurrentLanguage, isLanguage } from '../model/projects/languages/languages.ts';
import type { MissingPage } from '../model/redirects/rules/missing-page.ts';
import type { Version } from '../model/versions/version.ts';
import type { DocsFamily, DocsHost, DocsSites, HostedProject } from '../services/hosting/docs-site.ts';

/** Begins a path to a page of the default version. */
export const DEFAULT_VERSION = '/page/';

/** A request as far as its answer depends on it. */
export type DocsRequest = {
  /** In lower case, with the port where there is one: `pip.localhost:8642`. */
  readonly host: string;
  /** The request's target: `/en/latest/?q=1`. */
  readonly url: string;
};

/** A host that serves pages itself. */
export type ServingHost = Extract<DocsHost, { kind: 'home' }>;

/** A request, parsed once for all that answers or explains it. */
export type ParsedRequest = {
  readonly request: DocsRequest;
  /** null where no project answers at this host. */
  readonly host: DocsHost | null;
  /** undefined for a path that can name no page. */
  readonly path: RequestPath | undefined;
  /** null where `path` is undefined or the host serves no pages itself. */
  readonly parsedPath: ParsedPath | null;
};

/** Path and query of a request. */
export type RequestPath = {
  /** As the request has it: `/en/latest/a%20b.html`. */
  readonly raw: string;
  /** Percent-encoding undone: `/en/latest/a b.html`. */
  readonly path: string;
  /** '' or what begins with `?`. */
  readonly query: string;
};

/** The meaning of a path on a host (behaviour.md 14). */
export type ParsedPath = {
  readonly project: HostedProject;
  /** The project and its translations. */
  readonly family: DocsFamily;
  /** The subproject's name in the path, its alias or slug; null for the top project. */
  readonly alias: string | null;
  /** Language of the pages; null when the path names none that the project has pages in. */
  readonly language: string | null;
  /** Slug of the version in the path; null when it names none. */
  readonly versionSlug: string | null;
  /** Slug of the version for paths that name none. */
  readonly defaultSlug: string;
  /** The path below all that: `/faq/`. '' where the path ends without the slash that would begin it. */
  readonly file: string;
  /** The path below the alias: `/en/latest/faq/`. */
  readonly rest: string;
  /** `rest` read as LANGUAGE/VERSION/FILE, whether or not the project has such pages; null when it has another form. */
  readonly versioned: Pick<MissingPage, 'language' | 'version' | 'path'> | null;
};

/** Longer paths name no file that a file system could hold. */
const MAX_LENGTH = 4096;
const UNENCODED = /^\/[\w\-.~!$&'()*+,;=:@/]*$/;
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
// Slashes that only appear when decoded, and characters that no address holds (safety S10).
const ENCODED_SLASH = /%(?:2f|5c)/i;
const FORBIDDEN = /[\\\p{Cc}]/u;
const SUBPROJECT_PATH = /^\/projects\/([^/]+)(\/.*)?$/s;
const VERSION_PATH = /^\/([^/]+)(\/.*)?$/s;
const LANGUAGE_PATH = /^\/([^/]+)(?:\/([^/]*)(\/.*)?)?$/s;

/** Finds what a request's host and path name. */
export function parseRequest(sites: DocsSites, request: DocsRequest): ParsedRequest {
  const host = sites.host(projectLabel(request.host));
  const path = parseUrl(request.url);
  const parsedPath = host?.kind === 'home' && path ? parsePath(host, path.path) : null;
  return { request, host, path, parsedPath };
}

/** Gives the label of a documentation host that names its project. */
export function projectLabel(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? host : host.slice(0, dot);
}

/**
 * Parses a request's target. Gives undefined for a path that can name no page: one that cannot be decoded, that has
 * `.` or `..`, encoded slashes, backslashes or control characters, or that is too long (safety S10).
 */
export function parseUrl(url: string): RequestPath | undefined {
  const at = url.indexOf('?');
  const raw = at === -1 ? url : url.slice(0, at);
  if (raw.length > MAX_LENGTH || !raw.startsWith('/')) return undefined;
  const path = UNENCODED.test(raw) ? raw : decodePath(raw);
  if (path === undefined || DOT_SEGMENT.test(path)) return undefined;
  const query = at === -1 || at === url.length - 1 ? '' : url.slice(at);
  return { raw, path, query };
}

function decodePath(raw: string): string | undefined {
  if (ENCODED_SLASH.test(raw)) return undefined;
  try {
    const path = decodeURIComponent(raw);
    return FORBIDDEN.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Finds the project, language and version that a decoded path names. */
export function parsePath(host: ServingHost, path: string): ParsedPath {
  const [, name, below = ''] = path.startsWith('/projects/') ? (SUBPROJECT_PATH.exec(path) ?? []) : [];
  const child = name === undefined ? undefined : findFamily(host, name);
  const family = child ?? host.family;
  const rest = child ? below : path;
  const [, first = '', second = '', file = ''] = LANGUAGE_PATH.exec(rest) ?? [];
  const isVersioned = second !== '' && file !== '' && isLanguage(fromCurrentLanguage(first));
  const common = {
    family,
    alias: child && name !== undefined ? name : null,
    rest,
    versioned: isVersioned ? { language: first, version: second, path: file } : null,
  };
  const project = first === '' ? undefined : findInLanguage(family, first);
  const defaultSlug = host.pullRequest ?? (project ?? family.main).defaultVersion;
  if (!project) {
    const named = family.main.omitsLanguage ? parseVersionPath(rest) : undefined;
    const place = { ...common, project: family.main, language: null, defaultSlug };
    if (!named) return { ...place, versionSlug: null, file: rest };
    const { version, path: file } = named;
    const isPage = file !== '' && !isVersioned;
    return {
      ...{ ...place, versionSlug: version, file },
      ...(isPage && { versioned: { language: family.main.language, version, path: file } }),
    };
  }
  return { ...common, project, language: first, versionSlug: second || null, defaultSlug, file };
}

/** Reads VERSION/FILE; undefined for a path that names no version. */
function parseVersionPath(rest: string): { readonly version: string; readonly path: string } | undefined {
  const [, version = '', path = ''] = VERSION_PATH.exec(rest) ?? [];
  return version === '' || `/${version}/` === DEFAULT_VERSION ? undefined : { version, path };
}

/** Finds a subproject of the host by its alias, else by its slug. */
export function findFamily(host: ServingHost, name: string): DocsFamily | undefined {
  return host.byAlias.get(name) ?? host.bySlug.get(name);
}

/** Gives the path at which the pages of the default version begin: `/en/latest/`. */
export function rootPath({
  project,
  alias,
  language,
  defaultSlug,
}: Pick<ParsedPath, 'project' | 'alias' | 'language' | 'defaultSlug'>): string {
  const prefix = alias === null ? '' : `/projects/${alias}`;
  if (project.singleVersion && language === null) return `${prefix}/`;
  if (project.omitsLanguage && language === null) return `${prefix}/${defaultSlug}/`;
  return `${prefix}/${project.language}/${defaultSlug}/`;
}

/**
 * Gives a request that no page answers as the project's redirects see it (behaviour.md 12). `/en/latest` is the root of
 * `version`, the one it names, and no page called so.
 */
export function missingPage(
  request: DocsRequest,
  path: RequestPath,
  parsedPath: ParsedPath,
  version: Pick<Version, 'slug'> | undefined,
): MissingPage {
  const { project, alias, language, defaultSlug, rest, file } = parsedPath;
  const singleVersion = project.singleVersion && language === null;
  const omitsLanguage = project.omitsLanguage && language === null;
  const isRoot = (language !== null || omitsLanguage) && version !== undefined && file === '';
  const root = isRoot ? { language: language ?? project.language, version: version.slug, path: '/' } : null;
  // Where paths name no language, the first part of one that is no version's is part of the page.
  const isBare = singleVersion || (omitsLanguage && version === undefined);
  const versioned = isBare ? null : (parsedPath.versioned ?? root);
  return {
    site: { alias, language: project.language, singleVersion, omitsLanguage, defaultVersion: defaultSlug },
    origin: `http://${request.host}`,
    fullPath: path.path,
    query: path.query,
    ...(versioned ?? { language: null, version: null, path: rest }),
  };
}

/** Finds the project of a family that is in this language, as 2020 or today's service writes it. */
export function projectInLanguage(
  { main, translations }: DocsFamily,
  language: string,
): HostedProject | undefined {
  const stored = fromCurrentLanguage(language);
  return stored === main.language ? main : translations.get(stored);
}

/** Leaves out a main project whose paths name no language; those of its translations do. */
function findInLanguage(family: DocsFamily, language: string): HostedProject | undefined {
  const project = isLanguage(fromCurrentLanguage(language)) ? projectInLanguage(family, language) : undefined;
  return project === family.main && (project.singleVersion || project.omitsLanguage) ? undefined : project;
}
