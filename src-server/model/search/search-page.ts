import { RE2JS } from 're2js';

/** A part of a page that can be gone to. */
export type PageSection = {
  /** The anchor, without `#`; '' for what stands before the first heading. */
  readonly id: string;
  readonly title: string;
  /** Plain text, its spaces made one. */
  readonly content: string;
};

/** What a page says, without its markup. */
export type PageText = { readonly title: string; readonly sections: readonly PageSection[] };

/** How a version's pages are to be ranked: pattern of a path to -10 … 10 (behaviour.md 15, `search.ranking`). */
export type PageRanking = Readonly<Record<string, number>>;

/** What is left out where the configuration does not say (behaviour.md 9). */
export const DEFAULT_SEARCH_IGNORE: readonly string[] = [
  'search.html',
  'search/index.html',
  '404.html',
  '404/index.html',
];

// Lists of links and parts of a theme: nobody looks for what they say.
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

/** Says of a page's path below the version's top, such as `guide/index.html`, whether it is left out. */
export function createIgnoreMatcher(patterns: readonly string[] | null): (path: string) => boolean {
  const tests = [...NON_CONTENT_PAGES, ...(patterns ?? DEFAULT_SEARCH_IGNORE)].map(compileGlob);
  return (path) => tests.some((fits) => fits(path));
}

/** Gives a page's rank, -10 … 10, by its path. Of several patterns that fit, the longest says most about the page. */
export function createRankLookup(ranking: PageRanking): (path: string) => number {
  const tests = Object.entries(ranking)
    .map(([pattern, rank]) => ({ length: pattern.length, fits: compileGlob(pattern), rank: clampRank(rank) }))
    .sort((one, other) => other.length - one.length);
  return (path) => tests.find(({ fits }) => fits(path))?.rank ?? 0;
}

/** What a rank does to how well a page fits: 0 nothing, 10 doubles it, -10 leaves a hundredth. */
export function rankBoost(rank: number): number {
  return rank >= 0 ? 1 + rank / 10 : 10 ** (rank / 5);
}

function clampRank(rank: number): number {
  return Number.isFinite(rank) ? Math.max(-10, Math.min(10, rank)) : 0;
}

/** `*` any characters, `?` one, `[a-z]` one of these, `[!a-z]` none of these. Runs without backtracking. */
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
    return (path) => path === pattern; // such as a range that runs backwards
  }
}
