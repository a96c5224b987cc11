import { describe, expect, test } from 'vitest';
import { documentationRoot } from '../../../src-server/model/projects/documentation-url.ts';
import { rootWithout } from '../../../src-server/model/projects/root-readers.ts';

const version = (slug: string, more: object = {}) => ({
  slug,
  active: true,
  isDefault: false,
  pagesBuild: 7,
  ...more,
});
const CHOSEN = version('2.4', { isDefault: true });
const meets = (rows: Parameters<typeof rootWithout>[0], ...off: readonly string[]) =>
  rootWithout(rows, new Set(off))?.meet;

describe('without its default version, the root', () => {
  test('leads to latest while that has pages, active or not', () => {
    expect(rootWithout([CHOSEN, version('latest')], new Set(['2.4']))).toEqual({
      gone: '2.4',
      version: 'latest',
      meet: 'pages',
    });
    expect(meets([CHOSEN, version('latest', { active: false })], '2.4', 'latest')).toBe('pages');
  });

  test('leads to nothing where latest has none, is not there, or goes as well', () => {
    expect(meets([CHOSEN, version('latest', { pagesBuild: null })], '2.4')).toBe('no-pages');
    expect(meets([CHOSEN, version('stable')], '2.4')).toBe('missing');
    expect(meets([CHOSEN, version('latest')], '2.4', 'latest')).toBe('off-too');
    expect(meets([version('latest', { isDefault: true })], 'latest')).toBe('itself-off');
  });

  test('is as it was when something else is switched off, or it was off before', () => {
    expect(meets([CHOSEN, version('latest')], 'latest')).toBeUndefined();
    expect(meets([version('latest', { isDefault: true, active: false })], 'latest')).toBeUndefined();
  });
});

test('the root names a project, and of a translation its language', () => {
  const place = {
    domain: 'pip.localhost:1',
    scheme: 'http',
    alias: null,
    language: 'de',
    singleVersion: false,
  } as const;
  expect(documentationRoot(place, false)).toBe('http://pip.localhost:1/');
  expect(documentationRoot(place, true)).toBe('http://pip.localhost:1/de/');
  expect(documentationRoot({ ...place, alias: 'plugin' }, true)).toBe(
    'http://pip.localhost:1/projects/plugin/de/',
  );
  expect(documentationRoot({ ...place, singleVersion: true }, false)).toBe('http://pip.localhost:1/');
});
