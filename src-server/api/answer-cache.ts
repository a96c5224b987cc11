import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** An answer ready to be sent again. */
export type CachedAnswer = { readonly body: string; readonly headers: Readonly<Record<string, string | number>> };

/** Counted as one byte a character, which is what V8 takes for Latin text. */
const MAX_CHARACTERS = 4_000_000;
const OVERHEAD = 500;

/**
 * Keeps answers to GETs while the store's revision stands (architecture, decision 11), by caller and URL.
 * Throws all away at the first change of the store: a change is rarer than a read.
 */
export function createAnswerCache(revision: () => number) {
  // Revisions begin anew with each start, so an ETag names the start as well.
  const start = randomBytes(6).toString('hex');
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, key) => answer.body.length + key.length + OVERHEAD,
  });
  let keptAt = -1;

  function forgetStale(): void {
    const now = revision();
    if (now === keptAt) return;
    answers.clear();
    keptAt = now;
  }

  return {
    get(key: string): CachedAnswer | undefined {
      forgetStale();
      return answers.get(key);
    },
    set(key: string, answer: CachedAnswer): void {
      forgetStale();
      answers.set(key, answer);
    },
    /** The validator of an answer made now for this caller in this format. */
    etag: (caller: string): string => `W/"${start}-${revision()}-${caller}"`,
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
