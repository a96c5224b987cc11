import { Invalid } from '../base/problems.ts';
import { camelPieces, nameInText } from './search-names.ts';
import { type SearchTerm, tokenize } from './search-tokenizer.ts';

/** Scope of a search: a project alone, or with its subprojects; `mine` for the actor's projects. */
export type SearchScope =
  | {
      readonly kind: 'project' | 'subprojects';
      readonly project: string;
      readonly version: string | null;
    }
  | { readonly kind: 'mine' };

/** A parsed search query. */
export type SearchQuery = {
  /** The words without the scopes, as typed. */
  readonly text: string;
  /** Empty: everything that the caller can see. */
  readonly scopes: readonly SearchScope[];
  /** Free words; the last one of the query may be a prefix. */
  readonly words: readonly SearchTerm[];
  /** Texts in quotation marks. */
  readonly phrases: readonly SearchTerm[];
};

const MAX_LENGTH = 500;
/** The most words, counting one that is repeated outside quotation marks once; each costs time on every page. */
const MAX_WORDS = 64;
/** Minimum length of a prefix, since one letter starts half of all words. */
const SHORTEST_PREFIX = 2;
const PARTS = /"([^"]*)"|([^\s"]+)/g;
const SCOPE = /^(project|subprojects|user):(.*)$/s;
const SLUGS = /^([-\w]+)(?:\/([-\w.]+))?$/;

/**
 * Parses a search: free words, `"phrases"`, `project:SLUG[/VERSION]` for a project alone, `subprojects:SLUG[/VERSION]`
 * for one with its subprojects, and `user:@me`, in any order. Anything else is a word (live-service.md 2, "Search").
 * @throws Invalid about `q`
 */
export function parseSearchQuery(q: string): SearchQuery {
  if (q.trim() === '') throw invalidQuery('Say what to look for.');
  if (q.length > MAX_LENGTH)
    throw invalidQuery(`Ensure this field has no more than ${MAX_LENGTH} characters.`);
  if ((q.split('"').length - 1) % 2 !== 0) throw invalidQuery('A quotation mark is not closed.');
  const typed: string[] = [];
  const scopes: SearchScope[] = [];
  const words: SearchTerm[] = [];
  const phrases: SearchTerm[] = [];
  let last: 'word' | 'other' = 'other';
  for (const [part, phrase, word = ''] of q.matchAll(PARTS)) {
    const found = phrase === undefined ? SCOPE.exec(word) : null;
    if (found) {
      scopes.push(parseScope(found[1] ?? '', found[2] ?? ''));
      continue;
    }
    typed.push(part);
    const term = phrase === undefined ? parseWord(word) : { words: wordsOf(phrase), prefix: false };
    last = 'other';
    if (term.words.length === 0) continue;
    if (phrase === undefined) last = 'word';
    (phrase === undefined ? words : phrases).push(term);
  }
  if (typed.length === 0) throw invalidQuery('Say what to look for beside where.');
  const open = last === 'word' ? words.pop() : undefined;
  if (open) words.push({ ...open, prefix: (open.words.at(-1)?.length ?? 0) >= SHORTEST_PREFIX });
  const query = { text: typed.join(' '), scopes, words: distinct(words), phrases: distinct(phrases) };
  const wordCount = [...query.words, ...query.phrases].reduce((sum, term) => sum + term.words.length, 0);
  if (wordCount > MAX_WORDS) throw invalidQuery(`A search has at most ${MAX_WORDS} words.`);
  return query;
}

/** Parses a free word, which may be a name of a program: `url_for`, `UrlMap`. */
export function parseWord(typed: string): SearchTerm {
  const words = wordsOf(typed);
  const whole = words.length > 1 ? nameInText(typed) : undefined;
  const pieces = words.length === 1 ? camelPieces(typed) : [];
  return {
    ...{ words, prefix: false },
    ...(whole !== undefined && { whole }),
    ...(pieces.length > 0 && { pieces }),
  };
}

function wordsOf(text: string): string[] {
  return tokenize(text).map(({ word }) => word);
}

/** Removes terms that occur again. */
function distinct(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/** @throws Invalid about `q` */
function parseScope(kind: string, value: string): SearchScope {
  if (kind === 'user') {
    if (value === '@me') return { kind: 'mine' };
    throw invalidQuery('After "user:" only "@me" can stand: the projects of the one who asks.');
  }
  const [, project, version = null] = SLUGS.exec(value) ?? [];
  if (project !== undefined) return { kind: kind === 'project' ? kind : 'subprojects', project, version };
  throw invalidQuery(`After "${kind}:" stands the slug of a project, or SLUG/VERSION, without a space.`);
}

function invalidQuery(message: string): Invalid {
  return new Invalid({ q: [message] });
}
