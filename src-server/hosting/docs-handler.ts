import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymous, systemActor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { findHostVersion, findRequestedVersion } from './host-versions.ts';
import { noProjectPage, notFoundPage, OWN_PAGE_POLICY } from './not-found-page.ts';
import type { HostingContext, Outcome } from './outcome.ts';
import { createPageFiles, type PageFile } from './page-files.ts';
import {
  type ParsedPath,
  type ParsedRequest,
  parsePath,
  parseRequest,
  type ServingHost,
} from './parse-request.ts';
import { routeRequest } from './route-request.ts';
import { sendPage } from './send-page.ts';
import { robotsText, sitemapXml } from './site-files.ts';

export type DocsOptions = {
  readonly services: Pick<Services, 'docsSite'>;
  /** Folder of built pages: VERSION ID/BUILD ID/html. */
  readonly docsFolder: string;
  /** Whether private projects and versions are shown: only where nobody but the operator can reach the server. */
  readonly servesPrivate: boolean;
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

/** Serves built pages by behaviour.md 12 and 14. Sets no cookie and no CORS header (safety S11). */
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
    const parsed = parseRequest(sites, docsRequest);
    respond(response, parsed, routeRequest(context, parsed), () => {
      // The pages were removed just now; another build's may be in their place already.
      const again = parseRequest(sites, docsRequest);
      respond(response, again, routeRequest(context, again), () => respondNotFound(response, again, null));
    });
  }

  function respond(
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
        respondNotFound(response, parsed, outcome.parsedPath);
        break;
      case 'no-project':
        sendText(response, 404, 'text/html', noProjectPage(parsed.request.host));
    }
  }

  /** Sends the 404 page of the version, else of the default version, else our own (behaviour.md 12). */
  function respondNotFound(
    response: ServerResponse,
    { request, host }: ParsedRequest,
    parsedPath: ParsedPath | null,
  ): void {
    if (host?.kind !== 'home') {
      sendText(response, 404, 'text/html', noProjectPage(request.host));
      return;
    }
    const [path = ''] = request.url.split('?', 1);
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
