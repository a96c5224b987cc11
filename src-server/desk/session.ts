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
  readonly open: (key: string) => string | undefined;
  /** Whether a `Cookie` header carries a session of ours. */
  readonly knows: (cookies: string | null) => boolean;
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
    open(key) {
      if (!keys.delete(digest(key))) return undefined;
      const session = randomBytes(32).toString('base64url');
      sessions.add(digest(session));
      return `${name()}=${session}; Path=/desk; HttpOnly; SameSite=Strict`;
    },
    knows(cookies) {
      const given = cookieNamed(cookies ?? '', name());
      return given !== undefined && has(sessions, digest(given));
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

function has(digests: ReadonlySet<string>, wanted: string): boolean {
  const bytes = Buffer.from(wanted);
  return [...digests].some((each) => timingSafeEqual(Buffer.from(each), bytes));
}
