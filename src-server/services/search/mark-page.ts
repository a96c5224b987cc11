import type { PageSection, PageText } from '../../model/search/search-page.ts';
import {
  createHighlighter,
  type HighlightedSegment,
  type HighlightRange,
  highlightText,
  type SearchTerm,
} from '../../model/search/search-tokenizer.ts';
import { stemmerOf } from './stemming.ts';

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
/** What the section that the index ranks first is worth more than others of its page. */
const BEST_WORTH = 100;
/** Characters of an excerpt before the first match. */
const LEAD_LENGTH = 60;

/** The most characters that are read to mark the pages of one answer: about 20 ms, with one-letter words about 60 (safety S9). */
export const MAX_MARKED_LENGTH = 250_000;

/**
 * Marks the matches of the pages of an answer. Of long pages it reads the sections that match most likely, up to
 * `MAX_MARKED_LENGTH` characters in all.
 */
export function markPages(pages: readonly FoundText[], terms: readonly SearchTerm[]): MarkedPage[] {
  const plain = createHighlighter(terms);
  const inLanguage = new Map<string, typeof plain>();
  /** Gives what also finds the stems of a language. */
  const highlighterOf = (language: string | undefined) => {
    if (language === undefined || terms.every(({ forms = [] }) => forms.length === 0)) return plain;
    const known = inLanguage.get(language) ?? createHighlighter(terms, stemmerOf(language));
    inLanguage.set(language, known);
    return known;
  };
  const likely = likelyMatch(terms);
  let left = MAX_MARKED_LENGTH;
  return pages.map((page, at) => {
    const parts = partsToRead(page.sections, likely, Math.floor(left / (pages.length - at)));
    left -= parts.reduce((sum, part) => sum + lengthOf(part), 0);
    return markPage(page, parts, highlighterOf(page.language));
  });
}

/** A page, and the place of the section that matches best. */
type FoundText = PageText & { readonly best?: number };

/** A section, and the part of its text that is read. */
type SectionPart = { readonly section: PageSection; readonly start: number; readonly end: number };

function lengthOf({ section, start, end }: SectionPart): number {
  return section.title.length + end - start;
}

/** Returns the sections, or those that match most likely while their length allows it. */
function partsToRead(sections: readonly PageSection[], likely: RegExp, maxLength: number): SectionPart[] {
  const whole = sections.map((section) => ({ section, start: 0, end: section.content.length }));
  if (whole.reduce((sum, part) => sum + lengthOf(part), 0) <= maxLength) return whole;
  const found = whole.filter(({ section }) => likely.test(section.title) || likely.test(section.content));
  const parts: SectionPart[] = [];
  let left = maxLength;
  for (const part of found.length > 0 ? found : whole) {
    const room = left - part.section.title.length;
    if (room <= 0) break;
    const read = lengthOf(part) <= left ? part : partAround(part.section, likely, room);
    parts.push(read);
    left -= lengthOf(read);
  }
  return parts;
}

/** Returns the part of a long text that begins before its first likely match. */
function partAround(section: PageSection, likely: RegExp, maxLength: number): SectionPart {
  const { content } = section;
  const found = Math.max(0, content.search(likely) - LEAD_LENGTH);
  const start = found === 0 ? 0 : wordStart(content, found, found + LEAD_LENGTH);
  return { section, start, end: Math.min(content.length, start + maxLength) };
}

/** Words of a search that are looked for to find the likely sections: the longest ones, which are rare. */
const MAX_LIKELY_WORDS = 8;

/** Returns an expression that finds what the terms match, save text that differs from them in diacritics. */
function likelyMatch(terms: readonly SearchTerm[]): RegExp {
  const words = terms
    .flatMap((term) => [...term.words.slice(0, 1), ...(term.forms ?? [])])
    .sort((a, b) => b.length - a.length);
  // Words of the tokenizer have letters, digits and marks only.
  return new RegExp(words.slice(0, MAX_LIKELY_WORDS).join('|'), 'iu');
}

function markPage(
  { title, sections, best: bestPlace }: FoundText,
  parts: readonly SectionPart[],
  find: (text: string) => HighlightRange[],
): MarkedPage {
  const found = parts.flatMap(({ section, start, end }, at) => {
    const inTitle = find(section.title);
    const inContent = find(section.content.slice(start, end)).map((hit) => ({
      ...{ start: hit.start + start, end: hit.end + start },
      term: hit.term,
    }));
    const score = distinct([...inTitle, ...inContent]) + (inTitle.length > 0 ? 0.5 : 0);
    const isBest = bestPlace !== undefined && section === sections[bestPlace];
    // The best section may match by words that are not marked, such as a part of a name.
    if (score === 0 && !(isBest && section.id !== '')) return [];
    return [{ section, at, worth: isBest ? score + BEST_WORTH : score, inTitle, inContent }];
  });
  const best = found.sort((one, other) => other.worth - one.worth || one.at - other.at).slice(0, MAX_BLOCKS);
  return {
    title,
    markedTitle: marked(title, find(title)),
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
  const best = densest(hits);
  const [first] = best;
  if (!first) return null;
  const start = wordStart(text, Math.max(0, first.start - LEAD_LENGTH), first.start);
  const end = wordEnd(text, Math.max(start + EXCERPT_LENGTH, best.at(-1)?.end ?? 0));
  return { pieces: highlightText(text, hits, start, end), before: start > 0, after: end < text.length };
}

/** Returns the first matches in a row that fit into an excerpt and are of the most terms, in one pass. */
function densest(hits: readonly HighlightRange[]): readonly HighlightRange[] {
  /** How many matches from `first` up to `after` are of each term. */
  const counts = new Map<number, number>();
  let best = { first: 0, after: 0, terms: 0 };
  let after = 0;
  hits.forEach((hit, first) => {
    const limit = hit.start + EXCERPT_LENGTH - LEAD_LENGTH;
    for (let next = hits[after]; next && (after <= first || next.end <= limit); next = hits[after]) {
      counts.set(next.term, (counts.get(next.term) ?? 0) + 1);
      after += 1;
    }
    if (counts.size > best.terms) best = { first, after, terms: counts.size };
    const count = counts.get(hit.term) ?? 0;
    if (count > 1) counts.set(hit.term, count - 1);
    else counts.delete(hit.term);
  });
  return hits.slice(best.first, best.after);
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
