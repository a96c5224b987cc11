import { NotFound, Problem } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import { type Integration, ProjectDisabled, type Provider } from '../../model/webhooks/integration.ts';
import { type GetHeader, parseWebhookCommand } from '../../model/webhooks/webhook-command.ts';
import { timingSafeEqualText, verifySignature } from '../../vault/verify-signature.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { IntegrationsService } from './integrations.ts';
import type { WebhookActions, WebhookAnswer } from './webhook-actions.ts';

/** Endpoint that received an event: a provider's of the project, or one integration's. */
export type WebhookEndpoint = { readonly project: string } & (
  | { readonly provider: Provider }
  | { readonly integrationId: number }
);

/** An event as it was received. */
export type IncomingWebhook = {
  readonly header: GetHeader;
  /** The signed bytes. */
  readonly bytes: Uint8Array;
  /** Parses the bytes, once the sender is authenticated. */
  readonly data: () => Promise<unknown>;
};

type Target = {
  readonly project: Project;
  readonly provider: Provider;
  /** null without one: then only a generic event needs a secret. */
  readonly integration: Integration | null;
};

const PROJECT_NOT_FOUND = 'Project not found';
const BAD_SIGNATURE = 'Payload not valid, invalid or missing signature';
const BAD_TOKEN = 'Payload not valid, invalid or missing token';
const SEVERAL_INTEGRATIONS =
  'This project has several integrations of this kind: send to the address of one of them, /api/v2/webhook/PROJECT/ID/.';

/** Receives events of repositories, checked in the order of behaviour.md 16: project, secret, content. */
export function createIncomingWebhooks(
  context: ServiceContext,
  integrations: Pick<IntegrationsService, 'secretOf'>,
  actions: WebhookActions,
) {
  const { store, access, changes, clock } = context;

  function projectOf(endpoint: WebhookEndpoint): Project {
    const entry = store.projects.bySlug(endpoint.project);
    const isById = 'integrationId' in endpoint;
    if (!entry) throw new NotFound(isById ? undefined : PROJECT_NOT_FOUND);
    const { project, maintainers } = entry;
    if (isById && store.integrations.byId(endpoint.integrationId)?.projectId !== project.id)
      throw new NotFound();
    const people = maintainers.map(({ id }) => store.users.byId(id));
    if (people.length > 0 && people.every((person) => !person?.active)) throw new ProjectDisabled();
    return project;
  }

  /** @throws NotFound @throws ProjectDisabled @throws Problem when several integrations could be meant */
  function targetOf(actor: Actor, endpoint: WebhookEndpoint): Target {
    const project = projectOf(endpoint);
    if ('integrationId' in endpoint) {
      const integration = store.integrations.byId(endpoint.integrationId);
      if (!integration) throw new NotFound();
      return { project, provider: integration.provider, integration };
    }
    const { provider } = endpoint;
    // A maintainer with a token needs no integration.
    const isAdmin = provider === 'generic' && access.maintains(actor, project.id);
    if (isAdmin) return { project, provider, integration: null };
    const [first, ...more] = store.integrations
      .ofProject(project.id)
      .filter((each) => each.provider === provider);
    if (more.length > 0) throw new Problem(SEVERAL_INTEGRATIONS);
    return { project, provider, integration: first ?? null };
  }

  /** Checks the secret of an event. @throws Problem for a wrong one @throws NotFound for a generic event's */
  function authenticate(
    actor: Actor,
    target: Target,
    secret: string | null,
    webhook: IncomingWebhook,
    data: unknown,
  ): void {
    const { provider, project } = target;
    const { header, bytes } = webhook;
    if (provider === 'generic') {
      if (access.maintains(actor, project.id)) return;
      const token = tokenIn(data);
      if (secret === null || token === undefined || !timingSafeEqualText(token, secret))
        throw new NotFound(PROJECT_NOT_FOUND);
    } else if (secret === null) {
      return;
    } else if (provider === 'gitlab') {
      if (!timingSafeEqualText(header('x-gitlab-token') ?? '', secret)) throw new Problem(BAD_TOKEN);
    } else if (!isSigned(provider, secret, bytes, header)) {
      throw new Problem(BAD_SIGNATURE);
    }
  }

  return {
    /** Checks the endpoint before the body is read. @throws NotFound @throws ProjectDisabled */
    find(endpoint: WebhookEndpoint): void {
      projectOf(endpoint);
    },

    /** Whether the project has this integration. */
    has(project: string, integrationId: number): boolean {
      const integration = store.integrations.byId(integrationId);
      return integration !== undefined && integration.projectId === store.projects.idOf(project);
    },

    /**
     * Authenticates an event and carries it out. `actor` is its sender by token, which counts for a generic event only.
     * @throws NotFound @throws ProjectDisabled @throws Problem with the texts of behaviour.md 16 @throws Unavailable
     */
    async receive(actor: Actor, endpoint: WebhookEndpoint, webhook: IncomingWebhook): Promise<WebhookAnswer> {
      const target = targetOf(actor, endpoint);
      const { integration, provider } = target;
      const secret = integration && (await integrations.secretOf(integration.id));
      // Only a generic event has its secret in the body; any other body is parsed after authentication.
      if (provider !== 'generic') authenticate(actor, target, secret, webhook, undefined);
      const data = await webhook.data();
      if (provider === 'generic') authenticate(actor, target, secret, webhook, data);
      const command = parseWebhookCommand(
        provider,
        webhook.header,
        provider === 'github' ? unwrapPayload(webhook, data) : data,
      );
      const isAdmin = provider === 'generic' && access.maintains(actor, target.project.id);
      const authorizedActor = isAdmin ? actor : systemActor('webhook');
      return store.change(() => {
        // The project may have been removed while the secret was opened.
        const project = projectOf(endpoint);
        const answer = actions.apply(authorizedActor, project, command);
        if (integration) {
          const now = clock();
          store.integrations.recordEvent(integration.id, now);
          changes.record(authorizedActor, {
            action: 'integration.hear',
            subjectId: integration.id,
            projectId: project.id,
            before: { name: provider, lastHeard: integration.lastEventAt },
            after: { name: provider, lastHeard: now },
          });
        }
        return answer;
      });
    },
  };
}

export type IncomingWebhooks = ReturnType<typeof createIncomingWebhooks>;

/** Checks a signature. GitHub sends two, of which SHA-256 counts; Bitbucket sends SHA-256 under the older name. */
function isSigned(provider: Provider, secret: string, bytes: Uint8Array, header: GetHeader): boolean {
  if (provider === 'bitbucket') return verifySignature('sha256', secret, bytes, header('x-hub-signature'));
  const stronger = header('x-hub-signature-256');
  if (stronger !== undefined) return verifySignature('sha256', secret, bytes, stronger);
  return verifySignature('sha1', secret, bytes, header('x-hub-signature'));
}

function tokenIn(data: unknown): string | undefined {
  const token = typeof data === 'object' && data !== null && 'token' in data ? data.token : undefined;
  return typeof token === 'string' ? token : undefined;
}

/** Parses the event in a form's field `payload`; gives the form itself when that is no JSON. */
function unwrapPayload({ header }: IncomingWebhook, data: unknown): unknown {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header('content-type') ?? '');
  const payload = typeof data === 'object' && data !== null && 'payload' in data ? data.payload : undefined;
  if (!isForm || typeof payload !== 'string') return data;
  try {
    return JSON.parse(payload);
  } catch {
    return data;
  }
}
