import type { Database } from 'better-sqlite3';
import type { Token, User } from '../../../model/users/user.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = { id: number; user_id: number; name: string; last_four: string; created: number; digest: Buffer };
type OwnerRow = { token_id: number; id: number; username: string; active: number; created: number };

/** Reads and writes `tokens`. Stores digests, never the tokens themselves. */
export function tokensTable(database: Database, transactions: Transactions) {
  const owner = prepareRead(
    database,
    `
    SELECT t.id AS token_id, u.id, u.username, u.active, u.created
    FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.digest = ?`,
  );
  const ofUser = prepareRead(database, 'SELECT * FROM tokens WHERE user_id = ? ORDER BY id');
  const byId = prepareRead(database, 'SELECT * FROM tokens WHERE id = ?');
  const insert = database.prepare(`
    INSERT INTO tokens (user_id, name, digest, last_four, created)
    VALUES (@userId, @name, @digest, @lastFour, @created)`);
  const remove = database.prepare('DELETE FROM tokens WHERE id = ?');

  return {
    /** Returns the token with this SHA-256 digest, and its owner. */
    ownerOf(digest: Uint8Array): { tokenId: number; user: User } | undefined {
      const row = owner.get(digest) as OwnerRow | undefined;
      if (!row) return undefined;
      const { token_id: tokenId, active, ...user } = row;
      return { tokenId, user: { ...user, active: active === 1 } };
    },
    ofUser: (userId: number): Token[] => (ofUser.all(userId) as Row[]).map(fromRow),
    byId(id: number): Token | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    /** Returns the digest of a token in hexadecimal. */
    digestOf: (id: number): string | undefined => (byId.get(id) as Row | undefined)?.digest.toString('hex'),
    insert(token: Omit<Token, 'id'> & { digest: Uint8Array }): number {
      const { lastInsertRowid } = insert.run(token);
      transactions.touch('tokens.rows');
      return Number(lastInsertRowid);
    },
    remove(id: number): void {
      remove.run(id);
      transactions.touch('tokens.rows');
    },
  };
}

function fromRow(row: Row): Token {
  return { id: row.id, userId: row.user_id, name: row.name, lastFour: row.last_four, created: row.created };
}
