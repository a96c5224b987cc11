import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import { KEYS } from './search-schema.ts';

/** The terms that a page must contain, and what a section may be called to come first. */
export type SearchCriteria = {
  /** A page must contain all of these. */
  readonly all: readonly SearchTerm[];
  /** And at least one of these, if there are any. */
  readonly any: readonly SearchTerm[];
  /** The whole search as one word, `quick_start`; null for none. */
  readonly whole?: string | null;
  /** The same by its stems, in each language. */
  readonly stemmedWholes?: readonly string[];
};

/** What is added to the score of a section that is called as the search is; the score of its words is seldom above 30. */
const KEY_BONUS: Readonly<Record<keyof typeof KEYS, number>> = {
  title: 70,
  name: 66,
  nameEnd: 62,
  heading: 58,
  stemmed: 45,
};
/** What is added when one of several words of a search names what the section documents. */
const PART_BONUS = 14;

/** An expression of FTS5 and what is added to the score of the sections that it finds. */
export type KeyMatch = { readonly match: string; readonly bonus: number };

/** Returns the expressions for sections that are called as the search or a word of it. */
export function keyMatches({ all, any, whole = null, stemmedWholes = [] }: SearchCriteria): KeyMatch[] {
  const exact =
    whole === null
      ? []
      : (['title', 'name', 'nameEnd', 'heading', 'stemmed'] as const).map((kind) => ({
          match: key(kind, whole),
          bonus: KEY_BONUS[kind],
        }));
  const stemmed = stemmedWholes.map((each) => ({ match: key('stemmed', each), bonus: KEY_BONUS.stemmed }));
  const terms = [...all, ...any];
  const parts = terms.length < 2 ? [] : terms.flatMap((term) => term.whole ?? term.words.join('_'));
  const partKeys = parts.flatMap((part) =>
    (['name', 'nameEnd', 'title', 'heading'] as const).map((kind) => key(kind, part)),
  );
  return [
    ...exact,
    ...stemmed,
    ...(partKeys.length > 0 ? [{ match: partKeys.join(' OR '), bonus: PART_BONUS }] : []),
  ];
}

/**
 * Builds the expression for what has all terms and one of the others; every word is quoted, so none can be an operator
 * (safety S13).
 */
export function expression({ all, any }: SearchCriteria): string {
  const either = any.map(termExpression).join(' OR ');
  return [...all.map(termExpression), ...(either === '' ? [] : [`(${either})`])].join(' AND ');
}

/** Builds the expression for what has any of the terms. */
export function looseExpression({ all, any }: SearchCriteria): string {
  return [...all, ...any].map(termExpression).join(' OR ');
}

/** Builds the expression for a term in any of its forms. */
export function termExpression({ words, prefix, whole, pieces = [], forms = [] }: SearchTerm): string {
  const end = prefix ? ' *' : '';
  const options = [
    quoted(words) + end,
    ...(whole === undefined ? [] : [quoted([whole]) + end]),
    ...forms.map((form) => quoted([form])),
    ...(pieces.length > 0 ? [`(${pieces.map((piece) => quoted([piece])).join(' AND ')})`] : []),
  ];
  return options.length === 1 ? options.join('') : `(${options.join(' OR ')})`;
}

/** Tells whether the words of a term must be beside each other, which only the index of sections knows. */
export function isPhrase({ words }: SearchTerm): boolean {
  return words.length !== 1 || SEPARATOR.test(words.join());
}

/** What the tokenizer of the index splits words at. */
const SEPARATOR = /[^a-z0-9_=\u0080-\u{10ffff}]/iu;

function key(kind: keyof typeof KEYS, whole: string): string {
  return quoted([`${KEYS[kind]}=${whole}`]);
}

function quoted(words: readonly string[]): string {
  return `"${words.join(' ').replaceAll('"', '""')}"`;
}
