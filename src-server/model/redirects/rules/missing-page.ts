import { type DocumentationLocation, documentationPath } from '../../projects/documentation-url.ts';
import { fromCurrentLanguage, isLanguage } from '../../projects/languages/languages.ts';

/** The site of a project, against which redirects are resolved (behaviour.md 14). */
export type DocsSite = Pick<
  DocumentationLocation,
  'alias' | 'language' | 'singleVersion' | 'omitsLanguage'
> & {
  /** Slug of the default version. */
  readonly defaultVersion: string;
};

/** A requested URL, as redirects see it (behaviour.md 12). */
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
const VERSION_ALONE = /^\/([^/]+)(\/.*)$/;
const VERSIONED = /^\/([^/]+)\/([^/]+)(\/.*)$/;

/** Parses a path or full URL as one of this site; adds a missing first slash. */
export function parseMissingPage(address: string, site: DocsSite): MissingPage {
  const origin = ORIGIN.exec(address)?.[0] ?? '';
  const [, rawPath = '', query = ''] = ADDRESS.exec(address.slice(origin.length)) ?? [];
  const fullPath = decodePath(rawPath.startsWith('/') ? rawPath : `/${rawPath}`);
  const own = stripAlias(fullPath, site.alias);
  const base = { site, origin, fullPath, query: query === '?' ? '' : query };
  const [, language = '', version = '', path = ''] = site.singleVersion ? [] : (VERSIONED.exec(own) ?? []);
  if (site.omitsLanguage) {
    const [, name, file] = VERSION_ALONE.exec(own) ?? [];
    if (name !== undefined && file !== undefined)
      return { ...base, language: site.language, version: name, path: file };
  }
  if (!isLanguage(fromCurrentLanguage(language)))
    return { ...base, language: null, version: null, path: own };
  return { ...base, language, version, path };
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
export function encodePath(path: string): string {
  return path.replace(/[%?#\s\p{Cc}]/gu, encodeURIComponent);
}

function stripAlias(path: string, alias: string | null): string {
  const prefix = `/projects/${alias}`;
  return alias !== null && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
