import type { Json } from '../builds/build.ts';
import { sameOrder } from './redirect-order.ts';
import { type Fields, REDIRECT_ORDER, sameValue } from './sync-fields.ts';

/** What a pull does with one object. */
export type Merge = {
  /** Fields to write here. */
  readonly take: Fields;
  /** What both sides agree on afterwards. */
  readonly base: Fields;
  /** Values there that conflict with those here; null: none. */
  readonly theirs: Fields | null;
};

/** The three states of one object. */
export type MergeInput = {
  /** null: both sides have it, and nothing was agreed yet. */
  readonly base: Fields | null;
  /** A field that is absent has no opinion here: what the service says is taken. */
  readonly local: Fields;
  /** A field that is absent was not answered: nothing is known, and nothing changes. */
  readonly remote: Fields;
};

type Values = { readonly base: Json | undefined; readonly local: Json | undefined; readonly remote: Json };
type Outcome = 'agreed' | 'outgoing' | 'taken' | 'conflict';

/**
 * Merges field by field against base: only the remote changed, taken; only local changed, outgoing; both to the same
 * value, agreed; both, different, a conflict: the local value stays in use, and base with it.
 */
export function mergeFields({ base, local, remote }: MergeInput): Merge {
  const take: Record<string, Json> = {};
  // What the service never answers is agreed as it is when the objects are linked: outgoing once it is changed here.
  const agreed: Record<string, Json> = base === null ? { ...without(local, remote) } : { ...base };
  const theirs: Record<string, Json> = {};
  for (const [name, value] of Object.entries(remote)) {
    const outcome = mergeField(name, { base: base?.[name], local: local[name], remote: value });
    if (outcome === 'taken') take[name] = value;
    if (outcome === 'conflict') theirs[name] = value;
    else agreed[name] = value;
  }
  return { take, base: agreed, theirs: orNull(theirs) };
}

function mergeField(name: string, { base, local, remote }: Values): Outcome {
  if (local === undefined) return sameField(name, base, remote) ? 'agreed' : 'taken';
  if (sameField(name, local, remote)) return 'agreed';
  // Without an earlier agreement nobody knows who changed it.
  if (base === undefined) return 'conflict';
  if (sameField(name, base, remote)) return 'outgoing';
  return sameField(name, base, local) ? 'taken' : 'conflict';
}

/** Returns whether two values of a field are the same to sync. */
export function sameField(name: string, one: Json | undefined, other: Json | undefined): boolean {
  return name === REDIRECT_ORDER && Array.isArray(one) && Array.isArray(other)
    ? sameOrder(one as readonly number[], other as readonly number[])
    : sameValue(one, other);
}

/** What is left of a link after its object was written there and read again. */
export type MergedAnswer = Merge & { readonly ignored: Fields };

/** A write, the state of its link before it, and the object as it was read afterwards. */
export type Answer = {
  readonly link: { readonly base: Fields | null; readonly theirs: Fields | null; readonly ignored: Fields };
  readonly local: Fields;
  readonly sent: Fields;
  readonly remote: Fields;
};

/**
 * Merges the object that was read after a write. Fields that were sent move their base to what is there now; a sent value
 * that is not there is ignored. All others merge as in a pull.
 */
export function mergeAnswer({ link, local, sent, remote }: Answer): MergedAnswer {
  const names = new Set(Object.keys(sent));
  const others = withoutNames(remote, names);
  // After a creation the service's own values are no change of anybody's: what differs here is outgoing.
  const merge = mergeFields({ base: link.base ?? others, local: withoutNames(local, names), remote: others });
  const base: Record<string, Json> = { ...merge.base };
  const ignored: Record<string, Json> = { ...withoutNames(link.ignored, names) };
  for (const [name, value] of Object.entries(sent)) {
    // The service never answers some fields: they are taken as sent.
    const there = remote[name] ?? (name in remote ? null : value);
    base[name] = there;
    if (!sameField(name, there, value)) ignored[name] = value;
  }
  return { ...merge, base, ignored };
}

/** Fields of a link that differ here and are sent by the next push. */
export function outgoingFields(
  link: { readonly base: Fields | null; readonly theirs: Fields | null; readonly ignored: Fields },
  local: Fields,
): string[] {
  const base = link.base ?? {};
  return Object.keys(local).filter(
    (name) =>
      name in base &&
      !(link.theirs && name in link.theirs) &&
      !sameField(name, local[name], base[name]) &&
      !(name in link.ignored && sameField(name, local[name], link.ignored[name])),
  );
}

/** Which value of a conflict is kept. */
export type ConflictSide = 'mine' | 'theirs';

/**
 * Resolves conflicts of a link, all or those of `names`. What is there becomes base: mine is outgoing then, theirs is
 * written here.
 */
export function resolveConflict(
  link: { readonly base: Fields | null; readonly theirs: Fields | null },
  side: ConflictSide,
  names: readonly string[] = Object.keys(link.theirs ?? {}),
): Merge {
  const chosen = new Set(names);
  const there = Object.entries(link.theirs ?? {}).filter(([name]) => chosen.has(name));
  const resolved = Object.fromEntries(there);
  return {
    take: side === 'theirs' ? resolved : {},
    base: { ...link.base, ...resolved },
    theirs: orNull(withoutNames(link.theirs ?? {}, chosen)),
  };
}

function without(fields: Fields, others: Fields): Fields {
  return withoutNames(fields, new Set(Object.keys(others)));
}

function withoutNames(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

function orNull(fields: Fields): Fields | null {
  return Object.keys(fields).length === 0 ? null : fields;
}
