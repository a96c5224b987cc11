import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may use the desk through a browser (architecture, decision 3; safety S6). The headless host prints a link with
 * a one-time key behind `#`, which browsers send to nobody; the page trades it for a cookie that is good for the desk
 * only. Both live in memory: a restart asks for a new link.
 */
export type Sessions = {
  /** A fresh key; those not yet used stay good. */
  readonly newKey: () => string;
  /** Uses up a key; gives the cookie to set, or undefined for a key that is not known (any more). */
  readonly redeem: (key: string) => string | undefined;
  /** Whether a `Cookie` header carries a session of ours. */
  readonly isSignedIn: (cookies: string | null) => boolean;
};

/** `port` names the cookie, since a browser shares cookies among all ports of a host. */
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
