import { get, type Resource, resource } from '../route.ts';
import { SearchSchema } from '../views/search.view.ts';
import { answerCurrentSearch, MAX_PAGE_SIZE, PAGE_SIZE } from './search-answer.ts';
import { ROOT } from './views/links.ts';

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
        run: ({ actor, services, query, href }) =>
          answerCurrentSearch({ services, actor, query, address: href(`${ROOT}search/`) }),
      }),
    ],
  ),
];
