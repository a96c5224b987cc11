import type { LocalObject } from '../../../model/sync/differences.ts';
import type { Link, Listing } from '../../../model/sync/link.ts';
import { keysOf } from '../../../model/sync/listing.ts';
import { type Merge, mergeFields, sameField } from '../../../model/sync/merge.ts';
import type { RemoteKind } from '../../../model/sync/remote.ts';
import {
  type Fields,
  pickFields,
  pulledFields,
  type SyncKind,
  VALUE_AT,
} from '../../../model/sync/sync-fields.ts';
import type { LinkLog } from '../rows/link-log.ts';
import { leftOut, notTakenNotes, type UsableObject, usableObject } from '../rows/usable-fields.ts';

/** A list of one kind as it is merged into a project. */
export type MergeTools = {
  readonly log: LinkLog;
  readonly service: RemoteKind;
  /** Link of the project. */
  readonly projectLink: Link;
  /** Links of what belongs to it, before the merge. */
  readonly links: readonly Link[];
  /** Whether objects that a complete list lacks are removed here. */
  readonly mayDelete: boolean;
  readonly now: number;
  /** Sentences about what could not be taken. */
  readonly notes: string[];
  /** Adds to the number of objects that were changed here. */
  readonly count: () => void;
};

/** How rows of one kind are matched and written. */
export type KindOfRows = {
  readonly kind: SyncKind;
  readonly objects: readonly LocalObject[];
  /** Finds the local object that is the same as an unlinked one of the service. */
  readonly isEqual: (local: LocalObject, object: UsableObject) => boolean;
  /** What both sides agreed on before they were linked; null: nothing. */
  readonly newBase: Fields | null;
  /** Adds a row; returns it with its fields, some of which the service never answers. */
  readonly create: (object: UsableObject) => Pick<LocalObject, 'id' | 'fields'>;
  /** Writes fields of the service into a row; `take` may be empty where only shown fields moved. */
  readonly write: (id: number, take: Fields, object: UsableObject, link: Link | undefined) => void;
  readonly remove: (id: number) => void;
  /** Whether an unlinked object of the service is half of a change that a push began: the next push ends it. */
  readonly isHalfDone?: (object: UsableObject) => boolean;
  /** Whether an object whose row is gone was deleted by a person here; else its row is made again. */
  readonly canBeDeleted: boolean;
};

/** Merges a list of one kind: links, rows, conflicts, and what a complete list no longer has (sync.md, "Merge"). */
export function mergeList(tools: MergeTools, rows: KindOfRows, listing: Listing): void {
  const { kind } = rows;
  const usable = usableObjects(rows, tools, listing);
  const locals = new Map(rows.objects.map((object) => [object.id, object]));
  const own = tools.links.filter((link) => link.kind === kind);
  const linked = new Map(own.flatMap((link) => (link.remoteKey === null ? [] : [[link.remoteKey, link]])));
  const listed = keysOf(listing);
  const free = freeObjects(rows, own, listing.complete ? listed : undefined);
  const unlinked = new Set(usable.filter((object) => !linked.has(object.key) && !rows.isHalfDone?.(object)));
  const pairs = pairsOf(rows, free, unlinked);
  for (const object of usable) {
    const link = linked.get(object.key);
    const local = link && locals.get(link.localId);
    if (link && local) mergeLinked(tools, rows, { link, local, object });
    else if (link) mergeDeletedHere(tools, rows, link, object);
    else if (unlinked.has(object)) mergeUnlinked(tools, rows, pairs.get(object), object);
  }
  if (!listing.complete) return;
  for (const link of own) {
    if (link.remoteKey === null || listed.has(link.remoteKey) || free.isTaken(link)) continue;
    mergeDeletedThere(tools, rows, link, locals.get(link.localId));
  }
}

type Linked = { readonly link: Link; readonly local: LocalObject; readonly object: UsableObject };

function mergeLinked(tools: MergeTools, rows: KindOfRows, { link, local, object }: Linked): void {
  const compared = pickFields(local.fields, pulledFields(rows.kind, tools.service));
  // What the service never answers, such as when a value was typed, is agreed as it is here when nothing was before.
  const fields = link.base === null ? local.fields : compared;
  const merged = mergeFields({ base: link.base, local: fields, remote: object.fields });
  const merge = withOpenValue(merged, link, local);
  if (Object.keys(merge.take).length > 0) tools.count();
  rows.write(local.id, merge.take, object, link);
  storeMerge(tools, link, object, merge);
}

/** Stores what a merge leaves of a link; what is only shown is no change that an undo would take back. */
export function storeMerge(
  { log, now }: Pick<MergeTools, 'log' | 'now'>,
  link: Link,
  object: UsableObject,
  merge: Merge,
) {
  const ignored = Object.fromEntries(
    Object.entries(link.ignored).filter(([name, value]) => !sameField(name, merge.base[name], value)),
  );
  const agreed = { base: merge.base, theirs: merge.theirs, ignored, deletedThere: false };
  const { key: remoteKey, address, shown } = object;
  if (JSON.stringify(agreed) !== JSON.stringify(agreedOf(link)) || link.remoteKey !== remoteKey)
    log.update(link, { ...link, ...agreed, remoteKey, address, shown, seenAt: now });
  else if (address !== link.address || JSON.stringify(shown) !== JSON.stringify(link.shown))
    log.show({ ...link, address, shown, seenAt: now });
}

function agreedOf({ base, theirs, ignored, deletedThere }: Link) {
  return { base, theirs, ignored, deletedThere };
}

/** Deleted here and changed there is a conflict; deleted here alone is outgoing. */
function mergeDeletedHere(tools: MergeTools, rows: KindOfRows, link: Link, object: UsableObject): void {
  if (!rows.canBeDeleted) {
    const { id: localId } = rows.create(object);
    tools.count();
    const merge = { take: {}, base: { ...link.base, ...object.fields }, theirs: null };
    storeMerge(tools, tools.log.update(link, { ...link, localId }), object, merge);
    return;
  }
  const changed = Object.entries(object.fields).filter(
    ([name, value]) => !sameField(name, value, link.base?.[name]),
  );
  const theirs = changed.length === 0 ? null : Object.fromEntries(changed);
  storeMerge(tools, link, object, { take: {}, base: link.base ?? {}, theirs });
}

function mergeUnlinked(
  tools: MergeTools,
  rows: KindOfRows,
  found: Free | undefined,
  object: UsableObject,
): void {
  const { log, projectLink, now } = tools;
  const { key: remoteKey, address, shown } = object;
  if (found?.link) {
    // The same was made there again, with another key.
    const { link, local } = found;
    mergeLinked(tools, rows, { local, link: withReplacedValue(rows, link, local), object });
    return;
  }
  const link = {
    ...{ remoteId: projectLink.remoteId, kind: rows.kind, projectLink: projectLink.id },
    ...{ remoteKey, address, shown, deletedThere: false, ignored: {}, seenAt: now },
  };
  if (!found) {
    const { id: localId, fields } = rows.create(object);
    tools.count();
    log.insert({ ...link, localId, base: { ...fields, ...object.fields }, theirs: null });
    return;
  }
  const { local } = found;
  const { take, base, theirs } = mergeFields({
    base: rows.newBase && { ...local.fields, ...rows.newBase },
    local: local.fields,
    remote: object.fields,
  });
  if (Object.keys(take).length > 0) tools.count();
  rows.write(local.id, take, object, undefined);
  // A value that was typed here was never sent.
  const agreed = rows.kind === 'variable' ? { ...base, [VALUE_AT]: null } : base;
  log.insert({ ...link, localId: local.id, base: agreed, theirs });
}

/**
 * Another id under the same name: the variable was replaced there. Its value there is never answered, so one that was typed
 * here and not sent is a conflict: nobody knows which of both is meant.
 */
function withReplacedValue({ kind }: KindOfRows, link: Link, { fields }: LocalObject): Link {
  const isTyped = kind === 'variable' && typeof fields[VALUE_AT] === 'number';
  if (!isTyped || link.remoteKey === null || sameField(VALUE_AT, fields[VALUE_AT], link.base?.[VALUE_AT]))
    return link;
  return { ...link, theirs: { ...link.theirs, [VALUE_AT]: null } };
}

/** Keeps the conflict about a value, which no answer mentions, until a person decides. */
function withOpenValue(merge: Merge, { theirs }: Link, { fields }: LocalObject): Merge {
  const isOpen =
    theirs !== null && VALUE_AT in theirs && !sameField(VALUE_AT, fields[VALUE_AT], merge.base[VALUE_AT]);
  return isOpen ? { ...merge, theirs: { ...merge.theirs, [VALUE_AT]: null } } : merge;
}

function mergeDeletedThere(
  tools: MergeTools,
  rows: KindOfRows,
  link: Link,
  local: LocalObject | undefined,
): void {
  const { log, mayDelete, count } = tools;
  if (!local) {
    log.remove(link);
    return;
  }
  if (!mayDelete || link.deletedThere) return;
  if (isChangedHere(link, local)) {
    log.update(link, { ...link, deletedThere: true });
    return;
  }
  rows.remove(local.id);
  log.remove(link);
  count();
}

/** Returns whether an object has another value here than what was agreed. */
export function isChangedHere({ base }: Link, { fields }: LocalObject): boolean {
  return Object.entries(fields).some(
    ([name, value]) => base !== null && name in base && !sameField(name, value, base[name]),
  );
}

function usableObjects(
  rows: KindOfRows,
  { service, notes }: MergeTools,
  { objects, notTaken }: Listing,
): UsableObject[] {
  notes.push(...notTakenNotes(rows.kind, notTaken));
  const usable = new Map<number, UsableObject>();
  for (const object of objects) {
    const kept = usableObject(object, service);
    if (kept) usable.set(object.key, kept);
    else notes.push(leftOut(object));
  }
  return [...usable.values()];
}

/**
 * Pairs new objects of the service with the local ones that they stand for: those with equal fields first, since several
 * may count as the same, such as redirects that differ in their descriptions alone.
 */
function pairsOf(
  { isEqual }: KindOfRows,
  free: FreeObjects,
  objects: Iterable<UsableObject>,
): ReadonlyMap<UsableObject, Free> {
  const pairs = new Map<UsableObject, Free>();
  for (const isSame of [hasEqualFields, () => true]) {
    for (const object of objects) {
      const found = pairs.has(object)
        ? undefined
        : free.take((local) => isEqual(local, object) && isSame(local, object));
      if (found) pairs.set(object, found);
    }
  }
  return pairs;
}

function hasEqualFields({ fields }: LocalObject, object: UsableObject): boolean {
  return Object.entries(object.fields).every(([name, value]) => sameField(name, value, fields[name]));
}

type Free = { readonly local: LocalObject; readonly link: Link | undefined };
type FreeObjects = ReturnType<typeof freeObjects>;

/** Local objects that may stand for a new one there: unlinked ones first, then those whose own is gone there. */
function freeObjects(
  { objects }: KindOfRows,
  links: readonly Link[],
  listed: ReadonlySet<number> | undefined,
) {
  const linkOf = new Map(links.map((link) => [link.localId, link]));
  const unlinked = objects
    .filter(({ id }) => !linkOf.has(id))
    .map((local): Free => ({ local, link: undefined }));
  const lost = objects.flatMap((local): Free[] => {
    const link = linkOf.get(local.id);
    const isGone = link && (link.remoteKey === null || listed?.has(link.remoteKey) === false);
    return isGone ? [{ local, link }] : [];
  });
  const left = [...unlinked, ...lost];
  const taken = new Set<Link>();
  return {
    take(isEqual: (local: LocalObject) => boolean): Free | undefined {
      const index = left.findIndex(({ local }) => isEqual(local));
      const [found] = index === -1 ? [] : left.splice(index, 1);
      if (found?.link) taken.add(found.link);
      return found;
    },
    isTaken: (link: Link): boolean => taken.has(link),
  };
}
