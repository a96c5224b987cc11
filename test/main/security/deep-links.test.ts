import { describe, expect, test } from 'vitest';
import { findDeepLink, parseDeepLink } from '../../../src-main/security/deep-links.ts';

describe('a link', () => {
  test.each([
    ['lectern://project/almanac', '/projects/almanac'],
    ['lectern://project/almanac/', '/projects/almanac'],
    ['lectern://project/al_ma-nac2/versions', '/projects/al_ma-nac2/versions'],
    ['lectern://project/almanac/overview', '/projects/almanac'],
    ['lectern://project/almanac/builds', '/projects/almanac/builds'],
    ['lectern://project/almanac/builds/17', '/projects/almanac/builds/17'],
    ['lectern://project/almanac/builds/17/', '/projects/almanac/builds/17'],
    ['lectern://project/almanac/builds/17#L137', '/projects/almanac/builds/17#L137'],
    ['lectern://project/almanac/settings', '/projects/almanac/settings'],
    ['lectern://preview/3/0', '/previews/3?problem=0'],
  ])('%s opens %s', (link, path) => {
    expect(parseDeepLink(link)).toBe(path);
  });

  test.each([
    'lectern://preview/0/1',
    'lectern://preview/3',
    'lectern://preview/3/1?x',
    'lectern://project/',
    'lectern://project',
    'lectern:project/almanac',
    'lectern:///project/almanac',
    'lectern://projects/almanac',
    'lectern://user@project/almanac',
    'lectern://project:1/almanac',
    'lectern://project/Almanac',
    'lectern://project/-almanac',
    'lectern://project/almanac-',
    `lectern://project/${'a'.repeat(64)}`,
    'lectern://project/almanac/secrets',
    'lectern://project/almanac/versions/17',
    'lectern://project/almanac/builds/0',
    'lectern://project/almanac/builds/1e9',
    'lectern://project/almanac/builds/9999999999999999',
    'lectern://project/almanac/builds/1/cancel',
    'lectern://project/almanac?act=delete',
    'lectern://project/almanac#x',
    'lectern://project/almanac/builds/17#L0',
    'lectern://project/almanac/versions#L7',
    'lectern://project/../settings',
    'lectern://project/%61lmanac',
    'lectern://project/almanac/\n/',
    'lectern://project/almanac\n',
    'https://project/almanac',
    ' lectern://project/almanac',
    '',
  ])('%j opens nothing', (link) => {
    expect(parseDeepLink(link)).toBeUndefined();
  });
});

test('the last link among the arguments of a start is opened', () => {
  expect(findDeepLink(['electron', '.', '--flag', 'lectern://project/almanac'])).toBe(
    'lectern://project/almanac',
  );
  expect(findDeepLink(['lectern', 'lectern://project/a', '--', 'lectern://project/b'])).toBe(
    'lectern://project/b',
  );
  expect(findDeepLink(['lectern', '/tmp/lectern'])).toBeUndefined();
});
