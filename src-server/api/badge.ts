import express, { type Request, type Response, type Router } from 'express';
import type { BadgeStatus } from '../services/badges/badges.ts';
import type { Services } from '../services/open-services.ts';
import { MethodNotAllowed } from './http/http-problems.ts';
import { lastNonEmptyValue, lastValue } from './http/read-query.ts';
import { detail, sendJson } from './http/send-json.ts';

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
  // A README shows a badge through other caches, which must not keep an old state.
  'cache-control': 'no-cache, no-store, must-revalidate',
  // An SVG opened by itself is a document: it may draw itself and do nothing else (safety S14).
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * Serves `/projects/SLUG/badge/?version=V&style=S` as SVG, without a token: the result of the newest finished build.
 * A Route answers JSON, so this is none. A project or version that nobody may see is `unknown`, with status 200.
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

/** Draws a badge. Imports the package on first use, since it would slow down every start. */
async function renderBadge(status: BadgeStatus, style: BadgeStyle): Promise<Buffer> {
  const { makeBadge } = await import('badge-maker');
  return Buffer.from(makeBadge({ label: 'docs', message: status, color: COLORS[status], style }));
}

function rejectMethod({ method }: Request, response: Response): void {
  sendJson(response, 405, detail(new MethodNotAllowed(method).message), HEADERS);
}

/** Reads the style; an unknown one is `flat`. */
function styleOf(query: URLSearchParams): BadgeStyle {
  const requested = lastValue(query, 'style');
  return STYLES.find((style) => style === requested) ?? 'flat';
}

/** Gives the query with its `?`; '' when there is none. */
function queryOf(request: Request): string {
  const index = request.originalUrl.indexOf('?');
  return index === -1 ? '' : request.originalUrl.slice(index);
}
