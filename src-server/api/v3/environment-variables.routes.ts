import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import {
  type EnvironmentVariable,
  EnvironmentVariableBody,
} from '../../model/variables/environment-variable.ts';
import { get, post, type Resource, remove, resource } from '../route.ts';
import { PROJECTS, projectPath } from './paths.ts';

const VARIABLES = `${PROJECTS}:project_slug/environmentvariables/` as const;

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

/** Makes v3's environment variable, without the value, which no answer contains. */
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
  resource(
    VARIABLES,
    {
      name: 'Environment variable list',
      description: 'Names of the variables that builds of the project receive, last modified first.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectEnvironmentVariables',
        summary: 'List the environment variables',
        answer: EnvironmentVariableSchema,
        list: true,
        run: ({ actor, services, slug, page, list }) =>
          list(services.environmentVariables.list(actor, slug, page), (item) => variableView(item, slug)),
      }),
      post({
        operationId: 'createProjectEnvironmentVariable',
        summary: 'Create an environment variable',
        answer: EnvironmentVariableSchema,
        body: EnvironmentVariableBody,
        run: async ({ actor, services, slug, body }) =>
          variableView(await services.environmentVariables.create(actor, slug, body), slug),
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
    },
    [
      get({
        operationId: 'getProjectEnvironmentVariable',
        summary: 'Read an environment variable',
        answer: EnvironmentVariableSchema,
        run: ({ actor, services, slug, id }) =>
          variableView(services.environmentVariables.get(actor, slug, id('environmentvariable_id')), slug),
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
