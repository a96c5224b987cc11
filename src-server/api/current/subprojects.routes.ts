import { z } from 'zod';
import { validFields } from '../../model/base/fields.ts';
import { CurrentSubprojectBody, currentSubprojectFields } from '../../model/relations/subproject.ts';
import type { SubprojectRecord } from '../../services/relations/subprojects.ts';
import { get, post, type Resource, remove, resource } from '../route.ts';
import { type Href, PROJECT, projectPath } from './views/links.ts';
import { ChildProjectSchema, childProjectView } from './views/project.view.ts';

const SUBPROJECTS = `${PROJECT}subprojects/` as const;

const SubprojectSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.url(), parent: z.url() }),
    alias: z.string(),
    child: ChildProjectSchema,
  })
  .meta({ id: 'Subproject' });

function subprojectView({ alias, child, parentSlug }: SubprojectRecord, href: Href): object {
  return {
    _links: {
      _self: href(projectPath(parentSlug, 'subprojects', alias)),
      parent: href(projectPath(parentSlug)),
    },
    alias,
    child: childProjectView(child, href),
  };
}

/** Subprojects of a project (live-service.md 2). */
export const subprojectResources: readonly Resource[] = [
  resource(
    SUBPROJECTS,
    {
      name: 'Subproject list',
      description: 'The projects nested under this one, each with the alias that stands in its URL.',
      access: 'maintainer',
      model: 'Project',
    },
    [
      get({
        operationId: 'listProjectSubprojects',
        access: 'visible',
        summary: 'List the subprojects',
        answer: SubprojectSchema,
        list: true,
        selectable: false,
        run: ({ actor, services, slug, page, list, href }) =>
          list(services.visibleRelations.subprojects(actor, slug, page), (item) =>
            subprojectView(item, href),
          ),
      }),
      post({
        operationId: 'createProjectSubproject',
        summary: 'Make a project a subproject of this one',
        answer: SubprojectSchema,
        body: CurrentSubprojectBody,
        fieldErrors: ({ actor, services, slug }, body) =>
          services.subprojects.fieldErrorsAsToday(actor, slug, validFields(currentSubprojectFields, body)),
        run: ({ actor, services, slug, body, href }) =>
          subprojectView(services.subprojects.createAsToday(actor, slug, body), href),
      }),
    ],
  ),
  resource(
    `${SUBPROJECTS}:alias_slug/`,
    {
      name: 'Subproject',
      description: 'One subproject, by its alias. Deleting it unlinks the child; the project itself stays.',
      access: 'maintainer',
      model: 'ProjectRelationship',
    },
    [
      get({
        operationId: 'getProjectSubproject',
        access: 'visible',
        summary: 'Read a subproject',
        answer: SubprojectSchema,
        selectable: false,
        run: ({ actor, services, slug, param, href }) =>
          subprojectView(services.subprojects.get(actor, slug, param('alias_slug')), href),
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
