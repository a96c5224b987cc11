import { BrokenRule, Invalid } from '../../model/base/problems.ts';
import type { PageRequest } from '../../store/engine/list-page.ts';
import type { ListAnswer } from '../http/pagination.ts';
import { lastValue } from '../http/read-query.ts';
import { get, type Resource, resource } from '../route.ts';
import { SearchSchema, searchResultView, searchView } from '../views/search.view.ts';
import { ROOT } from './links.ts';

const PAGE_SIZE = 15;
const MAX_PAGE_SIZE = 30;
/** Results beyond this one are not answered. */
const LAST_ITEM = 1000;

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

/** Gives the list with the URLs of its neighbours, which are numbered here. */
function numberedPages(
  list: ListAnswer,
  { limit, offset }: PageRequest,
  query: URLSearchParams,
  address: string,
): ListAnswer {
  const number = offset / limit + 1;
  const link = (to: number) => {
    const next = new URLSearchParams(query);
    if (to === 1) next.delete('page');
    else next.set('page', String(to));
    next.sort();
    return `${address}?${next}`;
  };
  return {
    ...list,
    next: offset + limit < list.count ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
  };
}

/** Search in built pages (live-service.md 2, "Search"). */
export const searchResources: readonly Resource[] = [
  resource(
    `${ROOT}search/`,
    {
      name: 'Search',
      description:
        'Looks through the built pages of the places that the query names: `project:SLUG`, `project:SLUG/VERSION`, `subprojects:SLUG` for a project with its subprojects, `user:@me` for the projects of the caller.',
      access: 'open',
      throttle: 'search',
    },
    [
      get({
        operationId: 'getSearch',
        summary: 'Search the documentation',
        answer: SearchSchema,
        selectable: false,
        query: [
          {
            name: 'q',
            description: 'What to look for, and where: `project:pip/stable requirements`.',
            schema: { type: 'string', minLength: 1, maxLength: 500 },
          },
          {
            name: 'page',
            description: 'The number of the page.',
            schema: { type: 'integer', minimum: 1, default: 1 },
          },
          {
            name: 'page_size',
            description: 'How many results a page has.',
            schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE },
          },
        ],
        run({ actor, services, query, list, href }) {
          const q = lastValue(query, 'q');
          if (!q) throw new Invalid({ q: ['This query parameter is required'] });
          const page = readSearchPage(query);
          const found = services.search.findAsToday(actor, q, page);
          const whole = list(found, searchResultView);
          return searchView(found, numberedPages(whole, page, query, href(`${ROOT}search/`)));
        },
      }),
    ],
  ),
];
