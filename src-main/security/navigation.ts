import { appPath } from './origin.ts';

/** Where an address may be shown: our window, a window for built docs, the browser, or nowhere. */
export type Destination = 'window' | 'docs' | 'browser' | 'nowhere';

/** One label below localhost, as a project's slug is one; an underscore of a slug is served as a hyphen. */
const DOCS_HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.localhost$/;

/**
 * What to do with an address that a page wants to go to or to open (safety S17). Anything that is not ours, not built
 * docs of our own server and not plain https is dropped.
 * @param port where our server answers; undefined while it does not
 */
export function resolveDestination(url: string, port: number | undefined): Destination {
  if (appPath(url) !== undefined) return 'window';
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'https:') {
    // A name before an @ is there to be taken for the host.
    return parsed.username === '' && parsed.password === '' ? 'browser' : 'nowhere';
  }
  return docsHost(url, port) === undefined ? 'nowhere' : 'docs';
}

/** `SLUG.localhost:PORT` when the address is of built docs that our server answers for; undefined otherwise. */
export function docsHost(url: string, port: number | undefined): string | undefined {
  const parsed = URL.parse(url);
  if (port === undefined || parsed?.protocol !== 'http:') return undefined;
  if (parsed.username !== '' || parsed.password !== '') return undefined;
  if (Number(parsed.port || 80) !== port || !DOCS_HOST.test(parsed.hostname)) return undefined;
  return parsed.host;
}

/**
 * Whether a page of this origin gets a permission: only ours, and only to put text on the clipboard after a click
 * ("copy as curl"). Everything else is denied (safety S17).
 */
export function isPermissionAllowed(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && appPath(origin) !== undefined;
}

/** Who asks over the bridge: the page in a frame, and whether that is the whole window's. */
export type Sender = { readonly url: string; readonly isTop: boolean };

/** Whether a frame may call that part of the bridge (safety S17): our pages alone, never a frame within one. */
export function isAllowedFrame({ url, isTop }: Sender, part: 'window' | 'recovery'): boolean {
  const path = appPath(url);
  if (path === undefined || !isTop) return false;
  return path.startsWith('/recovery/') === (part === 'recovery');
}
