import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { prepareRead } from './prepare-read.ts';
import type { Transactions } from './transaction.ts';
import type { TableChange } from './watcher.ts';

/** A part of a list, with the number of items in the whole list. */
export type Page<Item> = { readonly count: number; readonly items: readonly Item[] };

/** Which part of a list is wanted: `limit` items from the one at `offset` (0 is the first). */
export type PageRequest = { readonly limit: number; readonly offset: number };

type Values = Readonly<Record<string, string | number | null>>;
type Filters = Readonly<Record<string, string | number | undefined>>;

/** A list that can be paged and filtered. All SQL in it is constant; values are always bound. */
export type ListDefinition = {
  /** `FROM` of the query that finds ids in order. Best answered from an index alone. */
  readonly from: string;
  /** Column with the id that `rows` joins on. */
  readonly id: string;
  readonly where: string;
  /** The allow-list of filters: name to condition. */
  readonly filters: Readonly<Record<string, string>>;
  /** Columns of the order, all in one direction, the last one unique. */
  readonly order: readonly string[];
  readonly direction: 'ASC' | 'DESC';
  /** `COLUMNS FROM page CROSS JOIN …`: what to select, from a table `page` with a column `id`. */
  readonly rows: string;
  /** What makes a cached count or position of the unfiltered list stale. */
  readonly changedBy: readonly TableChange[];
  /** The same, in addition, once a filter is in use. */
  readonly filtersChangedBy: readonly TableChange[];
};

/** The sort key of the item at an offset. */
type Position = { readonly offset: number; readonly key: readonly unknown[] };
type CachedList = { readonly counter: number; readonly count: number; positions: readonly Position[] };
type Prepared = {
  readonly count: Statement;
  readonly fromTop: Statement;
  readonly fromPosition: Statement;
  readonly changedBy: readonly TableChange[];
};

const LIST_CACHE_SIZE = 200;
const POSITIONS_PER_LIST = 400;
/** Nearer than this to a known position, skipping rows costs less than caching another position. */
const MIN_POSITION_DISTANCE = 50;

/**
 * Answers pages of one list: `page(values, filters, request)`. `values` binds the definition's own parameters; a
 * filter that is undefined is not applied. The count and the sort keys at requested offsets are cached until the list
 * changes, so that a page deep in a long list is found from the nearest known position, not from the top.
 */
export function createList<Row extends object>(
  database: Database,
  transactions: Transactions,
  list: ListDefinition,
): (values: Values, filters: Filters, request: PageRequest) => Page<Row> {
  const prepared = new Map<string, Prepared>();
  const cache = new LRUCache<string, CachedList>({ max: LIST_CACHE_SIZE });

  function statements(filters: readonly string[]): Prepared {
    const name = filters.join(' ');
    let found = prepared.get(name);
    if (!found) {
      found = prepareList(database, list, filters);
      prepared.set(name, found);
    }
    return found;
  }

  function readCache(found: Prepared, key: string, bound: Values): CachedList {
    const counter = transactions.counter(found.changedBy);
    const known = cache.get(key);
    if (known?.counter === counter) return known;
    const { count } = found.count.get(bound) as { count: number };
    const fresh = { counter, count, positions: [] };
    if (!transactions.isChanging()) cache.set(key, fresh);
    return fresh;
  }

  return (values, filters, request) => {
    const used = Object.keys(list.filters).filter((name) => filters[name] !== undefined);
    const bound: Record<string, unknown> = { ...values };
    for (const name of used) bound[name] = filters[name];
    const found = statements(used);
    const cached = readCache(found, JSON.stringify([used, bound]), bound as Values);
    if (request.offset >= cached.count) return { count: cached.count, items: [] };

    const position = nearestPosition(cached.positions, request.offset);
    position?.key.forEach((part, index) => {
      bound[`key${index}`] = part;
    });
    bound.limit = request.limit;
    bound.skip = request.offset - (position?.offset ?? 0);
    const items = (position ? found.fromPosition : found.fromTop).all(bound) as Row[];
    if (Number(bound.skip) >= MIN_POSITION_DISTANCE && !transactions.isChanging())
      cachePosition(cached, list, request.offset, items[0]);
    return { count: cached.count, items };
  };
}

function cachePosition(
  cached: CachedList,
  list: ListDefinition,
  offset: number,
  row: object | undefined,
): void {
  if (!row || cached.positions.length >= POSITIONS_PER_LIST) return;
  const cells = new Map(Object.entries(row));
  const position = { offset, key: list.order.map((_, index) => cells.get(`key${index}`)) };
  cached.positions = [...cached.positions, position].sort((a, b) => a.offset - b.offset);
}

function nearestPosition(positions: readonly Position[], offset: number): Position | undefined {
  return positions.findLast((position) => position.offset <= offset);
}

function prepareList(database: Database, list: ListDefinition, filters: readonly string[]): Prepared {
  const where = [list.where, ...filters.map((name) => list.filters[name])].join(' AND ');
  const keys = list.order.map((_, index) => `key${index}`);
  const comparison = list.direction === 'ASC' ? '>=' : '<=';
  const onwards = `(${list.order.join(', ')}) ${comparison} (${keys.map((key) => `@${key}`).join(', ')})`;
  const select = (condition: string) =>
    prepareRead(
      database,
      `
      WITH page AS MATERIALIZED (
        SELECT ${list.id} AS id, ${list.order.map((column, index) => `${column} AS key${index}`).join(', ')}
        FROM ${list.from} WHERE ${condition}
        ORDER BY ${list.order.map((column) => `${column} ${list.direction}`).join(', ')}
        LIMIT @limit OFFSET @skip
      )
      SELECT ${keys.map((key) => `page.${key}`).join(', ')}, ${list.rows}
      ORDER BY ${keys.map((key) => `page.${key} ${list.direction}`).join(', ')}`,
    );
  return {
    count: prepareRead(database, `SELECT count(*) AS count FROM ${list.from} WHERE ${where}`),
    fromTop: select(where),
    fromPosition: select(`${where} AND ${onwards}`),
    changedBy: filters.length > 0 ? [...list.changedBy, ...list.filtersChangedBy] : list.changedBy,
  };
}
