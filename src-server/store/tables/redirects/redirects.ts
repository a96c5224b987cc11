import type { Database } from 'better-sqlite3';
import type { Dialect } from '../../../model/base/dialect.ts';
import { REDIRECT_DEFAULTS, type Redirect } from '../../../model/redirects/redirect.ts';
import type { RedirectStatus } from '../../../model/redirects/resolve-redirect.ts';
import type { RedirectType } from '../../../model/redirects/rules/rule-2020.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';

/** A redirect before it is stored. Fields that 2020 does not have may be absent. */
export type NewRedirect = Omit<Redirect, 'id' | 'rank' | keyof typeof REDIRECT_DEFAULTS> &
  Partial<Pick<Redirect, 'id' | 'rank' | keyof typeof REDIRECT_DEFAULTS>>;

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
  dialect: string;
  has_2020_form: number;
  http_status: number;
  enabled: number;
  force: number;
  description: string | null;
};

/** Reads and writes `redirects`. Lists the highest rank first: last modified first, unless sorted by hand. */
export function redirectsTable(database: Database, transactions: Transactions) {
  const byId = prepareRead(database, 'SELECT * FROM redirects WHERE id = ?');
  const insert = database.prepare(`
    INSERT INTO redirects (id, project_id, type, from_url, to_url, created, modified, rank,
      dialect, has_2020_form, http_status, enabled, force, description)
    VALUES (@id, @projectId, @type, @fromUrl, @toUrl, @created, @modified, @rank,
      @dialect, @has2020Form, @httpStatus, @enabled, @force, @description)`);
  const update = database.prepare(`
    UPDATE redirects SET type = @type, from_url = @fromUrl, to_url = @toUrl, modified = @modified, rank = @rank,
      dialect = @dialect, has_2020_form = @has2020Form, http_status = @httpStatus, enabled = @enabled, force = @force,
      description = @description WHERE id = @id`);
  const setRank = database.prepare('UPDATE redirects SET rank = @rank WHERE id = @id');
  const top = prepareRead(
    database,
    'SELECT rank FROM redirects WHERE project_id = ? AND id <> ? ORDER BY rank DESC LIMIT 1',
  );
  const ranks = prepareRead(
    database,
    'SELECT id, rank FROM redirects WHERE project_id = ? ORDER BY rank DESC, id DESC',
  );
  const position = prepareRead(
    database,
    `SELECT (SELECT count(*) FROM redirects o
             WHERE o.project_id = r.project_id AND (o.rank, o.id) > (r.rank, r.id)) AS position
     FROM redirects r WHERE r.id = @id`,
  );
  const remove = database.prepare('DELETE FROM redirects WHERE id = ?');
  const ofProject = createList<Row>(database, transactions, {
    from: 'redirects r',
    id: 'r.id',
    where: 'r.project_id = @projectId',
    filters: { has2020Form: 'r.has_2020_form = 1' },
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
    /** Lists the redirects of a project in order; `has2020Form` leaves out those that the 2020 dialect does not list. */
    ofProject(
      projectId: number,
      request: PageRequest,
      { has2020Form = false }: { readonly has2020Form?: boolean } = {},
    ): Page<Redirect> {
      const filters = { has2020Form: has2020Form ? 1 : undefined };
      const { count, items } = ofProject({ projectId }, filters, request);
      return { count, items: items.map(fromRow) };
    },
    /** Returns the highest rank among a project's redirects other than `exceptId`; undefined when there is none. */
    topRank: (projectId: number, exceptId: number): number | undefined =>
      (top.get(projectId, exceptId) as { rank: number } | undefined)?.rank,
    /** Returns the position of a redirect in its project's order, from 0; undefined when there is no such redirect. */
    positionOf: (id: number): number | undefined =>
      (position.get({ id }) as { position: number } | undefined)?.position,
    /** Lists the redirects of a project in order, with their ranks. */
    ranksOf: (projectId: number): RedirectRank[] => ranks.all(projectId) as RedirectRank[],
    /** Inserts a redirect; without a rank, its last change determines its position. */
    insert(redirect: NewRedirect): Redirect {
      const whole = { ...REDIRECT_DEFAULTS, ...redirect, rank: redirect.rank ?? redirect.modified };
      const { lastInsertRowid } = insert.run(toRow({ ...whole, id: redirect.id ?? null }));
      transactions.touch('redirects.rows');
      return { ...whole, id: Number(lastInsertRowid) };
    },
    setRank(id: number, rank: number): void {
      setRank.run({ id, rank });
      transactions.touch('redirects.rows');
    },
    update(redirect: Redirect): void {
      update.run(toRow(redirect));
      transactions.touch('redirects.rows');
    },
    remove(id: number): void {
      remove.run(id);
      transactions.touch('redirects.rows');
    },
  };
}

function toRow(redirect: Omit<Redirect, 'id'> & { readonly id: number | null }) {
  const bits = { enabled: Number(redirect.enabled), force: Number(redirect.force) };
  return { ...redirect, ...bits, has2020Form: Number(redirect.has2020Form) };
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
    dialect: row.dialect as Dialect,
    has2020Form: row.has_2020_form === 1,
    httpStatus: row.http_status as RedirectStatus,
    enabled: row.enabled === 1,
    force: row.force === 1,
    description: row.description,
  };
}
