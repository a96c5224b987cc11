import type { Statement } from 'better-sqlite3';
import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import type { PageRequest } from '../engine/list-page.ts';
import type { Database } from '../file/database.ts';
import {
  expression,
  isPhrase,
  keyMatches,
  looseExpression,
  type SearchCriteria,
  termExpression,
} from './search-criteria.ts';
import { type IndexedVersion, PAGES_PER_SLOT, SECTIONS_PER_PAGE } from './search-schema.ts';

/** A page that was found, and its section that matches best. */
export type RankedPage = { readonly page: number; readonly section: number };
type ScoredPage = RankedPage & { readonly score: number };
type Values = Readonly<Record<string, string | number>>;

/** What every match scores, so that a rank tells of words on all pages too, and its words above that. */
const BASE = 2;
/** The weights of title, heading, names, text, and the forms of heading and text. */
const SCORE = `${BASE} - bm25(sections, 2.0, 10.0, 8.0, 1.0, 5.0, 0.5)`;
/** As above, of what sections are called alone. */
const NAME_SCORE = `${BASE} - bm25(sections, 1.0, 10.0, 8.0, 0.0, 5.0, 0.0)`;
const NAMES = '{title heading names heading_forms}';
/** What is added when everything that is looked for is in what a section is called. */
const NAMES_BONUS = 12;
/** What is added when that begins with it. */
const START_BONUS = 6;
/** The most sections whose score is computed; of what is on more of them, the score would tell nothing (safety S9). */
const MAX_SCORED = 1500;
const MAX_NAMED = 600;

/** Prepares the search for pages, best first. */
export function prepareFind(database: Database) {
  const statements = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };

  /** Finds sections by an expression and gives the best one of each page. */
  function score(where: Scope, score: string, match: string, limit: number, most: number): ScoredPage[] {
    const boosted = where.ranked ? `h.score * p.boost` : 'h.score';
    const sql = `
      WITH hits AS MATERIALIZED (
        SELECT rowid AS id, ${score} AS score FROM sections WHERE sections MATCH @match AND ${where.sections} LIMIT ${most}
      )
      SELECT h.id / ${SECTIONS_PER_PAGE} AS page, h.id % ${SECTIONS_PER_PAGE} AS section, max(${boosted}) AS score
      FROM hits h ${where.ranked ? `JOIN pages p ON p.id = h.id / ${SECTIONS_PER_PAGE}` : ''}
      GROUP BY page ORDER BY score DESC, page LIMIT @limit`;
    return statement(sql).all({ ...where.values, match, limit }) as ScoredPage[];
  }

  /** Finds pages where the terms are anywhere, each in another section perhaps. */
  function scattered(where: Scope, criteria: SearchCriteria, limit: number): ScoredPage[] {
    const members = membership(criteria, where);
    const sql = `
      WITH hits AS MATERIALIZED (
        SELECT rowid AS id, ${SCORE} AS score FROM sections WHERE sections MATCH @loose AND ${where.sections} LIMIT ${MAX_SCORED}
      ), best AS (
        SELECT id / ${SECTIONS_PER_PAGE} AS page, id % ${SECTIONS_PER_PAGE} AS section, max(score) AS score FROM hits GROUP BY page
      )
      SELECT m.page, coalesce(b.section, 0) AS section, coalesce(b.score, 0)${where.ranked ? ' * p.boost' : ''} AS score
      FROM (${members.sql}) m LEFT JOIN best b ON b.page = m.page
      ${where.ranked ? 'JOIN pages p ON p.id = m.page' : ''} ORDER BY score DESC, m.page LIMIT @limit`;
    const values = { ...where.values, ...members.values, loose: looseExpression(criteria), limit };
    return statement(sql).all(values) as ScoredPage[];
  }

  /** Gives the best pages, best first: those with a section that has all terms. */
  function inOneSection(
    where: Scope,
    criteria: SearchCriteria,
    limit: number,
    isCommon: boolean,
  ): ScoredPage[] {
    const match = expression(criteria);
    const found = new Map<number, ScoredPage>();
    const add = (page: ScoredPage) => {
      const known = found.get(page.page);
      if (!known || known.score < page.score) found.set(page.page, page);
    };
    for (const page of score(where, SCORE, match, limit, MAX_SCORED)) add(page);
    if (found.size === 0) return [];
    const bonuses = [
      { match: `${NAMES} : (${match})`, bonus: NAMES_BONUS },
      ...(isCommon ? [] : startMatches(criteria)).map((start) => ({
        match: start,
        bonus: NAMES_BONUS + START_BONUS,
      })),
      ...keyMatches(criteria),
    ];
    for (const { match: named, bonus } of bonuses) {
      const plain = `${NAME_SCORE} + ${bonus} + (rowid % ${SECTIONS_PER_PAGE} = 0)`;
      for (const page of score(where, plain, named, limit, MAX_NAMED)) add(page);
    }
    return [...found.values()].sort((one, other) => other.score - one.score || one.page - other.page);
  }

  /**
   * Gives the best `limit` pages: those with whole words before those where the last word goes on, and these before pages
   * with the terms in several sections. So the beginning of a common word costs no time where the word itself is found.
   */
  function best(where: Scope, criteria: SearchCriteria, limit: number, isCommon: boolean): RankedPage[] {
    const found = new Map<number, RankedPage>();
    const add = (pages: readonly RankedPage[]) => {
      for (const page of pages) if (!found.has(page.page)) found.set(page.page, page);
    };
    const whole = withoutPrefix(criteria);
    add(inOneSection(where, whole, limit, isCommon));
    if (found.size < limit && whole !== criteria)
      add(inOneSection(where, criteria, limit + found.size, isCommon));
    if (found.size < limit) add(scattered(where, criteria, limit + found.size));
    return [...found.values()].slice(0, limit);
  }

  return {
    /** Counts the pages that match, and gives those of one part of the list. */
    find(
      criteria: SearchCriteria,
      versions: readonly IndexedVersion[],
      { limit, offset }: PageRequest,
    ): { readonly count: number; readonly pages: readonly RankedPage[] } {
      const where = scopeOf(versions);
      const members = membership(criteria, where);
      const counted = statement(`SELECT count(*) FROM (${members.sql})`).pluck();
      const count = counted.get({ ...where.values, ...members.values }) as number;
      if (count <= offset) return { count, pages: [] };
      const pages = best(where, criteria, Math.min(count, offset + limit), count > MAX_SCORED);
      return { count, pages: pages.slice(offset) };
    },
  };
}

/** The rows of the versions that are searched. */
type Scope = {
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
function membership(
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

/** Returns criteria for whole words; the same ones where no word may go on. */
function withoutPrefix(criteria: SearchCriteria): SearchCriteria {
  const { all, any } = criteria;
  if (![...all, ...any].some((term) => term.prefix)) return criteria;
  const closed = (term: SearchTerm) => ({ ...term, prefix: false });
  return { ...criteria, all: all.map(closed), any: any.map(closed) };
}

/** Returns the expression for headings that begin with the only word of a search; none for a longer search. */
function startMatches({ all, any }: SearchCriteria): string[] {
  const [only] = all;
  if (all.length !== 1 || any.length > 0 || !only || isPhrase(only)) return [];
  return [`heading : ^ ${termExpression({ words: only.words, prefix: only.prefix })}`];
}
