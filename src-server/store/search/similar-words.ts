import { editDistance, toleratedErrors } from '../../model/search/edit-distance.ts';
import type { Database } from '../file/database.ts';
import type { IndexedVersion } from './search-schema.ts';
import { scopeOf } from './search-scope.ts';

type VocabularyRow = { readonly term: string; readonly pages: number };

/** The pages that are counted of the words that one question looks at: about 5 ms (safety S9). */
const MAX_PAGES = 60_000;
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

  /** Finds the words near to `word` that begin with some letters, while the budget lasts. */
  function near(word: string, first: string, most: number, budget: { pages: number }) {
    const found: { readonly term: string; readonly pages: number; readonly distance: number }[] = [];
    for (const row of between.iterate({ first }) as Iterable<VocabularyRow>) {
      budget.pages -= row.pages;
      if (budget.pages < 0) break;
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
      // The first two letters are seldom wrong; else they are swapped, or one of them is missing or another one.
      const [one = '', two = '', three = ''] = word;
      const budget = { pages: MAX_PAGES };
      for (const first of [one + two, one + three, two + one, two + three, one]) {
        const candidates = near(word, first, most, budget).slice(0, MAX_TRIED);
        const found = candidates.find(
          ({ term }) => occurs.get({ ...where.values, match: `"${term.replaceAll('"', '""')}"` }) === 1,
        );
        if (found) return found.term;
      }
      return undefined;
    },
  };
}
