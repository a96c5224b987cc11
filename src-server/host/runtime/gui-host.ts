import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Middleware } from '../../api/server.ts';
import type { Desk } from '../../desk/desk.ts';
import { guiResponse } from './gui-files.ts';

/** Paths of the API that could also be addresses of the window. */
const API_PATH = /^\/(api|projects\/[^/]+\/badge)(\/|$)/;

/**
 * Serves the window to a browser: the built files of `root` and, after a one-time link, the desk. Passes everything else
 * on to the API.
 */
export function guiHost(root: string, desk: () => Promise<Desk>): Middleware {
  const files = createRequestListener((request) => guiResponse(root, request));
  const calls = createRequestListener(async (request) => (await desk()).fetchWithSession(request));
  return (request, response, next) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    if (path.startsWith('/desk/')) return calls(request, response);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = path !== '/' || (request.headers.accept ?? '').includes('text/html');
    if (!isRead || API_PATH.test(path) || !wantsPage) return next();
    return files(request, response);
  };
}
