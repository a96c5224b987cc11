import { RE2JS } from 're2js';

/** A section of a page with its own anchor. */
export type PageSection = {
  /** Anchor without `#`; '' for the text before the first heading. */
  readonly id: string;
  readonly title: string;
  /** Plain text with collapsed white space. */
  readonly content: string;
};

/** The text of a page without markup. */
export type PageText = {
  readonly title: string;
  readonly sections: readonly PageSection[];
  /** What the page says of its language: `pt-BR`. */
  readonly language?: string;
};

/** Ranks of a version's pages: path pattern to -10 … 10 (behaviour.md 15, `search.ranking`). */
export type PageRanking = Readonly<Record<string, number>>;

/** Patterns of pages that are not indexed by default (behaviour.md 9). */
export const DEFAULT_SEARCH_IGNORE: readonly string[] = [
  'search.html',
  'search/index.html',
  '404.html',
  '404/index.html',
];

// Lists of links and parts of a theme, which nobody searches for.
const NON_CONTENT_PAGES = [
  'genindex.html',
  'genindex-*.html',
  'genindex/*',
  '*-modindex.html',
  '*-modindex/index.html',
  'search.html',
  'search/index.html',
  '_static/*',
  '_sources/*',
];

/** Returns a function that tells whether a page path, such as `guide/index.html`, is not indexed. */
export function createIgnoreMatcher(patterns: readonly string[] | null): (path: string) => boolean {
  const tests = [...NON_CONTENT_PAGES, ...(patterns ?? DEFAULT_SEARCH_IGNORE)].map(compileGlob);
  return (path) => tests.some((fits) => fits(path));
}

/** Returns a function that gives a page's rank, -10 … 10, by its path. The longest matching pattern wins. */
export function createRankLookup(ranking: PageRanking): (path: string) => number {
  const tests = Object.entries(ranking)
    .map(([pattern, rank]) => ({ length: pattern.length, fits: compileGlob(pattern), rank: clampRank(rank) }))
    .sort((one, other) => other.length - one.length);
  return (path) => tests.find(({ fits }) => fits(path))?.rank ?? 0;
}

/** Returns the factor of a rank: 1 for 0, 2 for 10, a hundredth for -10. */
export function rankBoost(rank: number): number {
  return rank >= 0 ? 1 + rank / 10 : 10 ** (rank / 5);
}

function clampRank(rank: number): number {
  return Number.isFinite(rank) ? Math.max(-10, Math.min(10, rank)) : 0;
}

/** Matches `*` any characters, `?` one, `[a-z]` one of these, `[!a-z]` none of these, without backtracking. */
function compileGlob(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^\/+/, '')
    .replaceAll(/\*+|\?|\[(!?)(\]?[^\]]*)\]|[^*?[]+|\[/g, (part, not: string, set?: string) => {
      if (part.startsWith('*')) return '.*';
      if (part === '?') return '.';
      if (set === undefined) return RE2JS.quote(part);
      return `[${not === '!' ? '^' : ''}${set.replaceAll(/[\\[\]^]/g, '\\$&')}]`;
    });
  try {
    const compiled = RE2JS.compile(`^(?:${source})$`, RE2JS.DOTALL);
    return (path) => compiled.matcher(path).find();
  } catch {
    return (path) => path === pattern; // an invalid pattern, such as a reversed range
  }
}
