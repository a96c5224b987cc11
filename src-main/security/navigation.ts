import { appPath } from './origin.ts';

/** Place where an address may open: our window, a window for built docs, the browser, or nowhere. */
export type Destination = 'window' | 'docs' | 'browser' | 'nowhere';

/** Matches one label below localhost: a project's slug, with hyphens for its underscores. */
const DOCS_HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.localhost$/;

/**
 * Decides where an address that a page wants to open may open (safety S17): our own pages, built docs of our own server
 * and plain https, nothing else.
 * @param port where our server answers; undefined while it does not
 */
export function resolveDestination(url: string, port: number | undefined): Destination {
  if (appPath(url) !== undefined) return 'window';
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'https:') {
    // A name before an @ is meant to be mistaken for the host.
    return parsed.username === '' && parsed.password === '' ? 'browser' : 'nowhere';
  }
  return docsHost(url, port) === undefined ? 'nowhere' : 'docs';
}

/** Returns `SLUG.localhost:PORT` for an address of built docs of our server; undefined for any other. */
export function docsHost(url: string, port: number | undefined): string | undefined {
  const parsed = URL.parse(url);
  if (port === undefined || parsed?.protocol !== 'http:') return undefined;
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  if (Number(parsed.port || 80) !== port || !DOCS_HOST.test(parsed.hostname)) return undefined;
  return parsed.host;
}

/**
 * Returns whether a page of this origin gets a permission: only our own pages, and only to write text to the clipboard
 * after a click ("copy as curl"). Everything else is denied (safety S17).
 */
export function isPermissionAllowed(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && appPath(origin) !== undefined;
}

/** Caller of the bridge: the page in a frame, and whether that frame is the main one. */
export type Sender = { readonly url: string; readonly isTop: boolean };

/** Returns whether a frame may call that part of the bridge (safety S17): main frames of our own pages alone. */
export function isAllowedFrame({ url, isTop }: Sender, part: 'window' | 'recovery'): boolean {
  const path = appPath(url);
  if (path === undefined || !isTop) return false;
  return path.startsWith('/recovery/') === (part === 'recovery');
}
