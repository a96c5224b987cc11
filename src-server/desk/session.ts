import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Timestamp } from '../model/base/timestamp.ts';

/** Header with the secret that a page holds beside the cookie. */
export const SESSION_HEADER = 'x-lectern-session';

const DAY = 24 * 60 * 60 * 1_000_000;
/** How long a link that nobody opened stays valid. */
const KEY_LIFETIME = DAY;
/** How long a session lasts in all, and how long without being used. */
const SESSION_LIFETIME = 30 * DAY;
const IDLE_LIFETIME = 7 * DAY;
/** A tag of a browser is at most this long, in characters. */
const MAX_AGENT_LENGTH = 200;

/** What a browser proves itself with: its `Cookie` header, and the secret of its page. */
export type Credentials = { readonly cookies: string | null; readonly secret: string | null };

/** A session in use. `ended` is aborted when it is revoked or has expired, so that its streams end as well. */
export type OpenSession = { readonly id: number; readonly ended: AbortSignal };

/** A browser that is signed in, or a link that none has opened yet. */
export type BrowserSession = {
  readonly id: number;
  readonly kind: 'browser' | 'link';
  /** What the browser calls itself; empty for a link. */
  readonly agent: string;
  readonly createdAt: Timestamp;
  readonly lastUsedAt: Timestamp;
  readonly expiresAt: Timestamp;
};

/**
 * Decides which browsers may use the desk (architecture, decision 3; safety S6). The headless host prints a link with a
 * one-time key behind `#`, which browsers do not send. The page exchanges it for two secrets, each useless without the
 * other: a cookie that is valid for the desk only and that no script reads, and one that the page keeps in its
 * `sessionStorage` and sends as a header. A browser sends cookies to every port of a host, so another server on this
 * machine may see the first; the second belongs to our origin alone. Only digests are kept, in memory: a restart needs a
 * new link.
 */
export type Sessions = {
  /** Makes a one-time key. */
  readonly newKey: () => string;
  /** Uses up a key; undefined for one that is unknown, used or expired. */
  readonly redeem: (key: string, agent: string) => { cookie: string; secret: string } | undefined;
  /** Returns the session that these credentials prove; undefined when they prove none. */
  readonly find: (credentials: Credentials) => OpenSession | undefined;
  /** Lists what is valid, newest first. */
  readonly list: () => BrowserSession[];
  /** Ends a session or a link; false when there is none of this id. */
  readonly revoke: (id: number) => boolean;
};

type Entry = {
  readonly id: number;
  readonly agent: string;
  readonly createdAt: Timestamp;
  lastUsedAt: Timestamp;
  /** Digest of the one-time key, or of the cookie's value. */
  readonly digest: Buffer;
  /** Digest of the page's secret; null for a link. */
  readonly secretDigest: Buffer | null;
  readonly end: AbortController;
};

/** Keeps keys and sessions. `port` names the cookie, since a browser shares cookies among all ports of a host. */
export function createSessions(port: () => number, clock: Clock): Sessions {
  const entries = new Map<number, Entry>();
  let lastId = 0;
  const name = () => `lectern-desk-${port()}`;

  function add(text: string, secret: string | null, agent: string): void {
    const now = clock();
    const secretDigest = secret === null ? null : digest(secret);
    lastId += 1;
    entries.set(lastId, {
      id: lastId,
      agent: agent.slice(0, MAX_AGENT_LENGTH),
      createdAt: now,
      lastUsedAt: now,
      digest: digest(text),
      secretDigest,
      end: new AbortController(),
    });
  }

  function remove(id: number): boolean {
    entries.get(id)?.end.abort();
    return entries.delete(id);
  }

  function removeExpired(): void {
    const now = clock();
    for (const entry of entries.values()) if (expiryOf(entry) <= now) remove(entry.id);
  }

  function findEntry(isLink: boolean, text: string): Entry | undefined {
    removeExpired();
    const expected = digest(text);
    return [...entries.values()].find(
      (entry) => (entry.secretDigest === null) === isLink && timingSafeEqual(entry.digest, expected),
    );
  }

  return {
    newKey() {
      const key = randomBytes(20).toString('hex');
      add(key, null, '');
      return key;
    },
    redeem(key, agent) {
      const link = findEntry(true, key);
      if (!link) return undefined;
      remove(link.id);
      const value = randomBytes(32).toString('base64url');
      const secret = randomBytes(32).toString('base64url');
      add(value, secret, agent);
      return { cookie: `${name()}=${value}; Path=/desk; HttpOnly; SameSite=Strict`, secret };
    },
    find({ cookies, secret }) {
      const value = cookieNamed(cookies ?? '', name());
      if (value === undefined || secret === null) return undefined;
      const entry = findEntry(false, value);
      if (!entry?.secretDigest || !timingSafeEqual(entry.secretDigest, digest(secret))) return undefined;
      entry.lastUsedAt = clock();
      return { id: entry.id, ended: entry.end.signal };
    },
    list() {
      removeExpired();
      return [...entries.values()].reverse().map((entry) => ({
        id: entry.id,
        kind: entry.secretDigest === null ? 'link' : 'browser',
        agent: entry.agent,
        createdAt: entry.createdAt,
        lastUsedAt: entry.lastUsedAt,
        expiresAt: expiryOf(entry),
      }));
    },
    revoke: remove,
  };
}

function expiryOf({ secretDigest, createdAt, lastUsedAt }: Entry): Timestamp {
  if (secretDigest === null) return createdAt + KEY_LIFETIME;
  return Math.min(createdAt + SESSION_LIFETIME, lastUsedAt + IDLE_LIFETIME);
}

function cookieNamed(cookies: string, name: string): string | undefined {
  for (const part of cookies.split(';')) {
    const [key, ...rest] = part.trim().split('=');
    if (key === name) return rest.join('=');
  }
  return undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
