import { toHarEntry } from '../../model/requests/har.ts';
import type { RequestFilter } from '../../model/requests/request-filter.ts';
import type {
  BodyState,
  ClientGroup,
  HeaderPairs,
  RefusalStep,
  RequestDetail,
  RequestDoor,
  RequestRow,
} from '../../model/requests/request-record.ts';
import type { Database } from '../file/database.ts';
import { filterSql } from './filter-sql.ts';

/** Rows of the list, newest first, and how long the list is. */
export type RequestPage = {
  readonly rows: readonly RequestRow[];
  /** How many match the filter, up to `until`. */
  readonly count: number;
  /** How many there are. */
  readonly total: number;
  /** How many that match are newer than `until`. */
  readonly newer: number;
  /** The highest id of all. */
  readonly lastId: number;
  /** How many were dropped because too many came at once. */
  readonly dropped: number;
};

export type PageQuery = {
  readonly filter: RequestFilter;
  readonly offset: number;
  readonly limit: number;
  /** The newest id that is shown; undefined for the newest there is. */
  readonly until?: number | undefined;
};

/** The first requests after an id, or without one the last there are; oldest first. */
export type SinceQuery = {
  readonly filter: RequestFilter;
  readonly since?: number | undefined;
  readonly limit: number;
};

/** What an archive is made of: requests after an id up to another. */
export type HarQuery = { readonly filter: RequestFilter; readonly after: number; readonly until: number };

/** Some entries of an archive as JSON; `next` is the id after which the others begin, null when there are none. */
export type HarPart = { readonly entries: readonly string[]; readonly next: number | null };

type StoredRow = {
  id: number;
  at: number;
  door: RequestDoor;
  method: string;
  host: string;
  path: string;
  status: number | null;
  duration: number;
  user: string | null;
  token: string | null;
  client: string;
  requestBytes: number;
  responseBytes: number;
  step: RefusalStep | null;
  reason: string | null;
  fault: string | null;
  batches: string | null;
  isUnmatched: number;
};
type StoredContents = {
  requestHeaders: string;
  requestBody: string | null;
  requestState: BodyState;
  responseHeaders: string;
  responseBody: string | null;
  responseState: BodyState;
};

const COLUMNS = `id, at, door, method, host, path, status, duration, user, token, client, request_bytes AS requestBytes,
  response_bytes AS responseBytes, step, reason, fault, batches, is_unmatched AS isUnmatched`;
const textOf = (column: string) => `(SELECT text FROM texts WHERE texts.id = ${column})`;
const CONTENTS = `${textOf('request_headers')} AS requestHeaders, ${textOf('request_body')} AS requestBody,
  request_state AS requestState, ${textOf('response_headers')} AS responseHeaders,
  ${textOf('response_body')} AS responseBody, response_state AS responseState`;
const MAX_GROUPS = 200;
/** How long the text of a part of an archive becomes, about: no more is in memory at a time. */
const HAR_PART = 500_000;

/** Reads the log. Keeps the ids that match the last filter, so that scrolling and new rows cost little. */
export function openRequestReader(database: Database) {
  // Two questions, since SQLite answers both at once by reading every row.
  const bounds = database.prepare<[], { first: number; last: number }>(
    `SELECT coalesce((SELECT min(id) FROM requests), 0) AS first,
       coalesce((SELECT max(id) FROM requests), 0) AS last`,
  );
  const droppedCount = database.prepare<[], number>('SELECT dropped FROM progress').pluck();
  const one = database.prepare<[number], StoredRow & StoredContents>(
    `SELECT ${COLUMNS}, ${CONTENTS} FROM requests WHERE id = ?`,
  );
  const rowOf = database.prepare<[number], StoredRow>(`SELECT ${COLUMNS} FROM requests WHERE id = ?`);
  let matched: { readonly key: string; ids: number[]; upTo: number } | undefined;

  /** Returns the ids that match, in their order. */
  function idsOf(filter: RequestFilter): number[] {
    const key = JSON.stringify(filter);
    const { first, last } = bounds.get() ?? { first: 0, last: 0 };
    if (matched?.key !== key) matched = { key, ids: [], upTo: 0 };
    const { sql, values } = filterSql(filter);
    const added = database
      .prepare<unknown[], number>(`SELECT id FROM requests WHERE id > ? AND ${sql} ORDER BY id`)
      .pluck()
      .all(matched.upTo, ...values);
    const start = countUpTo(matched.ids, first - 1);
    if (start > 0) matched.ids.splice(0, start);
    for (const id of added) matched.ids.push(id);
    matched.upTo = Math.max(matched.upTo, last);
    return matched.ids;
  }

  return {
    page({ filter, offset, limit, until }: PageQuery): RequestPage {
      const ids = idsOf(filter);
      const count = until === undefined ? ids.length : countUpTo(ids, until);
      const end = Math.max(0, count - offset);
      const rows = ids
        .slice(Math.max(0, end - limit), end)
        .toReversed()
        .flatMap((id) => rowOf.get(id) ?? []);
      const { first, last } = bounds.get() ?? { first: 0, last: 0 };
      return {
        rows: rows.map(toRow),
        count,
        // There are no gaps between the ids.
        total: last === 0 ? 0 : last - first + 1,
        newer: ids.length - count,
        lastId: last,
        dropped: droppedCount.get() ?? 0,
      };
    },
    since({ filter, since, limit }: SinceQuery): RequestRow[] {
      const { sql, values } = filterSql(filter);
      const order = since === undefined ? 'DESC' : 'ASC';
      const rows = database
        .prepare<unknown[], StoredRow>(
          `SELECT ${COLUMNS} FROM requests WHERE id > ? AND ${sql} ORDER BY id ${order} LIMIT ?`,
        )
        .all(since ?? 0, ...values, limit)
        .map(toRow);
      return since === undefined ? rows.reverse() : rows;
    },
    groups(filter: RequestFilter): ClientGroup[] {
      const { sql, values } = filterSql(filter);
      return database
        .prepare<unknown[], ClientGroup>(`
          SELECT client, count(*) AS count, sum(status IS NULL OR status >= 400) AS failed, max(at) AS lastAt
          FROM requests WHERE ${sql} GROUP BY client ORDER BY count DESC, client LIMIT ${MAX_GROUPS}`)
        .all(...values);
    },
    /** Returns one request with its headers and bodies. */
    get(id: number): RequestDetail | undefined {
      const stored = one.get(id);
      return stored && toDetail(stored);
    },
    /** Returns a part of an archive of all that match, oldest first; it ends when its text is long enough. */
    har({ filter, after, until }: HarQuery): HarPart {
      const { sql, values } = filterSql(filter);
      const matching = database.prepare<unknown[], StoredRow & StoredContents>(`
        SELECT ${COLUMNS}, ${CONTENTS} FROM requests
        WHERE id > ? AND id <= ? AND ${sql} ORDER BY id`);
      const entries: string[] = [];
      let length = 0;
      for (const stored of matching.iterate(after, until, ...values)) {
        const entry = JSON.stringify(toHarEntry(toDetail(stored)));
        entries.push(entry);
        length += entry.length;
        if (length >= HAR_PART) return { entries, next: stored.id };
      }
      return { entries, next: null };
    },
    lastId: (): number => bounds.get()?.last ?? 0,
  };
}

/** Counts the sorted ids up to this one, by halving. */
function countUpTo(ids: readonly number[], until: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) <= until) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toRow({ batches, isUnmatched, ...row }: StoredRow): RequestRow {
  return {
    ...row,
    batches: batches === null ? [] : (JSON.parse(batches) as number[]),
    isChanged: batches !== null,
    isUnmatched: isUnmatched === 1,
  };
}

function toDetail(stored: StoredRow & StoredContents): RequestDetail {
  const { requestHeaders, requestBody, requestState, responseHeaders, responseBody, responseState, ...row } =
    stored;
  return {
    ...toRow(row),
    requestHeaders: JSON.parse(requestHeaders) as HeaderPairs,
    responseHeaders: JSON.parse(responseHeaders) as HeaderPairs,
    requestBody: { text: requestBody, state: requestState },
    responseBody: { text: responseBody, state: responseState },
  };
}
