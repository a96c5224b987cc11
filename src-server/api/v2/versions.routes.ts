import { queryBoolean } from '../../model/base/fields.ts';
import { lastNonEmptyValue, lastValue } from '../http/query-values.ts';
import { type Resource, route } from '../route.ts';
import { VERSIONS } from './paths.ts';
import { VersionSchema, versionView } from './version.view.ts';

const VERSION = `${VERSIONS}:id/`;

/** Public versions of public projects, those of pull requests too (behaviour.md 17). */
export const versionResources: readonly Resource[] = [
  {
    dialect: 'v2',
    path: VERSIONS,
    name: 'Version list',
    description: 'The public versions of all public projects, by name from the last to the first.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: VERSIONS,
        access: 'open',
        summary: 'List the public versions',
        status: 200,
        answer: VersionSchema,
        list: true,
        query: [
          {
            name: 'project__slug',
            description: 'Only versions of the project with exactly this slug.',
            schema: { type: 'string' },
          },
          {
            name: 'active',
            description: 'Only active versions, or only inactive ones.',
            schema: { type: 'boolean' },
          },
        ],
        run({ services, query, page, list }) {
          const filters = {
            projectSlug: lastNonEmptyValue(query, 'project__slug'),
            active: queryBoolean(lastValue(query, 'active')),
          };
          return list(services.v2Reads.versions(filters, page), versionView);
        },
      }),
    ],
  },
  {
    dialect: 'v2',
    path: VERSION,
    name: 'Version',
    description: 'One public version.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: VERSION,
        access: 'open',
        summary: 'Read a version',
        status: 200,
        answer: VersionSchema,
        refusals: [404],
        run: ({ services, id }) => versionView(services.v2Reads.version(id('id'))),
      }),
    ],
  },
];
