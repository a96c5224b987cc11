import type { Database } from 'better-sqlite3';
import { isOutOfSpace, StorageFull } from '../../model/base/problems.ts';
import { createWatcher, type TableChange, type Watcher } from './watcher.ts';

/** Runs changes of data, each whole or not at all, and knows what has changed since. */
export type Transactions = {
  /**
   * Runs `work` in a write transaction and returns its result. A nested call joins the outer one, which is then rolled
   * back with it even if the error is caught on the way. `work` must not be async (architecture, decision 1).
   * @throws StorageFull when the disk is full; nothing is changed then.
   * @throws TypeError for async work, and inside `read`; nothing is changed then.
   */
  change<T>(work: () => T): T;
  /**
   * Runs `work`, which replaces the rows of whole tables, in one transaction that checks references at its end alone.
   * Everything that was read before is out of date afterwards. Must not be called inside a change.
   * @throws Error when a reference would be broken @throws StorageFull; nothing is changed then
   */
  replaceAll<T>(work: () => T): T;
  /**
   * Runs `work`, which only reads, in a read transaction: it sees one state of the store. All reads of one turn of the
   * event loop, or up to the next change, share it, since locking the file costs more than most queries.
   */
  read<T>(work: () => T): T;
  /**
   * Runs `effect` once the running change is durable; at once when there is none. Effects run in the order of the
   * changes, including those that an effect makes. One that throws does not stop the others; its error is thrown by
   * `change`, whose data stays.
   */
  afterCommit(effect: () => void): void;
  /**
   * Memoizes `load`; cleared on each commit, or when a `changedBy` table changes. Never keeps uncommitted reads beyond
   * their change. Keeps at most `max` keys.
   */
  memoize<Key extends string | number, Value>(
    max: number,
    load: (key: Key) => Value,
    changedBy?: readonly TableChange[],
  ): (key: Key) => Value;
  /** Grows with every commit that changed something; answers computed at one revision hold until the next. */
  revision(): number;
  /**
   * Marks cached lists over this as out of date. `id` tells watchers which: the build for `builds`, the project for
   * `projects` and `versions`, the child for `subprojects`; without it, any.
   */
  touch(change: TableChange, id?: number): void;
  /** Differs after any of these was touched; a rollback restores it. */
  counter(changes: readonly TableChange[]): number;
  /** Whether a change is running: what is read now may yet be rolled back, so no cache may keep it. */
  isChanging(): boolean;
  /**
   * Returns a function that answers which ids were touched since its last call, or 'all' when that is unknown: at
   * first and after a touch without id. Answers 'all' after a rollback if it was asked inside that change.
   */
  watch(changes: readonly TableChange[]): () => ReadonlySet<number> | 'all';
};

/** The transactions of one open database. */
export function createTransactions(database: Database): Transactions {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const beginRead = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const totalChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  const counters = new Map<TableChange, number>();
  /** What the running change has touched, with the counter before. */
  const touched = new Map<TableChange, number>();
  const watchers: Watcher[] = [];
  /** No counter is given twice, not even after a rollback. */
  let lastCounter = 0;
  /** No counter is below this one: what was read before everything was replaced is out of date. */
  let lowestCounter = 0;
  let revision = 0;
  let changing = false;
  let reading = false;
  /** Whether a read transaction is open, perhaps between two reads. */
  let readOpen = false;
  /** Errors of joined changes: one is enough to roll back, even if it was caught. */
  let failures: unknown[] = [];
  let effects: (() => void)[] = [];
  let pendingEffects: (() => void)[] = [];
  let isRunningEffects = false;

  function run<T>(work: () => T): T {
    begin.run();
    const changesBefore = totalChanges.get();
    changing = true;
    failures = [];
    touched.clear();
    try {
      const result = rejectAsync(work());
      if (failures.length > 0) throw failures[0];
      const isEmpty = totalChanges.get() === changesBefore && touched.size === 0;
      commit.run();
      for (const watcher of watchers) watcher.commit();
      if (!isEmpty) revision += 1;
      return result;
    } catch (error) {
      effects = [];
      for (const [change, before] of touched) counters.set(change, before);
      for (const watcher of watchers) watcher.rollback();
      if (database.inTransaction) rollback.run();
      throw error;
    } finally {
      changing = false;
    }
  }

  function join<T>(work: () => T): T {
    if (reading) throw new TypeError('A read must not change data.');
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
    // By index: shift() moves all that remain, so that a long list would take quadratic time.
    for (let next = 0; next < pendingEffects.length; next += 1) {
      try {
        pendingEffects[next]?.();
      } catch (error) {
        errors.push(error);
      }
    }
    pendingEffects = [];
    isRunningEffects = false;
    if (errors.length > 0) throw errors[0];
  }

  function change<T>(work: () => T): T {
    if (changing || reading) return join(work);
    endRead();
    return finish(mapOutOfSpace(() => run(work)));
  }

  function finish<T>(result: T): T {
    for (const effect of effects) pendingEffects.push(effect);
    effects = [];
    runEffects();
    return result;
  }

  function replaceAll<T>(work: () => T): T {
    if (changing || reading) throw new TypeError('Everything cannot be replaced inside a transaction.');
    endRead();
    lastCounter += 1;
    lowestCounter = lastCounter;
    for (const watcher of watchers) watcher.forgetAll();
    // The pragma has no effect inside a transaction, so it is set here.
    database.pragma('foreign_keys = OFF');
    let result: T;
    try {
      result = mapOutOfSpace(() =>
        run(() => {
          const replaced = work();
          requireReferences(database);
          return replaced;
        }),
      );
    } finally {
      database.pragma('foreign_keys = ON');
    }
    return finish(result);
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
      const now = changedBy ? counter(changedBy) : revision;
      if (changing && (!changedBy || cachedAt !== now)) return load(key);
      if (cachedAt !== now) cache.clear();
      cachedAt = now;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const value = load(key);
      if (changing) return value;
      if (cache.size >= max) cache.clear();
      cache.set(key, value);
      return value;
    };
  }

  function counter(changes: readonly TableChange[]): number {
    let latest = lowestCounter;
    for (const change of changes) latest = Math.max(latest, counters.get(change) ?? 0);
    return latest;
  }

  return {
    change,
    replaceAll,
    read,
    memoize,
    afterCommit(effect) {
      if (changing) effects.push(effect);
      else effect();
    },
    revision: () => revision,
    touch(change, id) {
      const before = counters.get(change) ?? 0;
      if (changing && !touched.has(change)) touched.set(change, before);
      lastCounter += 1;
      counters.set(change, lastCounter);
      for (const watcher of watchers) watcher.touch(change, id, changing);
    },
    counter,
    isChanging: () => changing,
    watch(changes) {
      const watcher = createWatcher(changes);
      watchers.push(watcher);
      return () => watcher.take(changing);
    },
  };
}

/** @throws Error when a row points to one that does not exist */
function requireReferences(database: Database): void {
  const broken = database.prepare('SELECT DISTINCT "table" FROM pragma_foreign_key_check').pluck().all();
  if (broken.length > 0) throw new Error(`References would be broken in ${broken.join(', ')}.`);
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
