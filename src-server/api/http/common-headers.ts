import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { BROWSABLE_STYLE } from '../browsable/browsable-style.ts';
import { hasPlainText, type Resource } from '../route.ts';
import type { Format } from './formats/negotiate.ts';

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

const STYLE_HASH = createHash('sha256').update(BROWSABLE_STYLE).digest('base64');

/** Lets an answer load and run nothing but the style of our own pages (safety S14). */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`;

/** Gives the headers of every answer of a resource (behaviour.md 0). */
export function commonHeaders(resource: Resource, allow: string): Readonly<Record<string, string>> {
  return {
    allow,
    ...(resource.apiVersion === 'v3' || hasPlainText(resource) ? { vary: 'Accept' } : {}),
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
  };
}

/** Adds to the headers the Vary that the guard has set (host-guard.ts). */
export function mergeVary<H extends Readonly<Record<string, string | number>>>(
  response: ServerResponse,
  headers: H,
): H {
  const existing = response.getHeader('vary');
  if (existing === undefined) return headers;
  return { ...headers, vary: headers.vary === undefined ? existing : `${headers.vary}, ${existing}` };
}
