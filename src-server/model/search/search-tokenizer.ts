/** One word of a text with its position in UTF-16 units. */
export type WordToken = { readonly word: string; readonly start: number; readonly end: number };

/** A piece of a text; `hit` marks a match. */
export type HighlightedSegment = { readonly text: string; readonly highlighted: boolean };

/** A match in a text. */
export type HighlightRange = { readonly start: number; readonly end: number; readonly term: number };

/** A search term: consecutive words; with `prefix` the last one may continue. */
export type SearchTerm = {
  readonly words: readonly string[];
  readonly prefix: boolean;
  /** The name that the words make, as the index keeps it: `url_for`. */
  readonly whole?: string;
  /** The parts of a name in camel case: `url` and `map` of `UrlMap`. */
  readonly pieces?: readonly string[];
  /** Stems of the word, in the languages that are searched. */
  readonly forms?: readonly string[];
};

/** Returns the stems of a word that differ from it. */
export type StemWord = (word: string) => readonly string[];

// Scripts without spaces: each character counts as a word, so that any part of a sentence is found.
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Mymr}';
const LETTER = `(?=[\\p{L}\\p{N}\\p{Co}])`;
const WORD = new RegExp(
  `${LETTER}[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{Co}])(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}\\p{Co}]|\\p{M})*`,
  'gu',
);
const PLAIN = /^[a-z0-9]+$/;

/** Splits a text into the words of the index, in lower case and without diacritics. */
export function tokenize(text: string): WordToken[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    word: foldWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * Creates a function that finds the terms in a text, in order and without overlaps, their stems by `stem`. Its time
 * hardly depends on their number.
 */
export function createHighlighter(
  terms: readonly SearchTerm[],
  stem?: StemWord,
): (text: string) => HighlightRange[] {
  const byFirstWord = new Map<string, number[]>();
  const byForm = new Map<string, number>();
  const prefixes: number[] = [];
  terms.forEach(({ words, prefix, forms = [] }, term) => {
    const [first = ''] = words;
    if (prefix && words.length === 1) prefixes.push(term);
    else byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), term]);
    for (const form of words.length === 1 ? [first, ...forms] : [])
      if (!byForm.has(form)) byForm.set(form, term);
  });
  const hasForms = stem !== undefined && terms.some(({ forms = [] }) => forms.length > 0);
  /** Finds the term that has a stem in common with a word. */
  const termOfForm = (text: string, { word, start, end }: WordToken): number | undefined =>
    byForm.get(word) ?? stem?.(text.slice(start, end)).flatMap((form) => byForm.get(form) ?? [])[0];
  return (text) => {
    const words = tokenize(text);
    const matches = (at: number) => (term: number) => matchesAt(words, at, terms[term] ?? NO_TERM);
    const ranges: HighlightRange[] = [];
    let at = 0;
    for (let token = words[0]; token; token = words[at]) {
      const exact = byFirstWord.get(token.word)?.find(matches(at)) ?? Number.POSITIVE_INFINITY;
      const found = Math.min(exact, prefixes.find(matches(at)) ?? Number.POSITIVE_INFINITY);
      const length = terms[found]?.words.length ?? 1;
      const term = terms[found] ? found : hasForms ? termOfForm(text, token) : undefined;
      if (term !== undefined)
        ranges.push({ start: token.start, end: words[at + length - 1]?.end ?? token.end, term });
      at += length;
    }
    return ranges;
  };
}

const NO_TERM: SearchTerm = { words: [], prefix: false };

/** Splits a text, or its part from `start` to `end`, into pieces. */
export function highlightText(
  text: string,
  ranges: readonly HighlightRange[],
  start = 0,
  end = text.length,
): HighlightedSegment[] {
  const segments: HighlightedSegment[] = [];
  let at = start;
  for (const range of ranges) {
    if (range.start < start || range.end > end) continue;
    if (range.start > at) segments.push({ text: text.slice(at, range.start), highlighted: false });
    segments.push({ text: text.slice(range.start, range.end), highlighted: true });
    at = range.end;
  }
  if (at < end) segments.push({ text: text.slice(at, end), highlighted: false });
  return segments;
}

/** Characters of a page that are indexed; the rest of a longer page is not found. */
export const MAX_PAGE_TEXT = 1_000_000;

function matchesAt(
  words: readonly WordToken[],
  at: number,
  { words: searchWords, prefix }: SearchTerm,
): boolean {
  const last = searchWords.length - 1;
  return searchWords.every((searchWord, index) => {
    const found = words[at + index]?.word;
    return (
      found !== undefined && (prefix && index === last ? found.startsWith(searchWord) : found === searchWord)
    );
  });
}

/** Folds a word: lower case, without the marks of Latin, Greek and Cyrillic; in other scripts a mark makes another letter. */
export function foldWord(word: string): string {
  const low = word.toLowerCase();
  return PLAIN.test(low)
    ? low
    : low
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]+/g, '')
        .normalize('NFC');
}
