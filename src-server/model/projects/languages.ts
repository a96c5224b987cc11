import languages from './languages.json' with { type: 'json' };
import programmingLanguages from './programming-languages.json' with { type: 'json' };

/** A code and how people call it. */
export type NamedCode = { readonly code: string; readonly name: string };

/** The languages that documentation can be in. Codes are case-sensitive: `pt_BR` (behaviour.md 6). */
export const LANGUAGES: readonly NamedCode[] = languages;
/** The languages that a documented program can be written in. */
export const PROGRAMMING_LANGUAGES: readonly NamedCode[] = programmingLanguages;

const languageNames = namesByCode(LANGUAGES);
const programmingLanguageNames = namesByCode(PROGRAMMING_LANGUAGES);

/** The language's name; `Unknown` for a stored code that is not in the list (behaviour.md 7). */
export function languageName(code: string): string {
  return languageNames.get(code) ?? 'Unknown';
}

/** The programming language's name; `Unknown` for a stored code that is not in the list (behaviour.md 7). */
export function programmingLanguageName(code: string): string {
  return programmingLanguageNames.get(code) ?? 'Unknown';
}

/** Whether documentation can be in this language. */
export function isLanguage(code: string): boolean {
  return languageNames.has(code);
}

/** Whether this is the code of a programming language in the list. */
export function isProgrammingLanguage(code: string): boolean {
  return programmingLanguageNames.has(code);
}

function namesByCode(list: readonly NamedCode[]): ReadonlyMap<string, string> {
  return new Map(list.map(({ code, name }) => [code, name]));
}
