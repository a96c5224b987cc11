import { lastValue } from '../http/query-values.ts';
import { type Resource, route } from '../route.ts';
import { ROOT } from './paths.ts';
import { SearchSchema, searchResultView, searchView } from './search.view.ts';

const SEARCH = `${ROOT}search/`;

/** Search in built pages, in the words of today's service. */
export const searchResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: SEARCH,
    name: 'Search',
    description:
      'Looks through the built pages. Free words and `"phrases"`; `project:SLUG` or `project:SLUG/VERSION` for a project with its subprojects, `user:@me` for the projects of the caller.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: SEARCH,
        access: 'signed-in',
        summary: 'Search the documentation',
        status: 200,
        answer: SearchSchema,
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
        refusals: [400],
        run: ({ actor, services, query, page, list }) => {
          const found = services.search.find(actor, lastValue(query, 'q') ?? '', page);
          return searchView(found, list(found, searchResultView));
        },
      }),
    ],
  },
];
