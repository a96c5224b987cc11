import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import send from 'send';
import type { HostedPreview, PreviewsService } from '../../services/previews/previews.ts';
import { isHtml, isServable } from '../pages/page-files.ts';
import { addTo, findHead } from '../pages/page-head.ts';
import { parseUrl } from '../parse-request.ts';
import { previewEvents, type WindowLink } from './preview-events.ts';
import { PREVIEW_SCRIPT } from './preview-script.ts';
import { WAITING_POLICY, waitingPage } from './waiting-page.ts';

export type PreviewHandlerOptions = {
  readonly previews: Pick<PreviewsService, 'at' | 'onChange'>;
  readonly windowLink: WindowLink;
};

/** Answers a request to the host of a preview. */
export type PreviewHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  hosted: HostedPreview,
) => Promise<void>;

/** Where the script of a preview and its events are; no page of documentation has such a path. */
const OWN = '/_/preview/';
/** Larger pages are sent as they are, without the script. */
const MAX_HTML = 16 * 1024 * 1024;

/**
 * Serves the pages of a preview at a host of their own, so that its script is on no other page. They are never stored by
 * the browser: a reload shows the last build.
 */
export function createPreviewHandler({ previews, windowLink }: PreviewHandlerOptions): PreviewHandler {
  const streamEvents = previewEvents(previews, windowLink);

  return async (request, response, hosted) => {
    response.setHeader('Cache-Control', 'no-store');
    const path = parseUrl(request.url ?? '')?.path;
    if (path === `${OWN}script.js`) return sendText(response, 200, 'text/javascript', PREVIEW_SCRIPT);
    if (path === `${OWN}events`) return streamEvents(request, response, hosted.preview);
    if (path === '/robots.txt') return sendText(response, 200, 'text/plain', 'User-agent: *\nDisallow: /\n');
    const root = new URL(hosted.preview.url).pathname;
    if (path === '/' || path === root.slice(0, -1)) return redirect(response, root);
    if (!path?.startsWith(root)) return sendWaiting(response, hosted);
    await sendPage(response, hosted, root, path.slice(root.length));
  };
}

/**
 * Adds the script of a preview to a page as the first thing in its head, so that it runs before a policy that the page
 * sets in a meta element. The revision tells the script whether the page is out of date.
 */
export function addScript(page: Buffer, revision: number): Buffer {
  const tag = `<script src="${OWN}script.js" data-revision="${revision}"></script>`;
  return addTo(page, { at: findHead(page).start, text: Buffer.from(tag) });
}

async function sendPage(
  response: ServerResponse,
  hosted: HostedPreview,
  root: string,
  path: string,
): Promise<void> {
  const wanted = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  const found = await findFile(hosted.pages, wanted);
  if (found === 'folder') return redirect(response, `${encodeURI(`${root}${path}`)}/`);
  if (found === undefined) return sendWaiting(response, hosted);
  if (!isHtml(found.path) || found.size > MAX_HTML) return sendFile(response, hosted, found.path);
  const page = await readFile(found.path).catch(() => undefined);
  if (!page) return sendWaiting(response, hosted);
  sendText(response, 200, 'text/html', addScript(page, hosted.preview.revision));
}

/** Finds a file below the pages; links never lead out of them (safety S10). */
async function findFile(
  pages: string,
  path: string,
): Promise<{ readonly path: string; readonly size: number } | 'folder' | undefined> {
  if (!path.split('/').every((segment) => isServable(segment))) return undefined;
  try {
    const file = realpathSync.native(join(pages, path));
    if (!file.startsWith(pages + sep)) return undefined;
    const stats = await stat(file);
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? { path: file, size: stats.size } : undefined;
  } catch {
    return undefined;
  }
}

function sendFile(response: ServerResponse, hosted: HostedPreview, path: string): void {
  send(response.req, encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F'), {
    ...{ cacheControl: false, dotfiles: 'allow', index: false, etag: false, lastModified: false },
  })
    .on('error', () => {
      if (response.headersSent) response.destroy();
      else sendWaiting(response, hosted);
    })
    .pipe(response);
}

function sendWaiting(response: ServerResponse, { preview }: HostedPreview): void {
  response.setHeader('Content-Security-Policy', WAITING_POLICY);
  sendText(response, 404, 'text/html', waitingPage(preview));
}

function redirect(response: ServerResponse, target: string): void {
  response.writeHead(302, { location: target, 'content-length': 0 });
  response.end();
}

function sendText(response: ServerResponse, status: number, type: string, text: string | Buffer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
