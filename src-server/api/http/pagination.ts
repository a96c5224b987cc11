import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import { lastValue } from './read-query.ts';

/** A list as the API answers it (behaviour.md 4). */
export type ListAnswer = {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
};

/** Wraps a page of views with its count and the URLs of its neighbours. `address` is the list's URL without a query. */
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

/** Gives the offset of the page before this one; as a bigint where a double would not be exact. */
function previousOffset(query: URLSearchParams, { limit, offset }: PageRequest): number | bigint {
  if (Number.isSafeInteger(offset)) return Math.max(0, offset - limit);
  return BigInt(lastValue(query, 'offset') ?? offset) - BigInt(limit);
}

/** Keeps the other parameters, sorted by name; the first page has no offset. */
function pageQuery(query: URLSearchParams, limit: number, offset: number | bigint): string {
  const next = new URLSearchParams(query);
  next.set('limit', String(limit));
  if (offset === 0) next.delete('offset');
  else next.set('offset', String(offset));
  next.sort();
  return next.toString();
}
