import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { JsonObject } from '../../../model/builds/build.ts';
import type { JournalAction } from '../../../model/journal/actions.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

/** One change of data: who made it, when and through which entry point, and the values before and after; no secrets. */
export type JournalEntry = {
  readonly id: number;
  readonly at: Timestamp;
  readonly door: string;
  readonly userId: number | null;
  readonly username: string | null;
  readonly action: JournalAction;
  readonly subjectId: number | null;
  readonly projectId: number | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  /** Id of the first entry of the same transaction. */
  readonly batch: number;
  /** The batch that this change undoes; null for an ordinary change. */
  readonly undoes: number | null;
};

type Row = {
  id: number;
  at: number;
  door: string;
  user_id: number | null;
  username: string | null;
  action: string;
  subject_id: number | null;
  project_id: number | null;
  before: string | null;
  after: string | null;
  batch: number;
  undoes: number | null;
};

/** Reads and writes `journal`. Rows are never changed, and removed only when old. */
export function journalTable(database: Database, { revision }: Pick<Transactions, 'revision'>) {
  const insert = database.prepare(`
    INSERT INTO journal (at, door, user_id, username, action, subject_id, project_id, before, after, undoes, batch)
    VALUES (@at, @door, @userId, @username, @action, @subjectId, @projectId, @before, @after, @undoes,
      coalesce(@batch, 1 + (SELECT seq FROM sqlite_sequence WHERE name = 'journal'), 1))`);
  const newest = prepareRead(database, 'SELECT * FROM journal WHERE id > ? ORDER BY id DESC LIMIT ?');
  const ofProject = prepareRead(
    database,
    'SELECT * FROM journal WHERE project_id = ? ORDER BY id DESC LIMIT ?',
  );
  const from = prepareRead(database, 'SELECT * FROM journal WHERE id >= ? ORDER BY id');
  const deskBatches = prepareRead(
    database,
    `SELECT * FROM journal
     WHERE user_id IS ? AND door = 'desk' AND id = batch AND undoes IS NULL ORDER BY id DESC LIMIT ?`,
  );
  const triggerOf = prepareRead(
    database,
    `SELECT username, door FROM journal WHERE subject_id = ? AND action = 'build.trigger' ORDER BY id DESC LIMIT 1`,
  );
  const undone = prepareRead(database, 'SELECT 1 FROM journal WHERE undoes = ? LIMIT 1');
  const firstSince = prepareRead(
    database,
    'SELECT * FROM journal WHERE project_id = ? AND action GLOB ? AND subject_id = ? AND id >= ? ORDER BY id LIMIT 1',
  );
  const hasEntriesBy = prepareRead(database, 'SELECT 1 FROM journal WHERE user_id = ? LIMIT 1');
  /**
   * Batch of the current transaction, valid while the revision is unchanged. After a rollback the next entry reuses the
   * id of the first, so the batch stays correct.
   */
  let open = { batch: 0, revision: -1 };

  return {
    /** Adds an entry and returns it. Requires a transaction. */
    add(entry: Omit<JournalEntry, 'id' | 'batch'>): JournalEntry {
      const batch = open.revision === revision() ? open.batch : null;
      const { lastInsertRowid } = insert.run({
        ...entry,
        before: entry.before && JSON.stringify(entry.before),
        after: entry.after && JSON.stringify(entry.after),
        batch,
      });
      const id = Number(lastInsertRowid);
      if (batch === null) open = { batch: id, revision: revision() };
      return { ...entry, id, batch: open.batch };
    },
    /** Lists the entries of a batch, in their order. */
    ofBatch(batch: number): JournalEntry[] {
      const entries: JournalEntry[] = [];
      // One transaction writes at a time, so a batch is contiguous.
      for (const row of from.iterate(batch) as IterableIterator<Row>) {
        if (row.batch !== batch) break;
        entries.push(toEntry(row));
      }
      return entries;
    },
    /** Lists the first entry of each batch this user (null: no user) made in the desk, newest first, without undos. */
    madeAtDesk: (userId: number | null, limit: number): JournalEntry[] =>
      (deskBatches.all(userId, limit) as Row[]).map(toEntry),
    /** Returns who requested a build, and through which entry point; undefined for one from a seed file. */
    triggerOf: (buildId: number): Pick<JournalEntry, 'username' | 'door'> | undefined =>
      triggerOf.get(buildId) as Pick<JournalEntry, 'username' | 'door'> | undefined,
    /** Tells whether a batch has been undone. */
    isUndone: (batch: number): boolean => undone.get(batch) !== undefined,
    /** Returns the first entry from `since` on about this subject, of the kind that its actions begin with. */
    firstSince(
      { projectId, id, kind }: { readonly projectId: number; readonly id: number; readonly kind: string },
      since: number,
    ): JournalEntry | undefined {
      const row = firstSince.get(projectId, `${kind}.*`, id, since) as Row | undefined;
      return row && toEntry(row);
    },
    /** Tells whether this user has changed anything. */
    hasEntriesBy: (userId: number): boolean => hasEntriesBy.get(userId) !== undefined,
    /** Lists the entries after `since` (0: all), newest first. */
    newest: (since: number, limit: number): JournalEntry[] =>
      (newest.all(since, limit) as Row[]).map(toEntry),
    /** Lists the entries of a project, newest first. */
    ofProject: (projectId: number, limit: number): JournalEntry[] =>
      (ofProject.all(projectId, limit) as Row[]).map(toEntry),
  };
}

function toEntry(row: Row): JournalEntry {
  return {
    id: row.id,
    at: row.at,
    door: row.door,
    userId: row.user_id,
    username: row.username,
    // A database may hold actions of another version of Lectern; `isRecorded` detects them.
    action: row.action as JournalAction,
    subjectId: row.subject_id,
    projectId: row.project_id,
    before: row.before === null ? null : (JSON.parse(row.before) as JsonObject),
    after: row.after === null ? null : (JSON.parse(row.after) as JsonObject),
    batch: row.batch,
    undoes: row.undoes,
  };
}
