import { createHash, randomBytes } from 'node:crypto';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { PreviewsService } from '../previews/previews.ts';
import type { SettingsService } from '../settings/settings.ts';
import type { DocsHost, DocsSiteService } from './docs-site.ts';

const DAY = 24 * 60 * 60 * 1_000_000;
/** How long a link that nobody opened stays valid. */
const KEY_LIFETIME = DAY;
/** How long a session lasts in all, and how long without being used. */
const SESSION_LIFETIME = 30 * DAY;
const IDLE_LIFETIME = 7 * DAY;
/** Links and sessions kept at once; the oldest are dropped first. */
const MAX_ENTRIES = 1000;
/** A tag of a browser is at most this long, in characters. */
const MAX_AGENT_LENGTH = 200;
/** The parameter of a documentation URL that holds a one-time key. */
export const KEY_PARAMETER = 'lectern-key';

/** Who may read private documentation. */
export type DocsReaders = {
  /** Chosen on the command line; undefined leaves it to the settings. */
  readonly askForSession: boolean | undefined;
  /** Whether other machines can reach this server: then a session is asked for unless somebody chose otherwise. */
  readonly exposed: boolean;
};

/** A browser that may read the private pages of one host, or a link that none has opened yet. */
export type DocsSession = {
  readonly id: number;
  readonly kind: 'browser' | 'link';
  /** The host's label: `pip` of `pip.localhost`. */
  readonly label: string;
  /** What the browser calls itself; empty for a link. */
  readonly agent: string;
  readonly createdAt: Timestamp;
  readonly lastUsedAt: Timestamp;
  readonly expiresAt: Timestamp;
};

type Entry = Omit<DocsSession, 'lastUsedAt' | 'expiresAt'> & {
  lastUsedAt: Timestamp;
  /** The top project of the host: another project may get the label later. */
  readonly projectId: number;
  readonly onOpened: (() => void) | undefined;
};

type Dependencies = {
  readonly context: ServiceContext;
  readonly settings: SettingsService;
  readonly docsSite: DocsSiteService;
  readonly previews: Pick<PreviewsService, 'at'>;
  readonly readers: DocsReaders;
};

/**
 * Creates the service of docs sessions (safety S11): they let a browser read the private pages of one documentation host
 * and do nothing else. A one-time key in a URL of that host is exchanged for a cookie. Only digests are kept, in
 * memory: a restart ends every session. They share nothing with the sessions of the desk.
 */
export function createDocsSessions({ context, settings, docsSite, previews, readers }: Dependencies) {
  const { access, machineClock: clock, store } = context;
  /** By the digest of the key, or of the cookie's value. */
  const entries = new Map<string, Entry>();
  const sites = docsSite.visibleTo(systemActor('docs'));
  let lastId = 0;
  const chosen = store.memoize(1, (_: 'all') => settings.get(systemActor('docs'), 'askBeforePrivateDocs'));

  const asks = (): boolean => readers.askForSession ?? chosen('all') ?? readers.exposed;

  function homeOf(label: string): Extract<DocsHost, { kind: 'home' }> | undefined {
    const host = sites.host(label);
    return host?.kind === 'home' ? host : undefined;
  }

  /** Identifies what is at a host: its top project, or a preview by a number that no project has. */
  function ownerOf(label: string): number | undefined {
    const hosted = previews.at(label);
    return hosted ? -hosted.preview.id : homeOf(label)?.family.main.id;
  }

  function add(entry: Pick<Entry, 'kind' | 'label' | 'projectId' | 'agent' | 'onOpened'>): string {
    removeExpired();
    const now = clock();
    const text = randomBytes(32).toString('base64url');
    lastId += 1;
    entries.set(digest(text), { ...entry, id: lastId, createdAt: now, lastUsedAt: now });
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    return text;
  }

  function find(kind: Entry['kind'], label: string, text: string): Entry | undefined {
    const entry = entries.get(digest(text));
    if (entry?.kind !== kind || entry.label !== label || expiryOf(entry) <= clock()) return undefined;
    return ownerOf(label) === entry.projectId ? entry : undefined;
  }

  /** Returns the projects that one must maintain to read everything at a host; only the person here reads a preview. */
  function readableIds(label: string, ownerId: number): readonly number[] {
    const home = ownerId < 0 ? undefined : homeOf(label);
    return home ? projectsOf(home) : [ownerId];
  }

  function removeExpired(): void {
    const now = clock();
    for (const [key, entry] of entries) if (expiryOf(entry) <= now) entries.delete(key);
  }

  return {
    /** Whether private documentation is shown only to browsers with a session. */
    asks,

    /** Whether the command line decided that, so that the settings have no say. */
    isFixed: (): boolean => readers.askForSession !== undefined,

    /**
     * Returns the URL of documentation as a link that works once, for somebody who may read all that is at its host;
     * the URL itself where no session is asked for or this actor may not. `onOpened` is called when it was opened.
     */
    link(actor: Actor, url: string, onOpened?: () => void): string {
      const parsed = URL.parse(url);
      const label = parsed?.hostname.endsWith('.localhost') ? parsed.hostname.split('.', 1)[0] : undefined;
      const projectId = label === undefined || !asks() ? undefined : ownerOf(label);
      if (!parsed || label === undefined || projectId === undefined) return url;
      if (!readableIds(label, projectId).every((id) => access.maintains(actor, id))) return url;
      const key = add({ kind: 'link', label, projectId, agent: '', onOpened });
      parsed.search += `${parsed.search === '' ? '' : '&'}${KEY_PARAMETER}=${key}`;
      return parsed.href;
    },

    /**
     * Uses up a key of this host; returns the value of a new session's cookie. Returns undefined for a key that is
     * unknown, used, expired or another host's, and for a browser that has a session here already.
     */
    redeem(label: string, key: string, values: readonly string[], agent: string): string | undefined {
      const link = find('link', label, key);
      if (!link) return undefined;
      entries.delete(digest(key));
      link.onOpened?.();
      if (values.some((value) => find('browser', label, value))) return undefined;
      const { projectId } = link;
      const browser = { kind: 'browser', label, projectId, agent: agent.slice(0, MAX_AGENT_LENGTH) } as const;
      return add({ ...browser, onOpened: undefined });
    },

    /** Whether one of these cookie values proves a session of this host. */
    allows(label: string, values: readonly string[]): boolean {
      for (const value of values) {
        const entry = find('browser', label, value);
        if (!entry) continue;
        entry.lastUsedAt = clock();
        return true;
      }
      return false;
    },

    /** Lists what is valid, newest first. @throws Forbidden unless asked at this machine */
    list(actor: Actor): DocsSession[] {
      access.requireOperator(actor);
      removeExpired();
      return [...entries.values()].reverse().map((entry) => ({
        ...{ id: entry.id, kind: entry.kind, label: entry.label, agent: entry.agent },
        ...{ createdAt: entry.createdAt, lastUsedAt: entry.lastUsedAt, expiresAt: expiryOf(entry) },
      }));
    },

    /** Ends a session or a link; false when there is none of this id. @throws Forbidden unless asked at this machine */
    revoke(actor: Actor, id: number): boolean {
      access.requireOperator(actor);
      for (const [key, entry] of entries) if (entry.id === id) return entries.delete(key);
      return false;
    },
  };
}

export type DocsSessions = ReturnType<typeof createDocsSessions>;

/** Returns the ids of all projects whose pages are at a host. */
function projectsOf({ family, bySlug }: Extract<DocsHost, { kind: 'home' }>): number[] {
  return [family, ...bySlug.values()].flatMap(({ main, translations }) =>
    [main, ...translations.values()].map(({ id }) => id),
  );
}

function expiryOf({ kind, createdAt, lastUsedAt }: Entry): Timestamp {
  if (kind === 'link') return createdAt + KEY_LIFETIME;
  return Math.min(createdAt + SESSION_LIFETIME, lastUsedAt + IDLE_LIFETIME);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
