import { createRequire } from 'node:module';
import { stemmer as english } from '@orama/stemmers/english';
import { foldWord, type StemWord } from '../../model/search/search-tokenizer.ts';

/** The stemmers of @orama/stemmers by the code of their language; all but that of English are loaded when they are needed. */
const STEMMERS: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish', fi: 'finnish' },
  ...{ fr: 'french', hi: 'indian', hu: 'hungarian', id: 'indonesian', it: 'italian', lt: 'lithuanian' },
  ...{ nb: 'norwegian', nl: 'dutch', nn: 'norwegian', no: 'norwegian', pt: 'portuguese', ro: 'romanian' },
  ...{ ru: 'russian', sv: 'swedish', ta: 'tamil', tr: 'turkish', uk: 'ukrainian' },
};
/** Words cached for each language. */
const CACHE_SIZE = 50_000;
const HAS_DIGIT = /\p{N}/u;
const MIN_LENGTH = 3;

const load = createRequire(import.meta.url);
const loaded = new Map<string, StemWord>();

/** Returns the code under which the words of a language are stemmed: `pt` for `pt-BR`; undefined for one without a stemmer. */
export function stemmedLanguage(language: string | undefined): string | undefined {
  const code = language?.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return Object.hasOwn(STEMMERS, code) ? code : undefined;
}

/** Returns the stemmer of a language by its code, loaded when it is first asked for. */
export function stemmerOf(code: string): StemWord {
  const known = loaded.get(code);
  if (known) return known;
  const stemmer = code === 'en' ? english : loadStemmer(code);
  const cache = new Map<string, readonly string[]>();
  const stem: StemWord = (typed) => {
    const word = typed.toLowerCase();
    const cached = cache.get(word);
    if (cached) return cached;
    const stems = stemsOf(word, stemmer);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(word, stems);
    return stems;
  };
  loaded.set(code, stem);
  return stem;
}

function loadStemmer(code: string): (word: string) => string {
  const { stemmer } = load(`@orama/stemmers/${STEMMERS[code]}`) as { stemmer: (word: string) => string };
  return stemmer;
}

/** Stems a word as it is written and without its marks, which readers often leave out. */
function stemsOf(word: string, stemmer: (word: string) => string): readonly string[] {
  const folded = foldWord(word);
  if (folded.length < MIN_LENGTH || HAS_DIGIT.test(word)) return [];
  const stems = [...new Set([word, folded].map((each) => foldWord(stemmer(each))))];
  return stems.filter((stem) => stem !== folded && stem !== '');
}
