import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import {
  CurrentRedirectBody,
  CurrentRedirectPatchBody,
} from '../../model/redirects/current-redirect-body.ts';
import { REDIRECT_STATUSES } from '../../model/redirects/resolve-redirect.ts';
import { CURRENT_REDIRECT_TYPES, isCleanType } from '../../model/redirects/rules/current-rule.ts';
import type { CurrentRedirect } from '../../services/redirects/current-redirects.ts';
import { get, patch, post, put, type Resource, type RouteRequest, remove, resource } from '../route.ts';
import { type Href, PROJECT, projectPath } from './views/links.ts';

const REDIRECTS = `${PROJECT}redirects/` as const;

const RedirectSchema = z
  .strictObject({
    _links: z.strictObject({ _self: z.url(), project: z.url() }),
    created: z.iso.datetime(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    force: z.boolean(),
    from_url: z.string().nullable(),
    http_status: z.literal(REDIRECT_STATUSES),
    modified: z.iso.datetime(),
    pk: z.int(),
    position: z.int().min(0),
    project: z.string(),
    to_url: z.string().nullable(),
    type: z.enum(CURRENT_REDIRECT_TYPES),
  })
  .meta({ id: 'Redirect' });

/** Makes a redirect. Types without URLs have null in answers to reads, and '' in those to writes (live-service.md 3). */
function redirectView(redirect: CurrentRedirect, projectSlug: string, href: Href, absent: null | ''): object {
  const hasNone = isCleanType(redirect.type);
  return {
    _links: {
      _self: href(projectPath(projectSlug, 'redirects', redirect.id)),
      project: href(projectPath(projectSlug)),
    },
    created: formatTimestamp(redirect.created),
    description: redirect.description,
    enabled: redirect.enabled,
    force: redirect.force,
    from_url: hasNone ? absent : redirect.fromUrl,
    http_status: redirect.httpStatus,
    modified: formatTimestamp(redirect.modified),
    pk: redirect.id,
    position: redirect.position,
    project: projectSlug,
    to_url: hasNone ? absent : redirect.toUrl,
    type: redirect.type,
  };
}

function find({ actor, services, slug, id }: RouteRequest<undefined>): void {
  services.currentRedirects.get(actor, slug, id('redirect_id'));
}

function update({ actor, services, slug, id, body, href }: RouteRequest<CurrentRedirectPatchBody>): object {
  return redirectView(
    services.currentRedirects.update(actor, slug, id('redirect_id'), body),
    ...([slug, href, ''] as const),
  );
}

/** Redirects of a project, for its maintainers only (live-service.md 5). */
export const redirectResources: readonly Resource[] = [
  resource(
    REDIRECTS,
    {
      name: 'Redirect list',
      description:
        'Rules that send old documentation URLs to new ones, in the order in which they are tried.',
      access: 'maintainer',
      model: 'Project',
    },
    [
      get({
        operationId: 'listProjectRedirects',
        summary: 'List the redirects',
        answer: RedirectSchema,
        list: true,
        selectable: false,
        run: ({ actor, services, slug, page, list, href }) =>
          list(services.currentRedirects.list(actor, slug, page), (item) =>
            redirectView(item, slug, href, null),
          ),
      }),
      post({
        operationId: 'createProjectRedirect',
        summary: 'Create a redirect, in front unless it has a position',
        answer: RedirectSchema,
        body: CurrentRedirectBody,
        run: ({ actor, services, slug, body, href }) =>
          redirectView(services.currentRedirects.create(actor, slug, body), slug, href, ''),
      }),
    ],
  ),
  resource(
    `${REDIRECTS}:redirect_id/`,
    { name: 'Redirect', description: 'One redirect.', access: 'maintainer', model: 'Redirect' },
    [
      get({
        operationId: 'getProjectRedirect',
        summary: 'Read a redirect',
        answer: RedirectSchema,
        selectable: false,
        run: ({ actor, services, slug, id, href }) =>
          redirectView(services.currentRedirects.get(actor, slug, id('redirect_id')), slug, href, null),
      }),
      put({
        operationId: 'replaceProjectRedirect',
        summary: 'Replace a redirect',
        answer: RedirectSchema,
        body: CurrentRedirectBody,
        find,
        run: update,
      }),
      patch({
        operationId: 'updateProjectRedirect',
        summary: 'Update some fields of a redirect',
        answer: RedirectSchema,
        body: CurrentRedirectPatchBody,
        find,
        run: update,
      }),
      remove({
        operationId: 'deleteProjectRedirect',
        summary: 'Delete a redirect',
        run: ({ actor, services, slug, id }) =>
          services.currentRedirects.remove(actor, slug, id('redirect_id')),
      }),
    ],
  ),
];
