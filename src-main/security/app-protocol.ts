import { GUI_HEADERS, GUI_POLICY, guiResponse } from '../../src-server/host/runtime/window/gui-files.ts';
import { HOST, isRecoveryPath, ORIGIN, RECOVERY_PATH } from './origin.ts';

/** Sources of the answers to requests of our pages. */
export type AppProtocolOptions = {
  /** The built renderer. */
  readonly root: string;
  /** The desk of the core that is open now; undefined while none is. */
  readonly desk: () => Promise<(request: Request) => Promise<Response>> | undefined;
  /** Where the renderer's development server listens; never in a packaged application. */
  readonly devServer?: string | undefined;
  readonly log: (line: string) => void;
};

const DESK = '/desk/';

/**
 * Answers every request to `app://`: the desk answers below /desk/, files of the renderer everywhere else. Refuses other
 * hosts of the scheme and callers other than our own pages (safety S17).
 */
export function createAppProtocol({ root, desk, devServer, log }: AppProtocolOptions) {
  async function answer(request: Request): Promise<Response> {
    const { host, pathname, search } = new URL(request.url);
    if (host !== HOST) return refuse(404, 'Not found.');
    if (pathname.startsWith(DESK)) {
      const refusal = deskRefusal(request);
      if (refusal !== undefined) return refuse(...refusal);
      const fetchDesk = await desk();
      return fetchDesk ? await fetchDesk(request) : refuse(503, 'Lectern is not open.');
    }
    if (devServer !== undefined) return fromDevServer(devServer, pathname + search, request);
    return guiResponse(
      root,
      pathname === RECOVERY_PATH ? pageAt(`${RECOVERY_PATH}index.html`, request) : request,
    );
  }

  return (request: Request): Promise<Response> =>
    answer(request).catch((error: unknown) => {
      log(
        `${request.method} ${new URL(request.url).pathname} failed: ${error instanceof Error ? error.stack : String(error)}`,
      );
      return refuse(500, 'Something went wrong inside Lectern; the log has the details.');
    });
}

/** Returns the status and reason for which a call to the desk is refused; undefined when it is allowed. */
export function deskRefusal(request: Request): readonly [status: number, reason: string] | undefined {
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== ORIGIN) return [403, 'Requests from that origin are not allowed.'];
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    return [403, 'Requests from another site are not allowed.'];
  }
  if (request.method !== 'GET' && request.method !== 'POST') return [405, 'The desk takes GET and POST.'];
  return undefined;
}

function refuse(status: number, reason: string): Response {
  return Response.json({ detail: reason }, { status, headers: GUI_HEADERS });
}

function pageAt(path: string, { method }: Request): Request {
  return new Request(ORIGIN + path, { method });
}

/** Fetches a file from the development server; the page keeps our origin. */
async function fromDevServer(devServer: string, path: string, request: Request): Promise<Response> {
  const pathname = path.split('?')[0] ?? '/';
  const page = isRecoveryPath(pathname) && !/\.\w+$/.test(pathname) ? `${RECOVERY_PATH}index.html` : path;
  const answer = await fetch(new URL(page, devServer), {
    headers: { accept: request.headers.get('accept') ?? '*/*' },
  });
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(GUI_HEADERS)) headers.set(name, value);
  // Hot reloading adds an inline script to the page and opens a socket of its own.
  const policy = GUI_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${devServer} ${devServer.replace(/^http/, 'ws')}`)
    .replace("font-src 'self'", "font-src 'self' data:");
  headers.set('content-security-policy', policy);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(answer.body, { status: answer.status, headers });
}
