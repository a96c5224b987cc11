import type { Json } from '../builds/build.ts';
import type { LocalObject } from './differences.ts';
import type { Link } from './link.ts';
import type { SyncKind } from './sync-fields.ts';

/** A value that was changed on both sides, or an object that was deleted on one and changed on the other. */
export type ConflictEntry = {
  /** Stays the same while the conflict stands; `resolve` takes it. */
  readonly id: string;
  readonly linkId: number;
  readonly kind: SyncKind;
  readonly key: string;
  /** null: the object was deleted there. */
  readonly field: string | null;
  readonly base: Json;
  /** null also when the object was deleted here. */
  readonly mine: Json;
  readonly theirs: Json;
};

/** Lists the conflicts of a link, one for each field; `local` is undefined when the object was deleted here. */
export function conflictsOf(link: Link, local: LocalObject | undefined): ConflictEntry[] {
  const shared = { linkId: link.id, kind: link.kind, key: local?.key ?? link.address };
  const fields = Object.entries(link.theirs ?? {}).map(([field, theirs]) => ({
    ...shared,
    ...{ id: `${link.id}.${field}`, field, theirs },
    ...{ base: link.base?.[field] ?? null, mine: local?.fields[field] ?? null },
  }));
  if (!link.deletedThere) return fields;
  const deleted = {
    id: String(link.id),
    field: null,
    theirs: null,
    base: link.base,
    mine: local?.fields ?? null,
  };
  return [{ ...shared, ...deleted }, ...fields];
}

/** Reads the id of a conflict; undefined for other text. */
export function parseConflictId(
  id: string,
): { readonly linkId: number; readonly field: string | null } | undefined {
  const [, number, field = null] = /^(\d{1,15})(?:\.([a-z_.]+))?$/.exec(id) ?? [];
  return number === undefined ? undefined : { linkId: Number(number), field };
}
