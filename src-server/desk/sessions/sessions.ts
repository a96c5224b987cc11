import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Timestamp } from '../../model/base/timestamp.ts';
import type { SavedSession, SessionFile } from './session-file.ts';

/** Header with the secret that a page holds beside the cookie. */
export const SESSION_HEADER = 'x-lectern-session';

const DAY = 24 * 60 * 60 * 1_000_000;
/** How long a link that nobody opened stays valid. */
const KEY_LIFETIME = DAY;
/** How long a session lasts in all, and how long without being used. */
const SESSION_LIFETIME = 30 * DAY;
const IDLE_LIFETIME = 7 * DAY;
/** The last use of a session is saved at most this often. */
const SAVE_INTERVAL = DAY / 24;
const SECONDS = 1_000_000;
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
 * `localStorage` and sends as a header. A browser sends cookies to every port of a host, so another server on this
 * machine may see the first; the second belongs to our origin alone. Only digests are kept; those of sessions outlive a
 * restart in a file of the data folder, and links end with the process.
 */
export type Sessions = {
  /** Makes a one-time key. */
  readonly newKey: () => string;
  /** Uses up a key; undefined for one that is unknown, used or expired. */
  readonly redeem: (key: string, agent: string) => { cookie: string; secret: string } | undefined;
  /** Returns the session that these credentials prove; undefined when they prove none. */
  readonly find: (credentials: Credentials) => Promise<OpenSession | undefined>;
  /** Lists what is valid, newest first. */
  readonly list: () => Promise<BrowserSession[]>;
  /** Ends a session or a link, for good once this resolves; false when there is none of this id. */
  readonly revoke: (id: number) => Promise<boolean>;
  /** Makes sessions outlive this process. Called once, before the first session. */
  readonly keepIn: (file: SessionFile) => void;
  /** Resolves when all that was to be saved is saved. */
  readonly settled: () => Promise<void>;
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
  let file: SessionFile | undefined;
  let restored: Promise<void> | undefined;
  let savedAt: Timestamp = clock();
  let saves: Promise<unknown> = Promise.resolve();
  const name = () => `lectern-desk-${port()}`;

  function add(entry: Omit<Entry, 'id' | 'end'>): void {
    lastId += 1;
    entries.set(lastId, { ...entry, id: lastId, end: new AbortController() });
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

  function findSession({ cookies, secret }: Credentials): Entry | undefined {
    const value = cookieNamed(cookies ?? '', name());
    if (value === undefined || secret === null) return undefined;
    const entry = findEntry(false, value);
    return entry?.secretDigest && timingSafeEqual(entry.secretDigest, digest(secret)) ? entry : undefined;
  }

  // Not at the start: a keychain may ask for its password before the file can be read.
  function restore(): Promise<void> {
    restored ??= (async () => {
      for (const saved of (await file?.load()) ?? []) add(entryOf(saved));
      removeExpired();
    })();
    return restored;
  }

  /** Saves all sessions; those of an earlier process belong to them. */
  function save(): Promise<void> {
    savedAt = clock();
    const saved = Promise.all([restore(), saves]).then(() =>
      file?.save([...entries.values()].flatMap(savedForm)),
    );
    saves = saved.catch(() => undefined);
    return saved;
  }

  /** Saves without anyone waiting for it: a session works without its file until the next restart. */
  function saveLater(): void {
    save().catch((error: unknown) => file?.logError(error));
  }

  return {
    newKey() {
      const key = randomBytes(20).toString('hex');
      const now = clock();
      add({ agent: '', createdAt: now, lastUsedAt: now, digest: digest(key), secretDigest: null });
      return key;
    },
    redeem(key, agent) {
      const link = findEntry(true, key);
      if (!link) return undefined;
      remove(link.id);
      const value = randomBytes(32).toString('base64url');
      const secret = randomBytes(32).toString('base64url');
      const now = clock();
      const digests = { digest: digest(value), secretDigest: digest(secret) };
      add({ ...digests, agent: agent.slice(0, MAX_AGENT_LENGTH), createdAt: now, lastUsedAt: now });
      saveLater();
      const cookie = `${name()}=${value}; Path=/desk; HttpOnly; SameSite=Strict`;
      return { cookie: `${cookie}; Max-Age=${SESSION_LIFETIME / SECONDS}`, secret };
    },
    async find(credentials) {
      let entry = findSession(credentials);
      if (!entry && file && credentials.secret !== null) {
        await restore();
        entry = findSession(credentials);
      }
      if (!entry) return undefined;
      entry.lastUsedAt = clock();
      if (entry.lastUsedAt - savedAt > SAVE_INTERVAL) saveLater();
      return { id: entry.id, ended: entry.end.signal };
    },
    async list() {
      await restore();
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
    async revoke(id) {
      const isBrowser = entries.get(id)?.secretDigest != null;
      const isRemoved = remove(id);
      if (isBrowser) await save();
      return isRemoved;
    },
    keepIn(given) {
      file ??= given;
    },
    settled: async () => void (await saves),
  };
}

function entryOf({ digest: cookie, secretDigest, ...saved }: SavedSession): Omit<Entry, 'id' | 'end'> {
  return {
    ...saved,
    digest: Buffer.from(cookie, 'hex'),
    secretDigest: Buffer.from(secretDigest, 'hex'),
  };
}

function savedForm({ agent, createdAt, lastUsedAt, digest: cookie, secretDigest }: Entry): SavedSession[] {
  if (secretDigest === null) return [];
  const digests = { digest: cookie.toString('hex'), secretDigest: secretDigest.toString('hex') };
  return [{ agent, createdAt, lastUsedAt, ...digests }];
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
