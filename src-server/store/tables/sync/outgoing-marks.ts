import type { Database } from 'better-sqlite3';
import type { Transactions } from '../../engine/transaction.ts';

/** Marks linked projects whose rows have changed. One statement, since each change of data runs it. */
export function outgoingMarks(database: Database, transactions: Transactions) {
  const forget = database.prepare(
    "UPDATE remote_links SET outgoing = NULL WHERE kind = 'project' AND local_id = ? AND outgoing IS NOT NULL",
  );
  const any = database.prepare('SELECT 1 FROM remotes LIMIT 1');
  return {
    /** Tells whether there is anything to sync with; most data folders have nothing. */
    hasRemotes: (): boolean => any.get() !== undefined,
    /** Tells that rows of this local project have changed, so that its outgoing changes have to be counted again. */
    forget(projectId: number): void {
      if (forget.run(projectId).changes > 0) transactions.touch('remote_links.values');
    },
  };
}
