import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { z } from 'zod';
import { type Actor, systemActor } from '../services/kernel/actor.ts';
import type { Services } from '../services/open-services.ts';
import type { DeskContext, DeskEnvironment } from './procedure.ts';
import { deskRouter } from './router.ts';
import { createSessions } from './session.ts';

/** The API of the window. It takes all requests below `/desk`. */
export type Desk = {
  /** For requests that are known to come from our own window. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** For browsers, which need the cookie that a one-time key gives. */
  readonly fetchWithSession: (request: Request) => Promise<Response>;
  /** Makes a one-time key for a browser. */
  readonly newKey: () => string;
};

export type DeskOptions = {
  readonly services: Services;
  readonly environment: DeskEnvironment;
  readonly port: () => number;
  readonly logError: (error: unknown, what: string) => void;
  /** Called when a key was used, so that the host can offer another. */
  readonly onKeyUsed?: () => void;
};

/** Header that names the user that the person at this machine acts as. */
export const ACT_AS = 'x-lectern-act-as';

const MAX_BODY_BYTES = 16 * 1024 * 1024; // a seed file travels through here
const KeyBody = z.object({ key: z.string().optional() });

/** Creates the desk over these services. */
export function createDesk(options: DeskOptions): Desk {
  const { services, environment } = options;
  const sessions = createSessions(options.port);

  function contextOf(request: Request, newKey: DeskContext['newKey']): DeskContext {
    return { services, environment, actor: actorOf(services, request.headers.get(ACT_AS)), newKey };
  }

  function call(request: Request, newKey: DeskContext['newKey']): Promise<Response> {
    return fetchRequestHandler({
      endpoint: '/desk',
      allowMethodOverride: true,
      req: request,
      router: deskRouter,
      createContext: () => contextOf(request, newKey),
      // A browser would report any other status in its console, though the screen shows the problem.
      responseMeta: ({ errors }) => (errors.length > 0 ? { status: 200 } : {}),
      onError({ error, path }) {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          options.logError(error.cause ?? error, `desk ${path ?? ''}`);
      },
    });
  }

  async function openSession(request: Request): Promise<Response> {
    const { key } = KeyBody.parse(await request.json().catch(() => ({})));
    const cookie = key === undefined ? undefined : sessions.redeem(key);
    if (cookie !== undefined) options.onKeyUsed?.();
    const signedIn = cookie !== undefined || sessions.isSignedIn(request.headers.get('cookie'));
    return Response.json({ signedIn }, { headers: cookie === undefined ? {} : { 'set-cookie': cookie } });
  }

  async function answer(request: Request, newKey: DeskContext['newKey']): Promise<Response> {
    return tooLarge(request) ?? withCommonHeaders(await call(request, newKey));
  }

  return {
    newKey: sessions.newKey,
    async fetch(request) {
      return isSessionCall(request) ? Response.json({ signedIn: true }) : answer(request, null);
    },
    async fetchWithSession(request) {
      if (isSessionCall(request)) return withCommonHeaders(await openSession(request));
      if (!sessions.isSignedIn(request.headers.get('cookie')))
        return withCommonHeaders(
          Response.json({ detail: 'Open the link that Lectern printed.' }, { status: 401 }),
        );
      return answer(request, sessions.newKey);
    },
  };
}

/** Returns who acts. Before the first run has asked for a name it is the system itself. */
function actorOf(services: Services, actAs: string | null): Actor {
  if (actAs !== null) {
    return { kind: 'user', user: services.users.get(decodeURIComponent(actAs)), door: 'desk' };
  }
  const user = services.settings.localUser();
  return user ? { kind: 'operator', user, door: 'desk' } : systemActor('desk');
}

function isSessionCall(request: Request): boolean {
  return request.method === 'POST' && new URL(request.url).pathname === '/desk/session';
}

function tooLarge(request: Request): Response | undefined {
  if (Number(request.headers.get('content-length') ?? 0) <= MAX_BODY_BYTES) return undefined;
  return Response.json({ detail: 'The call is too large.' }, { status: 413 });
}

function withCommonHeaders(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}
