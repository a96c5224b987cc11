import { useCallback, useEffect, useRef, useState } from 'react';
import type { Selection } from './table-types.ts';

type Options<Key> = {
  /** Identifies the list; a range does not span two lists. */
  readonly listKey: string;
  /** How many rows the list has. */
  readonly count: number;
  /** The key of the row at this offset; undefined while it loads. */
  readonly keyAt: (offset: number) => Key | undefined;
  /** Fetches every key of the list in order. */
  readonly allKeys: () => Promise<readonly Key[]>;
  /** Runs when the keys cannot be fetched. */
  readonly onError: (error: unknown) => void;
};

/** The selected keys of a list, and functions that change them. */
export type ListSelection<Key> = {
  readonly keys: ReadonlySet<Key>;
  readonly state: 'none' | 'some' | 'all';
  /** Adds or drops one; with `range`, selects all from the last one touched to this. */
  readonly toggle: (offset: number, range: boolean) => void;
  /** Goes on with the range that ends at `from`, or begins one there: selects all from its start to `to`. */
  readonly extend: (from: number, to: number) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
  /** Adds all of these. */
  readonly add: (keys: Iterable<Key>) => void;
  /** Removes these, whose rows are gone. */
  readonly remove: (keys: readonly Key[]) => void;
};

/** The rows that were selected as a range, and what was selected before it. */
type Range<Key> = { readonly start: number; readonly end: number; readonly before?: ReadonlySet<Key> };

/** Selects rows of a list that is fetched in parts. The selection survives another filter, so it can span several. */
export function useSelection<Key>(options: Options<Key>): ListSelection<Key> {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set());
  const [allSelectedIn, setAllSelectedIn] = useState<string | undefined>(undefined);
  const latest = useRef({ ...options, keys });
  latest.current = { ...options, keys };
  const range = useRef<Range<Key> | undefined>(undefined);
  const { listKey, count } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offset means nothing in another list
  useEffect(() => {
    range.current = undefined;
  }, [listKey]);

  const add = useCallback((added: Iterable<Key>) => {
    range.current = undefined;
    setKeys((previous) => new Set([...previous, ...added]));
  }, []);
  const clear = useCallback(() => {
    range.current = undefined;
    setKeys((previous) => (previous.size === 0 ? previous : new Set()));
  }, []);
  const remove = useCallback((removed: readonly Key[]) => {
    range.current = undefined;
    setKeys((previous) => new Set([...previous].filter((key) => !removed.includes(key))));
  }, []);

  const extendTo = useCallback((to: number) => {
    const { keyAt, allKeys, onError, keys: present } = latest.current;
    const { current } = range;
    if (!current) return;
    const { start, before = present } = current;
    const extended = { start, end: to, before };
    range.current = extended;
    const [first, last] = start < to ? [start, to] : [to, start];
    const select = (added: readonly Key[]) => setKeys(new Set([...before, ...added]));
    const rangeKeys = Array.from({ length: last - first + 1 }, (_, at) => keyAt(first + at));
    const known = rangeKeys.filter((each) => each !== undefined);
    if (known.length === rangeKeys.length) return select(known);
    void allKeys().then((all) => {
      if (range.current === extended) select(all.slice(first, last + 1));
    }, onError);
  }, []);
  const extend = useCallback(
    (from: number, to: number) => {
      if (range.current?.end !== from) range.current = { start: from, end: from };
      extendTo(to);
    },
    [extendTo],
  );

  const toggle = useCallback(
    (offset: number, isRange: boolean) => {
      if (isRange && range.current) return extendTo(offset);
      const key = latest.current.keyAt(offset);
      if (key === undefined) return;
      range.current = { start: offset, end: offset };
      setAllSelectedIn(undefined);
      setKeys((previous) =>
        previous.has(key)
          ? new Set([...previous].filter((each) => each !== key))
          : new Set([...previous, key]),
      );
    },
    [extendTo],
  );
  // Of a long list it is known only when all of it was selected at once, and nothing was dropped since.
  const isAll =
    count > 0 && keys.size >= count && (allSelectedIn === listKey || isEachSelected(options, keys));
  const toggleAll = useCallback(() => {
    if (isAll) return clear();
    const { listKey: selectedListKey, allKeys, onError } = latest.current;
    void allKeys().then((all) => {
      add(all);
      setAllSelectedIn(selectedListKey);
    }, onError);
  }, [isAll, clear, add]);

  return {
    keys,
    state: isAll ? 'all' : keys.size > 0 ? 'some' : 'none',
    toggle,
    extend,
    toggleAll,
    clear,
    add,
    remove,
  };
}

/** Returns the selection as a table takes it; `label` names the checkbox of all rows, which is disabled while they load. */
export function tableSelection<Key>(
  { keys, toggle, extend, state, toggleAll }: ListSelection<Key>,
  label: string,
  isDisabled = false,
): Selection<Key> {
  return { keys, toggle, extend, selectAll: { state, label, isDisabled, toggle: toggleAll } };
}

const MAX_CHECKED_ROWS = 200;

function isEachSelected<Key>({ count, keyAt }: Options<Key>, keys: ReadonlySet<Key>): boolean {
  if (count > MAX_CHECKED_ROWS) return false;
  return Array.from({ length: count }, (_, at) => keyAt(at)).every(
    (key) => key !== undefined && keys.has(key),
  );
}
