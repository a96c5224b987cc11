import { expect, test } from 'vitest';
import { textFiles } from './repository.ts';
import { lines } from './rules.ts';

/** What no file may hold, whichever machine it was written on. */
const FOREIGN: readonly (readonly [string, RegExp])[] = [
  ['a path of one machine', /(?<![\w.~-])\/(?:work|root|Users\/\w+|home\/\w+)\//],
  ['the name of a package registry', /\bregistry\.[\w-]+\.\w+|\bnpm\.pkg\.|\.jfrog\.io\b|\bnpmmirror\b/],
];

test.each(FOREIGN)('no file contains %s', (reason, pattern) => {
  const files = [...textFiles()];
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(([path, source]) => lines(path, source, pattern, reason))).toEqual([]);
});

test.each([
  [['cd ', 'work', 'main'].join('/'), 'a path of one machine'],
  [['"', 'root', '.npmrc"'].join('/'), 'a path of one machine'],
  [['', 'home', 'jo', 'x'].join('/'), 'a path of one machine'],
  [['https://registry', 'example', 'org'].join('.'), 'the name of a package registry'],
])('%s would be found', (text, reason) => {
  expect(FOREIGN.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)).toEqual([reason]);
});

test.each(['git/work/tree', './work/x', 'https://example.org/api', 'the registry. Then'])(
  '%s is fine',
  (text) => {
    expect(FOREIGN.filter(([, pattern]) => pattern.test(text))).toEqual([]);
  },
);
