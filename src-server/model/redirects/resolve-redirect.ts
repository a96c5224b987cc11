import { type DocumentationLocation, documentationPath } from '../projects/documentation-url.ts';
import { isLanguage } from '../projects/languages.ts';
import type { Redirect } from './redirect.ts';

/** The rule of a redirect, without its position and times. */
export type RedirectRule = Pick<Redirect, 'type' | 'fromUrl' | 'toUrl'>;

/** The site of a project, against which redirects are resolved (behaviour.md 14). */
export type DocsSite = Pick<DocumentationLocation, 'alias' | 'language' | 'singleVersion'> & {
  /** Slug of the default version. */
  readonly defaultVersion: string;
};

/** A requested URL without a page, as redirects see it (behaviour.md 12). */
export type MissingPage = {
  readonly site: DocsSite;
  /** `http://pip.localhost:8642`; '' when only a path was given. */
  readonly origin: string;
  /** The requested path, percent-decoded: `/en/latest/faq/`. */
  readonly fullPath: string;
  /** '' or the query with its `?`. */
  readonly query: string;
  /** null when the URL has none. */
  readonly language: string | null;
  readonly version: string | null;
  /** The path below language and version, and below the alias of a subproject: `/faq/`. */
  readonly path: string;
};

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const ADDRESS = /^([^?#]*)(\?[^#]*)?/;
const VERSIONED = /^\/([^/]+)\/([^/]+)(\/.*)$/;
/** Ends the `from_url` of an exact redirect that matches everything below it. */
const REST_PLACEHOLDER = '$rest';

/** Parses a path or full URL as one of this site; adds a missing first slash. */
export function parseMissingPage(address: string, site: DocsSite): MissingPage {
  const origin = ORIGIN.exec(address)?.[0] ?? '';
  const [, rawPath = '', query = ''] = ADDRESS.exec(address.slice(origin.length)) ?? [];
  const fullPath = decodePath(rawPath.startsWith('/') ? rawPath : `/${rawPath}`);
  const own = stripAlias(fullPath, site.alias);
  const [, language = '', version = '', path = ''] = site.singleVersion ? [] : (VERSIONED.exec(own) ?? []);
  const base = { site, origin, fullPath, query: query === '?' ? '' : query };
  if (!isLanguage(language)) return { ...base, language: null, version: null, path: own };
  return { ...base, language, version, path };
}

/**
 * Returns the target of a redirect for a missing page, with the query; undefined when it does not match or leads to the
 * same URL (behaviour.md 12, "Serving semantics"). Absolute when the redirect has a full URL.
 */
export function resolveRedirect(redirect: RedirectRule, page: MissingPage): string | undefined {
  const tried = tryRedirect(redirect, page);
  return tried?.isSelf === false ? tried.target : undefined;
}

/** Returns the target, and whether it is the requested URL itself; undefined when the redirect does not match. */
export function tryRedirect(
  redirect: RedirectRule,
  page: MissingPage,
): { readonly target: string; readonly isSelf: boolean } | undefined {
  const target = matchTarget(redirect, page);
  if (target === undefined) return undefined;
  const destination = decodePath(target);
  const isSelf = ownAddresses(redirect, page).includes(destination);
  return { target: appendQuery(target, page.query), isSelf };
}

/** Lists the addresses that are the requested page itself: to `/en/latest`, so is its root, but for an exact redirect. */
function ownAddresses({ type }: RedirectRule, { origin, fullPath, path }: MissingPage): readonly string[] {
  const paths =
    type !== 'exact' && path === '/' && !fullPath.endsWith('/') ? [fullPath, `${fullPath}/`] : [fullPath];
  return [...paths, ...paths.map((own) => origin + own)];
}

/** Returns the first redirect in order that has a target for the page. */
export function firstRedirect<R extends RedirectRule>(
  redirects: readonly R[],
  page: MissingPage,
): { readonly redirect: R; readonly target: string } | undefined {
  for (const redirect of redirects) {
    const target = resolveRedirect(redirect, page);
    if (target !== undefined) return { redirect, target };
  }
  return undefined;
}

/** Returns the text before `$rest` in an exact redirect; undefined for one of a single URL. */
export function exactPrefix({ type, fromUrl }: RedirectRule): string | undefined {
  const at =
    type === 'exact' && fromUrl.endsWith(REST_PLACEHOLDER) ? fromUrl.length - REST_PLACEHOLDER.length : -1;
  return at === -1 ? undefined : fromUrl.slice(0, at);
}

/** Returns the path of a file in the requested language and version, or in the site's defaults. */
export function resolvePagePath(
  page: Pick<MissingPage, 'site' | 'language' | 'version'>,
  file: string,
): string {
  const { site, language, version } = page;
  const location = { scheme: 'http', domain: '', ...site, language: language ?? site.language } as const;
  return documentationPath(location, encodePath(version ?? site.defaultVersion)) + file.replace(/^\/+/, '');
}

/** Decodes a path as redirects compare it; returns it unchanged when it cannot be decoded. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Encodes a decoded path, so that none of it is read as a query or percent-encoding. */
function encodePath(path: string): string {
  return path.replace(/[%?#\s\p{Cc}]/gu, encodeURIComponent);
}

function matchTarget(redirect: RedirectRule, page: MissingPage): string | undefined {
  const { type, toUrl } = redirect;
  const { path, fullPath } = page;
  const fromUrl = decodePath(redirect.fromUrl);
  switch (type) {
    case 'prefix':
      if (fromUrl === '' || !path.startsWith(fromUrl)) return undefined;
      return resolvePagePath(page, encodePath(path.slice(fromUrl.length)));
    case 'page':
      if (path !== fromUrl) return undefined;
      return isAbsolute(toUrl) ? toUrl : resolvePagePath(page, toUrl);
    case 'exact': {
      const base = exactPrefix({ ...redirect, fromUrl });
      if (base === undefined) return fullPath === fromUrl ? toUrl : undefined;
      return fullPath.startsWith(base) ? joinPath(toUrl, encodePath(fullPath.slice(base.length))) : undefined;
    }
    case 'sphinx_html': {
      const file = /^\/(.+?)(?:\/index\.html|\/)$/.exec(path)?.[1];
      return file === undefined ? undefined : resolvePagePath(page, encodePath(`${file}.html`));
    }
    case 'sphinx_htmldir': {
      const file = /^\/(.+)\.html$/.exec(path)?.[1];
      return file === undefined ? undefined : resolvePagePath(page, encodePath(`${file}/`));
    }
  }
}

/** Joins a target and a rest; leading slashes of the rest must not turn it into a host name. */
function joinPath(toUrl: string, rest: string): string {
  return toUrl + (toUrl.endsWith('/') ? rest.replace(/^[/\\]+/, '') : rest);
}

function stripAlias(path: string, alias: string | null): string {
  const prefix = `/projects/${alias}`;
  return alias !== null && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function isAbsolute(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** Appends the reader's query after the target's own query and before its fragment. */
function appendQuery(target: string, query: string): string {
  if (query === '') return target;
  const at = target.indexOf('#');
  const [plain, fragment] = at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)];
  return plain + (plain.includes('?') ? `&${query.slice(1)}` : query) + fragment;
}
