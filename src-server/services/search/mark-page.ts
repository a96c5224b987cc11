import type { PageSection, PageText } from '../../model/search/search-page.ts';
import {
  findHighlights,
  type HighlightedSegment,
  type HighlightRange,
  highlightText,
  type SearchTerm,
} from '../../model/search/search-tokenizer.ts';

/** A part of a section's text around the matches. */
export type Excerpt = {
  readonly pieces: readonly HighlightedSegment[];
  /** Whether text continues before and after it. */
  readonly before: boolean;
  readonly after: boolean;
};

/** A section that matches the query. */
export type MarkedSection = PageSection & {
  /** The title in pieces; null when it does not match. */
  readonly markedTitle: readonly HighlightedSegment[] | null;
  readonly excerpt: Excerpt | null;
};

/** A page with its matches marked. */
export type MarkedPage = {
  readonly title: string;
  readonly markedTitle: readonly HighlightedSegment[] | null;
  /** The sections that match best; none when only the page's title matches. */
  readonly blocks: readonly MarkedSection[];
};

/** Sections that are shown of a page. */
const MAX_BLOCKS = 3;
const EXCERPT_LENGTH = 240;
/** Characters of an excerpt before the first match. */
const LEAD_LENGTH = 60;

/** Marks the matches of a page. Call it only for pages that are shown, since it reads all their text. */
export function markPage({ title, sections }: PageText, terms: readonly SearchTerm[]): MarkedPage {
  const found = sections.flatMap((section, at) => {
    const inTitle = findHighlights(section.title, terms);
    const inContent = findHighlights(section.content, terms);
    const score = distinct([...inTitle, ...inContent]) + (inTitle.length > 0 ? 0.5 : 0);
    return score === 0 ? [] : [{ section, at, worth: score, inTitle, inContent }];
  });
  const best = found.sort((one, other) => other.worth - one.worth || one.at - other.at).slice(0, MAX_BLOCKS);
  return {
    title,
    markedTitle: marked(title, findHighlights(title, terms)),
    blocks: best.map(({ section, inTitle, inContent }) => ({
      ...section,
      markedTitle: marked(section.title, inTitle),
      excerpt: excerptOf(section.content, inContent),
    })),
  };
}

function marked(text: string, hits: readonly HighlightRange[]): readonly HighlightedSegment[] | null {
  return hits.length === 0 ? null : highlightText(text, hits);
}

/** Returns the part of the text with the most matches. */
function excerptOf(text: string, hits: readonly HighlightRange[]): Excerpt | null {
  let best: readonly HighlightRange[] = [];
  for (let first = 0, after = 0; first < hits.length; first += 1) {
    const from = hits[first]?.start ?? 0;
    while ((hits[after]?.end ?? Number.POSITIVE_INFINITY) <= from + EXCERPT_LENGTH - LEAD_LENGTH) after += 1;
    const inside = hits.slice(first, Math.max(after, first + 1));
    if (best.length === 0 || distinct(inside) > distinct(best)) best = inside;
  }
  const [first] = best;
  if (!first) return null;
  const start = wordStart(text, Math.max(0, first.start - LEAD_LENGTH), first.start);
  const end = wordEnd(text, Math.max(start + EXCERPT_LENGTH, best.at(-1)?.end ?? 0));
  return { pieces: highlightText(text, hits, start, end), before: start > 0, after: end < text.length };
}

function distinct(hits: readonly HighlightRange[]): number {
  return new Set(hits.map(({ term }) => term)).size;
}

/** Returns the first start of a word from `at` on, at most `latest`. */
function wordStart(text: string, at: number, latest: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at - 1);
  return space === -1 || space >= latest ? latest : space + 1;
}

/** Returns the last end of a word up to `at`, or `at` within a very long word. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > at - LEAD_LENGTH ? space : at;
}
