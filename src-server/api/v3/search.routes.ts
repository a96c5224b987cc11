import { lastValue } from '../http/read-query.ts';
import { get, type Resource, resource } from '../route.ts';
import { SearchSchema, searchResultView, searchView } from '../views/search.view.ts';
import { ROOT } from './paths.ts';

/** Search in built pages, with the query syntax of the live service. */
export const searchResources: readonly Resource[] = [
  resource(
    `${ROOT}search/`,
    {
      name: 'Search',
      description:
        'Looks through the built pages. Free words and `"phrases"`; `project:SLUG` or `project:SLUG/VERSION` for a project alone, `subprojects:SLUG` for one with its subprojects, `user:@me` for the projects of the caller.',
      access: 'signed-in',
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
            description: 'What to look for, and where: `project:pip/stable "requirements file"`.',
            schema: { type: 'string', maxLength: 500 },
          },
          {
            name: 'limit',
            description: 'How many pages are answered at once.',
            schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
          },
          {
            name: 'offset',
            description: 'How many pages come before them.',
            schema: { type: 'integer', minimum: 0, default: 0 },
          },
        ],
        run: ({ actor, services, query, page, list }) => {
          const found = services.search.find(actor, lastValue(query, 'q') ?? '', page);
          return searchView(found, list(found, searchResultView));
        },
      }),
    ],
  ),
];
