import { describe, expect, test } from 'vitest';
import { defaultFallback } from '../../../src-server/model/projects/default-fallback.ts';
import { documentationRoot } from '../../../src-server/model/projects/documentation-url.ts';

const version = (slug: string, more: object = {}) => ({
  slug,
  active: true,
  isDefault: false,
  pagesBuild: 7,
  ...more,
});
const CHOSEN = version('2.4', { isDefault: true });
const fallbackOf = (rows: Parameters<typeof defaultFallback>[0], ...off: readonly string[]) =>
  defaultFallback(rows, new Set(off))?.outcome;

describe('without its default version, the root', () => {
  test('leads to latest while that has pages, active or not', () => {
    expect(defaultFallback([CHOSEN, version('latest')], new Set(['2.4']))).toEqual({
      deactivated: '2.4',
      version: 'latest',
      outcome: 'pages',
    });
    expect(fallbackOf([CHOSEN, version('latest', { active: false })], '2.4', 'latest')).toBe('pages');
  });

  test('leads nowhere when latest has no pages, does not exist or is deactivated as well', () => {
    expect(fallbackOf([CHOSEN, version('latest', { pagesBuild: null })], '2.4')).toBe('no-pages');
    expect(fallbackOf([CHOSEN, version('stable')], '2.4')).toBe('missing');
    expect(fallbackOf([CHOSEN, version('latest')], '2.4', 'latest')).toBe('off-too');
    expect(fallbackOf([version('latest', { isDefault: true })], 'latest')).toBe('itself-off');
  });

  test('stays unchanged when another version is deactivated, or when it was inactive before', () => {
    expect(fallbackOf([CHOSEN, version('latest')], 'latest')).toBeUndefined();
    expect(fallbackOf([version('latest', { isDefault: true, active: false })], 'latest')).toBeUndefined();
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
