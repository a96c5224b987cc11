import { z } from 'zod';
import { NotFound } from '../../model/base/problems.ts';
import {
  CreatedIntegrationSchema,
  GenericIntegrationBody,
  IntegrationSchema,
  integrationPath,
  type Provider,
} from '../../model/webhooks/integration.ts';
import type { WebhookEndpoint } from '../../services/webhooks/incoming-webhooks.ts';
import { type Resource, type RouteRequest, route } from '../route.ts';
import { INTEGRATIONS, WEBHOOKS } from './paths.ts';

const EventAnswer = z
  .union([
    z.strictObject({
      build_triggered: z.boolean(),
      project: z.string(),
      versions: z.array(z.string()),
      versions_synced: z.literal(true).optional(),
    }),
    z.strictObject({ project: z.string(), version_deleted: z.boolean(), versions: z.array(z.string()) }),
    z.strictObject({ detail: z.string() }),
  ])
  .meta({ id: 'EventAnswer' });

const AnyEvent = z.object({}).meta({ description: 'Whatever the provider sends.' });

/** What each provider's events look like, as far as they are read. */
const EVENTS: Readonly<
  Record<Provider, { readonly name: string; readonly authentication: string; readonly body: z.ZodType }>
> = {
  github: {
    name: 'GitHub',
    authentication:
      'Signed by `X-Hub-Signature-256` or `X-Hub-Signature`, where the integration has a secret. `X-GitHub-Event` names the kind.',
    body: z.object({
      ref: z.string().optional(),
      created: z.boolean().optional(),
      deleted: z.boolean().optional(),
      action: z.string().optional(),
      number: z.int().optional(),
      payload: z.string().optional().describe('In a form: the whole event as JSON.'),
    }),
  },
  gitlab: {
    name: 'GitLab',
    authentication: '`X-Gitlab-Token` is the secret, where the integration has one.',
    body: z.object({
      object_kind: z.string().optional(),
      ref: z.string().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  },
  bitbucket: {
    name: 'Bitbucket',
    authentication: 'Signed by `X-Hub-Signature` with SHA-256, where the integration has a secret.',
    body: z.object({ push: z.unknown().optional() }),
  },
  generic: {
    name: 'Any other',
    authentication:
      'The `token` is the secret of the integration; a maintainer may send their own token as a header instead.',
    body: z.object({
      branches: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .describe('The default branch unless given.'),
      token: z.string().optional(),
    }),
  },
};

function receive(request: RouteRequest<unknown>, target: WebhookEndpoint): Promise<unknown> {
  const { services, actor, message } = request;
  const { headers, bytes, data } = message;
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return services.incomingWebhooks.receive(actor, target, { header, bytes, data });
}

function providerResource(provider: Provider): Resource {
  const path = `${WEBHOOKS}${provider}/:project_slug/`;
  const { name, authentication, body } = EVENTS[provider];

  /** The address of an integration of a project that is called as a provider is looks the same. */
  function eventTarget({ services, param }: RouteRequest<unknown>): WebhookEndpoint {
    const project = param('project_slug');
    const target: WebhookEndpoint = { project, provider };
    if (!/^\d{1,15}$/.test(project)) return target;
    try {
      services.incomingWebhooks.find(target);
      return target;
    } catch (error) {
      const integrationId = Number(project);
      if (!(error instanceof NotFound) || !services.incomingWebhooks.has(provider, integrationId))
        throw error;
      return { project: provider, integrationId };
    }
  }

  return {
    dialect: 'v2',
    path,
    name: `${name} webhook`,
    description: `Takes events of a repository. ${authentication}`,
    fallbackAccess: 'open',
    ...(provider === 'generic' && { acceptsToken: true }),
    routes: [
      route<unknown>({
        method: 'POST',
        path,
        access: 'open',
        summary: `Take an event (${name})`,
        status: 200,
        answer: EventAnswer,
        body,
        signed: true,
        find: (request) => request.services.incomingWebhooks.find(eventTarget(request)),
        run: (request) => receive(request, eventTarget(request)),
      }),
    ],
  };
}

const INTEGRATION_WEBHOOK = `${WEBHOOKS}:project_slug/:integration_id/`;
const PROJECT_INTEGRATIONS = `${INTEGRATIONS}:project_slug/`;
const PROJECT_INTEGRATION = `${PROJECT_INTEGRATIONS}:integration_id/`;

const integrationTarget = ({ param, id }: RouteRequest<unknown>): WebhookEndpoint => ({
  project: param('project_slug'),
  integrationId: id('integration_id'),
});

/** Events of repositories come in here (behaviour.md 16). */
export const webhookResources: readonly Resource[] = [
  ...(['github', 'gitlab', 'bitbucket', 'generic'] as const).map(providerResource),
  {
    dialect: 'v2',
    path: INTEGRATION_WEBHOOK,
    name: 'Webhook of an integration',
    description: 'Takes events of a repository, as the address of the integration’s provider does.',
    fallbackAccess: 'open',
    acceptsToken: true,
    routes: [
      route<unknown>({
        method: 'POST',
        path: INTEGRATION_WEBHOOK,
        access: 'open',
        summary: 'Take an event for one integration',
        status: 200,
        answer: EventAnswer,
        body: AnyEvent,
        signed: true,
        find: (request) => request.services.incomingWebhooks.find(integrationTarget(request)),
        run: (request) => receive(request, integrationTarget(request)),
      }),
    ],
  },
  {
    dialect: 'v2',
    path: PROJECT_INTEGRATIONS,
    name: 'Integration list',
    description:
      'Lectern’s own: the integrations of a project. The secret of a generic one can ask for builds of this project and for nothing else.',
    fallbackAccess: 'maintainer',
    acceptsToken: true,
    routes: [
      route({
        method: 'GET',
        path: PROJECT_INTEGRATIONS,
        access: 'maintainer',
        summary: 'List the integrations',
        status: 200,
        answer: IntegrationSchema,
        list: true,
        refusals: [403, 404],
        run({ services, actor, param, page, list }) {
          const project = param('project_slug');
          const all = services.integrations.list(actor, project);
          const items = all.slice(page.offset, page.offset + page.limit);
          return list({ count: all.length, items }, ({ id, note, provider }) => ({
            ...{ id, note, project, provider },
          }));
        },
      }),
      route({
        method: 'POST',
        path: PROJECT_INTEGRATIONS,
        access: 'maintainer',
        summary: 'Add a generic integration',
        status: 201,
        answer: CreatedIntegrationSchema,
        body: GenericIntegrationBody,
        refusals: [403, 404],
        async run({ services, actor, param, href, body }) {
          const project = param('project_slug');
          const options = { provider: 'generic', secret: true, note: body.note } as const;
          const { integration, secret } = await services.integrations.create(actor, project, options);
          const { id, provider } = integration;
          return { id, project, provider, secret, url: href(integrationPath(project, id)) };
        },
      }),
    ],
  },
  {
    dialect: 'v2',
    path: PROJECT_INTEGRATION,
    name: 'Integration',
    description: 'Lectern’s own: one integration of a project.',
    fallbackAccess: 'maintainer',
    acceptsToken: true,
    routes: [
      route({
        method: 'DELETE',
        path: PROJECT_INTEGRATION,
        access: 'maintainer',
        summary: 'Remove an integration',
        status: 204,
        refusals: [403, 404],
        run: ({ services, actor, param, id }) =>
          services.integrations.remove(actor, param('project_slug'), id('integration_id')),
      }),
    ],
  },
];
