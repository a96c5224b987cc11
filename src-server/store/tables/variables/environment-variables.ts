import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { EnvironmentVariable } from '../../../model/variables/environment-variable.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = {
  id: number;
  project_id: number;
  name: string;
  public: number;
  has_value: number;
  created: number;
  modified: number;
};
type SealedRow = { name: string; isPublic: number; sealed: Uint8Array | null };

/** A variable before it is stored; not public unless it says so. */
type NewVariable = Omit<EnvironmentVariable, 'id' | 'isPublic' | 'hasValue'> &
  Partial<Pick<EnvironmentVariable, 'id' | 'isPublic'>>;

/** A variable with its encrypted value; null when it has none. */
export type SealedVariable = { readonly variable: EnvironmentVariable; readonly sealed: Uint8Array | null };

const COLUMNS = 'id, project_id, name, public, sealed IS NOT NULL AS has_value, created, modified';

/** Reads and writes `environment_variables`. Values are encrypted; lists last modified first (behaviour.md 13). */
export function environmentVariablesTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, `SELECT ${COLUMNS} FROM environment_variables WHERE id = ?`);
  const idsOfName = prepareRead(
    database,
    'SELECT id FROM environment_variables WHERE project_id = ? AND name = ? ORDER BY id',
  );
  const sealed = prepareRead(
    database,
    'SELECT name, public AS isPublic, sealed FROM environment_variables WHERE project_id = ? ORDER BY name, modified, id',
  );
  const sealedByName = prepareRead(
    database,
    `SELECT ${COLUMNS}, sealed FROM environment_variables WHERE project_id = ? AND name = ?
     ORDER BY modified DESC, id DESC LIMIT 1`,
  );
  const sealedById = prepareRead(database, 'SELECT sealed FROM environment_variables WHERE id = ?');
  const replace = database.prepare(
    'UPDATE environment_variables SET sealed = @sealed, modified = @modified WHERE id = @id',
  );
  const valuesLength = prepareRead(
    database,
    'SELECT coalesce(sum(length(sealed)), 0) AS length FROM environment_variables WHERE project_id = ?',
  );
  const setPublic = database.prepare('UPDATE environment_variables SET public = @public WHERE id = @id');
  const any = prepareRead(database, 'SELECT 1 FROM environment_variables WHERE sealed IS NOT NULL LIMIT 1');
  const insert = database.prepare(`
    INSERT INTO environment_variables (id, project_id, name, public, sealed, created, modified)
    VALUES (@id, @projectId, @name, @public, @sealed, @created, @modified)`);
  const remove = database.prepare('DELETE FROM environment_variables WHERE id = ?');
  const ofProject = createList<Row>(database, transactions, {
    from: 'environment_variables e',
    id: 'e.id',
    where: 'e.project_id = @projectId',
    filters: {},
    order: ['e.modified', 'e.id'],
    direction: 'DESC',
    rows: 'e.id, e.project_id, e.name, e.public, e.sealed IS NOT NULL AS has_value, e.created, e.modified FROM page CROSS JOIN environment_variables e ON e.id = page.id',
    changedBy: ['environment_variables.rows'],
    filtersChangedBy: [],
  });

  return {
    byId(id: number): EnvironmentVariable | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    nameTaken: (projectId: number, name: string): boolean => idsOfName.get(projectId, name) !== undefined,
    /** Lists the ids of the variables with this name, the oldest first. */
    idsOfName: (projectId: number, name: string): readonly number[] =>
      (idsOfName.all(projectId, name) as { id: number }[]).map(({ id }) => id),
    /** Returns the variable with this name, the last modified of several, and its encrypted value. */
    sealedByName(projectId: number, name: string): SealedVariable | undefined {
      const row = sealedByName.get(projectId, name) as (Row & { sealed: Uint8Array }) | undefined;
      return row && { variable: fromRow(row), sealed: row.sealed };
    },
    /** Returns the encrypted value of a variable; null when it has none. */
    sealedById: (id: number): Uint8Array | null =>
      (sealedById.get(id) as { sealed: Uint8Array | null } | undefined)?.sealed ?? null,
    /** Returns whether any value is encrypted with the data key. */
    any: (): boolean => any.get() !== undefined,
    /** Lists the name and encrypted value of each variable, for a build; of one name, the last modified comes last. */
    sealedOf: (projectId: number) =>
      (sealed.all(projectId) as SealedRow[]).map((row) => ({ ...row, isPublic: row.isPublic === 1 })),
    ofProject(projectId: number, request: PageRequest): Page<EnvironmentVariable> {
      const { count, items } = ofProject({ projectId }, {}, request);
      return { count, items: items.map(fromRow) };
    },
    insert(variable: NewVariable, value: Uint8Array | null): EnvironmentVariable {
      const { isPublic = false, ...rest } = variable;
      const row = { ...rest, public: Number(isPublic), id: variable.id ?? null, sealed: value };
      const { lastInsertRowid } = insert.run(row);
      transactions.touch('environment_variables.rows');
      return { ...rest, isPublic, hasValue: value !== null, id: Number(lastInsertRowid) };
    },
    /** Returns the length of a project's encrypted values together, which is some bytes more than that of the values. */
    valuesLength: (projectId: number): number => (valuesLength.get(projectId) as { length: number }).length,
    setPublic(id: number, isPublic: boolean): void {
      setPublic.run({ id, public: Number(isPublic) });
      transactions.touch('environment_variables.rows');
    },
    /** Replaces the value of a variable. */
    replace(id: number, value: Uint8Array, modified: Timestamp): void {
      replace.run({ id, sealed: value, modified });
      transactions.touch('environment_variables.rows');
    },
    remove(id: number): void {
      remove.run(id);
      transactions.touch('environment_variables.rows');
    },
  };
}

function fromRow(row: Row): EnvironmentVariable {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    isPublic: row.public === 1,
    hasValue: row.has_value === 1,
    created: row.created,
    modified: row.modified,
  };
}
