import type { Database } from 'better-sqlite3';
import { isOutOfSpace, StorageFull } from '../../model/base/problems.ts';

/** What can change under a remembered list: a table's rows came or went, or values that lists filter by changed. */
export type TableChange = `${string}.rows` | `${string}.values`;

/** Runs changes of data, each whole or not at all, and tells when the store has changed. */
export type Transactions = {
  /**
   * Runs `work` in a write transaction and gives its result. Inside another one it joins that one, which is then
   * undone with it even if somebody catches its error on the way.
   * `work` must not be async: a transaction never spans an await (architecture, decision 1).
   * @throws StorageFull when the disk is full; nothing is changed then.
   * @throws TypeError for async work, and inside `read`; nothing is changed then.
   */
  change<T>(work: () => T): T;
  /**
   * Runs `work`, which only reads, in a read transaction: it sees one state of the store. The transaction is shared
   * by all reads of one turn of the event loop, or up to the next change, since locking and unlocking the file costs
   * more than most queries.
   */
  read<T>(work: () => T): T;
  /**
   * Runs `effect` once the running change is durable; at once when there is none. Effects run in the order of the
   * changes, also of those that an effect makes. One that throws keeps none of the others from running; its error
   * comes out of `change`, whose data stays.
   */
  afterCommit(effect: () => void): void;
  /**
   * Gives `load` a memory that lasts while the store stands, or, where `changedBy` is given, until one of these is
   * touched. Inside a change the former is not asked, since what is found there may yet be undone; the latter forgets
   * when a change is. At most `max` keys are kept.
   */
  memoize<Key extends string | number, Value>(
    max: number,
    load: (key: Key) => Value,
    changedBy?: readonly TableChange[],
  ): (key: Key) => Value;
  /** Grows with every committed change; answers computed at one revision hold until the next. */
  revision(): number;
  /**
   * Says that remembered lists over this are out of date. `id` tells those who watch what it was: the build for
   * `builds`, the project for `projects` and `versions`, the child for `subprojects`; without it it may be any.
   */
  touch(change: TableChange, id?: number): void;
  /** Grows when any of these was touched. */
  counter(changes: readonly TableChange[]): number;
  /**
   * Gives a function that tells which ids were touched since it was last called, or 'all' when that is not known: at
   * first, after a touch that names none, and after a rollback, since what was read inside may have been undone.
   */
  watch(changes: readonly TableChange[]): () => ReadonlySet<number> | 'all';
};

/** More than so many ids are not told one by one: whoever watches reads everything anew. */
const MAX_WATCHED_IDS = 2000;

/** The transactions of one open database. */
export function createTransactions(database: Database): Transactions {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const beginRead = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const counters = new Map<TableChange, number>();
  const watchers: { readonly changes: ReadonlySet<TableChange>; ids: Set<number> | 'all' }[] = [];
  let rollbackCount = 0;
  let revision = 0;
  let changing = false;
  let reading = false;
  /** Whether a read transaction stands, perhaps between two reads. */
  let readOpen = false;
  /** Of joined changes: enough to undo the transaction, whoever catches them. */
  let failures: unknown[] = [];
  let effects: (() => void)[] = [];
  let pendingEffects: (() => void)[] = [];
  let isRunningEffects = false;

  function run<T>(work: () => T): T {
    begin.run();
    changing = true;
    failures = [];
    try {
      const result = rejectAsync(work());
      if (failures.length > 0) throw failures[0];
      commit.run();
      return result;
    } catch (error) {
      effects = [];
      // Lists may have been remembered inside the transaction that is now undone.
      rollbackCount += 1;
      for (const watcher of watchers) watcher.ids = 'all';
      if (database.inTransaction) rollback.run();
      throw error;
    } finally {
      changing = false;
    }
  }

  function join<T>(work: () => T): T {
    if (reading) throw new TypeError('What only reads must not change data.');
    try {
      return rejectAsync(work());
    } catch (error) {
      failures.push(error);
      throw error;
    }
  }

  function runEffects(): void {
    if (isRunningEffects) return;
    isRunningEffects = true;
    const errors: unknown[] = [];
    for (let effect = pendingEffects.shift(); effect; effect = pendingEffects.shift()) {
      try {
        effect();
      } catch (error) {
        errors.push(error);
      }
    }
    isRunningEffects = false;
    if (errors.length > 0) throw errors[0];
  }

  function change<T>(work: () => T): T {
    if (changing || reading) return join(work);
    endRead();
    const result = mapOutOfSpace(() => run(work));
    revision += 1;
    pendingEffects = pendingEffects.concat(effects);
    effects = [];
    runEffects();
    return result;
  }

  function read<T>(work: () => T): T {
    if (changing || reading) return work();
    if (!readOpen) {
      beginRead.run();
      readOpen = true;
      setImmediate(endRead);
    }
    reading = true;
    try {
      return rejectAsync(work());
    } finally {
      reading = false;
    }
  }

  function endRead(): void {
    if (!readOpen) return;
    readOpen = false;
    if (database.open && database.inTransaction) commit.run();
  }

  function memoize<Key extends string | number, Value>(
    max: number,
    load: (key: Key) => Value,
    changedBy?: readonly TableChange[],
  ) {
    const cache = new Map<Key, Value>();
    let cachedAt = -1;
    return (key: Key): Value => {
      if (changing && !changedBy) return load(key);
      const now = changedBy ? counter(changedBy) : revision;
      if (cachedAt !== now) cache.clear();
      cachedAt = now;
      const before = cache.get(key);
      if (before !== undefined) return before;
      const value = load(key);
      if (cache.size >= max) cache.clear();
      cache.set(key, value);
      return value;
    };
  }

  function counter(changes: readonly TableChange[]): number {
    let sum = rollbackCount;
    for (const change of changes) sum += counters.get(change) ?? 0;
    return sum;
  }

  return {
    change,
    read,
    memoize,
    afterCommit(effect) {
      if (changing) effects.push(effect);
      else effect();
    },
    revision: () => revision,
    touch(change, id) {
      counters.set(change, (counters.get(change) ?? 0) + 1);
      for (const watcher of watchers) {
        if (watcher.ids === 'all' || !watcher.changes.has(change)) continue;
        if (id === undefined || watcher.ids.size >= MAX_WATCHED_IDS) watcher.ids = 'all';
        else watcher.ids.add(id);
      }
    },
    counter,
    watch(changes) {
      const watcher: (typeof watchers)[number] = { changes: new Set(changes), ids: 'all' };
      watchers.push(watcher);
      return () => {
        const { ids } = watcher;
        watcher.ids = new Set();
        return ids;
      };
    },
  };
}

/** @throws TypeError for a promise: what it still does would happen after the transaction */
function rejectAsync<T>(result: T): T {
  if (result instanceof Promise) throw new TypeError('A transaction must not be async.');
  return result;
}

function mapOutOfSpace<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isOutOfSpace(error) ? new StorageFull() : error;
  }
}
