import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** An answer that can be sent again. */
export type CachedAnswer = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | number>>;
};

/** V8 stores Latin text in one byte a character. */
const MAX_CHARACTERS = 2_000_000;
const OVERHEAD = 500;
/** Must be a power of two. */
const SEEN_SLOTS = 8192;

/**
 * Caches answers to GETs by caller and URL until the store's revision changes (architecture, decision 11). An answer is
 * cached from its second request on: one that is read once would only push out others.
 */
export function createAnswerCache(revision: () => number) {
  // Revisions count from 0 again at each start, so an ETag names the start as well.
  const start = randomBytes(6).toString('hex');
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, key) => answer.body.length + key.length + OVERHEAD,
  });
  const seen = new Uint32Array(SEEN_SLOTS);
  let cachedRevision = -1;

  function clearIfStale(): void {
    const now = revision();
    if (now === cachedRevision) return;
    answers.clear();
    cachedRevision = now;
  }

  /** Whether this key was requested before, by a small table of hashes. A wrong yes costs only memory. */
  function seenBefore(key: string): boolean {
    const digest = fingerprint(key);
    const slot = digest & (SEEN_SLOTS - 1);
    const before = seen[slot] === digest;
    seen[slot] = digest;
    return before;
  }

  return {
    get(key: string): CachedAnswer | undefined {
      clearIfStale();
      return answers.get(key);
    },
    /** Caches an answer if its key was requested before. */
    put(key: string, answer: CachedAnswer): void {
      clearIfStale();
      if (seenBefore(key)) answers.set(key, answer);
    },
    /** Gives the ETag of an answer made now for this caller and format. */
    etag: (caller: string): string => `W/"${start}-${revision()}-${caller}"`,
  };
}

/** Hashes by FNV-1a in 32 bits: fast, and good enough where a wrong match costs nothing. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;

const ETAGS = /"[^"]*"/g;

/**
 * Whether an If-None-Match header names this ETag: as `*` or in a list, with weak and strong marks alike (RFC 9110,
 * 13.1.2).
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.match(ETAGS)?.includes(etag.replace(/^W\//, '')) ?? false;
}
