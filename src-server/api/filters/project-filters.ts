import { isProgrammingLanguage, PROGRAMMING_LANGUAGES } from '../../model/projects/languages/languages.ts';
import { lastValue, queryChoices } from '../http/read-query.ts';
import type { QueryParameter } from '../route.ts';
import { choiceParameter } from './query-parameters.ts';

const codes = (languages: readonly { readonly code: string }[]) => languages.map(({ code }) => code);

/** Gives the filters of projects by their languages, of which the dialects have different ones. */
export function languageParameters(languages: readonly { readonly code: string }[]): QueryParameter[] {
  return [
    choiceParameter('language', 'Only projects in this language.', codes(languages)),
    choiceParameter(
      'programming_language',
      'Only projects about this programming language.',
      codes(PROGRAMMING_LANGUAGES),
    ),
  ];
}

/** Reads these filters; `isLanguage` knows the languages of the dialect. @throws Invalid */
export function readLanguages(
  query: URLSearchParams,
  isLanguage: (code: string) => boolean,
): { readonly language: string | undefined; readonly programmingLanguage: string | undefined } {
  const { language, programming_language: programmingLanguage } = queryChoices({
    language: { value: lastValue(query, 'language'), isValid: isLanguage },
    programming_language: { value: lastValue(query, 'programming_language'), isValid: isProgrammingLanguage },
  });
  return { language, programmingLanguage };
}
