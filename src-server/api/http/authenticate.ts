import { isUtf8 } from 'node:buffer';
import { NotAuthenticated } from '../../model/base/problems.ts';
import { type Actor, anonymous } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';

/** The actor of a request, and its token. */
export type Caller = { readonly actor: Actor; readonly tokenId: number | null };

/** The caller of a request without credentials. */
export const ANONYMOUS_CALLER: Caller = { actor: anonymous, tokenId: null };
/** Callers cached between two changes of tokens or users. */
const CACHE_SIZE = 1000;
const REPLAY = /^Replay ([0-9a-f]{40})$/;

/**
 * Identifies callers by the Authorization header alone, never by a cookie or the query (behaviour.md 1, safety S6).
 * Caches them until a token or a user changes.
 */
export function createAuthenticator(services: Pick<Services, 'tokens' | 'replays'>) {
  const callers = new Map<string, Caller>();
  let cachedGeneration = -1;

  function identify(token: string): Caller {
    const found = services.tokens.identify(token);
    if (!found) throw new NotAuthenticated('Invalid token.');
    if (!found.user.active) throw new NotAuthenticated('User inactive or deleted.');
    return { actor: { kind: 'user', user: found.user, door: 'api' }, tokenId: found.tokenId };
  }

  /** Identifies a replay by its one-time key; any other scheme is an anonymous caller's. @throws NotAuthenticated */
  function replayCaller(authorization: string): Caller {
    const key = REPLAY.exec(authorization)?.[1];
    if (key === undefined) return ANONYMOUS_CALLER;
    const user = services.replays.redeem(key);
    if (!user) throw new NotAuthenticated('Invalid token.');
    if (!user.active) throw new NotAuthenticated('User inactive or deleted.');
    return { actor: { kind: 'user', user, door: 'api' }, tokenId: null };
  }

  /** Takes an absent header, or one of another scheme, for an anonymous caller. @throws NotAuthenticated */
  return function authenticate(authorization: string | undefined): Caller {
    if (authorization === undefined) return ANONYMOUS_CALLER;
    const generation = services.tokens.generation();
    if (generation !== cachedGeneration) {
      callers.clear();
      cachedGeneration = generation;
    }
    const known = callers.get(authorization);
    if (known) return known;
    const token = tokenIn(authorization);
    if (token === undefined) return replayCaller(authorization);
    const caller = identify(token);
    if (callers.size < CACHE_SIZE) callers.set(authorization, caller);
    return caller;
  };
}

/** Identifies the caller by an Authorization header. @throws NotAuthenticated */
export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Tells whether a header is of the scheme Token. */
export function isTokenHeader(authorization: string | undefined): boolean {
  return /^\s*token\s/i.test(authorization ?? '');
}

/** Gives the token of a header of the scheme Token; undefined for another. @throws NotAuthenticated (behaviour.md 1) */
function tokenIn(authorization: string): string | undefined {
  // trim() would take the last byte of some characters for a space.
  const [scheme, token, ...rest] = authorization.split(/[ \t]+/).filter((word) => word !== '');
  if (scheme?.toLowerCase() !== 'token') return undefined;
  if (token === undefined) throw new NotAuthenticated('Invalid token header. No credentials provided.');
  if (rest.length > 0) {
    throw new NotAuthenticated('Invalid token header. Token string should not contain spaces.');
  }
  const bytes = Buffer.from(token, 'latin1'); // Node decodes header bytes as latin1
  if (!isUtf8(bytes)) {
    throw new NotAuthenticated('Invalid token header. Token string should not contain invalid characters.');
  }
  return bytes.toString('utf8');
}
