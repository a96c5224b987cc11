import type { IncomingMessage } from 'node:http';
import { KEY_PARAMETER } from '../services/hosting/docs-sessions.ts';
import { encodeLocation } from './addresses.ts';

/** A request that opens a one-time link. */
export type OpenedLink = {
  readonly key: string;
  /** The URL without the key. */
  readonly target: string;
};

/**
 * Finds the one-time key of a request. The URL without it is on the same host whatever the path is: a path that begins
 * with two slashes would name another one.
 */
export function openedLink(host: string, url: string): OpenedLink | undefined {
  const at = url.indexOf('?');
  if (at === -1) return undefined;
  const parts = url.slice(at + 1).split('&');
  const found = parts.find((part) => part.startsWith(`${KEY_PARAMETER}=`));
  if (found === undefined) return undefined;
  const rest = parts.filter((part) => !part.startsWith(`${KEY_PARAMETER}=`)).join('&');
  const path = url.slice(0, at);
  const target = encodeLocation(`http://${host}${path}${rest === '' ? '' : `?${rest}`}`);
  return { key: found.slice(KEY_PARAMETER.length + 1), target };
}

/** Returns the values of all cookies of docs sessions: a page of documentation may have set further ones. */
export function sessionValues(request: IncomingMessage): string[] {
  const prefix = `${cookieName(request)}=`;
  return (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
}

/**
 * Makes the cookie of a session: for this host alone, since it names no domain, and out of reach of scripts. Lax, so
 * that a link from the window or from elsewhere shows the page.
 */
export function sessionCookie(request: IncomingMessage, value: string): string {
  return `${cookieName(request)}=${value}; Path=/; HttpOnly; SameSite=Lax`;
}

/** Names the cookie by the port, since a browser shares cookies among all ports of a host. */
function cookieName({ headers: { host = '' } }: IncomingMessage): string {
  return `lectern-docs-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
}
