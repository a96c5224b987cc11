import Database from 'better-sqlite3';
import type { Clock, Timestamp } from '../../../model/base/timestamp.ts';

/** Minimum interval between two writes of a token's last use, and before a retry; in microseconds. */
const WRITE_INTERVAL: Timestamp = 60_000_000;

/**
 * Records when each token was last used, in a small file of its own, since reads must not change the database
 * (safety S5); losing it does no harm. A null `file` keeps it in memory. Retries a failed write later, as on a full
 * disk, and logs the failure once (R10).
 */
export function createTokenUse(file: string | null, clock: Clock, log: (line: string) => void) {
  const used = new Map<number, Timestamp>();
  const written = new Map<number, Timestamp>();
  let table: ReturnType<typeof openUsage> | undefined;
  let failed: Timestamp | undefined;

  function open(): ReturnType<typeof openUsage> {
    if (table) return table;
    table = openUsage(file ?? ':memory:');
    for (const row of table.all()) {
      written.set(row.token_id, row.last_used);
      if (!used.has(row.token_id)) used.set(row.token_id, row.last_used);
    }
    return table;
  }

  /** Runs `work`; returns whether it succeeded. */
  function attempt(work: () => void): boolean {
    try {
      work();
      failed = undefined;
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown error';
      if (failed === undefined) log(`The last use of tokens cannot be saved at the moment: ${reason}`);
      failed = clock();
      return false;
    }
  }

  function write(tokenId: number, at: Timestamp): boolean {
    return attempt(() => {
      open().set(tokenId, at);
      written.set(tokenId, at);
    });
  }

  return {
    record(tokenId: number): void {
      const now = clock();
      used.set(tokenId, now);
      const before = Math.max(written.get(tokenId) ?? -Infinity, failed ?? -Infinity);
      if (now - before >= WRITE_INTERVAL) write(tokenId, now);
    },
    lastUsed(tokenId: number): Timestamp | undefined {
      attempt(open);
      return used.get(tokenId);
    },
    /** Forgets all: after a restore, ids may be those of other tokens. */
    forgetAll(): void {
      used.clear();
      written.clear();
      attempt(() => open().clear());
    },
    close(): void {
      for (const [tokenId, at] of used) if (written.get(tokenId) !== at && !write(tokenId, at)) break;
      table?.close();
      table = undefined;
    },
  };
}

export type TokenUse = ReturnType<typeof createTokenUse>;

/** Opens `token_use`. */
function openUsage(file: string) {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL'); // losing the last write does no harm
    database.exec(
      'CREATE TABLE IF NOT EXISTS token_use (token_id INTEGER PRIMARY KEY, last_used INTEGER NOT NULL) STRICT',
    );
  } catch (error) {
    database.close();
    throw error;
  }
  const all = database.prepare('SELECT token_id, last_used FROM token_use');
  const set = database.prepare(`
    INSERT INTO token_use VALUES (?, ?) ON CONFLICT (token_id) DO UPDATE SET last_used = excluded.last_used`);
  return {
    all: () => all.all() as { token_id: number; last_used: number }[],
    set(tokenId: number, at: Timestamp): void {
      set.run(tokenId, at);
    },
    clear(): void {
      database.exec('DELETE FROM token_use');
    },
    close(): void {
      database.close();
    },
  };
}
