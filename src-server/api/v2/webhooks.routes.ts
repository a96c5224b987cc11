import { z } from 'zod';
import {
  CreatedIntegrationSchema,
  GenericIntegrationBody,
  IntegrationSchema,
  integrationPath,
  type Provider,
} from '../../model/webhooks/integration.ts';
import type { WebhookEndpoint } from '../../model/webhooks/webhook-path.ts';
import { get, post, type Resource, type RouteRequest, remove, resource } from '../route.ts';
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

const PROJECT_INTEGRATIONS = `${INTEGRATIONS}:project_slug/` as const;

const AnyEvent = z.object({}).meta({ description: 'Whatever the provider sends.' });

/** The fields that Lectern reads of each provider's events. */
const EVENTS: Readonly<
  Record<
    Provider,
    {
      readonly name: string;
      readonly operationId: string;
      readonly authentication: string;
      readonly body: z.ZodType;
    }
  >
> = {
  github: {
    name: 'GitHub',
    operationId: 'createV2WebhookGithub',
    authentication:
      'Signed by `X-Hub-Signature-256` or `X-Hub-Signature` with the secret of the integration. `X-GitHub-Event` names the kind.',
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
    operationId: 'createV2WebhookGitlab',
    authentication: '`X-Gitlab-Token` is the secret of the integration.',
    body: z.object({
      object_kind: z.string().optional(),
      ref: z.string().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  },
  bitbucket: {
    name: 'Bitbucket',
    operationId: 'createV2WebhookBitbucket',
    authentication: 'Signed by `X-Hub-Signature` with SHA-256 and the secret of the integration.',
    body: z.object({ push: z.unknown().optional() }),
  },
  generic: {
    name: 'Any other',
    operationId: 'createV2WebhookGeneric',
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

/** Makes the operation that takes an event for the endpoint that a request names. */
function receiver(
  operationId: string,
  summary: string,
  body: z.ZodType,
  endpoint: (request: RouteRequest<unknown>) => WebhookEndpoint,
) {
  return post({
    operationId,
    summary,
    status: 200,
    answer: EventAnswer,
    body,
    signed: true,
    find: (request) => request.services.incomingWebhooks.find(endpoint(request)),
    run: (request) => receive(request, endpoint(request)),
  });
}

function providerResource(provider: Provider): Resource {
  const { name, operationId, authentication, body } = EVENTS[provider];

  /** A project may be named like a provider, so that the path of its integration looks like a provider's path. */
  function endpoint({ services, slug }: RouteRequest<unknown>): WebhookEndpoint {
    const target: WebhookEndpoint = { project: slug, provider };
    const { incomingWebhooks } = services;
    if (!/^\d{1,15}$/.test(slug) || incomingWebhooks.hasProject(target)) return target;
    const integrationId = Number(slug);
    return incomingWebhooks.has(provider, integrationId) ? { project: provider, integrationId } : target;
  }

  return resource(
    `${WEBHOOKS}${provider}/:project_slug/`,
    {
      name: `${name} webhook`,
      description: `Takes events of a repository. ${authentication}`,
      access: 'open',
      ...(provider === 'generic' && { acceptsToken: true }),
    },
    [receiver(operationId, `Take an event (${name})`, body, endpoint)],
  );
}

/** Webhooks of repositories, and the integrations that receive them (behaviour.md 16). */
export const webhookResources: readonly Resource[] = [
  ...(['github', 'gitlab', 'bitbucket', 'generic'] as const).map(providerResource),
  resource(
    `${WEBHOOKS}:project_slug/:integration_id/`,
    {
      name: 'Webhook of an integration',
      description: 'Takes events of a repository, as the address of the integration’s provider does.',
      access: 'open',
      acceptsToken: true,
    },
    [
      receiver('createV2Webhook', 'Take an event for one integration', AnyEvent, ({ slug, id }) => ({
        project: slug,
        integrationId: id('integration_id'),
      })),
    ],
  ),
  resource(
    PROJECT_INTEGRATIONS,
    {
      name: 'Integration list',
      description:
        'Lectern’s own: the integrations of a project. The secret of a generic one can ask for builds of this project and for nothing else.',
      access: 'maintainer',
      acceptsToken: true,
    },
    [
      get({
        operationId: 'listV2Integration',
        summary: 'List the integrations',
        answer: IntegrationSchema,
        list: true,
        run({ services, actor, slug, page, list }) {
          const all = services.integrations.list(actor, slug);
          const items = all.slice(page.offset, page.offset + page.limit);
          return list({ count: all.length, items }, ({ id, note, provider }) => ({
            ...{ id, note, project: slug, provider },
          }));
        },
      }),
      post({
        operationId: 'createV2Integration',
        summary: 'Add a generic integration',
        answer: CreatedIntegrationSchema,
        body: GenericIntegrationBody,
        async run({ services, actor, slug, href, body }) {
          const options = { provider: 'generic', secret: true, note: body.note } as const;
          const { integration, secret } = await services.integrations.create(actor, slug, options);
          const { id, provider } = integration;
          return { id, project: slug, provider, secret, url: href(integrationPath(slug, id)) };
        },
      }),
    ],
  ),
  resource(
    `${PROJECT_INTEGRATIONS}:integration_id/`,
    {
      name: 'Integration',
      description: 'Lectern’s own: one integration of a project.',
      access: 'maintainer',
      acceptsToken: true,
    },
    [
      remove({
        operationId: 'deleteV2Integration',
        summary: 'Remove an integration',
        run: ({ services, actor, slug, id }) =>
          services.integrations.remove(actor, slug, id('integration_id')),
      }),
    ],
  ),
];
