import type { ReadObject, ShapeContext } from './answers/read-object.ts';
import { type ShapeFinding, ShapeReader } from './answers/shape-findings.ts';
import type { Listing, NotTaken } from './link.ts';

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
  /** Objects that are there and do not fit here; one without an id that can be read makes the list incomplete. */
  readonly notTaken: readonly NotTaken[];
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
  const notTaken = new Map<number, NotTaken>();
  let readable = 0;
  for (const [index, item] of pages.items.entries()) {
    const before = reader.findings.length;
    const object = read(item, [name, index], reader, context);
    if (!object) {
      const key = keyOf(item);
      if (key === undefined) continue;
      readable += 1;
      const reason = reasonOf(key, reader.findings[before], `${name}[${index}]`);
      notTaken.set(key, { key, reason });
      continue;
    }
    readable += 1;
    // A page that shifted meanwhile repeats some; the first is as good as the second.
    if (byKey.has(object.key)) reader.report([name, index], `${object.key} is in the list twice.`);
    else byKey.set(object.key, object);
  }
  for (const key of byKey.keys()) notTaken.delete(key);
  const counted = { readable, distinct: byKey.size + notTaken.size };
  const incomplete = isMaintained ? incompletenessOf(pages, counted) : 'not-maintained';
  const left = [...notTaken.values()];
  return { objects: [...byKey.values()], incomplete, notTaken: left, findings: reader.findings };
}

/** Returns a list as a pull applies it. */
export function listingOf({
  objects,
  incomplete,
  notTaken,
}: ReadListing<Listing['objects'][number]>): Listing {
  return { objects, complete: incomplete === undefined, ...(notTaken.length > 0 && { notTaken }) };
}

/** Returns the ids of all objects of a list, also of those that are not taken. */
export function keysOf({ objects, notTaken = [] }: Listing): Set<number> {
  return new Set([...objects, ...notTaken].map(({ key }) => key));
}

/** Returns the id of an object that could not be read: of a redirect or a variable `pk`, of a subproject that of its child. */
function keyOf(item: unknown): number | undefined {
  const { pk, id, child } = membersOf(item);
  return [pk, id, membersOf(child).id].find(
    (key): key is number => typeof key === 'number' && Number.isSafeInteger(key) && key > 0,
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Says which part of an object does not fit: `77 is not taken here, because its slug does not fit: …`. */
function reasonOf(key: number, finding: ShapeFinding | undefined, place: string): string {
  const part = finding?.path.startsWith(`${place}.`) ? finding.path.slice(place.length + 1) : undefined;
  const what = part === undefined ? 'it does not fit' : `its ${part} does not fit`;
  return `${key} is not taken here, because ${what}${finding ? `: ${finding.message}` : '.'}`;
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
