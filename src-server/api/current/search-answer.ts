import { BrokenRule, Invalid } from '../../model/base/problems.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import type { PageRequest } from '../../store/engine/list-page.ts';
import { lastValue } from '../http/read-query.ts';
import { searchResultView, searchView } from '../views/search.view.ts';

export const PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 30;
/** Results beyond this one are not answered. */
const LAST_ITEM = 1000;

type Question = {
  readonly services: Pick<Services, 'search'>;
  readonly actor: Actor;
  readonly query: URLSearchParams;
  /** The URL of the search without its query, from which those of the neighbouring pages are made. */
  readonly address: string;
  readonly projectIds?: ReadonlySet<number>;
};

/** Answers a search of today's service (live-service.md 2, "Search"). @throws Invalid @throws BrokenRule */
export function answerCurrentSearch({ services, actor, query, address, projectIds }: Question): object {
  const q = lastValue(query, 'q');
  if (!q) throw new Invalid({ q: ['This query parameter is required'] });
  const page = readSearchPage(query);
  const found = services.search.findAsToday(actor, q, page, projectIds);
  const neighbours = numberedPages(found.count, page, query, address);
  return searchView(found, { count: found.count, ...neighbours, results: found.items.map(searchResultView) });
}

/** @throws BrokenRule for a page that does not exist */
function readSearchPage(query: URLSearchParams): PageRequest {
  const limit = wholeNumber(lastValue(query, 'page_size')) || PAGE_SIZE;
  const number = query.has('page') ? wholeNumber(lastValue(query, 'page')) : 1;
  if (!number) throw new BrokenRule('Invalid page');
  const size = Math.min(limit, MAX_PAGE_SIZE);
  const offset = (number - 1) * size;
  if (offset >= LAST_ITEM) throw new BrokenRule('Page number is too high.');
  return { limit: size, offset };
}

function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^\s*\+?\d+\s*$/.test(text) ? Number(text) : 0;
}

/** Gives the URLs of a list's neighbours, which are numbered here. */
function numberedPages(
  count: number,
  { limit, offset }: PageRequest,
  query: URLSearchParams,
  address: string,
): { readonly next: string | null; readonly previous: string | null } {
  const number = offset / limit + 1;
  const link = (to: number) => {
    const next = new URLSearchParams(query);
    if (to === 1) next.delete('page');
    else next.set('page', String(to));
    next.sort();
    return `${address}?${next}`;
  };
  return {
    next: offset + limit < count ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
  };
}
