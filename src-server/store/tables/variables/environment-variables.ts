import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { EnvironmentVariable } from '../../../model/variables/environment-variable.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

type Row = { id: number; project_id: number; name: string; created: number; modified: number };
type SealedRow = { name: string; sealed: Uint8Array };

/** A variable with its encrypted value. */
export type SealedVariable = { readonly variable: EnvironmentVariable; readonly sealed: Uint8Array };

const COLUMNS = 'id, project_id, name, created, modified';

/** Reads and writes `environment_variables`. Values are encrypted; lists last modified first (behaviour.md 13). */
export function environmentVariablesTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, `SELECT ${COLUMNS} FROM environment_variables WHERE id = ?`);
  const nameTaken = prepareRead(
    database,
    'SELECT 1 FROM environment_variables WHERE project_id = ? AND name = ?',
  );
  const sealed = prepareRead(
    database,
    'SELECT name, sealed FROM environment_variables WHERE project_id = ? ORDER BY name',
  );
  const sealedByName = prepareRead(
    database,
    `SELECT ${COLUMNS}, sealed FROM environment_variables WHERE project_id = ? AND name = ?`,
  );
  const replace = database.prepare(
    'UPDATE environment_variables SET sealed = @sealed, modified = @modified WHERE id = @id',
  );
  const any = prepareRead(database, 'SELECT 1 FROM environment_variables LIMIT 1');
  const insert = database.prepare(`
    INSERT INTO environment_variables (id, project_id, name, sealed, created, modified)
    VALUES (@id, @projectId, @name, @sealed, @created, @modified)`);
  const remove = database.prepare('DELETE FROM environment_variables WHERE id = ?');
  const ofProject = createList<Row>(database, transactions, {
    from: 'environment_variables e',
    id: 'e.id',
    where: 'e.project_id = @projectId',
    filters: {},
    order: ['e.modified', 'e.id'],
    direction: 'DESC',
    rows: 'e.id, e.project_id, e.name, e.created, e.modified FROM page CROSS JOIN environment_variables e ON e.id = page.id',
    changedBy: ['environment_variables.rows'],
    filtersChangedBy: [],
  });

  return {
    byId(id: number): EnvironmentVariable | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    nameTaken: (projectId: number, name: string): boolean => nameTaken.get(projectId, name) !== undefined,
    /** Returns the variable with this name and its encrypted value. */
    sealedByName(projectId: number, name: string): SealedVariable | undefined {
      const row = sealedByName.get(projectId, name) as (Row & { sealed: Uint8Array }) | undefined;
      return row && { variable: fromRow(row), sealed: row.sealed };
    },
    any: (): boolean => any.get() !== undefined,
    /** Lists the name and encrypted value of each variable, for a build. */
    sealedOf: (projectId: number): readonly SealedRow[] => sealed.all(projectId) as SealedRow[],
    ofProject(projectId: number, request: PageRequest): Page<EnvironmentVariable> {
      const { count, items } = ofProject({ projectId }, {}, request);
      return { count, items: items.map(fromRow) };
    },
    insert(
      variable: Omit<EnvironmentVariable, 'id'> & { id?: number | undefined },
      value: Uint8Array,
    ): EnvironmentVariable {
      const { lastInsertRowid } = insert.run({ ...variable, id: variable.id ?? null, sealed: value });
      transactions.touch('environment_variables.rows');
      return { ...variable, id: Number(lastInsertRowid) };
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
    created: row.created,
    modified: row.modified,
  };
}
