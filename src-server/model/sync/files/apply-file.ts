import { canonicalJson } from '../sync-fields.ts';
import type { FileRedirect, FileVariable } from './sync-file.ts';

/** A redirect of the project, in the place that it has in the order. */
export type PresentRedirect = { readonly id: number; readonly redirect: FileRedirect };

/** What makes a project's redirects equal to those of a file. */
export type RedirectChanges = {
  readonly update: readonly { readonly id: number; readonly to: FileRedirect }[];
  readonly create: readonly FileRedirect[];
  readonly remove: readonly number[];
  /** The order afterwards; null stands for the created ones in their order. */
  readonly order: readonly (number | null)[];
  readonly isUnchanged: boolean;
};

/**
 * Compares a project's redirects with those of a file. A redirect that the file has unchanged keeps its row, and so does one
 * with the same source, so that its link to the service stays.
 */
export function redirectChanges(
  present: readonly PresentRedirect[],
  wanted: readonly FileRedirect[],
): RedirectChanges {
  const ids = new Map<number, number>();
  const free = new Set(present.map(({ id }) => id));
  for (const keyOf of [wholeKey, sourceKey]) match(present, wanted, keyOf, free, ids);
  const found = new Map(present.map(({ id, redirect }) => [id, redirect]));
  const order = wanted.map((_, index) => ids.get(index) ?? null);
  const update = wanted.flatMap((to, index) => {
    const id = ids.get(index);
    const from = id === undefined ? undefined : found.get(id);
    return id === undefined || !from || wholeKey(from) === wholeKey(to) ? [] : [{ id, to }];
  });
  const create = wanted.filter((_, index) => !ids.has(index));
  const isUnchanged =
    update.length === 0 && order.length === present.length && present.every(({ id }, at) => order[at] === id);
  return { update, create, remove: [...free], order, isUnchanged };
}

/** Gives each wanted redirect without a row the first free row with the same key. */
function match(
  present: readonly PresentRedirect[],
  wanted: readonly FileRedirect[],
  keyOf: (redirect: FileRedirect) => string,
  free: Set<number>,
  ids: Map<number, number>,
): void {
  const rows = new Map<string, number[]>();
  for (const { id, redirect } of present) {
    if (!free.has(id)) continue;
    const list = rows.get(keyOf(redirect)) ?? [];
    list.push(id);
    rows.set(keyOf(redirect), list);
  }
  for (const list of rows.values()) list.reverse();
  for (const [index, redirect] of wanted.entries()) {
    const id = ids.has(index) ? undefined : rows.get(keyOf(redirect))?.pop();
    if (id === undefined) continue;
    ids.set(index, id);
    free.delete(id);
  }
}

function wholeKey(redirect: FileRedirect): string {
  return canonicalJson(redirect);
}

function sourceKey({ type, fromUrl, dialect }: FileRedirect): string {
  return canonicalJson([dialect, type, fromUrl]);
}

/** A variable of the project. */
export type PresentVariable = FileVariable & { readonly id: number };

/** What makes a project's variables equal to those of a file; their values stay. */
export type VariableChanges = {
  /** They have no value until somebody types one. */
  readonly create: readonly FileVariable[];
  readonly setPublic: readonly { readonly id: number; readonly isPublic: boolean }[];
  readonly remove: readonly number[];
  readonly isUnchanged: boolean;
};

/** Compares a project's variables with those of a file, by name; several of one name are treated alike. */
export function variableChanges(
  present: readonly PresentVariable[],
  wanted: readonly FileVariable[],
): VariableChanges {
  const names = new Map(wanted.map((variable) => [variable.name, variable]));
  const known = new Set(present.map(({ name }) => name));
  const create = wanted.filter(({ name }) => !known.has(name));
  const setPublic = present.flatMap(({ id, name, isPublic }) => {
    const to = names.get(name);
    return to && to.isPublic !== isPublic ? [{ id, isPublic: to.isPublic }] : [];
  });
  const remove = present.filter(({ name }) => !names.has(name)).map(({ id }) => id);
  return { create, setPublic, remove, isUnchanged: create.length + setPublic.length + remove.length === 0 };
}
