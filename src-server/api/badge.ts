import express, { type Request, type Response, type Router } from 'express';
import type { BadgeStatus } from '../services/badges/badges.ts';
import type { Services } from '../services/open-services.ts';
import { MethodNotAllowed } from './http/http-problems.ts';
import { lastNonEmptyValue, lastValue } from './http/query-values.ts';

const STYLES = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;
type BadgeStyle = (typeof STYLES)[number];

const COLORS: Readonly<Record<BadgeStatus, string>> = {
  passing: 'brightgreen',
  failing: 'red',
  unknown: 'lightgrey',
};

const PATH = '/projects/:slug/badge/';
const PATH_WITHOUT_SLASH = '/projects/:slug/badge';
const HEADERS = {
  allow: 'GET, HEAD',
  // A README shows a badge through caches of its own; it should show how things are now.
  'cache-control': 'no-cache, no-store, must-revalidate',
  // Opened by itself an SVG is a document. It may draw itself, and do no more (safety S14).
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * Serves `/projects/SLUG/badge/?version=V&style=S`: how the newest finished build ended, as an SVG, without a token.
 * It is no Route, since its answer is not JSON. Whatever cannot be seen is `unknown`, with status 200.
 */
export function badgeRouter(services: Pick<Services, 'badges'>): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const rendered = new Map<string, Buffer>();

  async function badge(status: BadgeStatus, style: BadgeStyle): Promise<Buffer> {
    const key = `${status} ${style}`;
    const svg = rendered.get(key) ?? (await renderBadge(status, style));
    rendered.set(key, svg);
    return svg;
  }

  async function answer(request: Request<{ slug: string }>, response: Response): Promise<void> {
    const query = new URLSearchParams(queryOf(request));
    const status = services.badges.status(request.params.slug, lastNonEmptyValue(query, 'version'));
    const svg = await badge(status, styleOf(query));
    response.writeHead(200, {
      ...HEADERS,
      'content-type': 'image/svg+xml',
      'content-length': svg.length,
    });
    response.end(request.method === 'HEAD' ? undefined : svg);
  }

  // A route for GET serves HEAD as well.
  router.get(PATH, answer);
  router.get(PATH_WITHOUT_SLASH, addSlash);
  router.all([PATH, PATH_WITHOUT_SLASH], rejectMethod);
  return router;
}

function addSlash(request: Request, response: Response): void {
  const location = `${request.path}/${queryOf(request)}`;
  response.writeHead(301, { ...HEADERS, location, 'content-length': 0 }).end();
}

/** The package is loaded when the first badge is asked for: it would slow down every start. */
async function renderBadge(status: BadgeStatus, style: BadgeStyle): Promise<Buffer> {
  const { makeBadge } = await import('badge-maker');
  return Buffer.from(makeBadge({ label: 'docs', message: status, color: COLORS[status], style }));
}

function rejectMethod(request: Request, response: Response): void {
  const body = Buffer.from(JSON.stringify({ detail: new MethodNotAllowed(request.method).message }));
  response.writeHead(405, {
    ...HEADERS,
    'content-type': 'application/json',
    'content-length': body.length,
  });
  response.end(body);
}

/** An unknown style is drawn flat. */
function styleOf(query: URLSearchParams): BadgeStyle {
  const requested = lastValue(query, 'style');
  return STYLES.find((style) => style === requested) ?? 'flat';
}

/** With its `?`; '' when there is none. */
function queryOf(request: Request): string {
  const index = request.originalUrl.indexOf('?');
  return index === -1 ? '' : request.originalUrl.slice(index);
}
