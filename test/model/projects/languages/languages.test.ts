import { expect, test } from 'vitest';
import {
  isLanguage,
  isProgrammingLanguage,
  LANGUAGES,
  languageName,
  PROGRAMMING_LANGUAGES,
  programmingLanguageName,
} from '../../../../src-server/model/projects/languages/languages.ts';

test('the lists are complete, and no code appears twice', () => {
  expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(168);
  expect(new Set(PROGRAMMING_LANGUAGES.map(({ code }) => code)).size).toBe(24);
});

test.each(['nb_NO', 'pt_BR', 'es_MX', 'uk_UA', 'zh_CN', 'zh_TW', 'en', 'acr'])('%s is a language', (code) => {
  expect(isLanguage(code)).toBe(true);
});

test.each(['pt-br', 'PT_BR', 'xx', '', 'EN', 'constructor'])('%j is no language', (code) => {
  expect(isLanguage(code)).toBe(false);
});

test('codes have names, and unknown ones are Unknown', () => {
  expect(languageName('es')).toBe('Spanish');
  expect(languageName('xx')).toBe('Unknown');
  expect(programmingLanguageName('words')).toBe('Only Words');
  expect(programmingLanguageName('csharp')).toBe('C#');
  expect(programmingLanguageName('cobol')).toBe('Unknown');
  expect(isProgrammingLanguage('py')).toBe(true);
  expect(isProgrammingLanguage('python')).toBe(false);
});
