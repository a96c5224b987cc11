import type { Database } from 'better-sqlite3';
import type { Subproject } from '../../../model/relations/subproject.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { isVisible } from '../projects/visibility.ts';

type Row = { id: number; parent_id: number; child_id: number; alias: string };

/** Reads and writes `subprojects`, the relations between a parent and its children. */
export function subprojectsTable(database: Database, transactions: Transactions) {
  const byAlias = prepareRead(database, 'SELECT * FROM subprojects WHERE parent_id = ? AND alias = ?');
  const ofChild = prepareRead(database, 'SELECT * FROM subprojects WHERE child_id = ?');
  const byId = prepareRead(database, 'SELECT * FROM subprojects WHERE id = ?');
  const anyOfParent = prepareRead(database, 'SELECT 1 FROM subprojects WHERE parent_id = ? LIMIT 1');
  const parents = database
    .prepare<[string], number>(
      'SELECT DISTINCT parent_id FROM subprojects WHERE parent_id IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const insert = database.prepare(
    'INSERT INTO subprojects (id, parent_id, child_id, alias) VALUES (@id, @parentId, @childId, @alias)',
  );
  const remove = database.prepare('DELETE FROM subprojects WHERE id = ? RETURNING child_id AS childId');
  const ofParent = createList<Row>(database, transactions, {
    from: 'subprojects s',
    id: 's.id',
    where: `s.parent_id = @parentId AND EXISTS (
      SELECT 1 FROM projects c WHERE c.id = s.child_id AND ${isVisible('c')})`,
    filters: {},
    order: ['s.id'],
    direction: 'ASC',
    rows: 's.* FROM page CROSS JOIN subprojects s ON s.id = page.id',
    changedBy: ['subprojects.rows', 'projects.rows', 'projects.values'],
    filtersChangedBy: [],
  });

  return {
    byId: (id: number): Subproject | undefined => toSubproject(byId.get(id) as Row | undefined),
    byAlias: (parentId: number, alias: string): Subproject | undefined =>
      toSubproject(byAlias.get(parentId, alias) as Row | undefined),
    /** Returns the relation that makes this project a subproject. */
    ofChild: (childId: number): Subproject | undefined =>
      toSubproject(ofChild.get(childId) as Row | undefined),
    hasChildren: (parentId: number): boolean => anyOfParent.get(parentId) !== undefined,
    /** Returns which of these projects have subprojects. */
    parentsAmong: (projectIds: readonly number[]): ReadonlySet<number> =>
      new Set(parents.all(JSON.stringify(projectIds))),
    /** Lists the relations whose child this user may see (behaviour.md 2); null sees all. */
    ofParent(parentId: number, viewerId: number | null, request: PageRequest): Page<Subproject> {
      const { count, items } = ofParent({ parentId, viewerId }, {}, request);
      return { count, items: items.map(fromRow) };
    },
    insert(relation: Omit<Subproject, 'id'> & { id?: number | undefined }): Subproject {
      const { lastInsertRowid } = insert.run({ ...relation, id: relation.id ?? null });
      transactions.touch('subprojects.rows', relation.childId);
      return { ...relation, id: Number(lastInsertRowid) };
    },
    remove(id: number): void {
      const row = remove.get(id) as { childId: number } | undefined;
      transactions.touch('subprojects.rows', row?.childId);
    },
  };
}

function toSubproject(row: Row | undefined): Subproject | undefined {
  return row && fromRow(row);
}

function fromRow(row: Row): Subproject {
  return { id: row.id, parentId: row.parent_id, childId: row.child_id, alias: row.alias };
}
