import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { prepareRead } from './prepare-read.ts';
import type { Change, Transactions } from './transaction.ts';

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
  /** What makes a remembered count or place of the unfiltered list stale. */
  readonly changedBy: readonly Change[];
  /** The same, in addition, once a filter is in use. */
  readonly filtersChangedBy: readonly Change[];
};

/** The sort key of the item at an offset. */
type Place = { readonly offset: number; readonly key: readonly unknown[] };
type Remembered = { readonly counter: number; readonly count: number; places: readonly Place[] };
type Prepared = {
  readonly count: Statement;
  readonly fromTop: Statement;
  readonly fromPlace: Statement;
  readonly changedBy: readonly Change[];
};

const REMEMBERED_LISTS = 200;
const PLACES_PER_LIST = 400;
/** Nearer than this to a known place, skipping rows costs less than remembering another place. */
const PLACE_DISTANCE = 50;

/**
 * Answers pages of one list: `page(values, filters, request)`. `values` binds the definition's own parameters; a
 * filter that is undefined is not applied. The count and the sort keys at places asked for are remembered while
 * the list stands, so that a page deep in a long list is found from the nearest known place, not from the top.
 */
export function createList<Row extends object>(
  database: Database,
  transactions: Transactions,
  list: ListDefinition,
): (values: Values, filters: Filters, request: PageRequest) => Page<Row> {
  const prepared = new Map<string, Prepared>();
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_LISTS });

  function statements(filters: readonly string[]): Prepared {
    const name = filters.join(' ');
    let found = prepared.get(name);
    if (!found) {
      found = prepareList(database, list, filters);
      prepared.set(name, found);
    }
    return found;
  }

  function recall(found: Prepared, key: string, bound: Values): Remembered {
    const counter = transactions.counter(found.changedBy);
    const known = remembered.get(key);
    if (known?.counter === counter) return known;
    const { count } = found.count.get(bound) as { count: number };
    const fresh = { counter, count, places: [] };
    remembered.set(key, fresh);
    return fresh;
  }

  return (values, filters, request) => {
    const used = Object.keys(list.filters).filter((name) => filters[name] !== undefined);
    const bound: Record<string, unknown> = { ...values };
    for (const name of used) bound[name] = filters[name];
    const found = statements(used);
    const memory = recall(found, JSON.stringify([used, bound]), bound as Values);
    if (request.offset >= memory.count) return { count: memory.count, items: [] };

    const place = nearestPlace(memory.places, request.offset);
    place?.key.forEach((part, index) => {
      bound[`key${index}`] = part;
    });
    bound.limit = request.limit;
    bound.skip = request.offset - (place?.offset ?? 0);
    const items = (place ? found.fromPlace : found.fromTop).all(bound) as Row[];
    if (Number(bound.skip) >= PLACE_DISTANCE) remember(memory, list, request.offset, items[0]);
    return { count: memory.count, items };
  };
}

function remember(memory: Remembered, list: ListDefinition, offset: number, row: object | undefined): void {
  if (!row || memory.places.length >= PLACES_PER_LIST) return;
  const cells = new Map(Object.entries(row));
  const place = { offset, key: list.order.map((_, index) => cells.get(`key${index}`)) };
  memory.places = [...memory.places, place].sort((a, b) => a.offset - b.offset);
}

function nearestPlace(places: readonly Place[], offset: number): Place | undefined {
  return places.findLast((place) => place.offset <= offset);
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
    fromPlace: select(`${where} AND ${onwards}`),
    changedBy: filters.length > 0 ? [...list.changedBy, ...list.filtersChangedBy] : list.changedBy,
  };
}
