import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocsHostApi } from '../services/hosting/docs-host-api.ts';
import { type Actor, anonymous, systemActor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { type OpenedLink, openedLink, sessionCookie, sessionValues } from './docs-cookie.ts';
import { docsHostCall } from './host-api.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import { ADDONS_SCRIPT } from './menus/addons-script.ts';
import { createAskingPages, type FindAddition } from './menus/asking-pages.ts';
import { noProjectPage, notFoundPage, OWN_PAGE_POLICY } from './not-found-page.ts';
import type { HostingContext, Outcome } from './outcome.ts';
import { createPageFiles, type PageFile } from './pages/page-files.ts';
import { sendPage } from './pages/send-page.ts';
import {
  type ParsedPath,
  type ParsedRequest,
  parsePath,
  parseRequest,
  projectLabel,
  type ServingHost,
} from './parse-request.ts';
import type { WindowLink } from './preview/preview-events.ts';
import { createPreviewHandler } from './preview/preview-handler.ts';
import { routeRequest } from './route-request.ts';
import { robotsText, sitemapXml } from './site-files.ts';

export type DocsOptions = {
  readonly services: Pick<Services, 'docsSite' | 'docsSessions' | 'docsMenu' | 'previews'>;
  /** Answers the parts of the API that documentation hosts have. */
  readonly api: DocsHostApi;
  /** Folder of built pages: VERSION ID/BUILD ID/html. */
  readonly docsFolder: string;
  /** The address at which the window shows a problem of a preview; undefined where no page can lead there. */
  readonly windowLink?: WindowLink;
  readonly logError?: (error: unknown, what: string) => void;
};

/** Answers a request to a documentation host, whose name the guard has checked. */
export type DocsHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Headers of every answer. The resource policy keeps pages of other sites from loading scripts and pictures of
 * documentation, which may be private, and reading them.
 */
const COMMON_HEADERS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-cache'], // browsers revalidate each time, so that a new build is seen at once
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const NOT_FOUND_PAGES = ['/404.html', '/404/index.html'];

/** What a reader may see, and whether a session would show more. */
type Reader = HostingContext & { readonly actor: Actor; readonly lacksSession: boolean };

/**
 * Serves built pages by behaviour.md 12 and 14. Where a session is asked for, a reader without one gets for private
 * pages what they would get if there were none. Sets no cookie but that of such a session, and no CORS header (S11).
 */
export function createDocsHandler(options: DocsOptions): DocsHandler {
  const { services, docsFolder, api, logError = () => {} } = options;
  const { docsSite, docsSessions, docsMenu, previews } = services;
  const files = createPageFiles(docsFolder);
  const askingPages = createAskingPages();
  const additionTo: FindAddition = (file) => (docsMenu.addsScript() ? askingPages(file) : undefined);
  const { windowLink = () => undefined } = options;
  const answerPreview = createPreviewHandler({ previews, windowLink });
  const readAs = (actor: Actor) => ({ actor, sites: docsSite.visibleTo(actor), files });
  const unlimited: Reader = { ...readAs(systemActor('docs')), lacksSession: false };
  const limited: Reader = { ...readAs(anonymous), lacksSession: true };

  return (request, response) => {
    try {
      answer(request, response);
    } catch (error) {
      fail(request, response, error);
    }
  };

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    logError(error, `${request.method} ${request.headers.host}`);
    if (response.headersSent) response.destroy();
    else sendText(response, 500, 'text/plain', 'This page could not be served.\n');
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of COMMON_HEADERS) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(response);
      return;
    }
    const docsRequest = { host: (request.headers.host ?? '').toLowerCase(), url: request.url ?? '' };
    const link = openedLink(docsRequest.host, docsRequest.url);
    if (link) {
      openLink(request, response, docsRequest.host, link);
      return;
    }
    const reader = readerOf(request, response, docsRequest.host);
    const preview = reader.lacksSession ? undefined : previews.at(projectLabel(docsRequest.host));
    if (preview) {
      answerPreview(request, response, preview).catch((error: unknown) => fail(request, response, error));
      return;
    }
    const parsed = parseRequest(reader.sites, docsRequest);
    respond(reader, response, parsed, routeRequest(reader, parsed), () => {
      // The pages were removed just now; another build's may be in their place already.
      const again = parseRequest(reader.sites, docsRequest);
      respond(reader, response, again, routeRequest(reader, again), () =>
        respondNotFound(reader, response, again, null),
      );
    });
  }

  function readerOf(request: IncomingMessage, response: ServerResponse, host: string): Reader {
    if (!docsSessions.asks()) return unlimited;
    if (!docsSessions.allows(projectLabel(host), sessionValues(request))) return limited;
    response.setHeader('Cache-Control', 'private, no-cache'); // not for caches that several readers share
    return unlimited;
  }

  /** Gives the browser a session for the key, and leads on to the page whatever the key is worth. */
  function openLink(
    request: IncomingMessage,
    response: ServerResponse,
    host: string,
    link: OpenedLink,
  ): void {
    const { 'user-agent': agent = '' } = request.headers;
    const value =
      request.method === 'GET'
        ? docsSessions.redeem(projectLabel(host), link.key, sessionValues(request), agent)
        : undefined;
    if (value !== undefined) response.setHeader('Set-Cookie', sessionCookie(request, value));
    response.setHeader('Cache-Control', 'no-store');
    response.writeHead(302, { location: link.target, 'content-length': 0 });
    response.end();
  }

  function respond(
    reader: Reader,
    response: ServerResponse,
    parsed: ParsedRequest,
    outcome: Outcome,
    onMissing: () => void,
  ): void {
    const origin = `http://${parsed.request.host}`;
    switch (outcome.kind) {
      case 'file': {
        const { file, saveAs } = outcome;
        if (saveAs) response.setHeader('Content-Disposition', `attachment; filename="${saveAs}"`);
        const addition = saveAs ? undefined : additionTo(file);
        sendPage(response, { file, status: 200, addition }, () => {
          files.invalidate(file);
          onMissing();
        });
        break;
      }
      case 'redirect':
        response.setHeader(...redirectHeader(outcome));
        response.writeHead(outcome.by === 'user' ? outcome.rule.httpStatus : 302, {
          location: outcome.target,
          'content-length': 0,
        });
        response.end();
        break;
      case 'robots':
        sendText(response, 200, 'text/plain', robotsText(reader.sites, outcome.host, origin));
        break;
      case 'sitemap':
        sendText(response, 200, 'application/xml', sitemapXml(reader.sites, outcome.host, origin));
        break;
      case 'script':
        sendText(response, 200, 'text/javascript', ADDONS_SCRIPT);
        break;
      case 'api': {
        const { status, body } = api(docsHostCall(outcome.api, reader, parsed.request, outcome.host));
        sendText(response, status, 'application/json', body);
        break;
      }
      case 'missing':
        respondNotFound(reader, response, parsed, outcome.parsedPath);
        break;
      case 'no-project':
        sendText(response, 404, 'text/html', noProjectPage(parsed.request.host, reader.lacksSession));
    }
  }

  /** Sends the 404 page of the version, else of the default version, else our own (behaviour.md 12). */
  function respondNotFound(
    reader: Reader,
    response: ServerResponse,
    { request, host }: ParsedRequest,
    parsedPath: ParsedPath | null,
  ): void {
    if (host?.kind !== 'home') {
      sendText(response, 404, 'text/html', noProjectPage(request.host, reader.lacksSession));
      return;
    }
    const [path = ''] = request.url.split('?', 1);
    const fallback = () => sendText(response, 404, 'text/html', notFoundPage(reader, host, parsedPath, path));
    const file = findNotFoundFile(reader, host, parsedPath ?? parsePath(host, '/'));
    if (file) sendPage(response, { file, status: 404, addition: additionTo(file) }, fallback);
    else fallback();
  }

  function findNotFoundFile(
    { sites }: Reader,
    host: ServingHost,
    parsedPath: ParsedPath,
  ): PageFile | undefined {
    const { project, defaultSlug } = parsedPath;
    for (const version of [
      findRequestedVersion(sites, host, parsedPath),
      findHostVersion(sites, host, project.id, defaultSlug),
    ]) {
      for (const path of NOT_FOUND_PAGES) {
        const file = version && files.page(version, path);
        if (file) return file;
      }
    }
    return undefined;
  }
}

/** Names who redirects, in the words of the dialect that a redirect of the project was written in. */
function redirectHeader(outcome: Extract<Outcome, { kind: 'redirect' }>): [name: string, value: string] {
  if (outcome.by === 'system') return ['X-RTD-System-Redirect', 'True'];
  return outcome.rule.dialect === 'current' ? ['X-RTD-Redirect', 'user'] : ['X-RTD-User-Redirect', 'True'];
}

function refuseMethod(response: ServerResponse): void {
  response.setHeader('Allow', 'GET, HEAD');
  sendText(response, 405, 'text/plain', 'Only GET and HEAD are allowed.\n');
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  if (type === 'text/html') response.setHeader('Content-Security-Policy', OWN_PAGE_POLICY);
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
