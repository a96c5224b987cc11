import { filterText, lastValue, queryBoolean } from '../http/read-query.ts';
import { get, type Resource, resource } from '../route.ts';
import { VERSIONS } from './paths.ts';
import { VersionSchema, versionView } from './version.view.ts';

/** Public versions of public projects, those of pull requests too (behaviour.md 17). */
export const versionResources: readonly Resource[] = [
  resource(
    VERSIONS,
    {
      name: 'Version list',
      description: 'The public versions of all public projects, by name from the last to the first.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'listV2Versions',
        access: 'open',
        summary: 'List the public versions',
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
            projectSlug: filterText(query, 'project__slug'),
            active: queryBoolean(lastValue(query, 'active')),
          };
          return list(services.v2Reads.versions(filters, page), versionView);
        },
      }),
    ],
  ),
  resource(`${VERSIONS}:id/`, { name: 'Version', description: 'One public version.', access: 'signed-in' }, [
    get({
      operationId: 'getV2Version',
      access: 'open',
      summary: 'Read a version',
      answer: VersionSchema,
      run: ({ services, id }) => versionView(services.v2Reads.version(id('id'))),
    }),
  ]),
];
