import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymous, systemActor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { decide } from './decide.ts';
import { versionNamed, versionOf } from './host-versions.ts';
import { type DocsHome, type Located, locate } from './locate.ts';
import { noPagePage, noProjectPage, OWN_PAGE_POLICY } from './nothing-here.ts';
import { type Asked, type Ground, labelOf, type Outcome } from './outcome.ts';
import { createPageFiles, type PageFile } from './page-files.ts';
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
const STANDING: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-cache'], // kept, but asked about each time: a new build is seen at once
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const NOT_FOUND_PAGES = ['/404.html', '/404/index.html'];

/** Serves built pages by the rules of behaviour.md 12 and 14. Sets no cookie and no CORS header (safety S11). */
export function createDocsHandler(options: DocsOptions): DocsHandler {
  const { services, docsFolder, servesPrivate, logError = () => {} } = options;
  const sites = services.docsSite.seenBy(servesPrivate ? systemActor('docs') : anonymous);
  const ground: Ground = { sites, files: createPageFiles(docsFolder) };

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
    for (const [name, value] of STANDING) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuseMethod(response);
      return;
    }
    const asked = { host: (request.headers.host ?? '').toLowerCase(), url: request.url ?? '' };
    give(response, asked, decide(ground, asked), () => {
      // Pages were taken away just now; perhaps there are others already.
      const outcome = decide(ground, asked);
      give(response, asked, outcome, () => giveMissing(response, asked, null));
    });
  }

  function give(response: ServerResponse, asked: Asked, outcome: Outcome, gone: () => void): void {
    const origin = `http://${asked.host}`;
    switch (outcome.kind) {
      case 'file': {
        const { file, saveAs } = outcome;
        if (saveAs) response.setHeader('Content-Disposition', `attachment; filename="${saveAs}"`);
        sendPage(response, file, 200, () => {
          ground.files.forget(file);
          gone();
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
        giveMissing(response, asked, outcome.located);
        break;
      case 'no-project':
        sendText(response, 404, 'text/html', noProjectPage(asked.host));
    }
  }

  /** The 404 page of the version, then of the default version, then our own (behaviour.md 12). */
  function giveMissing(response: ServerResponse, asked: Asked, located: Located | null): void {
    const host = sites.host(labelOf(asked.host));
    if (host?.kind !== 'home') {
      sendText(response, 404, 'text/html', noProjectPage(asked.host));
      return;
    }
    const [path = ''] = asked.url.split('?', 1);
    const last = () => sendText(response, 404, 'text/html', noPagePage(sites, host, located, path));
    const file = notFoundPage(host, located ?? locate(host, '/'));
    if (file) sendPage(response, file, 404, last);
    else last();
  }

  function notFoundPage(host: DocsHome, located: Located): PageFile | undefined {
    const { project, defaultSlug } = located;
    for (const version of [
      versionOf(sites, host, located),
      versionNamed(sites, host, project.id, defaultSlug),
    ]) {
      for (const path of NOT_FOUND_PAGES) {
        const file = version && ground.files.page(version, path);
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
