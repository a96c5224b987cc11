import type { Database } from 'better-sqlite3';
import type { JsonObject } from '../model/build.ts';
import type { Timestamp } from '../model/timestamp.ts';
import { prepareRead } from './prepare-read.ts';

/** One change of data: who, when, through which door, what it was and what it became. Never a secret. */
export type JournalEntry = {
  readonly id: number;
  readonly at: Timestamp;
  readonly door: string;
  readonly userId: number | null;
  readonly username: string | null;
  /** SUBJECT.VERB: `project.update`. */
  readonly action: string;
  readonly subjectId: number | null;
  readonly projectId: number | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
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
};

/** The SQL home of `journal`. Rows are only ever added. */
export function journalTable(database: Database) {
  const insert = database.prepare(`
    INSERT INTO journal (at, door, user_id, username, action, subject_id, project_id, before, after)
    VALUES (@at, @door, @userId, @username, @action, @subjectId, @projectId, @before, @after)`);
  const newest = prepareRead(database, 'SELECT * FROM journal WHERE id > ? ORDER BY id DESC LIMIT ?');
  const ofProject = prepareRead(
    database,
    'SELECT * FROM journal WHERE project_id = ? ORDER BY id DESC LIMIT ?',
  );

  return {
    /** Adds an entry and gives its id. */
    add(entry: Omit<JournalEntry, 'id'>): number {
      const { lastInsertRowid } = insert.run({
        ...entry,
        before: entry.before && JSON.stringify(entry.before),
        after: entry.after && JSON.stringify(entry.after),
      });
      return Number(lastInsertRowid);
    },
    /** Entries made after the one called `since` (0: all), newest first. */
    newest: (since: number, limit: number): JournalEntry[] =>
      (newest.all(since, limit) as Row[]).map(toEntry),
    /** The timeline of a project, newest first. */
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
    action: row.action,
    subjectId: row.subject_id,
    projectId: row.project_id,
    before: row.before === null ? null : (JSON.parse(row.before) as JsonObject),
    after: row.after === null ? null : (JSON.parse(row.after) as JsonObject),
  };
}
