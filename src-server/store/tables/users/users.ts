import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { User } from '../../../model/users/user.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = { id: number; username: string; active: number; created: number };

/** Reads and writes `users`. */
export function usersTable(database: Database, transactions: Transactions) {
  const byName = prepareRead(database, 'SELECT * FROM users WHERE username = ?');
  const byNames = prepareRead(
    database,
    'SELECT * FROM users WHERE username IN (SELECT value FROM json_each(?))',
  );
  const byId = prepareRead(database, 'SELECT * FROM users WHERE id = ?');
  const all = prepareRead(database, 'SELECT * FROM users ORDER BY username');
  const insert = database.prepare('INSERT INTO users (username, active, created) VALUES (?, 1, ?)');
  const remove = database.prepare('DELETE FROM users WHERE id = ?');
  const isReferenced = prepareRead(
    database,
    `SELECT EXISTS (SELECT 1 FROM tokens WHERE user_id = @id)
       OR EXISTS (SELECT 1 FROM project_users WHERE user_id = @id) AS it`,
  );
  const setActive = database.prepare('UPDATE users SET active = ? WHERE id = ?');

  return {
    byUsername: (username: string): User | undefined => toUser(byName.get(username) as Row | undefined),
    /** Returns the users with these names, unordered; skips unknown names. */
    byUsernames: (usernames: readonly string[]): User[] =>
      (byNames.all(JSON.stringify(usernames)) as Row[]).map(fromRow),
    byId: (id: number): User | undefined => toUser(byId.get(id) as Row | undefined),
    /** Lists all users, by name. */
    all: (): User[] => (all.all() as Row[]).map(fromRow),
    insert(username: string, created: Timestamp): User {
      const { lastInsertRowid } = insert.run(username, created);
      transactions.touch('users.rows');
      return { id: Number(lastInsertRowid), username, active: true, created };
    },
    /** Returns whether a user has a token or a project. */
    isReferenced: (id: number): boolean => (isReferenced.get({ id }) as { it: number }).it === 1,
    /** Removes a user, their tokens and their memberships in projects. */
    remove(id: number): void {
      remove.run(id);
      transactions.touch('users.rows');
    },
    setActive(id: number, active: boolean): void {
      setActive.run(active ? 1 : 0, id);
      transactions.touch('users.values');
    },
  };
}

function toUser(row: Row | undefined): User | undefined {
  return row && fromRow(row);
}

function fromRow(row: Row): User {
  return { id: row.id, username: row.username, active: row.active === 1, created: row.created };
}
