import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Remote, RemoteKind } from '../../../model/sync/remote.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = {
  id: number;
  name: string;
  address: string;
  kind: string;
  username: string | null;
  budget: number | null;
  maintainers: string;
  run: number;
  last_pull: number | null;
  created: number;
};

/** A remote before it is stored. */
export type NewRemote = Omit<Remote, 'id' | 'run' | 'lastPull'> &
  Partial<Pick<Remote, 'id' | 'run' | 'lastPull'>>;

/** Reads and writes `remotes`. */
export function remotesTable(database: Database, transactions: Transactions) {
  const all = prepareRead(database, 'SELECT * FROM remotes ORDER BY id');
  const byId = prepareRead(database, 'SELECT * FROM remotes WHERE id = ?');
  const byName = prepareRead(database, 'SELECT * FROM remotes WHERE name = ?');
  const insert = database.prepare(`
    INSERT INTO remotes (id, name, address, kind, username, budget, maintainers, run, last_pull, created)
    VALUES (@id, @name, @address, @kind, @username, @budget, @maintainers, @run, @lastPull, @created)`);
  const update = database.prepare(`
    UPDATE remotes SET name = @name, address = @address, kind = @kind, username = @username, budget = @budget,
      maintainers = @maintainers, run = @run, last_pull = @lastPull WHERE id = @id`);
  const remove = database.prepare('DELETE FROM remotes WHERE id = ?');
  const countRun = database.prepare('UPDATE remotes SET run = @run WHERE id = @id');
  const setLastPull = database.prepare('UPDATE remotes SET last_pull = @at WHERE id = @id');

  return {
    all: (): Remote[] => (all.all() as Row[]).map(fromRow),
    byId(id: number): Remote | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    byName(name: string): Remote | undefined {
      const row = byName.get(name) as Row | undefined;
      return row && fromRow(row);
    },
    insert(remote: NewRemote): Remote {
      const whole = { run: 0, lastPull: null, ...remote };
      const { lastInsertRowid } = insert.run(toRow({ ...whole, id: remote.id ?? null }));
      transactions.touch('remotes.rows');
      return { ...whole, id: Number(lastInsertRowid) };
    },
    update(remote: Remote): void {
      update.run(toRow(remote));
      transactions.touch('remotes.rows');
    },
    /** Stores the number of the newest run; the same is put beside the token. */
    setRun(id: number, run: number): void {
      countRun.run({ id, run });
    },
    setLastPull(id: number, at: Timestamp): void {
      setLastPull.run({ id, at });
    },
    /** Removes a remote with its links, runs and builds. Local objects stay. */
    remove(id: number): void {
      remove.run(id);
      transactions.touch('remotes.rows');
      transactions.touch('remote_links.rows');
    },
    /** Removes every remote with all that belongs to it (`removeRemotes` says when); returns their names. */
    removeAll(): string[] {
      const names = removeRemotes(database);
      if (names.length === 0) return [];
      transactions.touch('remotes.rows');
      transactions.touch('remote_links.rows');
      return names;
    },
  };
}

/** Those that refer to others come first: a restore deletes while foreign keys are not followed. */
const TABLES = ['sync_steps', 'sync_runs', 'remote_builds', 'remote_links', 'remote_projects', 'remotes'];

/**
 * Removes every remote with all that belongs to it, so that nothing can be pushed, and returns their names, whose tokens
 * have to go from the vault. A copy of a workspace must have none: two folders with one base would each take the other's
 * pushes for changes on the service. A reset must leave none: it replaces the objects that links name by others with the
 * same ids, whose differences nobody has made.
 */
export function removeRemotes(database: Database): string[] {
  const names = database.prepare<[], string>('SELECT name FROM remotes ORDER BY id').pluck().all();
  for (const table of names.length === 0 ? [] : TABLES) database.exec(`DELETE FROM ${table}`);
  return names;
}

function toRow(remote: Omit<Remote, 'id'> & { readonly id: number | null }) {
  return { ...remote, maintainers: JSON.stringify(remote.maintainers) };
}

function fromRow(row: Row): Remote {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    kind: row.kind as RemoteKind,
    username: row.username,
    budget: row.budget,
    maintainers: JSON.parse(row.maintainers) as number[],
    run: row.run,
    lastPull: row.last_pull,
    created: row.created,
  };
}
