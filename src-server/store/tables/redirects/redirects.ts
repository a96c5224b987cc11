import type { Database } from 'better-sqlite3';
import type { Redirect, RedirectType } from '../../../model/redirects/redirect.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

/** The rank of a redirect within its project. */
export type RedirectRank = Pick<Redirect, 'id' | 'rank'>;

type Row = {
  id: number;
  project_id: number;
  type: string;
  from_url: string;
  to_url: string;
  created: number;
  modified: number;
  rank: number;
};

/** Reads and writes `redirects`. Lists the highest rank first: last modified first, unless sorted by hand. */
export function redirectsTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, 'SELECT * FROM redirects WHERE id = ?');
  const insert = database.prepare(`
    INSERT INTO redirects (id, project_id, type, from_url, to_url, created, modified, rank)
    VALUES (@id, @projectId, @type, @fromUrl, @toUrl, @created, @modified, @rank)`);
  const update = database.prepare(`
    UPDATE redirects SET type = @type, from_url = @fromUrl, to_url = @toUrl, modified = @modified, rank = @rank
    WHERE id = @id`);
  const setRank = database.prepare('UPDATE redirects SET rank = @rank WHERE id = @id');
  const top = prepareRead(
    database,
    'SELECT rank FROM redirects WHERE project_id = ? AND id <> ? ORDER BY rank DESC LIMIT 1',
  );
  const ranks = prepareRead(
    database,
    'SELECT id, rank FROM redirects WHERE project_id = ? ORDER BY rank DESC, id DESC',
  );
  const remove = database.prepare('DELETE FROM redirects WHERE id = ?');
  const ofProject = createList<Row>(database, transactions, {
    from: 'redirects r',
    id: 'r.id',
    where: 'r.project_id = @projectId',
    filters: {},
    order: ['r.rank', 'r.id'],
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
    /** Returns the highest rank among a project's redirects other than `exceptId`; undefined when there is none. */
    topRank: (projectId: number, exceptId: number): number | undefined =>
      (top.get(projectId, exceptId) as { rank: number } | undefined)?.rank,
    /** Lists the redirects of a project in order, with their ranks. */
    ranksOf: (projectId: number): RedirectRank[] => ranks.all(projectId) as RedirectRank[],
    /** Inserts a redirect; without a rank, its last change determines its position. */
    insert(redirect: Omit<Redirect, 'id' | 'rank'> & Partial<Pick<Redirect, 'id' | 'rank'>>): Redirect {
      const rank = redirect.rank ?? redirect.modified;
      const { lastInsertRowid } = insert.run({ ...redirect, rank, id: redirect.id ?? null });
      transactions.touch('redirects.rows');
      return { ...redirect, rank, id: Number(lastInsertRowid) };
    },
    setRank(id: number, rank: number): void {
      setRank.run({ id, rank });
      transactions.touch('redirects.rows');
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
    rank: row.rank,
  };
}
