import { z } from 'zod';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { RedirectBody, RedirectPatchBody } from '../../model/redirects/redirect.ts';
import { REDIRECT_TYPES } from '../../model/redirects/rules/rule-2020.ts';
import type { Redirect2020 } from '../../services/redirects/redirects-of-2020.ts';
import { get, patch, post, put, type Resource, type RouteRequest, remove, resource } from '../route.ts';
import { PROJECTS, projectPath } from './paths.ts';

const REDIRECTS = `${PROJECTS}:project_slug/redirects/` as const;

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

/** Makes v3's redirect; an absent URL is null in answers to reads and writes (behaviour.md, Decisions). */
function redirectView(redirect: Redirect2020, projectSlug: string): object {
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

function find({ actor, services, slug, id }: RouteRequest<undefined>): void {
  services.redirectsOf2020.get(actor, slug, id('redirect_id'));
}

/** Redirects of a project, for its maintainers only (behaviour.md 12). */
export const redirectResources: readonly Resource[] = [
  resource(
    REDIRECTS,
    {
      name: 'Redirect list',
      description: 'Rules that send old documentation URLs to new ones, last modified first.',
      access: 'maintainer',
    },
    [
      get({
        operationId: 'listProjectRedirects',
        summary: 'List the redirects',
        answer: RedirectSchema,
        list: true,
        run: ({ actor, services, slug, page, list }) =>
          list(services.redirectsOf2020.list(actor, slug, page), (item) => redirectView(item, slug)),
      }),
      post({
        operationId: 'createProjectRedirect',
        summary: 'Create a redirect',
        answer: RedirectSchema,
        body: RedirectBody,
        run: ({ actor, services, slug, body }) =>
          redirectView(services.redirectsOf2020.create(actor, slug, body), slug),
      }),
    ],
  ),
  resource(
    `${REDIRECTS}:redirect_id/`,
    { name: 'Redirect', description: 'One redirect.', access: 'maintainer' },
    [
      get({
        operationId: 'getProjectRedirect',
        summary: 'Read a redirect',
        answer: RedirectSchema,
        run: ({ actor, services, slug, id }) =>
          redirectView(services.redirectsOf2020.get(actor, slug, id('redirect_id')), slug),
      }),
      put({
        operationId: 'replaceProjectRedirect',
        summary: 'Replace a redirect',
        answer: RedirectSchema,
        body: RedirectBody,
        find,
        run: ({ actor, services, slug, id, body }) =>
          redirectView(services.redirectsOf2020.replace(actor, slug, id('redirect_id'), body), slug),
      }),
      patch({
        operationId: 'updateProjectRedirect',
        summary: 'Update some fields of a redirect',
        answer: RedirectSchema,
        body: RedirectPatchBody,
        find,
        run: ({ actor, services, slug, id, body }) =>
          redirectView(services.redirectsOf2020.update(actor, slug, id('redirect_id'), body), slug),
      }),
      remove({
        operationId: 'deleteProjectRedirect',
        summary: 'Delete a redirect',
        run: ({ actor, services, slug, id }) =>
          services.redirectsOf2020.remove(actor, slug, id('redirect_id')),
      }),
    ],
  ),
];
