import { useCallback, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import { changeQuery, entryOf, type HistoryEntry } from './history-entries.ts';

/** One part of what a screen keeps in its address: the parameter's name, and how its value is read and written. */
export type AddressParam<Value> = {
  readonly name: string;
  /** The value for what the address says; for what makes no sense there, the default. */
  readonly read: (given: readonly string[]) => Value;
  /** What the address says of the value; empty for the default. */
  readonly write: (value: Value) => readonly string[];
  /** How a change of it is kept in the history; a step where it is not given. */
  readonly entry?: HistoryEntry;
};

/** The parameters of a screen by the property that each is read into. */
export type AddressSchema = Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly read: (given: readonly string[]) => unknown;
      readonly write: (value: never) => readonly string[];
      readonly entry?: HistoryEntry;
    }
  >
>;

/** What a schema reads from an address. */
export type AddressOf<Schema extends AddressSchema> = {
  readonly [Key in keyof Schema]: ReturnType<Schema[Key]['read']>;
};

/** The same parameter, whose changes are not in the history. */
export function inPlace<Value>(param: AddressParam<Value>): AddressParam<Value> {
  return { ...param, entry: 'place' };
}

/** The same parameter, each change of which is a step in the history: a text that is chosen, not typed. */
export function chosen<Value>(param: AddressParam<Value>): AddressParam<Value> {
  return { ...param, entry: 'step' };
}

/** A text that is typed; '' is left out of the address. */
export function textParam(name: string, maxLength = 2000): AddressParam<string> {
  return {
    name,
    read: ([text = '']) => text.slice(0, maxLength),
    write: (text) => (text === '' ? [] : [text]),
    entry: 'typing',
  };
}

/** One of the values; `standard` is left out of the address. */
export function choiceParam<const Value extends string, const Standard>(
  name: string,
  values: readonly Value[],
  standard: Standard,
): AddressParam<Value | Standard> {
  return {
    name,
    read: ([given]) => values.find((each) => each === given) ?? standard,
    write: (value) => (value === standard ? [] : [String(value)]),
  };
}

/** Any of the values, in their own order. */
export function choicesParam<const Value extends string>(
  name: string,
  values: readonly Value[],
): AddressParam<readonly Value[]> {
  return { name, read: (given) => values.filter((each) => given.includes(each)), write: (chosen) => chosen };
}

/** Texts of any kind, one parameter each. */
export function textsParam(name: string): AddressParam<readonly string[]> {
  return { name, read: (given) => given, write: (texts) => texts };
}

/** Yes by being there; with `when`, by having that value. */
export function flagParam(name: string, when = ''): AddressParam<boolean> {
  return {
    name,
    read: ([given]) => (when === '' ? given !== undefined : given === when),
    write: (value) => (value ? [when] : []),
  };
}

/** A place in a list; 0, its top, is left out of the address. */
export function indexParam(name: string): AddressParam<number> {
  return {
    name,
    read([given = '0']) {
      const index = Number(given);
      return Number.isSafeInteger(index) && index > 0 ? index : 0;
    },
    write: (index) => (index > 0 ? [String(index)] : []),
    entry: 'place',
  };
}

/** Reads the query part of an address; what makes no sense in it counts as not given. */
export function readAddress<Schema extends AddressSchema>(schema: Schema, search: string): AddressOf<Schema> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    Object.entries(schema).map(([key, param]) => [key, param.read(params.getAll(param.name))]),
  ) as AddressOf<Schema>;
}

/** Writes the query part, with its `?`, or '' when all is as usual. Parameters of `before` that are not the schema's stay. */
export function writeAddress<Schema extends AddressSchema>(
  schema: Schema,
  address: AddressOf<Schema>,
  before = '',
): string {
  const params = new URLSearchParams(before);
  for (const [key, param] of Object.entries(schema)) {
    params.delete(param.name);
    // The schema's own type ties each value to its parameter.
    for (const text of param.write(address[key as keyof Schema] as never)) params.append(param.name, text);
  }
  // Slashes are allowed in a query, and easier to read unencoded.
  const text = params.toString().replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

/** Returns how the way from one query to another is kept in the history. */
export function entryOfChange(schema: AddressSchema, from: string, to: string): HistoryEntry {
  const [before, after] = [new URLSearchParams(from), new URLSearchParams(to)];
  const changed = Object.values(schema).filter(
    ({ name }) => before.getAll(name).join('&') !== after.getAll(name).join('&'),
  );
  return entryOf(changed.map(({ entry = 'step' }) => entry));
}

/**
 * Keeps what a screen shows in the query of its address, where it outlives a reload and can be sent to others. `schema`
 * must be a constant. A change leaves what it does not name, except that `reset` is set again (the place in a list).
 */
export function useAddressState<Schema extends AddressSchema>(
  schema: Schema,
  reset?: Partial<AddressOf<Schema>>,
) {
  const search = useSearch();
  const address = useMemo(() => readAddress(schema, search), [schema, search]);
  const path = useRef(location.pathname);
  path.current = location.pathname;
  const change = useCallback(
    (changed: Partial<AddressOf<Schema>>) => {
      // A late change, such as the scroll position, must not reach the screen that was opened since.
      if (location.pathname !== path.current) return;
      // Read again, since several changes may come between two drawings.
      const before = readAddress(schema, location.search);
      const next = writeAddress(schema, { ...before, ...reset, ...changed }, location.search);
      changeQuery(next, entryOfChange(schema, location.search, next));
    },
    [schema, reset],
  );
  return { address, change };
}
