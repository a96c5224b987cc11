import type { ReadObject, ShapeContext } from './answers/read-object.ts';
import { type ShapeFinding, ShapeReader } from './answers/shape-findings.ts';
import type { Listing } from './link.ts';

/** All pages of a list as they arrived. */
export type ListedPages = {
  readonly items: readonly unknown[];
  readonly pages: readonly {
    /** The number of all objects, as the page says it. */
    readonly count: number;
    /** Whether the page says that there is no other after it. */
    readonly isLast: boolean;
  }[];
};

/** Reasons why a list may lack objects that are there. */
export type Incompleteness =
  | 'not-maintained'
  | 'unfinished'
  | 'count-changed'
  | 'unreadable'
  | 'repeated'
  | 'count-differs';

/** The objects of a list that could be read, each once. */
export type ReadListing<T> = {
  readonly objects: readonly T[];
  /** Why it cannot show that an object was deleted there; undefined when it can. */
  readonly incomplete: Incompleteness | undefined;
  readonly findings: readonly ShapeFinding[];
};

/**
 * Reads the objects of a list. Only a complete one can show that an object was deleted there (sync.md, "Pull"): unknown
 * projects and lost tokens give empty or public lists without an error, so the project has to answer, at the end of the
 * pull, as one that the token maintains.
 */
export function readListing<T extends { readonly key: number }>(
  read: ReadObject<T>,
  pages: ListedPages,
  name: string,
  isMaintained: boolean,
  context: ShapeContext,
): ReadListing<T> {
  const reader = new ShapeReader(context.now);
  const byKey = new Map<number, T>();
  let readable = 0;
  for (const [index, item] of pages.items.entries()) {
    const object = read(item, [name, index], reader, context);
    if (!object) continue;
    readable += 1;
    // A page that shifted meanwhile repeats some; the first is as good as the second.
    if (byKey.has(object.key)) reader.report([name, index], `${object.key} is in the list twice.`);
    else byKey.set(object.key, object);
  }
  const counted = { readable, distinct: byKey.size };
  const incomplete = isMaintained ? incompletenessOf(pages, counted) : 'not-maintained';
  return { objects: [...byKey.values()], incomplete, findings: reader.findings };
}

/** Returns a list as a pull applies it. */
export function listingOf({ objects, incomplete }: ReadListing<Listing['objects'][number]>): Listing {
  return { objects, complete: incomplete === undefined };
}

function incompletenessOf(
  { items, pages }: ListedPages,
  { readable, distinct }: { readonly readable: number; readonly distinct: number },
): Incompleteness | undefined {
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last?.isLast) return 'unfinished';
  if (first.count !== last.count) return 'count-changed';
  if (readable < items.length) return 'unreadable';
  if (distinct < items.length) return 'repeated';
  return distinct === first.count ? undefined : 'count-differs';
}
