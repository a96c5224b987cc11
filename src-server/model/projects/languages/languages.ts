import languages from './languages.json' with { type: 'json' };
import programmingLanguages from './programming-languages.json' with { type: 'json' };

/** A code with its name. */
export type NamedCode = { readonly code: string; readonly name: string };

/** The languages of documentation. Codes are case-sensitive: `pt_BR` (behaviour.md 6). */
export const LANGUAGES: readonly NamedCode[] = languages;
/** The programming languages of documented projects. */
export const PROGRAMMING_LANGUAGES: readonly NamedCode[] = programmingLanguages;

/** The codes that today's service writes otherwise (live-service.md 3). What is stored are those of 2020. */
const RENAMED: Readonly<Record<string, string>> = {
  ...{ nb_NO: 'nb-no', pt_BR: 'pt-br', es_MX: 'es-mx' },
  ...{ uk_UA: 'uk-ua', zh_CN: 'zh-cn', zh_TW: 'zh-tw' },
};
const STORED = new Map(Object.entries(RENAMED).map(([stored, current]) => [current, stored]));
/** Of 2020; today's service has no such code, but may still answer it. */
const GONE = 'zh';

/** The languages as today's service writes and takes them. */
export const CURRENT_LANGUAGES: readonly NamedCode[] = LANGUAGES.filter(({ code }) => code !== GONE).map(
  ({ code, name }) => ({ code: toCurrentLanguage(code), name }),
);

/** Returns the code of a stored language as today's service writes it: `pt-br` for `pt_BR`. */
export function toCurrentLanguage(code: string): string {
  return RENAMED[code] ?? code;
}

/** Returns the stored code of a language of today's service: `pt_BR` for `pt-br`. */
export function fromCurrentLanguage(code: string): string {
  return STORED.get(code) ?? code;
}

/** Returns whether today's service takes this code. */
export function isCurrentLanguage(code: string): boolean {
  return CURRENT_LANGUAGES.some((language) => language.code === code);
}

/** Returns the name of a stored language in the words of today's service; `Unknown` for one that it no longer has. */
export function currentLanguageName(code: string): string {
  return code === GONE ? 'Unknown' : languageName(code);
}

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

/** Returns whether this is a known language code of 2020. */
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
