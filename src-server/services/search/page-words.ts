import { documentedNames, joinWords, wordsOfNames } from '../../model/search/search-names.ts';
import type { PageSection, PageText } from '../../model/search/search-page.ts';
import { MAX_PAGE_TEXT, type StemWord, tokenize } from '../../model/search/search-tokenizer.ts';
import { KEYS } from '../../store/search/search-schema.ts';
import type { PageWords, SectionWords } from '../../store/search/search-writer.ts';

/** The words of a text, and what else finds it: stems, whole names, parts of names. */
type TextWords = {
  readonly words: readonly string[];
  readonly stemmed: string;
  readonly forms: readonly string[];
};

const LEADING_NUMBER = /^\p{N}+$/u;

/** Returns the words that find a page and those that find each of its sections. */
export function wordsOfPage({ title, sections }: PageText, stem: StemWord): PageWords {
  const read = (text: string) => readText(text, stem);
  const titleWords = read(title);
  const all = new Set(titleWords.words);
  const forms = new Set(titleWords.forms);
  let left = MAX_PAGE_TEXT;
  const list = sections.length === 0 ? [{ id: '', title, content: '' }] : sections;
  const rows = list.map((section, at): SectionWords => {
    const heading = read(section.title);
    const text = read(section.content.slice(0, Math.max(0, left)));
    left -= section.content.length;
    const isTop = at === 0;
    const headingWords =
      isTop && section.title !== title ? [...titleWords.words, ...heading.words] : heading.words;
    const names = namesOf(section);
    for (const word of [...heading.words, ...text.words, ...names.words]) all.add(word);
    for (const form of [...heading.forms, ...text.forms]) forms.add(form);
    const keys = [
      ...(isTop ? keysOf(titleWords, KEYS.title) : []),
      ...keysOf(heading, KEYS.heading),
      ...names.keys,
    ];
    return {
      title: titleWords.words.join(' '),
      heading: headingWords.join(' '),
      names: names.words.join(' '),
      keys: [...new Set(keys)].join(' '),
      text: text.words.join(' '),
      headingForms: heading.forms.join(' '),
      textForms: text.forms.join(' '),
    };
  });
  return {
    all: [...all].join(' '),
    forms: [...forms].filter((form) => !all.has(form)).join(' '),
    sections: rows,
  };
}

function readText(text: string, stem: StemWord): TextWords {
  const tokens = tokenize(text);
  const forms = new Set(wordsOfNames(text));
  const stemmed: string[] = [];
  for (const { word, start, end } of tokens) {
    const stems = stem(text.slice(start, end));
    for (const each of stems) forms.add(each);
    stemmed.push(stems[0] ?? word);
  }
  return { words: tokens.map(({ word }) => word), stemmed: joinWords(stemmed) ?? '', forms: [...forms] };
}

/** Returns the keys of a whole title: as it is, without a number before it, and by its stems. */
function keysOf({ words, stemmed }: TextWords, kind: string): string[] {
  const first = words.findIndex((word) => !LEADING_NUMBER.test(word));
  const wholes = [joinWords(words), first > 0 ? joinWords(words.slice(first)) : undefined];
  const keys = wholes.flatMap((whole) => (whole === undefined ? [] : [`${kind}=${whole}`]));
  return stemmed === '' ? keys : [...keys, `${KEYS.stemmed}=${stemmed}`];
}

/** Returns the names that a section documents, as words and as keys. */
function namesOf(section: PageSection): {
  readonly words: readonly string[];
  readonly keys: readonly string[];
} {
  const names = documentedNames(section);
  const parts = names.flatMap(({ whole, ends }) =>
    [whole, ...ends].flatMap((each) => [each, ...each.split('_')]),
  );
  return {
    words: [...new Set(parts)],
    keys: names.flatMap(({ whole, ends }) => [
      `${KEYS.name}=${whole}`,
      ...ends.map((end) => `${KEYS.nameEnd}=${end}`),
    ]),
  };
}
