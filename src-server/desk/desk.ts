import { createHash, timingSafeEqual } from 'node:crypto';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { z } from 'zod';
import { NotFound, Problem } from '../model/base/problems.ts';
import { LINK_HEADER, LINK_PATH } from '../model/window/link-call.ts';
import { type Actor, systemActor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import { endableStream } from './live/endable-stream.ts';
import type { DeskContext, DeskEnvironment } from './procedure.ts';
import { deskRouter } from './router.ts';
import { type Credentials, SESSION_HEADER, type Sessions } from './sessions/sessions.ts';

/** The API of the window. It takes all requests below `/desk`. */
export type Desk = {
  /** For requests that are known to come from our own window. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** For browsers, which need the cookie and the secret that a one-time key gives. */
  readonly fetchWithSession: (request: Request) => Promise<Response>;
  /** Makes a one-time key for a browser. */
  readonly newKey: () => string;
  /** Ends the streams of changes, which would go on for ever; resolves when the sessions are saved. */
  readonly close: () => Promise<void>;
};

export type DeskOptions = {
  readonly services: Services;
  readonly environment: DeskEnvironment;
  readonly sessions: Sessions;
  readonly logError: (error: unknown, what: string) => void;
  /** Called when a key was used, so that the host can offer another. */
  readonly onKeyUsed?: () => void;
  /** The command that prints a new link; undefined when none can. */
  readonly linkCommand?: string | undefined;
  /** Proves a command that may read the data folder; without it no command gets a link. */
  readonly linkSecret?: string | undefined;
};

/** Header that names the user that the person at this machine acts as. */
export const ACT_AS = 'x-lectern-act-as';

const MAX_BODY_BYTES = 16 * 1024 * 1024; // a seed file travels through here
const MAX_KEY_BYTES = 1_000;
/** A sender of more than this after what is allowed is cut off. */
const MAX_DISCARDED_BYTES = 64_000_000;
const KeyBody = z.object({ key: z.string() });

/** Creates the desk over these services. */
export function createDesk(options: DeskOptions): Desk {
  const { services, environment, sessions } = options;
  const closing = new AbortController();

  function contextOf(request: Request, browser: DeskContext['browser']): DeskContext {
    return { services, environment, actor: actorOf(services, request.headers.get(ACT_AS)), browser };
  }

  function callProcedure(request: Request, browser: DeskContext['browser']): Promise<Response> {
    return fetchRequestHandler({
      endpoint: '/desk',
      allowMethodOverride: true,
      req: request,
      router: deskRouter,
      createContext: () => contextOf(request, browser),
      // A browser would report any other status in its console, though the screen shows the problem.
      responseMeta: ({ errors }) => (errors.length > 0 ? { status: 200 } : {}),
      onError({ error, path }) {
        // A caller that goes away ends what it asked for: no mistake.
        if (request.signal.aborted && error.cause?.name === 'AbortError') return;
        // A problem is a refusal, also when it was found before any procedure ran.
        if (error.code === 'INTERNAL_SERVER_ERROR' && !(error.cause instanceof Problem))
          options.logError(error.cause ?? error, `desk ${path ?? ''}`);
      },
    });
  }

  async function call(request: Request, browser: DeskContext['browser']): Promise<Response> {
    return endableStream(await callProcedure(request, browser), closing.signal);
  }

  async function openSession(request: Request): Promise<Response> {
    const body = await readAtMost(request, MAX_KEY_BYTES);
    if (body === undefined) return tooLarge();
    const key = parseKey(body);
    const opened =
      key === undefined ? undefined : sessions.redeem(key, request.headers.get('user-agent') ?? '');
    if (!opened) {
      const signedIn = (await sessions.find(credentialsOf(request))) !== undefined;
      return Response.json(signedIn ? { signedIn } : { signedIn, linkCommand: options.linkCommand });
    }
    options.onKeyUsed?.();
    const { cookie, secret } = opened;
    return Response.json({ signedIn: true, secret }, { headers: { 'set-cookie': cookie } });
  }

  /** Answers `lectern link`, which has read the secret in the data folder. */
  function makeLink(request: Request): Response {
    const given = request.headers.get(LINK_HEADER);
    if (options.linkSecret === undefined || given === null || !isSameSecret(given, options.linkSecret))
      return Response.json({ detail: 'This needs the secret in the data folder.' }, { status: 403 });
    return Response.json({ key: sessions.newKey() });
  }

  async function answer(request: Request, browser: DeskContext['browser']): Promise<Response> {
    const { url, method, headers, signal } = request;
    if (request.body === null) {
      // A stream of changes ends with the session that opened it.
      const ended = browser === null ? signal : AbortSignal.any([signal, browser.own.ended]);
      return withCommonHeaders(await call(new Request(url, { method, headers, signal: ended }), browser));
    }
    const body = await readAtMost(request, MAX_BODY_BYTES);
    if (body === undefined) return withCommonHeaders(tooLarge());
    return withCommonHeaders(await call(new Request(url, { method, headers, signal, body }), browser));
  }

  return {
    newKey: sessions.newKey,
    close() {
      closing.abort();
      return sessions.settled();
    },
    async fetch(request) {
      return isSessionCall(request) ? Response.json({ signedIn: true }) : answer(request, null);
    },
    async fetchWithSession(request) {
      if (isSessionCall(request)) return withCommonHeaders(await openSession(request));
      if (isLinkCall(request)) return withCommonHeaders(makeLink(request));
      const own = await sessions.find(credentialsOf(request));
      if (own !== undefined) return answer(request, { own, sessions });
      // An unread body would stay in the connection, in the way of the next request.
      await readAtMost(request, 0);
      return withCommonHeaders(
        Response.json({ detail: 'Open a new link: the command `lectern link` prints one.' }, { status: 401 }),
      );
    },
  };
}

/** Returns who acts. Before the first run has asked for a name it is the system itself. */
function actorOf(services: Services, actAs: string | null): Actor {
  if (actAs !== null) {
    return { kind: 'user', user: services.users.get(decodeName(actAs)), door: 'desk' };
  }
  const user = services.settings.localUser();
  return user ? { kind: 'operator', user, door: 'desk' } : systemActor('desk');
}

/** Decodes a name as the window sends it; what is not encoded so is no name. @throws NotFound */
function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new NotFound('There is no such user.');
  }
}

function credentialsOf({ headers }: Request): Credentials {
  return { cookies: headers.get('cookie'), secret: headers.get(SESSION_HEADER) };
}

function isSessionCall(request: Request): boolean {
  return request.method === 'POST' && new URL(request.url).pathname === '/desk/session';
}

function isLinkCall(request: Request): boolean {
  return request.method === 'POST' && new URL(request.url).pathname === LINK_PATH;
}

function isSameSecret(given: string, expected: string): boolean {
  const digests = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(digests[0] as Buffer, digests[1] as Buffer);
}

/**
 * Reads a body of at most this many bytes, counted as they arrive; undefined for a longer one. Its rest is read and
 * dropped, within bounds: a client that is cut off while it sends never reads the refusal.
 */
async function readAtMost(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit + MAX_DISCARDED_BYTES) break;
    if (length > limit) chunks.length = 0;
    else chunks.push(chunk);
  }
  return length > limit ? undefined : new Uint8Array(Buffer.concat(chunks));
}

/** Returns the one-time key of a body like `{"key": "…"}`; undefined for any other body. */
function parseKey(body: Uint8Array): string | undefined {
  try {
    return KeyBody.parse(JSON.parse(new TextDecoder().decode(body))).key;
  } catch {
    return undefined;
  }
}

function tooLarge(): Response {
  return Response.json({ detail: 'The call is too large.' }, { status: 413 });
}

function withCommonHeaders(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}
