import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { isOutOfSpace } from '../../model/base/problems.ts';

/**
 * Returns a function that moves the write-ahead log into the database when nothing was written between two calls, so
 * that little lies in the log. Waits for nobody: while a backup reads, a later call tries again.
 */
export function idleCheckpoint(database: Database): () => void {
  const busyTimeout = Number(database.pragma('busy_timeout', { simple: true }));
  let seen: string | undefined;
  return () => {
    const log = statSync(`${database.name}-wal`, { throwIfNoEntry: false });
    const state = log && `${log.size} ${log.mtimeMs}`;
    const isIdle = state === seen;
    seen = state;
    if (!log?.size || !isIdle || database.inTransaction) return;
    database.pragma('busy_timeout = 0');
    try {
      emptyLog(database);
    } finally {
      database.pragma(`busy_timeout = ${busyTimeout}`);
    }
  };
}

/** Moves the log into the database, as far as no reader needs it; on a full disk it stays, and nothing is lost. */
export function emptyLog(database: Database): void {
  if (!statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size) return;
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
  }
}
