import { editDistance, toleratedErrors } from '../../model/search/edit-distance.ts';
import type { Database } from '../file/database.ts';
import { scopeOf } from './find-pages.ts';
import type { IndexedVersion } from './search-schema.ts';

type VocabularyRow = { readonly term: string; readonly pages: number };

/** Words of the index that one question looks at, and the pages that are counted of them: about 10 ms (safety S9). */
const MAX_WORDS = 10_000;
const MAX_PAGES = 300_000;
/** The best words that are looked for in the versions. */
const MAX_TRIED = 20;
const AFTER_ALL_LETTERS = '\u{10ffff}';

/** Prepares the search for words of the index that differ from another one by a letter or two. */
export function prepareSimilarWords(database: Database) {
  database.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, col)');
  const between = database.prepare(
    `SELECT term, doc AS pages FROM temp.vocabulary
     WHERE term >= @first AND term < @first || '${AFTER_ALL_LETTERS}' AND col = 'own'`,
  );

  /** Finds the words near to `word` that begin with some letters. */
  function near(word: string, first: string, most: number) {
    const found: { readonly term: string; readonly pages: number; readonly distance: number }[] = [];
    let [words, pages] = [0, 0];
    for (const row of between.iterate({ first }) as Iterable<VocabularyRow>) {
      words += 1;
      pages += row.pages;
      if (words > MAX_WORDS || pages > MAX_PAGES) break;
      const distance = editDistance(word, row.term, most);
      if (distance > 0 && distance <= most) found.push({ ...row, distance });
    }
    return found.sort((one, other) => one.distance - other.distance || other.pages - one.pages);
  }

  return {
    /** Returns the word of these versions that is most like another one; undefined where there is none. */
    similar(word: string, versions: readonly IndexedVersion[]): string | undefined {
      const most = toleratedErrors(word);
      if (most === 0) return undefined;
      const where = scopeOf(versions);
      // Of words in other versions nothing is told: they may be private.
      const occurs = database
        .prepare(`SELECT 1 FROM words WHERE words MATCH @match AND ${where.words} LIMIT 1`)
        .pluck();
      // The first two letters are seldom wrong; the first one may be, or the second stands before it.
      const [one = '', two = ''] = word;
      for (const first of [one + two, one, two]) {
        const candidates = near(word, first, most).slice(0, MAX_TRIED);
        const found = candidates.find(
          ({ term }) => occurs.get({ ...where.values, match: `"${term.replaceAll('"', '""')}"` }) === 1,
        );
        if (found) return found.term;
      }
      return undefined;
    },
  };
}
