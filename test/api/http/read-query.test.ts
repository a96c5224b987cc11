import { describe, expect, test } from 'vitest';
import { queryBoolean, queryChoice } from '../../../src-server/api/http/read-query.ts';
import { errorsOf } from '../../support/api/errors-of.ts';

describe('the query', () => {
  test.each<[string | undefined, boolean | undefined]>([
    ['1', true],
    ['true', true],
    ['TRUE', true],
    ['0', false],
    ['False', false],
    ['yes', undefined],
    ['2', undefined],
    ['', undefined],
    ['maybe', undefined],
    [undefined, undefined],
  ])('%j as a boolean', (value, expected) => {
    expect(queryBoolean(value)).toBe(expected);
  });

  test('a choice', () => {
    const isValid = (value: string) => value === 'es';
    expect(queryChoice('language', 'es', isValid)).toBe('es');
    expect(queryChoice('language', '', isValid)).toBeUndefined();
    expect(queryChoice('language', undefined, isValid)).toBeUndefined();
    expect(errorsOf(() => queryChoice('language', 'xx', isValid))).toEqual({
      language: ['Select a valid choice. xx is not one of the available choices.'],
    });
  });
});
