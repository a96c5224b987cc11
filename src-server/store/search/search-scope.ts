import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import { expression, isPhrase, type SearchCriteria, termExpression } from './search-criteria.ts';
import { type IndexedVersion, PAGES_PER_SLOT, SECTIONS_PER_PAGE } from './search-schema.ts';

/** The most sections whose score is computed; of what is on more of them, the score would tell nothing (safety S9). */
export const MAX_SCORED = 1500;

type Values = Readonly<Record<string, string | number>>;

/** The rows of the versions that are searched. */
export type Scope = {
  readonly words: string;
  readonly sections: string;
  readonly ranked: boolean;
  readonly values: Values;
};

/** Limits a search to versions: of one its rows are a range, which FTS5 scans itself; several need a filter per row. */
export function scopeOf(versions: readonly IndexedVersion[]): Scope {
  const [only] = versions;
  const ranked = versions.some((version) => version.ranked);
  const perSlot = PAGES_PER_SLOT * SECTIONS_PER_PAGE;
  if (versions.length === 1 && only) {
    const range = (size: number) =>
      `rowid BETWEEN CAST(@slot AS INTEGER) * ${size} AND CAST(@slot AS INTEGER) * ${size} + ${size - 1}`;
    return { words: range(PAGES_PER_SLOT), sections: range(perSlot), ranked, values: { slot: only.slot } };
  }
  const among = (size: number) => `rowid / ${size} IN (SELECT value FROM json_each(@slots))`;
  const slots = JSON.stringify(versions.map(({ slot }) => slot));
  return { words: among(PAGES_PER_SLOT), sections: among(perSlot), ranked, values: { slots } };
}

/** Builds the query for the pages that match, as `page`. */
export function membership(
  { all, any }: SearchCriteria,
  where: Scope,
): { readonly sql: string; readonly values: Values } {
  const values: Record<string, string> = {};
  const pagesOf = (match: string, isInSection: boolean): string => {
    const name = `member${Object.keys(values).length}`;
    values[name] = match;
    return isInSection
      ? `SELECT DISTINCT rowid / ${SECTIONS_PER_PAGE} AS page FROM sections WHERE sections MATCH @${name} AND ${where.sections}`
      : `SELECT rowid AS page FROM words WHERE words MATCH @${name} AND ${where.words}`;
  };
  const plain = all.filter((term) => !isPhrase(term));
  const isPlainAny = any.every((term) => !isPhrase(term));
  const anywhere = expression({ all: plain, any: isPlainAny ? any : [] });
  const parts = [
    ...(anywhere === '' ? [] : [pagesOf(anywhere, false)]),
    ...all.filter(isPhrase).map((term) => pagesOf(termExpression(term), true)),
    ...(isPlainAny ? [] : [`SELECT page FROM (${unionOf(any, pagesOf)})`]),
  ];
  return { sql: parts.join(' INTERSECT '), values };
}

function unionOf(
  any: readonly SearchTerm[],
  pagesOf: (match: string, isInSection: boolean) => string,
): string {
  return any.map((term) => pagesOf(termExpression(term), isPhrase(term))).join(' UNION ');
}
