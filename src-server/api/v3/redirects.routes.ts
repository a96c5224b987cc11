import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import {
  REDIRECT_TYPES,
  type Redirect,
  RedirectBody,
  RedirectPatchBody,
} from '../../model/redirects/redirect.ts';
import { type Resource, type RouteRequest, route } from '../route.ts';
import { PROJECTS, projectPath } from './paths.ts';

const REDIRECTS = `${PROJECTS}:project_slug/redirects/`;
const REDIRECT = `${REDIRECTS}:redirect_id/`;

const RedirectSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.string(), project: z.string() }),
    created: z.iso.datetime(),
    from_url: z.string().nullable(),
    modified: z.iso.datetime(),
    pk: z.int(),
    project: z.string(),
    to_url: z.string().nullable(),
    type: z.enum(REDIRECT_TYPES),
  })
  .meta({ id: 'Redirect' });

/** An absent URL is null, in answers to reads and writes alike (behaviour.md, Decisions). */
function redirectView(redirect: Redirect, projectSlug: string): object {
  return {
    _links: {
      _self: projectPath(projectSlug, 'redirects', redirect.id),
      project: projectPath(projectSlug),
    },
    created: formatTimestamp(redirect.created),
    from_url: redirect.fromUrl || null,
    modified: formatTimestamp(redirect.modified),
    pk: redirect.id,
    project: projectSlug,
    to_url: redirect.toUrl || null,
    type: redirect.type,
  };
}

function find({ actor, services, param, id }: RouteRequest<undefined>): void {
  services.redirects.get(actor, param('project_slug'), id('redirect_id'));
}

/** Redirects of a project, for its maintainers only (behaviour.md 12). */
export const redirectResources: readonly Resource[] = [
  {
    dialect: 'v3',
    path: REDIRECTS,
    name: 'Redirect list',
    description: 'Rules that send old documentation URLs to new ones, last modified first.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: REDIRECTS,
        access: 'maintainer',
        summary: 'List the redirects',
        status: 200,
        answer: RedirectSchema,
        list: true,
        selectable: true,
        refusals: [403, 404],
        run: ({ actor, services, param, page, list }) => {
          const slug = param('project_slug');
          return list(services.redirects.list(actor, slug, page), (item) => redirectView(item, slug));
        },
      }),
      route({
        method: 'POST',
        path: REDIRECTS,
        access: 'maintainer',
        summary: 'Create a redirect',
        status: 201,
        answer: RedirectSchema,
        body: RedirectBody,
        refusals: [403, 404],
        run: ({ actor, services, param, body }) =>
          redirectView(services.redirects.create(actor, param('project_slug'), body), param('project_slug')),
      }),
    ],
  },
  {
    dialect: 'v3',
    path: REDIRECT,
    name: 'Redirect',
    description: 'One redirect.',
    fallbackAccess: 'maintainer',
    routes: [
      route({
        method: 'GET',
        path: REDIRECT,
        access: 'maintainer',
        summary: 'Read a redirect',
        status: 200,
        answer: RedirectSchema,
        selectable: true,
        refusals: [403, 404],
        run: ({ actor, services, param, id }) =>
          redirectView(
            services.redirects.get(actor, param('project_slug'), id('redirect_id')),
            param('project_slug'),
          ),
      }),
      route({
        method: 'PUT',
        path: REDIRECT,
        access: 'maintainer',
        summary: 'Replace a redirect',
        status: 200,
        answer: RedirectSchema,
        body: RedirectBody,
        refusals: [403, 404],
        find,
        run: ({ actor, services, param, id, body }) =>
          redirectView(
            services.redirects.replace(actor, param('project_slug'), id('redirect_id'), body),
            param('project_slug'),
          ),
      }),
      route({
        method: 'PATCH',
        path: REDIRECT,
        access: 'maintainer',
        summary: 'Update some fields of a redirect',
        status: 200,
        answer: RedirectSchema,
        body: RedirectPatchBody,
        refusals: [403, 404],
        find,
        run: ({ actor, services, param, id, body }) =>
          redirectView(
            services.redirects.update(actor, param('project_slug'), id('redirect_id'), body),
            param('project_slug'),
          ),
      }),
      route({
        method: 'DELETE',
        path: REDIRECT,
        access: 'maintainer',
        summary: 'Delete a redirect',
        status: 204,
        refusals: [403, 404],
        run: ({ actor, services, param, id }) =>
          services.redirects.remove(actor, param('project_slug'), id('redirect_id')),
      }),
    ],
  },
];
