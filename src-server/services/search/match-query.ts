import { joinWords } from '../../model/search/search-names.ts';
import { parseWord, type SearchQuery } from '../../model/search/search-query.ts';
import { foldWord, type SearchTerm } from '../../model/search/search-tokenizer.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { SearchCriteria } from '../../store/search/search-criteria.ts';
import type { FoundPage, SearchIndex } from '../../store/search/search-index.ts';
import type { IndexedVersion } from '../../store/search/search-schema.ts';
import { stemmerOf } from './stemming.ts';

/** The pages that match, and what was looked for at last. */
export type QueryMatches = Page<FoundPage> & {
  /** Words and phrases, to mark in the pages. */
  readonly terms: readonly SearchTerm[];
  /** The search without its typing errors; null when it was taken as it is. */
  readonly corrected: string | null;
};

/** Words that a page needs not have, since no page is about them. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: 'das dem den der des die ein eine einem einen einer eines'.split(' '),
  en: 'a an how i of the to what'.split(' '),
  es: 'el la las los un una unas unos'.split(' '),
  fr: 'la le les un une'.split(' '),
  it: 'gli il la le lo un una uno'.split(' '),
  nl: 'de een het'.split(' '),
  pt: 'as os um uma'.split(' '),
};
const NONE: PageRequest = { limit: 0, offset: 0 };

/**
 * Finds the pages that have all words of a search. Without any, it finds those with words that are spelled alike, else
 * those with some of the words.
 */
export function matchQuery(
  index: SearchIndex,
  query: SearchQuery,
  within: readonly IndexedVersion[],
  page: PageRequest,
): QueryMatches {
  const languages = [...new Set(within.flatMap((version) => version.languages))];
  const stopWords = new Set(languages.flatMap((language) => STOP_WORDS[language] ?? []));
  const occurs = (term: SearchTerm) => index.find({ all: [term], any: [] }, within, NONE).count > 0;
  const look = (searched: Words, request: PageRequest) =>
    index.find(criteriaOf(searched, languages, stopWords, occurs), within, request);
  const found = (matches: Page<FoundPage>, { words, phrases }: SearchQuery, corrected: string | null) => ({
    ...matches,
    terms: [...phrases, ...words.map((word) => withForms(word, languages))],
    corrected,
  });

  const strict = look(query, page);
  if (strict.count > 0) return found(strict, query, null);
  const corrected = correct(query, (word) => look({ words: [word], phrases: [] }, NONE).count > 0);
  const spelled = corrected && look(corrected, page);
  if (corrected && spelled && spelled.count > 0) return found(spelled, corrected, corrected.text);
  const { words, phrases } = query;
  if (words.length < 2) return found(strict, query, null);
  const loose = { all: phrases, any: words.map((word) => withForms(word, languages)) };
  return found(index.find(loose, within, page), query, null);

  /** Replaces the words that no page has; undefined when nothing is like them. */
  function correct(wrong: SearchQuery, occurs: (word: SearchTerm) => boolean): SearchQuery | undefined {
    const replaced = new Map<string, string>();
    const corrections = wrong.words.map((term) => {
      if (occurs(term)) return term;
      const spelling = term.whole ?? (term.words.length === 1 ? term.words[0] : undefined);
      const similar = spelling === undefined ? undefined : index.similarWord(spelling, within);
      if (spelling === undefined || similar === undefined) return term;
      replaced.set(spelling, similar);
      return parseWord(similar);
    });
    if (replaced.size === 0) return undefined;
    const text = wrong.text
      .split(/\s+/)
      .map((typed) => {
        const { whole, words: parts } = parseWord(typed);
        return replaced.get(whole ?? foldWord(parts.join(' '))) ?? typed;
      })
      .join(' ');
    return { ...wrong, words: corrections, text };
  }
}

type Words = Pick<SearchQuery, 'words' | 'phrases'>;

function criteriaOf(
  { words, phrases }: Words,
  languages: readonly string[],
  stopWords: ReadonlySet<string>,
  occurs: (term: SearchTerm) => boolean,
): SearchCriteria {
  const meaningful = words.filter((term) => term.words.length > 1 || !stopWords.has(term.words[0] ?? ''));
  const needed = meaningful.length > 0 ? meaningful : words;
  const all = [...phrases, ...needed.map((word) => withForms(asName(word, occurs), languages))];
  const parts = [...phrases, ...words].flatMap((term) => term.words);
  const stemmed = languages.map((language) =>
    joinWords(parts.map((word) => stemmerOf(language)(word)[0] ?? word)),
  );
  return {
    all,
    any: [],
    whole: joinWords(parts) ?? null,
    stemmedWholes: [...new Set(stemmed.flatMap((each) => each ?? []))],
  };
}

/** Takes a word with joints for the name that it is, if that or a longer one occurs; else its parts must be beside each other. */
function asName(term: SearchTerm, occurs: (term: SearchTerm) => boolean): SearchTerm {
  const { whole, prefix } = term;
  if (whole === undefined) return term;
  const name = { words: [whole], prefix: false };
  if (occurs(name)) return name;
  return prefix && occurs({ ...name, prefix }) ? { ...name, prefix } : term;
}

/** Adds the stems of a word in the languages that are searched. */
function withForms(term: SearchTerm, languages: readonly string[]): SearchTerm {
  const [word] = term.words;
  if (word === undefined || term.words.length > 1) return term;
  const forms = new Set(languages.flatMap((language) => stemmerOf(language)(word)));
  return forms.size === 0 ? term : { ...term, forms: [...forms] };
}
