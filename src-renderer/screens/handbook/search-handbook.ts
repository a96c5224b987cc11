import {
  type HighlightedSegment,
  type HighlightRange,
  highlightText,
} from '../../../src-server/model/search/search-tokenizer.ts';
import type { HandbookSection } from './handbook-sections.ts';
import { wordPattern } from './word-pattern.ts';

/** A section that has all words, with its heading and the text around the first of them, matches marked. */
export type HandbookHit = HandbookSection & {
  readonly title: readonly HighlightedSegment[];
  readonly snippet: readonly HighlightedSegment[];
};

const MAX_HITS = 40;
const BEFORE = 60;
const AFTER = 160;

/** Finds the sections that have every word in some form, those with the words in their heading first. */
export function searchHandbook(sections: readonly HandbookSection[], query: string): readonly HandbookHit[] {
  const patterns = query.toLowerCase().split(/\s+/).filter(Boolean).map(wordPattern);
  if (patterns.length === 0) return [];
  return sections
    .flatMap((section) => {
      const inHeading = patterns.filter((pattern) => section.heading.search(pattern) >= 0);
      if (!patterns.every((pattern) => inHeading.includes(pattern) || section.text.search(pattern) >= 0))
        return [];
      const hit: HandbookHit = {
        ...section,
        title: highlightText(section.heading, rangesOf(section.heading, patterns)),
        snippet: snippetOf(section.text, rangesOf(section.text, patterns)),
      };
      return [{ hit, count: inHeading.length }];
    })
    .sort((left, right) => right.count - left.count)
    .slice(0, MAX_HITS)
    .map(({ hit }) => hit);
}

/** Returns where the patterns match, in order and without overlaps. */
function rangesOf(text: string, patterns: readonly RegExp[]): readonly HighlightRange[] {
  const all = patterns
    .flatMap((pattern, term) =>
      Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({
        start: index,
        end: index + match.length,
        term,
      })),
    )
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const ranges: HighlightRange[] = [];
  for (const range of all) if (range.start >= (ranges.at(-1)?.end ?? 0)) ranges.push(range);
  return ranges;
}

/** Returns the text around the first match. */
function snippetOf(text: string, ranges: readonly HighlightRange[]): readonly HighlightedSegment[] {
  const at = ranges[0]?.start ?? 0;
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const full = start + BEFORE + AFTER;
  const end = full >= text.length ? text.length : Math.max(text.lastIndexOf(' ', full), ranges[0]?.end ?? 0);
  const plain = (part: string) => ({ text: part, highlighted: false });
  return [
    ...(start > 0 ? [plain('… ')] : []),
    ...highlightText(text, ranges, start, end),
    ...(end < text.length ? [plain(' …')] : []),
  ];
}
