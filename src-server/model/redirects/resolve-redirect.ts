import { type DocumentationLocation, documentationPath } from '../projects/documentation-url.ts';
import { isLanguage } from '../projects/languages.ts';
import type { Redirect } from './redirect.ts';

/** What a redirect does, without its place and times. */
export type RedirectRule = Pick<Redirect, 'type' | 'fromUrl' | 'toUrl'>;

/** Where a project's pages stand: what its redirects are resolved against (behaviour.md 14). */
export type DocsSite = Pick<DocumentationLocation, 'alias' | 'language' | 'singleVersion'> & {
  /** Slug of the version that readers get who name none. */
  readonly defaultVersion: string;
};

/** An address that was asked for and that no page answers, as redirects see it (behaviour.md 12). */
export type MissingPage = {
  readonly site: DocsSite;
  /** `http://pip.localhost:8642`; '' when only a path was given. */
  readonly origin: string;
  /** The path as asked for, with percent-encoding undone: `/en/latest/faq/`. */
  readonly fullPath: string;
  /** '' or what begins with `?`. */
  readonly query: string;
  /** null when the address names none. */
  readonly language: string | null;
  readonly version: string | null;
  /** The path below language and version, and below the alias of a subproject: `/faq/`. */
  readonly path: string;
};

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const ADDRESS = /^([^?#]*)(\?[^#]*)?/;
const VERSIONED = /^\/([^/]+)\/([^/]+)(\/.*)$/;
/** Stands at the end of an exact redirect's `from_url` for everything that may follow. */
const REST_PLACEHOLDER = '$rest';

/** Reads an address (a path, or a whole URL) as one of this site. A path without its first slash is given one. */
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
 * Where a redirect sends who asked for a page that is missing, the query kept; undefined when it does not match or
 * would send them where they are (behaviour.md 12, "Serving semantics"). Absolute when the redirect names a whole URL.
 */
export function resolveRedirect(redirect: RedirectRule, page: MissingPage): string | undefined {
  const tried = tryRedirect(redirect, page);
  return tried?.isSelf === false ? tried.target : undefined;
}

/** The same, and of a redirect that would send readers where they are that it does; undefined when it does not match. */
export function tryRedirect(
  redirect: RedirectRule,
  page: MissingPage,
): { readonly target: string; readonly isSelf: boolean } | undefined {
  const target = matchTarget(redirect, page);
  if (target === undefined) return undefined;
  const destination = decodePath(target);
  const isSelf = destination === page.fullPath || destination === page.origin + page.fullPath;
  return { target: appendQuery(target, page.query), isSelf };
}

/** The first redirect, in the order given, that has a target for the page. */
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

/** What stands before `$rest` in an exact redirect; undefined for one of a single URL. */
export function exactPrefix({ type, fromUrl }: RedirectRule): string | undefined {
  const at =
    type === 'exact' && fromUrl.endsWith(REST_PLACEHOLDER) ? fromUrl.length - REST_PLACEHOLDER.length : -1;
  return at === -1 ? undefined : fromUrl.slice(0, at);
}

/** Where a file of the site stands, in the language and version asked for, else in the site's own. */
export function resolvePagePath(
  page: Pick<MissingPage, 'site' | 'language' | 'version'>,
  file: string,
): string {
  const { site, language, version } = page;
  const location = { scheme: 'http', domain: '', ...site, language: language ?? site.language } as const;
  return documentationPath(location, encodePath(version ?? site.defaultVersion)) + file.replace(/^\/+/, '');
}

/** A path with percent-encoding undone, as redirects compare it; as it is where it cannot be undone. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Keeps what a decoded path holds from being read as a query or as percent-encoding in an address. */
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

/** A rest that begins with slashes must not make the name of a host of what follows them. */
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

/** The reader's query goes behind one that the target has, and before its fragment. */
function appendQuery(target: string, query: string): string {
  if (query === '') return target;
  const at = target.indexOf('#');
  const [plain, fragment] = at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)];
  return plain + (plain.includes('?') ? `&${query.slice(1)}` : query) + fragment;
}
