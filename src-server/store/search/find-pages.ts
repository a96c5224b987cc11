import type { Statement } from 'better-sqlite3';
import type { SearchTerm } from '../../model/search/search-tokenizer.ts';
import type { PageRequest } from '../engine/list-page.ts';
import type { Database } from '../file/database.ts';
import { prepareCommonWords } from './common-words.ts';
import {
  expression,
  isPhrase,
  type KeyMatch,
  keyMatches,
  looseExpression,
  type SearchCriteria,
  termExpression,
} from './search-criteria.ts';
import { type IndexedVersion, SECTIONS_PER_PAGE } from './search-schema.ts';
import { MAX_SCORED, membership, type Scope, scopeOf } from './search-scope.ts';

/** A page that was found, and its section that matches best. */
export type RankedPage = { readonly page: number; readonly section: number };
type ScoredPage = RankedPage & { readonly score: number };
/** With how many pages and sections were scored. */
type CountedPage = ScoredPage & { readonly pages: number; readonly sections: number };
/** What scores the sections that match. */
type Scoring = {
  readonly table: 'sections' | 'called';
  readonly score: string;
  readonly match: string;
  /** What a section must match beside. */
  readonly within?: string;
  readonly limit: number;
  readonly most: number;
};

/** What every match scores, so that a rank tells of words on all pages too, and its words above that. */
const BASE = 2;
/** The weights of title, heading, names, text, and the forms of heading and text. */
const SCORE = `${BASE} - bm25(sections, 2.0, 10.0, 8.0, 1.0, 5.0, 0.5)`;
/** As above, of what sections are called alone. */
const NAME_SCORE = `${BASE} - bm25(called, 1.0, 10.0, 8.0, 5.0)`;
/** What is added when everything that is looked for is in what a section is called. */
const NAMES_BONUS = 12;
/** What is added when that begins with it. */
const START_BONUS = 6;
const MAX_NAMED = 600;

/** Prepares the search for pages, best first. */
export function prepareFind(database: Database) {
  const statements = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const { isInMostSections, isOnManyPages } = prepareCommonWords(database, statement);

  /** Finds sections by an expression and gives the best one of each page. */
  function score(where: Scope, { table, score, match, within, limit, most }: Scoring): CountedPage[] {
    const boosted = where.ranked ? `h.score * p.boost` : 'h.score';
    // The plus keeps SQLite from searching once for each row that is within.
    const limited =
      within === undefined
        ? ''
        : `AND +rowid IN (SELECT rowid FROM ${table} WHERE ${table} MATCH @within AND ${where.sections} LIMIT ${most})`;
    const sql = `
      WITH hits AS MATERIALIZED (
        SELECT rowid AS id, ${score} AS score FROM ${table} WHERE ${table} MATCH @match AND ${where.sections} ${limited} LIMIT ${most}
      )
      SELECT h.id / ${SECTIONS_PER_PAGE} AS page, h.id % ${SECTIONS_PER_PAGE} AS section, max(${boosted}) AS score,
        count(*) OVER () AS pages, (SELECT count(*) FROM hits) AS sections
      FROM hits h ${where.ranked ? `JOIN pages p ON p.id = h.id / ${SECTIONS_PER_PAGE}` : ''}
      GROUP BY page ORDER BY score DESC, page LIMIT @limit`;
    const values = { ...where.values, match, limit, ...(within !== undefined && { within }) };
    return statement(sql).all(values) as CountedPage[];
  }

  /**
   * Scores sections that have all terms. Words in most sections, and common beginnings of words, are only looked for:
   * their scores would tell next to nothing, and take the most time.
   */
  function scoreText(where: Scope, criteria: SearchCriteria, limit: number): CountedPage[] {
    const { all, any } = criteria;
    const tellsLittle = (term: SearchTerm) =>
      term.prefix ? isOnManyPages(where, term) : isInMostSections(term);
    const telling = all.length + any.length < 2 ? all : all.filter((term) => !tellsLittle(term));
    const match = expression(criteria);
    const scoring = { table: 'sections', score: SCORE, match, limit, most: MAX_SCORED } as const;
    if (telling.length === all.length || telling.length + any.length === 0) return score(where, scoring);
    return score(where, { ...scoring, match: expression({ all: telling, any }), within: match });
  }

  /** Finds pages where the terms are anywhere, each in another section perhaps; common words rank none of these. */
  function scattered(where: Scope, criteria: SearchCriteria, limit: number): ScoredPage[] {
    const members = membership(criteria, where);
    const terms = [...criteria.all, ...criteria.any];
    const telling = terms.filter((term) => !isOnManyPages(where, term));
    const loose = looseExpression({ all: telling.length > 0 ? telling : terms, any: [] });
    const sql = `
      WITH hits AS MATERIALIZED (
        SELECT rowid AS id, ${SCORE} AS score FROM sections WHERE sections MATCH @loose AND ${where.sections} LIMIT ${MAX_SCORED}
      ), best AS (
        SELECT id / ${SECTIONS_PER_PAGE} AS page, id % ${SECTIONS_PER_PAGE} AS section, max(score) AS score FROM hits GROUP BY page
      )
      SELECT m.page, coalesce(b.section, 0) AS section, coalesce(b.score, 0)${where.ranked ? ' * p.boost' : ''} AS score
      FROM (${members.sql}) m LEFT JOIN best b ON b.page = m.page
      ${where.ranked ? 'JOIN pages p ON p.id = m.page' : ''} ORDER BY score DESC, m.page LIMIT @limit`;
    return statement(sql).all({ ...where.values, ...members.values, loose, limit }) as ScoredPage[];
  }

  /** Tells whether any section is called as one of the keys, so that one question saves those for each. */
  function isNamed(where: Scope, keys: readonly KeyMatch[]): boolean {
    if (keys.length === 0) return false;
    const sql = `SELECT 1 FROM called WHERE called MATCH @match AND ${where.sections} LIMIT 1`;
    const match = keys.map((key) => key.match).join(' OR ');
    return statement(sql).get({ ...where.values, match }) !== undefined;
  }

  /** Gives the best pages, best first: those with a section that has all terms. */
  function inOneSection(
    where: Scope,
    criteria: SearchCriteria,
    limit: number,
    isOnMany: boolean,
    scored = scoreText(where, criteria, limit),
  ): ScoredPage[] {
    const found = new Map<number, ScoredPage>(scored.map((page) => [page.page, page]));
    if (found.size === 0) return [];
    const keys = keyMatches(criteria);
    const bonuses = [
      { match: expression(criteria), bonus: NAMES_BONUS },
      ...(isOnMany ? [] : startMatches(criteria)).map((start) => ({
        match: start,
        bonus: NAMES_BONUS + START_BONUS,
      })),
      ...(isNamed(where, keys) ? keys : []),
    ];
    for (const { match, bonus } of bonuses) {
      const named = `${NAME_SCORE} + ${bonus} + (rowid % ${SECTIONS_PER_PAGE} = 0)`;
      for (const page of score(where, { table: 'called', score: named, match, limit, most: MAX_NAMED })) {
        const known = found.get(page.page);
        if (!known || known.score < page.score) found.set(page.page, page);
      }
    }
    return [...found.values()].sort((one, other) => other.score - one.score || one.page - other.page);
  }

  /**
   * Gives the best `limit` pages: those with whole words before those where the last word goes on, and these before pages
   * with the terms in several sections. So the beginning of a common word costs no time where the word itself is found.
   */
  function best(
    where: Scope,
    criteria: SearchCriteria,
    limit: number,
    isOnMany: boolean,
    scored?: CountedPage[],
  ): RankedPage[] {
    const found = new Map<number, RankedPage>();
    const add = (pages: readonly RankedPage[]) => {
      for (const page of pages) if (!found.has(page.page)) found.set(page.page, page);
    };
    const whole = withoutPrefix(criteria);
    add(inOneSection(where, whole, limit, isOnMany, scored));
    if (found.size < limit && whole !== criteria)
      add(inOneSection(where, criteria, limit + found.size, isOnMany));
    if (found.size < limit) add(scattered(where, criteria, limit + found.size));
    return [...found.values()].slice(0, limit);
  }

  function countOf(where: Scope, criteria: SearchCriteria): number {
    const members = membership(criteria, where);
    const counted = statement(`SELECT count(*) FROM (${members.sql})`).pluck();
    return counted.get({ ...where.values, ...members.values }) as number;
  }

  return {
    /** Counts the pages that match, and gives those of one part of the list. */
    find(
      criteria: SearchCriteria,
      versions: readonly IndexedVersion[],
      { limit, offset }: PageRequest,
    ): { readonly count: number; readonly pages: readonly RankedPage[] } {
      const where = scopeOf(versions);
      // Beside each other words are looked for in all sections, so what scores these counts their pages as well.
      const scored =
        isOnePhrase(criteria) && limit > 0 ? scoreText(where, criteria, offset + limit) : undefined;
      const [first] = scored ?? [];
      const isCounted = scored !== undefined && (first?.sections ?? 0) < MAX_SCORED;
      const count = isCounted ? (first?.pages ?? 0) : countOf(where, criteria);
      if (limit === 0 || count <= offset) return { count, pages: [] };
      const pages = best(where, criteria, Math.min(count, offset + limit), count > MAX_SCORED, scored);
      return { count, pages: pages.slice(offset) };
    },
  };
}

/** Tells whether nothing is looked for but words beside each other. */
function isOnePhrase({ all, any }: SearchCriteria): boolean {
  const [only] = all;
  return all.length === 1 && any.length === 0 && only !== undefined && isPhrase(only) && !only.prefix;
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
