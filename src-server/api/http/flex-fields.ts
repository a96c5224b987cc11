import { BrokenRule } from '../../model/base/problems.ts';
import { JsonMap, RawJson } from './answer-json.ts';
import { lastNonEmptyValue } from './read-query.ts';

/** The expandable members of a resource, each with those within it. */
export type Expandable = { readonly [name: string]: Expandable };

type Selection = { readonly names: ReadonlySet<string>; readonly within: ReadonlyMap<string, Selection> };

/** The parts of a resource that a request asks for (behaviour.md 5). */
export type FlexFields = {
  /** Whether the request expands this path: `active_versions.last_build`. */
  expands(path: string): boolean;
  /** Removes the members that were not asked for; gives the item itself when all were. */
  select(item: object): object;
  /** Whether the request has `fields` or `omit`. */
  readonly selective: boolean;
};

/** What a resource answers whole whatever is asked for. */
export const NO_FLEX: FlexFields = { expands: () => false, select: (item) => item, selective: false };

/** Reads what a request asks for of a route; of one without parts to choose, nothing is read. */
export function flexFieldsOf(
  route: { readonly selectable: boolean; readonly expandable?: Expandable; readonly list?: boolean },
  query: URLSearchParams,
  names: FlexNames,
): FlexFields {
  if (!route.selectable && !route.expandable) return NO_FLEX;
  return readFlexFields(query, route.expandable ?? {}, route.list === true, names);
}

const WILDCARDS = new Set(['~all', '*']);
/** Nothing expandable lies deeper; a name may have thousands of dots. */
const MAX_DEPTH = 16;

/**
 * Reads `fields`, `omit` and `expand`. On a list, `expand` takes exactly the permitted paths; on a detail, a path is
 * followed as far as it goes (behaviour.md 5).
 */
export function readFlexFields(
  query: URLSearchParams,
  expandable: Expandable,
  isList: boolean,
  names: FlexNames,
): FlexFields {
  const requested = names(query, 'expand');
  const expanded = isList ? expandedInList(requested, expandable) : expandedInDetail(requested, expandable);
  const fields = selection(names(query, 'fields'));
  const omit = selection(names(query, 'omit'));
  return {
    expands: (path) => expanded.has(path),
    select: (item) => (fields || omit ? select(item, fields, omit, expandable, expanded, '') : item),
    selective: fields !== undefined || omit !== undefined,
  };
}

/** Gives the names that a key of the query holds; none: the key changes nothing. */
export type FlexNames = (query: URLSearchParams, key: 'expand' | 'fields' | 'omit') => readonly string[];

/** Splits the last value of a key; names are not trimmed. */
export const lastValueNames: FlexNames = (query, key) => lastNonEmptyValue(query, key)?.split(',') ?? [];

/**
 * Splits the only value of a key; each of several values is one name (live-service.md 1, "fields / omit / expand").
 * @throws BrokenRule for a path that repeats a name
 */
export const allValueNames: FlexNames = (query, key) => {
  const plain = query.getAll(key);
  const values = plain.length > 0 ? plain : query.getAll(`${key}[]`);
  const names = values.length === 1 ? (values[0] ?? '').split(',') : values;
  if (key === 'fields' && names.some((name) => WILDCARDS.has(name))) return [];
  if (key === 'expand' && names.some(repeatsName)) throw new BrokenRule('Recursive expansion found');
  return names;
};

function repeatsName(path: string): boolean {
  const parts = path.split('.');
  return new Set(parts).size !== parts.length;
}

function expandedInDetail(requested: readonly string[], expandable: Expandable): Set<string> {
  const expanded = new Set<string>();
  for (const path of requested) {
    let level = expandable;
    let prefix = '';
    for (const name of path.split('.')) {
      if (WILDCARDS.has(name)) for (const child of Object.keys(level)) expanded.add(prefix + child);
      const next = Object.hasOwn(level, name) ? level[name] : undefined;
      if (!next) break;
      expanded.add(prefix + name);
      prefix += `${name}.`;
      level = next;
    }
  }
  return expanded;
}

function expandedInList(requested: readonly string[], expandable: Expandable): Set<string> {
  const permitted = paths(expandable, '');
  const all = requested.some((path) => WILDCARDS.has(path));
  const chosen = all ? permitted : permitted.filter((path) => requested.includes(path));
  return new Set(chosen.flatMap(withParents));
}

function paths(expandable: Expandable, prefix: string): string[] {
  return Object.entries(expandable).flatMap(([name, within]) => [
    prefix + name,
    ...paths(within, `${prefix}${name}.`),
  ]);
}

function withParents(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Gives undefined without names, and below `MAX_DEPTH`. A dotted name also names its first part. */
function selection(requested: readonly string[], depth = 0): Selection | undefined {
  if (requested.length === 0 || depth > MAX_DEPTH) return undefined;
  const whole = new Set<string>();
  const nested = new Map<string, string[]>();
  for (const path of requested) {
    const dot = path.indexOf('.');
    const first = dot === -1 ? path : path.slice(0, dot);
    if (dot === -1) whole.add(first);
    else nested.set(first, [...(nested.get(first) ?? []), path.slice(dot + 1)]);
  }
  const within = new Map<string, Selection>();
  for (const [first, rest] of nested) {
    const inner = selection(rest, depth + 1);
    if (inner) within.set(first, inner);
  }
  return { names: whole, within };
}

/** Follows dotted paths into expanded members only; elsewhere `fields` keeps the whole member and `omit` does nothing. */
function select(
  item: object,
  fields: Selection | undefined,
  omit: Selection | undefined,
  expandable: Expandable,
  expanded: ReadonlySet<string>,
  prefix: string,
): object {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(item)) {
    if (omit?.names.has(name)) continue;
    if (fields && !fields.names.has(name) && !fields.within.has(name)) continue;
    const path = prefix + name;
    const within = expanded.has(path) ? expandable[name] : undefined;
    const innerFields = within && fields?.within.get(name);
    const innerOmit = within && omit?.within.get(name);
    const reaches = within && (innerFields || innerOmit);
    const inner = (member: object) =>
      select(member, innerFields, innerOmit, within ?? {}, expanded, `${path}.`);
    kept.push([name, reaches ? mapMembers(value, inner) : value]);
  }
  return Object.fromEntries(kept);
}

/** Maps an expanded member: one item, a map of items, or what stays as it is: null, a list, a leaf. */
function mapMembers(value: unknown, inner: (member: object) => object): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof RawJson)
    return value;
  if (!(value instanceof JsonMap)) return inner(value);
  const members = Object.entries(value.members).map(([key, member]) => [key, inner(member as object)]);
  return new JsonMap(Object.fromEntries(members));
}
