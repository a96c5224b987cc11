import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymous, systemActor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import { noProjectPage, notFoundPage, OWN_PAGE_POLICY } from './not-found-page.ts';
import { type DocsRequest, type HostingContext, type Outcome, projectLabel } from './outcome.ts';
import { createPageFiles, type PageFile } from './page-files.ts';
import { type ParsedPath, parsePath, type ServingHost } from './parse-path.ts';
import { routeRequest } from './route-request.ts';
import { sendPage } from './send-page.ts';
import { robotsText, sitemapXml } from './site-files.ts';

export type DocsOptions = {
  readonly services: Pick<Services, 'docsSite'>;
  /** Where builds put what they made: VERSION ID/BUILD ID/html. */
  readonly docsFolder: string;
  /** Whether private projects and versions are shown: only where nobody but the person at this machine can ask. */
  readonly servesPrivate: boolean;
  readonly logError?: (error: unknown, what: string) => void;
};

/** Answers a request of a host of documentation, whose name the guard has checked. */
export type DocsHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Whoever reads these comes by a link, never by a tag of another site's page: scripts and pictures of documentation
 * may be private, and a page that loads them as its own could read them.
 */
const COMMON_HEADERS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-cache'], // kept, but asked about each time: a new build is seen at once
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const NOT_FOUND_PAGES = ['/404.html', '/404/index.html'];

/** Serves built pages by the rules of behaviour.md 12 and 14. Sets no cookie and no CORS header (safety S11). */
export function createDocsHandler(options: DocsOptions): DocsHandler {
  const { services, docsFolder, servesPrivate, logError = () => {} } = options;
  const sites = services.docsSite.visibleTo(servesPrivate ? systemActor('docs') : anonymous);
  const context: HostingContext = { sites, files: createPageFiles(docsFolder) };

  return (request, response) => {
    try {
      answer(request, response);
    } catch (error) {
      logError(error, `${request.method} ${request.headers.host}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'text/plain', 'This page could not be served.\n');
    }
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of COMMON_HEADERS) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(response);
      return;
    }
    const docsRequest = { host: (request.headers.host ?? '').toLowerCase(), url: request.url ?? '' };
    respond(response, docsRequest, routeRequest(context, docsRequest), () => {
      // Pages were taken away just now; perhaps there are others already.
      const outcome = routeRequest(context, docsRequest);
      respond(response, docsRequest, outcome, () => respondNotFound(response, docsRequest, null));
    });
  }

  function respond(
    response: ServerResponse,
    docsRequest: DocsRequest,
    outcome: Outcome,
    onMissing: () => void,
  ): void {
    const origin = `http://${docsRequest.host}`;
    switch (outcome.kind) {
      case 'file': {
        const { file, saveAs } = outcome;
        if (saveAs) response.setHeader('Content-Disposition', `attachment; filename="${saveAs}"`);
        sendPage(response, file, 200, () => {
          context.files.invalidate(file);
          onMissing();
        });
        break;
      }
      case 'redirect':
        response.setHeader(`X-RTD-${outcome.by === 'user' ? 'User' : 'System'}-Redirect`, 'True');
        response.writeHead(302, { location: outcome.target, 'content-length': 0 });
        response.end();
        break;
      case 'robots':
        sendText(response, 200, 'text/plain', robotsText(outcome.host, origin));
        break;
      case 'sitemap':
        sendText(response, 200, 'application/xml', sitemapXml(sites, outcome.host, origin));
        break;
      case 'missing':
        respondNotFound(response, docsRequest, outcome.parsedPath);
        break;
      case 'no-project':
        sendText(response, 404, 'text/html', noProjectPage(docsRequest.host));
    }
  }

  /** The 404 page of the version, then of the default version, then our own (behaviour.md 12). */
  function respondNotFound(
    response: ServerResponse,
    docsRequest: DocsRequest,
    parsedPath: ParsedPath | null,
  ): void {
    const host = sites.host(projectLabel(docsRequest.host));
    if (host?.kind !== 'home') {
      sendText(response, 404, 'text/html', noProjectPage(docsRequest.host));
      return;
    }
    const [path = ''] = docsRequest.url.split('?', 1);
    const fallback = () => sendText(response, 404, 'text/html', notFoundPage(sites, host, parsedPath, path));
    const file = findNotFoundFile(host, parsedPath ?? parsePath(host, '/'));
    if (file) sendPage(response, file, 404, fallback);
    else fallback();
  }

  function findNotFoundFile(host: ServingHost, parsedPath: ParsedPath): PageFile | undefined {
    const { project, defaultSlug } = parsedPath;
    for (const version of [
      findRequestedVersion(sites, host, parsedPath),
      findHostVersion(sites, host, project.id, defaultSlug),
    ]) {
      for (const path of NOT_FOUND_PAGES) {
        const file = version && context.files.page(version, path);
        if (file) return file;
      }
    }
    return undefined;
  }
}

function refuseMethod(response: ServerResponse): void {
  response.setHeader('Allow', 'GET, HEAD');
  sendText(response, 405, 'text/plain', 'Pages can be read, and nothing else.\n');
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  if (type === 'text/html') response.setHeader('Content-Security-Policy', OWN_PAGE_POLICY);
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
