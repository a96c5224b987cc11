import type { Database } from 'better-sqlite3';
import { StorageFull } from '../model/problems.ts';

/** What can change under a remembered list: a table's rows came or went, or values that lists filter by changed. */
export type Change = `${string}.rows` | `${string}.values`;

/** Runs changes of data, each whole or not at all, and tells when the store has changed. */
export type Transactions = {
  /**
   * Runs `work` in a write transaction and gives its result. Inside another one it joins that one.
   * `work` must not be async: a transaction never spans an await (architecture, decision 1).
   * @throws StorageFull when the disk is full; nothing is changed then.
   */
  change<T>(work: () => T): T;
  /**
   * Runs `work`, which only reads, in one read transaction: it sees one state of the store, and the file is locked
   * and unlocked once instead of for every query.
   */
  read<T>(work: () => T): T;
  /** Runs `effect` once the running transaction is durable; at once when there is none. */
  afterCommit(effect: () => void): void;
  /** Grows with every committed change; answers computed at one revision hold until the next. */
  revision(): number;
  /** Says that remembered lists over this are out of date. */
  touch(change: Change): void;
  /** Grows when any of these was touched. */
  counter(changes: readonly Change[]): number;
};

const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC']);

/** The transactions of one open database. */
export function createTransactions(database: Database): Transactions {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const beginRead = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const counters = new Map<Change, number>();
  let touchedByRollback = 0;
  let revision = 0;
  let effects: (() => void)[] = [];

  function run<T>(work: () => T): T {
    begin.run();
    try {
      const result = work();
      if (result instanceof Promise) throw new TypeError('A transaction must not be async.');
      commit.run();
      return result;
    } catch (error) {
      effects = [];
      // Lists may have been remembered inside the transaction that is now undone.
      touchedByRollback += 1;
      if (database.inTransaction) rollback.run();
      throw error;
    }
  }

  function change<T>(work: () => T): T {
    if (database.inTransaction) return work();
    const result = orStorageFull(() => run(work));
    revision += 1;
    const due = effects;
    effects = [];
    for (const effect of due) effect();
    return result;
  }

  function read<T>(work: () => T): T {
    if (database.inTransaction) return work();
    beginRead.run();
    try {
      return work();
    } finally {
      commit.run();
    }
  }

  return {
    change,
    read,
    afterCommit(effect) {
      if (database.inTransaction) effects.push(effect);
      else effect();
    },
    revision: () => revision,
    touch(change) {
      counters.set(change, (counters.get(change) ?? 0) + 1);
    },
    counter(changes) {
      let sum = touchedByRollback;
      for (const change of changes) sum += counters.get(change) ?? 0;
      return sum;
    },
  };
}

function orStorageFull<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.has(String(error.code))) throw new StorageFull();
    throw error;
  }
}
