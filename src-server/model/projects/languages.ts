import languages from './languages.json' with { type: 'json' };
import programmingLanguages from './programming-languages.json' with { type: 'json' };

/** A code with its name. */
export type NamedCode = { readonly code: string; readonly name: string };

/** The languages of documentation. Codes are case-sensitive: `pt_BR` (behaviour.md 6). */
export const LANGUAGES: readonly NamedCode[] = languages;
/** The programming languages of documented projects. */
export const PROGRAMMING_LANGUAGES: readonly NamedCode[] = programmingLanguages;

const languageNames = namesByCode(LANGUAGES);
const programmingLanguageNames = namesByCode(PROGRAMMING_LANGUAGES);

/** Returns a language's name; `Unknown` for a code that is not in the list (behaviour.md 7). */
export function languageName(code: string): string {
  return languageNames.get(code) ?? 'Unknown';
}

/** Returns a programming language's name; `Unknown` for a code that is not in the list (behaviour.md 7). */
export function programmingLanguageName(code: string): string {
  return programmingLanguageNames.get(code) ?? 'Unknown';
}

/** Returns whether this is a known language code. */
export function isLanguage(code: string): boolean {
  return languageNames.has(code);
}

/** Returns whether this is a known code of a programming language. */
export function isProgrammingLanguage(code: string): boolean {
  return programmingLanguageNames.has(code);
}

function namesByCode(list: readonly NamedCode[]): ReadonlyMap<string, string> {
  return new Map(list.map(({ code, name }) => [code, name]));
}
