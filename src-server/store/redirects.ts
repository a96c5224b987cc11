import type { Database } from 'better-sqlite3';
import type { Redirect, RedirectType } from '../model/redirect.ts';
import { createList, type Page, type PageRequest } from './list-page.ts';
import { prepareRead } from './prepare-read.ts';
import type { Transactions } from './transaction.ts';

type Row = {
  id: number;
  project_id: number;
  type: string;
  from_url: string;
  to_url: string;
  created: number;
  modified: number;
};

/** The SQL home of `redirects`. Lists come last modified first (behaviour.md 12). */
export function redirectsTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, 'SELECT * FROM redirects WHERE id = ?');
  const insert = database.prepare(`
    INSERT INTO redirects (id, project_id, type, from_url, to_url, created, modified)
    VALUES (@id, @projectId, @type, @fromUrl, @toUrl, @created, @modified)`);
  const update = database.prepare(`
    UPDATE redirects SET type = @type, from_url = @fromUrl, to_url = @toUrl, modified = @modified WHERE id = @id`);
  const remove = database.prepare('DELETE FROM redirects WHERE id = ?');
  const ofProject = createList<Row>(database, transactions, {
    from: 'redirects r',
    id: 'r.id',
    where: 'r.project_id = @projectId',
    filters: {},
    order: ['r.modified', 'r.id'],
    direction: 'DESC',
    rows: 'r.* FROM page CROSS JOIN redirects r ON r.id = page.id',
    changedBy: ['redirects.rows'],
    filtersChangedBy: [],
  });

  return {
    byId(id: number): Redirect | undefined {
      const row = byId.get(id) as Row | undefined;
      return row && fromRow(row);
    },
    ofProject(projectId: number, request: PageRequest): Page<Redirect> {
      const { count, items } = ofProject({ projectId }, {}, request);
      return { count, items: items.map(fromRow) };
    },
    insert(redirect: Omit<Redirect, 'id'> & { id?: number | undefined }): Redirect {
      const { lastInsertRowid } = insert.run({ ...redirect, id: redirect.id ?? null });
      transactions.touch('redirects.rows');
      return { ...redirect, id: Number(lastInsertRowid) };
    },
    update(redirect: Redirect): void {
      update.run(redirect);
      transactions.touch('redirects.rows');
    },
    remove(id: number): void {
      remove.run(id);
      transactions.touch('redirects.rows');
    },
  };
}

function fromRow(row: Row): Redirect {
  return {
    id: row.id,
    projectId: row.project_id,
    type: row.type as RedirectType,
    fromUrl: row.from_url,
    toUrl: row.to_url,
    created: row.created,
    modified: row.modified,
  };
}
