import type { Database } from 'better-sqlite3';
import type { Json, JsonObject } from '../../../model/builds/build.ts';
import type { Link } from '../../../model/sync/link.ts';
import type { Fields, SyncKind } from '../../../model/sync/sync-fields.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = {
  id: number;
  remote_id: number;
  kind: string;
  local_id: number;
  remote_key: number | null;
  project_link: number | null;
  address: string;
  base: string | null;
  theirs: string | null;
  deleted_there: number;
  ignored: string;
  shown: string;
  seen_at: number;
};

/** A link before it is stored; with an id when a removed one is restored. */
export type NewLink = Omit<Link, 'id'> & Partial<Pick<Link, 'id'>>;

/** A linked project whose number of outgoing changes is not 0, or not known (null). */
export type ProjectChanges = {
  readonly linkId: number;
  readonly localId: number;
  readonly outgoing: number | null;
};

const COLUMNS =
  'id, remote_id, kind, local_id, remote_key, project_link, address, base, theirs, deleted_there, ignored, shown, seen_at';
/** What a person has to decide; the condition of the index `remote_links_in_conflict`. */
const IN_CONFLICT = '(theirs IS NOT NULL OR deleted_there = 1)';

/** Reads and writes `remote_links`. */
export function remoteLinksTable(database: Database, transactions: Transactions) {
  const read = (condition: string) =>
    prepareRead(database, `SELECT ${COLUMNS} FROM remote_links WHERE ${condition}`);
  const byId = read('id = ?');
  const byLocal = read('kind = ? AND local_id = ?');
  const byKey = read('remote_id = ? AND kind = ? AND remote_key = ?');
  const ofProject = read('project_link = ? ORDER BY kind, id');
  const projects = read("remote_id = ? AND kind = 'project' ORDER BY id");
  const inConflict = read(`remote_id = ? AND ${IN_CONFLICT} ORDER BY id`);
  const anyProject = prepareRead(database, "SELECT 1 FROM remote_links WHERE kind = 'project' LIMIT 1");
  const countConflicts = prepareRead(
    database,
    `SELECT count(*) AS count FROM remote_links WHERE remote_id = ? AND ${IN_CONFLICT}`,
  );
  const insert = database.prepare(`
    INSERT INTO remote_links (${COLUMNS}) VALUES (@id, @remoteId, @kind, @localId, @remoteKey, @projectLink, @address,
      @base, @theirs, @deletedThere, @ignored, @shown, @seenAt)`);
  const update = database.prepare(`
    UPDATE remote_links SET local_id = @localId, remote_key = @remoteKey, project_link = @projectLink, address = @address,
      base = @base, theirs = @theirs, deleted_there = @deletedThere, ignored = @ignored, shown = @shown, seen_at = @seenAt
    WHERE id = @id`);
  const remove = database.prepare('DELETE FROM remote_links WHERE id = ?');
  const setOutgoing = database.prepare('UPDATE remote_links SET outgoing = @outgoing WHERE id = @id');
  const outgoingOf = prepareRead(database, 'SELECT outgoing FROM remote_links WHERE id = ?');
  const withChanges = prepareRead(
    database,
    `SELECT id AS linkId, local_id AS localId, outgoing FROM remote_links
     WHERE remote_id = ? AND kind = 'project' AND outgoing IS NOT 0 ORDER BY id`,
  );
  const uncounted = prepareRead(
    database,
    `SELECT id FROM remote_links
     WHERE remote_id = ? AND kind = 'project' AND outgoing IS NOT 0 AND outgoing IS NULL ORDER BY id`,
  );

  const one = (row: unknown): Link | undefined => (row === undefined ? undefined : fromRow(row as Row));
  const list = (rows: unknown[]): Link[] => (rows as Row[]).map(fromRow);

  return {
    byId: (id: number): Link | undefined => one(byId.get(id)),
    /** Returns the link of a local object. */
    byLocal: (kind: SyncKind, localId: number): Link | undefined => one(byLocal.get(kind, localId)),
    byKey: (remoteId: number, kind: SyncKind, key: number): Link | undefined =>
      one(byKey.get(remoteId, kind, key)),
    /** Lists the links of what belongs to a project, without that of the project. */
    ofProject: (projectLink: number): Link[] => list(ofProject.all(projectLink)),
    /** Lists the links of the projects of a remote. */
    projects: (remoteId: number): Link[] => list(projects.all(remoteId)),
    /** Lists the links that wait for a decision. */
    inConflict: (remoteId: number): Link[] => list(inConflict.all(remoteId)),
    countConflicts: (remoteId: number): number => (countConflicts.get(remoteId) as { count: number }).count,
    /** Whether anything is linked: changes of data ask this before they look for a link. */
    any: (): boolean => anyProject.get() !== undefined,
    insert(link: NewLink): Link {
      const { lastInsertRowid } = insert.run(toRow({ ...link, id: link.id ?? null }));
      transactions.touch('remote_links.rows');
      return { ...link, id: Number(lastInsertRowid) };
    },
    /** Stores a link; its remote and kind never change. */
    update(link: Link): void {
      update.run(toRow(link));
      transactions.touch('remote_links.rows');
    },
    /** Removes a link; that of a project with all that belong to it. */
    remove(id: number): void {
      remove.run(id);
      transactions.touch('remote_links.rows');
    },
    /** Lists the linked projects that have outgoing changes, or have to be compared. */
    withChanges: (remoteId: number): ProjectChanges[] => withChanges.all(remoteId) as ProjectChanges[],
    /** Lists the links of projects whose outgoing changes have to be counted. */
    uncounted: (remoteId: number): number[] =>
      (uncounted.all(remoteId) as { id: number }[]).map(({ id }) => id),
    /** Returns how many outgoing changes a linked project has; null when they have to be counted. */
    outgoingOf: (id: number): number | null =>
      (outgoingOf.get(id) as { outgoing: number | null } | undefined)?.outgoing ?? null,
    /** Stores how many outgoing changes a linked project has, until one of its rows changes. */
    setOutgoing(id: number, outgoing: number): void {
      setOutgoing.run({ id, outgoing });
      transactions.touch('remote_links.values');
    },
  };
}

function toRow(link: Omit<Link, 'id'> & { readonly id: number | null }) {
  return {
    ...link,
    base: toText(link.base),
    theirs: toText(link.theirs),
    deletedThere: Number(link.deletedThere),
    ignored: JSON.stringify(link.ignored),
    shown: JSON.stringify(link.shown),
  };
}

function toText(value: Json): string | null {
  return value === null ? null : JSON.stringify(value);
}

function fromRow(row: Row): Link {
  return {
    id: row.id,
    remoteId: row.remote_id,
    kind: row.kind as SyncKind,
    localId: row.local_id,
    remoteKey: row.remote_key,
    projectLink: row.project_link,
    address: row.address,
    base: fieldsOf(row.base),
    theirs: fieldsOf(row.theirs),
    deletedThere: row.deleted_there === 1,
    ignored: JSON.parse(row.ignored) as Fields,
    shown: JSON.parse(row.shown) as JsonObject,
    seenAt: row.seen_at,
  };
}

function fieldsOf(text: string | null): Fields | null {
  return text === null ? null : (JSON.parse(text) as Fields);
}
