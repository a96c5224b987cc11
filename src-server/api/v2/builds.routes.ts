import { lastNonEmptyValue } from '../http/query-values.ts';
import { type Resource, route } from '../route.ts';
import { BuildSchema, buildView } from './build.view.ts';
import { BUILDS } from './paths.ts';

const BUILD = `${BUILDS}:id/`;

/** Builds of public versions of public projects, those of pull requests too (behaviour.md 17). */
export const buildResources: readonly Resource[] = [
  {
    dialect: 'v2',
    path: BUILDS,
    name: 'Build list',
    description: 'The public builds of all public projects, newest first.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: BUILDS,
        access: 'open',
        summary: 'List the public builds',
        status: 200,
        answer: BuildSchema,
        list: true,
        query: [
          {
            name: 'project__slug',
            description: 'Only builds of the project with exactly this slug.',
            schema: { type: 'string' },
          },
          {
            name: 'commit',
            description: 'Only builds of exactly this commit.',
            schema: { type: 'string' },
          },
        ],
        run({ services, query, page, list }) {
          const filters = {
            projectSlug: lastNonEmptyValue(query, 'project__slug'),
            commit: lastNonEmptyValue(query, 'commit'),
          };
          return list(services.v2Reads.builds(filters, page), buildView);
        },
      }),
    ],
  },
  {
    dialect: 'v2',
    path: BUILD,
    name: 'Build',
    description: 'One public build, with the commands that it ran.',
    fallbackAccess: 'signed-in',
    routes: [
      route({
        method: 'GET',
        path: BUILD,
        access: 'open',
        summary: 'Read a build',
        status: 200,
        answer: BuildSchema,
        refusals: [404],
        run: ({ services, id }) => buildView(services.v2Reads.build(id('id'))),
      }),
    ],
  },
];
