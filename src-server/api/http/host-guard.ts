/*
 * Decides which requests this server accepts at all.
 *
 * The server listens on loopback, but a browser on this machine sends any web page's requests there. Three checks
 * guard against that, before anything else reads a request:
 *
 *  - Host (safety S2). A page of evil.example can point its own name at 127.0.0.1 and then read our answers as its
 *    own origin (DNS rebinding). Its requests still name evil.example as Host, so only our own names are accepted, in
 *    the header and in the request line.
 *  - Origin (S3). A page of another site can send requests without reading the answers. Browsers name the page's
 *    origin on all but plain GETs; any origin that is not ours, `null` included, is refused. CORS headers are sent to
 *    allow-listed origins alone.
 *  - Sec-Fetch-Site (S4). The same for plain GETs: only our own pages and typed URLs are accepted. Clients that are
 *    no browsers send no such header and are accepted.
 *
 * Built documentation is hostile HTML as well. It is served on *.localhost hosts, which are other origins than the
 * API's: under those names the API does not answer, and no origin is ever allowed (S11). People follow links there
 * from anywhere, so a navigation is accepted from any site. A subresource is accepted from its own host alone, other
 * documentation hosts being other sites: otherwise any page could load scripts, pictures or frames of private pages
 * (the search index of all their words is a script). Pages of one project, its subprojects and its translations share
 * a host and are not affected.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { noteRefusal } from '../requests/request-recording.ts';
import { discardBody } from './read-body.ts';
import { detail, sendJson } from './send-json.ts';

/** Names and origins that the guard accepts. */
export type GuardOptions = {
  /** Gives the port of the server, known once it listens. */
  readonly port: () => number;
  /** Host names accepted beside the loopback ones. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may call the API: `http://localhost:5173`. */
  readonly allowedOrigins: readonly string[];
  /**
   * Whether a page may lead to `/`, as the file does through which a one-time link reaches the browser. What is there
   * is the window without any data; it asks for that itself, as its own origin.
   */
  readonly acceptsVisits?: boolean;
};

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const DOCS_HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.localhost$/;
const CORS_METHODS = 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS';

/** Answers a request that it refuses; passes any other to `next`. */
export type Guard = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Answers a request to a documentation host. */
export type DocsHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates the guard. It is not an Express middleware, since Express reads the request line before its first one runs.
 * `docs` answers requests to documentation hosts; without it they are 404.
 */
export function hostGuard(options: GuardOptions, docs?: DocsHandler): Guard {
  const names = new Set([...LOOPBACK, ...options.allowedHosts.map((name) => name.toLowerCase())]);
  const origins = new Set(options.allowedOrigins);
  // Accepted hosts are cached, so that a usual request costs one look-up.
  const hostKinds = new Map<string, 'api' | 'docs'>();

  function kindOf(host: string): 'api' | 'docs' | undefined {
    const found = hostKinds.get(host);
    if (found) return found;
    const name = nameOf(host, options.port());
    const kind =
      name === undefined ? undefined : names.has(name) ? 'api' : DOCS_HOST.test(name) ? 'docs' : undefined;
    if (kind && hostKinds.size < 1000) hostKinds.set(host, kind);
    return kind;
  }

  return (request, response, next) => {
    const host = request.headers.host;
    const kind =
      host === undefined || hasTwoHosts(request) || !stripHost(request, host) ? undefined : kindOf(host);
    if (host === undefined || kind === undefined)
      return refuse(request, response, 421, 'This server does not answer under that host name.');
    const { origin } = request.headers;
    const isDocs = kind === 'docs';
    // Sent without an Origin too: what a cache keeps of such an answer must not be given to a page.
    if (!isDocs && origins.size > 0) response.setHeader('vary', 'Origin');
    const allowed = !isDocs && origin !== undefined && origins.has(origin);
    if (allowed) response.setHeader('access-control-allow-origin', origin);
    if (origin !== undefined && !allowed && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
      return refuse(request, response, 403, 'Requests from that origin are not allowed.');
    }
    const site = request.headers['sec-fetch-site'];
    const isOwn = site === undefined || site === 'same-origin' || site === 'none';
    const isVisit = options.acceptsVisits === true && request.url === '/';
    if (!allowed && !isOwn && !((isDocs || isVisit) && isNavigation(request))) {
      return refuse(request, response, 403, 'Requests from another site are not allowed.');
    }
    if (isDocs) {
      if (docs) return docs(request, response);
      return refuse(request, response, 404, 'Not found.');
    }
    if (allowed && request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return answerPreflight(request, response);
    }
    next();
  };
}

/** Whether a browser shows the answer as a page of its own: by a link, a bookmark or a typed URL. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Gives the name in a Host header whose port is ours; undefined when it is anything but NAME:PORT. */
function nameOf(host: string, port: number): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(host);
  const [, name, portText] = match ?? [];
  if (name === undefined || Number(portText ?? 80) !== port) return undefined;
  return name.toLowerCase();
}

/**
 * Strips the host from a request line with a whole URL, so that the path is left. Such a host counts before the
 * header's; false when the two differ.
 */
function stripHost(request: IncomingMessage, host: string): boolean {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return true;
  const start = `http://${host}/`;
  if (url.slice(0, start.length).toLowerCase() !== start.toLowerCase()) return false;
  request.url = url.slice(start.length - 1);
  return true;
}

function hasTwoHosts(request: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    if (request.rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count !== 1;
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, reason: string): void {
  noteRefusal(request, 'host guard', reason);
  void discardBody(request).then(() => sendJson(response, status, detail(reason)));
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const headers = request.headers['access-control-request-headers'];
  response.writeHead(204, {
    'access-control-allow-methods': CORS_METHODS,
    ...(headers === undefined ? {} : { 'access-control-allow-headers': headers }),
    'access-control-max-age': '600',
  });
  response.end();
}
