import { filterText } from '../http/read-query.ts';
import { get, type Resource, resource } from '../route.ts';
import { BuildSchema, buildView } from './build.view.ts';
import { buildLogText } from './build-log-text.ts';
import { BUILDS } from './paths.ts';

/** Builds of public versions of public projects, those of pull requests too (behaviour.md 17). */
export const buildResources: readonly Resource[] = [
  resource(
    BUILDS,
    {
      name: 'Build list',
      description: 'The public builds of all public projects, newest first.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'listV2Builds',
        access: 'open',
        summary: 'List the public builds',
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
            projectSlug: filterText(query, 'project__slug'),
            commit: filterText(query, 'commit'),
          };
          return list(services.v2Reads.builds(filters, page), buildView);
        },
      }),
    ],
  ),
  resource(
    `${BUILDS}:id/`,
    {
      name: 'Build',
      description: 'One public build, with the commands that it ran; as plain text, its log.',
      access: 'signed-in',
    },
    [
      get({
        operationId: 'getV2Build',
        access: 'open',
        summary: 'Read a build',
        answer: BuildSchema,
        plainText: buildLogText,
        run: ({ services, id }) => buildView(services.v2Reads.build(id('id'))),
      }),
    ],
  ),
];
