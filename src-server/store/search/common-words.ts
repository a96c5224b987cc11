import type { Statement } from 'better-sqlite3';
import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import type { Database } from '../file/database.ts';
import { isPhrase, termExpression } from './search-criteria.ts';
import { MAX_SCORED, type Scope } from './search-scope.ts';

/** Words of which is kept whether they are common. */
const KEPT_WORDS = 2000;

/** Prepares the questions whether a word is so common that its score tells little; to score it takes the most time. */
export function prepareCommonWords(database: Database, statement: (sql: string) => Statement) {
  const all = database.prepare<[], number>('SELECT count(*) FROM sections_docsize').pluck();
  const half = database
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM sections WHERE sections MATCH ? LIMIT ?)',
    )
    .pluck();
  const kept = new Map<string, boolean>();
  let keptOf: unknown;

  function countIsAboveHalf(match: string): boolean {
    const limit = Math.floor((all.get() ?? 0) / 2) + 1;
    return half.get(match, limit) === limit;
  }

  return {
    /** Tells whether a word is in most sections of the index: FTS5 then gives it no score worth the name. */
    isInMostSections(term: SearchTerm): boolean {
      const { prefix, whole, pieces = [], forms = [] } = term;
      if (isPhrase(term) || prefix || whole !== undefined || pieces.length + forms.length > 0) return false;
      const state = database.pragma('data_version', { simple: true });
      if (state !== keptOf || kept.size >= KEPT_WORDS) kept.clear();
      keptOf = state;
      const match = termExpression(term);
      const known = kept.get(match) ?? countIsAboveHalf(match);
      kept.set(match, known);
      return known;
    },

    /** Tells whether a word is on so many pages that not all of their sections can be scored. */
    isOnManyPages(where: Scope, term: SearchTerm): boolean {
      if (isPhrase(term)) return false;
      const sql = `SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH @match AND ${where.words} LIMIT ${MAX_SCORED})`;
      const counted = statement(sql).pluck();
      return counted.get({ ...where.values, match: termExpression(term) }) === MAX_SCORED;
    },
  };
}
