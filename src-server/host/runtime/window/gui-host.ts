import type { ServerResponse } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Middleware } from '../../../api/server.ts';
import type { Desk } from '../../../desk/desk.ts';
import { guiResponse } from './gui-files.ts';

/** Paths of the API that could also be addresses of the window. */
const API_PATH = /^\/(api|projects\/[^/]+\/badge)(\/|$)/;
/** The methods of the window's calls. Others have no meaning there, and TRACE cannot even be passed on. */
const DESK_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/**
 * Serves the window to a browser: the built files of `root` and, after a one-time link, the desk. Passes everything else
 * on to the API.
 */
export function guiHost(root: string, desk: () => Promise<Desk>): Middleware {
  const files = createRequestListener((request) => guiResponse(root, request));
  const calls = createRequestListener(async (request) => (await desk()).fetchWithSession(request));
  return (request, response, next) => {
    const path = plainPath(request.url ?? '');
    if (path === undefined) return next();
    if (path.startsWith('/desk/'))
      return DESK_METHODS.has(request.method ?? '') ? calls(request, response) : refuseMethod(response);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = path !== '/' || (request.headers.accept ?? '').includes('text/html');
    if (!isRead || API_PATH.test(path) || !wantsPage) return next();
    return files(request, response);
  };
}

/**
 * Returns the path of a request line; undefined for one that is no path of ours, such as `//` or `/\\`. It is taken as
 * text: a URL would read the name of a host into it.
 */
function plainPath(requestLine: string): string | undefined {
  const [path = ''] = requestLine.split(/[?#]/, 1);
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

function refuseMethod(response: ServerResponse): void {
  const allow = [...DESK_METHODS].join(', ');
  const body = JSON.stringify({ detail: `Only ${allow} are allowed.` });
  response
    .writeHead(405, { 'content-type': 'application/json', 'cache-control': 'no-store', allow })
    .end(body);
}
