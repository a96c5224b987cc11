import { z } from 'zod';
import { SubprojectBody } from '../../model/relations/subproject.ts';
import type { SubprojectRecord } from '../../services/relations/subprojects.ts';
import { type Resource, route } from '../route.ts';
import { PROJECTS, projectPath } from './paths.ts';
import { ChildProjectSchema, childProjectView } from './project.view.ts';

const SUBPROJECTS = `${PROJECTS}:project_slug/subprojects/`;
const SUBPROJECT = `${SUBPROJECTS}:alias_slug/`;

const SubprojectSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.string(), parent: z.string() }),
    alias: z.string(),
    child: ChildProjectSchema,
  })
  .meta({ id: 'Subproject' });

function subprojectView({ alias, child, parentSlug }: SubprojectRecord): object {
  return {
    _links: { _self: projectPath(parentSlug, 'subprojects', alias), parent: projectPath(parentSlug) },
    alias,
    child: childProjectView(child),
  };
}

/** Subprojects of a project (behaviour.md 10). */
export const subprojectResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: SUBPROJECTS,
    name: 'Subproject list',
    description: 'The projects nested under this one, each with the alias that stands in its URL.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: SUBPROJECTS,
        access: 'maintainer',
        summary: 'List the subprojects',
        status: 200,
        answer: SubprojectSchema,
        list: true,
        selectable: true,
        refusals: [403, 404],
        run: ({ actor, services, param, page, list }) =>
          list(services.subprojects.list(actor, param('project_slug'), page), subprojectView),
      }),
      route({
        method: 'POST',
        path: SUBPROJECTS,
        access: 'maintainer',
        summary: 'Make a project a subproject of this one',
        status: 201,
        answer: SubprojectSchema,
        body: SubprojectBody,
        refusals: [403, 404],
        run: ({ actor, services, param, body }) =>
          subprojectView(services.subprojects.create(actor, param('project_slug'), body)),
      }),
    ],
  },
  {
    dialect: 'v3',
    path: SUBPROJECT,
    name: 'Subproject',
    description: 'One subproject, by its alias. Deleting it unlinks the child; the project itself stays.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: SUBPROJECT,
        access: 'reader',
        summary: 'Read a subproject',
        status: 200,
        answer: SubprojectSchema,
        selectable: true,
        refusals: [404],
        run: ({ actor, services, param }) =>
          subprojectView(services.subprojects.get(actor, param('project_slug'), param('alias_slug'))),
      }),
      route({
        method: 'DELETE',
        path: SUBPROJECT,
        access: 'maintainer',
        summary: 'Unlink a subproject',
        status: 204,
        refusals: [403, 404],
        run: ({ actor, services, param }) =>
          services.subprojects.remove(actor, param('project_slug'), param('alias_slug')),
      }),
    ],
  },
];
