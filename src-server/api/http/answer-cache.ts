import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** An answer ready to be sent again. */
export type CachedAnswer = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | number>>;
};

/** Counted as one byte a character, which is what V8 takes for Latin text. */
const MAX_CHARACTERS = 2_000_000;
const OVERHEAD = 500;
/** A power of two. */
const SEEN_SLOTS = 8192;

/**
 * Keeps answers to GETs while the store's revision stands (architecture, decision 11), by caller and URL. An answer is
 * kept from the second time that it is asked for: what is read once would only push out what is read again. All are
 * thrown away at the first change of the store: a change is rarer than a read.
 */
export function createAnswerCache(revision: () => number) {
  // Revisions begin anew with each start, so an ETag names the start as well.
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

  /** Whether this key was asked for before, as far as a small table knows. A wrong yes costs only memory. */
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
    /** Offers an answer that was just made; kept if it is worth it. */
    put(key: string, answer: CachedAnswer): void {
      clearIfStale();
      if (seenBefore(key)) answers.set(key, answer);
    },
    /** The validator of an answer made now for this caller in this format. */
    etag: (caller: string): string => `W/"${start}-${revision()}-${caller}"`,
  };
}

/** FNV-1a in 32 bits: quick, and good enough where a wrong match costs nothing. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
