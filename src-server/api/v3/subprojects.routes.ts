import { z } from 'zod';
import { validFields } from '../../model/base/fields.ts';
import { SubprojectBody, subprojectFields } from '../../model/relations/subproject.ts';
import type { SubprojectRecord } from '../../services/relations/subprojects.ts';
import { get, post, type Resource, remove, resource } from '../route.ts';
import { PROJECTS, projectPath } from './paths.ts';
import { ChildProjectSchema, childProjectView } from './project.view.ts';

const SUBPROJECTS = `${PROJECTS}:project_slug/subprojects/` as const;

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
  resource(
    SUBPROJECTS,
    {
      name: 'Subproject list',
      description: 'The projects nested under this one, each with the alias that stands in its URL.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectSubprojects',
        summary: 'List the subprojects',
        answer: SubprojectSchema,
        list: true,
        run: ({ actor, services, slug, page, list }) =>
          list(services.subprojects.list(actor, slug, page), subprojectView),
      }),
      post({
        operationId: 'createProjectSubproject',
        summary: 'Make a project a subproject of this one',
        answer: SubprojectSchema,
        body: SubprojectBody,
        fieldErrors: ({ actor, services, slug }, body) =>
          services.subprojects.fieldErrors(actor, slug, validFields(subprojectFields, body)),
        run: ({ actor, services, slug, body }) =>
          subprojectView(services.subprojects.create(actor, slug, body)),
      }),
    ],
  ),
  resource(
    `${SUBPROJECTS}:alias_slug/`,
    {
      name: 'Subproject',
      description: 'One subproject, by its alias. Deleting it unlinks the child; the project itself stays.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'getProjectSubproject',
        access: 'reader',
        summary: 'Read a subproject',
        answer: SubprojectSchema,
        run: ({ actor, services, slug, param }) =>
          subprojectView(services.subprojects.get(actor, slug, param('alias_slug'))),
      }),
      remove({
        operationId: 'deleteProjectSubproject',
        summary: 'Unlink a subproject',
        run: ({ actor, services, slug, param }) =>
          services.subprojects.remove(actor, slug, param('alias_slug')),
      }),
    ],
  ),
];
