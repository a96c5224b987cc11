import type { PageSection } from './search-page.ts';
import { tokenize } from './search-tokenizer.ts';

// A name of a program in a text: `url_for`, `app.config`, `std::vector`.
const NAME = /[\p{L}\p{N}]+(?:(?:[._]+|::)[\p{L}\p{N}]+)+/gu;
const IS_NAME = /^[^\p{L}\p{N}]*[\p{L}\p{N}]+(?:(?:[._]+|::)[\p{L}\p{N}]+)+[^\p{L}\p{N}]*$/u;
const HAS_LETTER = /\p{L}/u;
const JOINT = /[._]|::/;
const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const CAMEL_PIECE = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu;
/** An anchor that is the name of what it documents, as of Sphinx and mkdocstrings; those of C++ are encoded. */
const NAME_ANCHOR = /^(?!_CPP)[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}\p{N}_$]+)*$/u;
const SIGNATURE = /([\p{L}_$~][\p{L}\p{N}_$.:~]*)\s*\(/u;
/** Longer headings are nobody's search. */
const MAX_KEY_WORDS = 12;
const MAX_KEY = 120;

/** Joins words to the one word that the index keeps for them; undefined for none and for too many. */
export function joinWords(words: readonly string[]): string | undefined {
  const joined = words.join('_');
  return words.length === 0 || words.length > MAX_KEY_WORDS || joined.length > MAX_KEY ? undefined : joined;
}

/** Returns the whole word of a text that is one name with joints: `url_for` for `url_for()`. */
export function nameInText(text: string): string | undefined {
  return IS_NAME.test(text) && HAS_LETTER.test(text) ? joinWords(wordsOf(text)) : undefined;
}

/** Returns the parts of a name in camel case: `url` and `map` for `UrlMap`; none for any other word. */
export function camelPieces(word: string): readonly string[] {
  if (!CAMEL.test(word)) return [];
  return (word.match(CAMEL_PIECE) ?? []).flatMap(wordsOf);
}

/** Returns the words that the index keeps of a text beside its own: names as a whole, and parts of names in camel case. */
export function wordsOfNames(text: string): readonly string[] {
  const found: string[] = [];
  if (JOINT.test(text)) {
    for (const [name] of text.matchAll(NAME)) {
      if (!HAS_LETTER.test(name)) continue;
      const parts = name.split(/\.+|::/).map(wordsOf);
      const wholes = [
        ...(parts.length > 1 ? [parts.flat()] : []),
        ...parts.filter(({ length }) => length > 1),
      ];
      found.push(...wholes.flatMap((words) => joinWords(words) ?? []));
    }
  }
  if (CAMEL.test(text))
    for (const { start, end } of tokenize(text)) found.push(...camelPieces(text.slice(start, end)));
  return found;
}

/** A name that a section documents, and what may stand for it: its last parts. */
export type DocumentedName = { readonly whole: string; readonly ends: readonly string[] };

/** Returns the names that a section documents, by its anchor and by the signature in its title. */
export function documentedNames({ id, title }: Pick<PageSection, 'id' | 'title'>): readonly DocumentedName[] {
  const signature = SIGNATURE.exec(title)?.[1];
  const last = id.split(/[.:]+/).at(-1) ?? '';
  const isNamed = NAME_ANCHOR.test(id) && (JOINT.test(id) || CAMEL.test(id) || signature === id);
  const isOfTitle = last !== '' && title.includes(last);
  const names = [...(isNamed && isOfTitle ? [id] : []), ...(signature === undefined ? [] : [signature])];
  return [...new Set(names)].flatMap((name) => {
    const parts = name.split(/[.:]+/).map(wordsOf);
    const joined = parts.map((_, at) => joinWords(parts.slice(at).flat()));
    const [whole, ...ends] = joined.filter((each) => each !== undefined);
    return whole === undefined ? [] : [{ whole, ends }];
  });
}

function wordsOf(text: string): string[] {
  return tokenize(text).map(({ word }) => word);
}
