import { useCallback, useEffect, useRef, useState } from 'react';

type Options<Key> = {
  /** Which list it is: a range begins anew in another one. */
  readonly listKey: string;
  /** How many rows the list has. */
  readonly count: number;
  /** The key of the row at this offset; undefined while it is on its way. */
  readonly keyAt: (offset: number) => Key | undefined;
  /** Every key of the list in its order, also of rows that were never fetched. */
  readonly allKeys: () => Promise<readonly Key[]>;
  /** Told when the keys cannot be had. */
  readonly failed: (error: unknown) => void;
};

/** What somebody has selected of a list, and how they change it. */
export type SelectionOf<Key> = {
  readonly keys: ReadonlySet<Key>;
  readonly state: 'none' | 'some' | 'all';
  /** Adds or drops one; with `range`, adds all from the last one touched to this. */
  readonly toggle: (offset: number, range: boolean) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
  /** Adds all of these. */
  readonly add: (keys: Iterable<Key>) => void;
  /** Drops these, which are gone. */
  readonly drop: (keys: readonly Key[]) => void;
};

/** Selection over a list that is not all here. It outlasts another filter, so that one can gather from several. */
export function useSelection<Key>(options: Options<Key>): SelectionOf<Key> {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set());
  const [allOf, setAllOf] = useState<string | undefined>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const anchor = useRef<number | undefined>(undefined);
  const { listKey, count } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offset means nothing in another list
  useEffect(() => {
    anchor.current = undefined;
  }, [listKey]);

  const add = useCallback((more: Iterable<Key>) => setKeys((before) => new Set([...before, ...more])), []);
  const clear = useCallback(() => {
    anchor.current = undefined;
    setKeys((before) => (before.size === 0 ? before : new Set()));
  }, []);
  const drop = useCallback((gone: readonly Key[]) => {
    setKeys((before) => new Set([...before].filter((key) => !gone.includes(key))));
  }, []);

  const toggle = useCallback(
    (offset: number, range: boolean) => {
      const { keyAt, allKeys, failed } = latest.current;
      const key = keyAt(offset);
      const from = anchor.current;
      if (range && from !== undefined) {
        const [first, last] = from < offset ? [from, offset] : [offset, from];
        const between = Array.from({ length: last - first + 1 }, (_, at) => keyAt(first + at));
        const known = between.filter((each) => each !== undefined);
        if (known.length === between.length) add(known);
        else void allKeys().then((all) => add(all.slice(first, last + 1)), failed);
        return;
      }
      if (key === undefined) return;
      anchor.current = offset;
      setAllOf(undefined);
      setKeys((before) =>
        before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]),
      );
    },
    [add],
  );
  // Of a long list it is known only when all of it was selected at once, and nothing was dropped since.
  const isAll = count > 0 && keys.size >= count && (allOf === listKey || isEach(options, keys));
  const toggleAll = useCallback(() => {
    if (isAll) return clear();
    const { listKey: wanted, allKeys, failed } = latest.current;
    void allKeys().then((all) => {
      add(all);
      setAllOf(wanted);
    }, failed);
  }, [isAll, clear, add]);

  return {
    keys,
    state: isAll ? 'all' : keys.size > 0 ? 'some' : 'none',
    toggle,
    toggleAll,
    clear,
    add,
    drop,
  };
}

const FEW = 200;

function isEach<Key>({ count, keyAt }: Options<Key>, keys: ReadonlySet<Key>): boolean {
  if (count > FEW) return false;
  return Array.from({ length: count }, (_, at) => keyAt(at)).every(
    (key) => key !== undefined && keys.has(key),
  );
}
