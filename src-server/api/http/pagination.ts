import type { Page, PageRequest } from '../../store/engine/list-page.ts';

/** A list as the API answers it (behaviour.md 4). */
export type ListAnswer = {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
};

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1000;

/** `limit` and `offset` of a query; garbage falls back, nothing is ever refused (behaviour.md 4 and Decisions). */
export function readPage(query: URLSearchParams): PageRequest {
  const limit = wholeNumber(query.getAll('limit').at(-1));
  const offset = wholeNumber(query.getAll('offset').at(-1));
  return {
    limit: limit === undefined || limit === 0 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT),
    offset: offset ?? 0,
  };
}

/** Wraps a page of views with its count and its neighbours' addresses. `address` is the list's own, without a query. */
export function listAnswer<Item>(
  address: string,
  query: URLSearchParams,
  request: PageRequest,
  page: Page<Item>,
  view: (item: Item) => unknown,
): ListAnswer {
  const { limit, offset } = request;
  const link = (toOffset: number | bigint) => `${address}?${pageQuery(query, limit, toOffset)}`;
  return {
    count: page.count,
    next: offset + limit < page.count ? link(offset + limit) : null,
    previous: offset > 0 ? link(previousOffset(query, request)) : null,
    results: page.items.map(view),
  };
}

/** Where the page before this one begins. Far beyond any list, only whole digits say so exactly. */
function previousOffset(query: URLSearchParams, { limit, offset }: PageRequest): number | bigint {
  if (Number.isSafeInteger(offset)) return Math.max(0, offset - limit);
  return BigInt(query.getAll('offset').at(-1) ?? offset) - BigInt(limit);
}

/** Other parameters are kept; all are sorted by name; the first page has no offset. */
function pageQuery(query: URLSearchParams, limit: number, offset: number | bigint): string {
  const next = new URLSearchParams(query);
  next.set('limit', String(limit));
  if (offset === 0) next.delete('offset');
  else next.set('offset', String(offset));
  next.sort();
  return next.toString();
}

/** A whole number from 0 up, or undefined. What a double cannot hold exactly is near enough for an offset past the end. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_VALUE);
}
