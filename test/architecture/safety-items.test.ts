import { expect, test } from 'vitest';
import { codeFiles } from './repository.ts';

const numbers = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
/** Everything that must hold, by the names that tests and comments use. */
const ITEMS = [...numbers('S', 21), ...numbers('R', 18)];
/** Items about what does not exist yet; the commit that builds it adds the test and removes the name here. */
const LATER: readonly string[] = ['S21'];

/** The items that the titles of tests begin with. */
function namedItems(): Set<string> {
  const sources = [...codeFiles(/^test\/.*\.(test|spec)\.ts$/).values()];
  return new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`]([SR]\d+) \S/g)].map(([, item = '']) => item)),
  );
}

test('every item of safety has a test that names it', () => {
  const named = namedItems();
  expect(ITEMS.filter((item) => !named.has(item))).toEqual(LATER);
});

test('no test names an item that does not exist', () => {
  expect([...namedItems()].filter((item) => !ITEMS.includes(item))).toEqual([]);
});
