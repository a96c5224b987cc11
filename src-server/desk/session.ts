import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Decides which browsers may use the desk (architecture, decision 3; safety S6). The headless host prints a link with a
 * one-time key behind `#`, which browsers do not send; the page exchanges it for a cookie that is valid for the desk
 * only. Both are kept in memory: a restart needs a new link.
 */
export type Sessions = {
  /** Makes a key; unused keys stay valid. */
  readonly newKey: () => string;
  /** Uses up a key; returns the cookie to set, or undefined for an unknown or used key. */
  readonly redeem: (key: string) => string | undefined;
  /** Tells whether a `Cookie` header has a valid session. */
  readonly isSignedIn: (cookies: string | null) => boolean;
};

/** Keeps keys and sessions. `port` names the cookie, since a browser shares cookies among all ports of a host. */
export function createSessions(port: () => number): Sessions {
  const keys = new Set<string>();
  const sessions = new Set<string>();
  const name = () => `lectern-desk-${port()}`;
  return {
    newKey() {
      const key = randomBytes(20).toString('hex');
      keys.add(digest(key));
      return key;
    },
    redeem(key) {
      if (!keys.delete(digest(key))) return undefined;
      const session = randomBytes(32).toString('base64url');
      sessions.add(digest(session));
      return `${name()}=${session}; Path=/desk; HttpOnly; SameSite=Strict`;
    },
    isSignedIn(cookies) {
      const cookie = cookieNamed(cookies ?? '', name());
      return cookie !== undefined && includesDigest(sessions, digest(cookie));
    },
  };
}

function cookieNamed(cookies: string, name: string): string | undefined {
  for (const part of cookies.split(';')) {
    const [key, ...rest] = part.trim().split('=');
    if (key === name) return rest.join('=');
  }
  return undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function includesDigest(digests: ReadonlySet<string>, expectedDigest: string): boolean {
  const bytes = Buffer.from(expectedDigest);
  return [...digests].some((each) => timingSafeEqual(Buffer.from(each), bytes));
}
