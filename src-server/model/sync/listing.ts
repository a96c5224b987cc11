/** A page of a list as it arrived. */
export type ListedPage = {
  /** The number of all objects, as this page says it. */
  readonly count: number;
  readonly keys: readonly number[];
  /** Whether the page says that there is no other after it. */
  readonly isLast: boolean;
};

/** Reasons why a list may lack objects that are there. */
export type Incompleteness = 'unfinished' | 'count-changed' | 'repeated' | 'count-differs' | 'not-maintained';

/**
 * Returns why a list cannot show that an object was deleted there; undefined when it can (sync.md, "Pull"). Unknown
 * projects and lost tokens give empty or public lists without an error, so the project has to answer as one that the token
 * maintains.
 */
export function incompletenessOf(
  pages: readonly ListedPage[],
  isMaintained: boolean,
): Incompleteness | undefined {
  if (!isMaintained) return 'not-maintained';
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last?.isLast) return 'unfinished';
  if (first.count !== last.count) return 'count-changed';
  const keys = pages.flatMap((page) => page.keys);
  if (new Set(keys).size !== keys.length) return 'repeated';
  return keys.length === last.count ? undefined : 'count-differs';
}

/** Returns objects without those whose key came before: a page that shifted meanwhile repeats some. */
export function withoutRepeats<T extends { readonly key: number }>(objects: readonly T[]): T[] {
  return [...new Map(objects.toReversed().map((object) => [object.key, object])).values()].toReversed();
}
