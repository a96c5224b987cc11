import Sqlite, { type Database } from 'better-sqlite3';
import { Conflict } from '../../../model/base/problems.ts';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import type { TableChange } from '../../engine/watcher.ts';

/** A removed item. */
export type TrashEntry = {
  readonly id: number;
  readonly removed: Timestamp;
  readonly kind: 'project' | 'version' | 'environment-variable' | 'integration' | 'build-webhook';
  /** Its id before the removal and after a restore. */
  readonly subjectId: number;
  readonly name: string;
  /** The user who removed it; null for Lectern itself. */
  readonly userId: number | null;
  readonly username: string | null;
  /** The journal batch that removed it. */
  readonly batch: number;
};

/** Counts of what a project contains or is linked to. */
export type ProjectContents = {
  readonly versions: number;
  readonly builds: number;
  readonly redirects: number;
  readonly environmentVariables: number;
  /** Subprojects, which remain. */
  readonly subprojects: number;
  /** Translations, which remain. */
  readonly translations: number;
  /** Its superproject and main project, which remain. */
  readonly above: number;
};

/** Tables with a project's rows and the SQL condition for them, each after the tables that it references. */
const PROJECT_TABLES = [
  ['projects', 'id = @id'],
  ['project_users', 'project_id = @id'],
  ['versions', 'project_id = @id'],
  ['builds', 'project_id = @id'],
  ['build_commands', 'build_id IN (SELECT id FROM builds WHERE project_id = @id)'],
  [
    'build_output',
    'command_id IN (SELECT c.id FROM build_commands c JOIN builds b ON b.id = c.build_id WHERE b.project_id = @id)',
  ],
  ['notifications', 'project_id = @id OR build_id IN (SELECT id FROM builds WHERE project_id = @id)'],
  ['redirects', 'project_id = @id'],
  ['environment_variables', 'project_id = @id'],
  ['integrations', 'project_id = @id'],
  ['build_webhooks', 'project_id = @id'],
  ['subprojects', 'parent_id = @id OR child_id = @id'],
] as const;
type Table = (typeof PROJECT_TABLES)[number][0];

/** Tables with a version's rows, in the same order. */
const VERSION_TABLES = [
  ['versions', 'id = @id'],
  ['builds', 'version_id = @id'],
  ['build_commands', 'build_id IN (SELECT id FROM builds WHERE version_id = @id)'],
  [
    'build_output',
    'command_id IN (SELECT c.id FROM build_commands c JOIN builds b ON b.id = c.build_id WHERE b.version_id = @id)',
  ],
  ['notifications', 'build_id IN (SELECT id FROM builds WHERE version_id = @id)'],
] as const satisfies readonly (readonly [Table, string])[];

/** Marks the links to a removed project's translations; their own rows stay in `projects`. Not a table. */
const TRANSLATIONS = 'translations';

const TOUCHED_CHANGES: readonly TableChange[] = [
  ...(['projects.rows', 'projects.values', 'versions.rows', 'versions.values'] as const),
  ...(['builds.rows', 'builds.values', 'redirects.rows', 'environment_variables.rows'] as const),
  ...(['subprojects.rows', 'integrations.rows', 'build_webhooks.rows', 'notifications.rows'] as const),
];

type Row = {
  id: number;
  removed: number;
  kind: string;
  subject_id: number;
  name: string;
  user_id: number | null;
  username: string | null;
  batch: number;
};

/** Reads and writes `trash` and `trash_rows`. A fixed number of statements moves a project of any size. */
export function trashTables(database: Database, transactions: Transactions) {
  const add = database.prepare(`
    INSERT INTO trash (removed, kind, subject_id, name, user_id, username, batch)
    VALUES (@removed, @kind, @subjectId, @name, @userId, @username, @batch)`);
  // Made when something is first removed or restored, since they ask for the columns of every table.
  let made: Copies | undefined;
  const copies = () => {
    made ??= prepareCopies(database);
    return made;
  };
  const copyTranslations = database.prepare(`
    INSERT INTO trash_rows (trash_id, table_name, row)
    SELECT @trashId, '${TRANSLATIONS}', json_object('id', id) FROM projects WHERE translation_of = @id ORDER BY id`);
  const removeProject = database.prepare('DELETE FROM projects WHERE id = ?');
  const linkTranslations = database.prepare(`
    UPDATE projects SET translation_of = @id WHERE id IN (
      SELECT json_extract(row, '$.id') FROM trash_rows WHERE trash_id = @trashId AND table_name = '${TRANSLATIONS}')`);
  const translationsIn = prepareRead(
    database,
    `SELECT json_extract(row, '$.id') AS id FROM trash_rows WHERE trash_id = ? AND table_name = '${TRANSLATIONS}'`,
  );
  const restoreValue = database.prepare(`
    UPDATE environment_variables SET (sealed, modified) = (
      SELECT unhex(nullif(json_extract(row, '$.sealed.hex'), '')), json_extract(row, '$.modified')
      FROM trash_rows WHERE trash_id = @trashId)
    WHERE id = @id`);
  const one = prepareRead(database, 'SELECT * FROM trash WHERE id = ?');
  const ofBatch = prepareRead(
    database,
    'SELECT * FROM trash WHERE batch = ? AND kind = ? AND subject_id = ? ORDER BY id DESC LIMIT 1',
  );
  const rows = prepareRead(
    database,
    'SELECT json(row) AS row FROM trash_rows WHERE trash_id = ? AND table_name = ? ORDER BY id',
  );
  const all = prepareRead(database, 'SELECT * FROM trash ORDER BY removed DESC, id DESC');
  const drop = database.prepare('DELETE FROM trash WHERE id = ?');
  const dropOld = database.prepare('DELETE FROM trash WHERE removed < ?');
  const hasMaintainer = prepareRead(
    database,
    `SELECT 1 FROM trash_rows WHERE table_name = 'project_users' AND json_extract(row, '$.user_id') = ? LIMIT 1`,
  );
  const removedVersions = prepareRead(
    database,
    `SELECT json_extract(r.row, '$.id') AS id, t.removed FROM trash_rows r JOIN trash t ON t.id = r.trash_id
     WHERE r.table_name = 'versions'`,
  );
  const contents = prepareRead(
    database,
    `SELECT
      (SELECT count(*) FROM versions WHERE project_id = @id) AS versions,
      (SELECT count(*) FROM builds WHERE project_id = @id) AS builds,
      (SELECT count(*) FROM redirects WHERE project_id = @id) AS redirects,
      (SELECT count(*) FROM environment_variables WHERE project_id = @id) AS environmentVariables,
      (SELECT count(*) FROM subprojects WHERE parent_id = @id) AS subprojects,
      (SELECT count(*) FROM projects WHERE translation_of = @id) AS translations,
      (SELECT count(*) FROM subprojects WHERE child_id = @id)
        + (SELECT count(translation_of) FROM projects WHERE id = @id) AS above`,
  );

  function begin(entry: Omit<TrashEntry, 'id'>): number {
    return Number(add.run(entry).lastInsertRowid);
  }

  function touchAll(): void {
    for (const change of TOUCHED_CHANGES) transactions.touch(change);
  }

  return {
    contentsOf: (projectId: number): ProjectContents => contents.get({ id: projectId }) as ProjectContents,

    /** Moves a project with all its contents to the trash and removes its links to other projects. */
    moveProject(entry: Omit<TrashEntry, 'id' | 'kind'>): void {
      const parameters = { id: entry.subjectId, trashId: begin({ ...entry, kind: 'project' }) };
      for (const statement of copies().project) statement.run(parameters);
      copyTranslations.run(parameters);
      removeProject.run(entry.subjectId);
      touchAll();
    },

    /** Stores a copy of one item with all that belongs to it, secrets encrypted; the caller then removes or changes it. */
    storeCopy(entry: Omit<TrashEntry, 'id' | 'kind'> & { readonly kind: keyof Copies['single'] }): void {
      const trashId = begin(entry);
      for (const statement of copies().single[entry.kind]) statement.run({ id: entry.subjectId, trashId });
    },

    byId(id: number): TrashEntry | undefined {
      const row = one.get(id) as Row | undefined;
      return row && fromRow(row);
    },

    /** Returns the item that this batch removed; the newest entry when there are several. */
    ofBatch(batch: number, kind: TrashEntry['kind'], subjectId: number): TrashEntry | undefined {
      const row = ofBatch.get(batch, kind, subjectId) as Row | undefined;
      return row && fromRow(row);
    },

    /** Returns the removed rows of a table, by column. */
    rowsOf: (trashId: number, table: Table): Record<string, string | number | null>[] =>
      (rows.all(trashId, table) as { row: string }[]).map(({ row }) => JSON.parse(row)),

    /** Returns the translations that a removed project had. */
    translationsOf: (trashId: number): number[] =>
      (translationsIn.all(trashId) as { id: number }[]).map(({ id }) => id),

    /** Restores an item with its old ids. @throws Conflict when something else has taken its place */
    restore({ id: trashId, kind, subjectId }: TrashEntry): void {
      try {
        for (const statement of copies().restoreRows) statement.run(trashId);
        if (kind === 'project') linkTranslations.run({ id: subjectId, trashId });
      } catch (error) {
        const isTaken = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
        throw isTaken ? new Conflict('Something else has taken the place of what was removed.') : error;
      }
      drop.run(trashId);
      touchAll();
    },

    /** Restores the previous value of a variable that still exists. */
    restoreValue({ id: trashId, subjectId }: TrashEntry): void {
      restoreValue.run({ trashId, id: subjectId });
      drop.run(trashId);
      transactions.touch('environment_variables.rows');
    },

    /** Lists the trash, newest first. */
    all: (): TrashEntry[] => (all.all() as Row[]).map(fromRow),

    /** Permanently deletes items removed before this time; returns their number. */
    dropOlder: (before: Timestamp): number => dropOld.run(before).changes,

    /** Lists the versions of removed projects with the time of removal. */
    removedVersions: () => removedVersions.all() as { id: number; removed: Timestamp }[],

    /** Returns whether a removed project has this maintainer. */
    hasMaintainer: (userId: number): boolean => hasMaintainer.get(userId) !== undefined,
  };
}

type Copies = ReturnType<typeof prepareCopies>;

/** Prepares the statements that copy rows of any table to the trash and back. */
function prepareCopies(database: Database) {
  const columns = new Map(PROJECT_TABLES.map(([table]) => [table, columnsOf(database, table)]));
  const copyInto = (table: Table, where: string) =>
    database.prepare(`
      INSERT INTO trash_rows (trash_id, table_name, row)
      SELECT @trashId, '${table}', json_object(${(columns.get(table) ?? []).map(({ keep }) => keep).join(', ')})
      FROM ${table} WHERE ${where}`);
  const restoreInto = (table: Table) => {
    const of = columns.get(table) ?? [];
    return database.prepare(`
      INSERT INTO ${table} (${of.map(({ name }) => name).join(', ')})
      SELECT ${of.map(({ putBack }) => putBack).join(', ')}
      FROM trash_rows WHERE trash_id = ? AND table_name = '${table}' ORDER BY id`);
  };
  return {
    project: PROJECT_TABLES.map(([table, where]) => copyInto(table, where)),
    restoreRows: PROJECT_TABLES.map(([table]) => restoreInto(table)),
    single: {
      version: VERSION_TABLES.map(([table, where]) => copyInto(table, where)),
      'environment-variable': [copyInto('environment_variables', 'id = @id')],
      integration: [copyInto('integrations', 'id = @id')],
      'build-webhook': [copyInto('build_webhooks', 'id = @id')],
    },
  };
}

type Column = { readonly name: string; readonly keep: string; readonly putBack: string };
type ColumnInfo = { name: string; type: string; notnull: number; dflt_value: string | null };

/** Returns the SQL that converts each column to JSON and back. A column added later gets its default. */
function columnsOf(database: Database, table: Table): Column[] {
  const found = database.prepare(
    `SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${table}')`,
  );
  return (found.all() as ColumnInfo[]).map(({ name, type, notnull, dflt_value: fallback }) => {
    const quoted = `"${name}"`;
    if (type === 'BLOB') {
      return {
        name: quoted,
        keep: `'${name}', json_object('hex', hex(${quoted}))`,
        putBack: `unhex(nullif(json_extract(row, '$.${name}.hex'), ''))`,
      };
    }
    const value = `json_extract(row, '$.${name}')`;
    const putBack = notnull && fallback !== null ? `coalesce(${value}, ${fallback})` : value;
    return { name: quoted, keep: `'${name}', ${quoted}`, putBack };
  });
}

function fromRow(row: Row): TrashEntry {
  return {
    id: row.id,
    removed: row.removed,
    kind: row.kind as TrashEntry['kind'],
    subjectId: row.subject_id,
    name: row.name,
    userId: row.user_id,
    username: row.username,
    batch: row.batch,
  };
}
