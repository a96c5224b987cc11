import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { CurrentVariableBody, type EnvironmentVariable } from '../../model/variables/environment-variable.ts';
import { get, post, type Resource, remove, resource } from '../route.ts';
import { type Href, PROJECT, projectPath } from './views/links.ts';

const VARIABLES = `${PROJECT}environmentvariables/` as const;

const VariableSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.url(), project: z.url() }),
    created: z.iso.datetime(),
    modified: z.iso.datetime(),
    name: z.string(),
    pk: z.int(),
    project: z.string(),
    public: z.boolean().nullable(),
  })
  .meta({ id: 'EnvironmentVariable' });

/** Makes an environment variable, without the value, which no answer contains. */
function variableView(variable: EnvironmentVariable, projectSlug: string, href: Href): object {
  return {
    _links: {
      _self: href(projectPath(projectSlug, 'environmentvariables', variable.id)),
      project: href(projectPath(projectSlug)),
    },
    created: formatTimestamp(variable.created),
    modified: formatTimestamp(variable.modified),
    name: variable.name,
    pk: variable.id,
    project: projectSlug,
    public: variable.isPublic,
  };
}

/** Environment variables of a project, for its maintainers only (live-service.md 6). */
export const environmentVariableResources: readonly Resource[] = [
  resource(
    VARIABLES,
    {
      name: 'Environment variable list',
      description: 'Names of the variables that builds of the project receive. Several may have one name.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectEnvironmentVariables',
        summary: 'List the environment variables',
        answer: VariableSchema,
        list: true,
        selectable: false,
        run: ({ actor, services, slug, page, list, href }) =>
          list(services.environmentVariables.list(actor, slug, page), (item) =>
            variableView(item, slug, href),
          ),
      }),
      post({
        operationId: 'createProjectEnvironmentVariable',
        summary: 'Create an environment variable',
        answer: VariableSchema,
        body: CurrentVariableBody,
        run: async ({ actor, services, slug, body, href }) =>
          variableView(await services.environmentVariables.createAsToday(actor, slug, body), slug, href),
      }),
    ],
  ),
  resource(
    `${VARIABLES}:environmentvariable_id/`,
    {
      name: 'Environment variable',
      description:
        'One environment variable, without its value. To change the value, delete it and create it again.',
      access: 'maintainer',
      model: 'EnvironmentVariable',
    },
    [
      get({
        operationId: 'getProjectEnvironmentVariable',
        summary: 'Read an environment variable',
        answer: VariableSchema,
        selectable: false,
        run: ({ actor, services, slug, id, href }) =>
          variableView(
            services.environmentVariables.get(actor, slug, id('environmentvariable_id')),
            ...([slug, href] as const),
          ),
      }),
      remove({
        operationId: 'deleteProjectEnvironmentVariable',
        summary: 'Delete an environment variable',
        run: ({ actor, services, slug, id }) =>
          services.environmentVariables.remove(actor, slug, id('environmentvariable_id')),
      }),
    ],
  ),
];
