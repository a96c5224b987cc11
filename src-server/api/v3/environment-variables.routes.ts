import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import {
  type EnvironmentVariable,
  EnvironmentVariableBody,
} from '../../model/variables/environment-variable.ts';
import { type Resource, route } from '../route.ts';
import { PROJECTS, projectPath } from './paths.ts';

const VARIABLES = `${PROJECTS}:project_slug/environmentvariables/`;
const VARIABLE = `${VARIABLES}:environmentvariable_id/`;

const EnvironmentVariableSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.string(), project: z.string() }),
    created: z.iso.datetime(),
    modified: z.iso.datetime(),
    name: z.string(),
    pk: z.int(),
    project: z.string(),
  })
  .meta({ id: 'EnvironmentVariable' });

/** The value is in no answer. */
function variableView(variable: EnvironmentVariable, projectSlug: string): object {
  return {
    _links: {
      _self: projectPath(projectSlug, 'environmentvariables', variable.id),
      project: projectPath(projectSlug),
    },
    created: formatTimestamp(variable.created),
    modified: formatTimestamp(variable.modified),
    name: variable.name,
    pk: variable.id,
    project: projectSlug,
  };
}

/** Environment variables of a project, for its maintainers only (behaviour.md 13). */
export const environmentVariableResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: VARIABLES,
    name: 'Environment variable list',
    description: 'Names of the variables that builds of the project receive, last modified first.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: VARIABLES,
        access: 'maintainer',
        summary: 'List the environment variables',
        status: 200,
        answer: EnvironmentVariableSchema,
        list: true,
        selectable: true,
        refusals: [403, 404],
        run: ({ actor, services, param, page, list }) => {
          const slug = param('project_slug');
          return list(services.environmentVariables.list(actor, slug, page), (item) =>
            variableView(item, slug),
          );
        },
      }),
      route({
        method: 'POST',
        path: VARIABLES,
        access: 'maintainer',
        summary: 'Create an environment variable',
        status: 201,
        answer: EnvironmentVariableSchema,
        body: EnvironmentVariableBody,
        refusals: [403, 404],
        run: async ({ actor, services, param, body }) => {
          const variable = await services.environmentVariables.create(actor, param('project_slug'), body);
          return variableView(variable, param('project_slug'));
        },
      }),
    ],
  },
  {
    dialect: 'v3',
    path: VARIABLE,
    name: 'Environment variable',
    description:
      'One environment variable, without its value. To change the value, delete it and create it again.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: VARIABLE,
        access: 'maintainer',
        summary: 'Read an environment variable',
        status: 200,
        answer: EnvironmentVariableSchema,
        selectable: true,
        refusals: [403, 404],
        run: ({ actor, services, param, id }) =>
          variableView(
            services.environmentVariables.get(actor, param('project_slug'), id('environmentvariable_id')),
            param('project_slug'),
          ),
      }),
      route({
        method: 'DELETE',
        path: VARIABLE,
        access: 'maintainer',
        summary: 'Delete an environment variable',
        status: 204,
        refusals: [403, 404],
        run: ({ actor, services, param, id }) =>
          services.environmentVariables.remove(actor, param('project_slug'), id('environmentvariable_id')),
      }),
    ],
  },
];
