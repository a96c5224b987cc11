import { NotFound, Problem } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import { requireRecentEvent } from '../../model/webhooks/event-time.ts';
import { type Integration, ProjectDisabled, type Provider } from '../../model/webhooks/integration.ts';
import { parseWebhookCommand, type WebhookCommand } from '../../model/webhooks/webhook-command.ts';
import { type WebhookEndpoint, webhookEndpoints } from '../../model/webhooks/webhook-path.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import {
  hasToken,
  type IncomingWebhook,
  PROJECT_NOT_FOUND,
  requireSignature,
  requireToken,
  unsignedProblem,
} from './authenticate-webhook.ts';
import type { IntegrationsService } from './integrations.ts';
import { type OutgoingEvent, signWebhook } from './sign-webhook.ts';
import type { WebhookActions, WebhookAnswer } from './webhook-actions.ts';

type Target = {
  readonly project: Project;
  readonly provider: Provider;
  /** null without one: then only a maintainer's own event is taken. */
  readonly integration: Integration | null;
};

const SEVERAL_INTEGRATIONS =
  'This project has several integrations of this kind: send to the address of one of them, /api/v2/webhook/PROJECT/ID/.';

type IncomingWebhookOptions = {
  readonly integrations: Pick<IntegrationsService, 'secretOf'>;
  readonly actions: WebhookActions;
  /** Take events without a secret, except those of pull requests: the laxness of 2020, for tests of clients. */
  readonly acceptUnsigned: boolean;
};

/** Receives events of repositories, checked in the order of behaviour.md 16: project, secret, content. */
export function createIncomingWebhooks(context: ServiceContext, options: IncomingWebhookOptions) {
  const { store, access, changes, clock } = context;
  const { integrations, actions, acceptUnsigned } = options;

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
    return { project, provider, integration: isAdmin ? null : onlyIntegration(project, provider) };
  }

  function onlyIntegration(project: Project, provider: Provider): Integration | null {
    const [first, ...more] = store.integrations
      .ofProject(project.id)
      .filter((each) => each.provider === provider);
    if (more.length > 0) throw new Problem(SEVERAL_INTEGRATIONS);
    return first ?? null;
  }

  /** Returns the integration that takes events at a path; null where none does. */
  function integrationAt(path: string): Integration | null {
    for (const endpoint of webhookEndpoints(path)) {
      try {
        const project = projectOf(endpoint);
        return 'integrationId' in endpoint
          ? (store.integrations.byId(endpoint.integrationId) ?? null)
          : onlyIntegration(project, endpoint.provider);
      } catch (error) {
        // The receiver refuses it with the reason.
        if (!(error instanceof Problem)) throw error;
      }
    }
    return null;
  }

  /**
   * Authenticates an event and parses it; changes nothing. Only a generic event has its secret in the body; any other
   * body is parsed after the signature is checked.
   */
  async function commandOf(
    actor: Actor,
    { provider, project, integration }: Target,
    webhook: IncomingWebhook,
  ): Promise<WebhookCommand> {
    const secret = integration && (await integrations.secretOf(integration.id));
    if (provider === 'generic') {
      const data = await webhook.data();
      if (!access.maintains(actor, project.id)) {
        if (!hasToken(data)) access.requireUser(actor);
        requireToken(secret, data);
        requireRecentEvent(provider, webhook.header, data, clock());
      }
      return parseWebhookCommand(provider, webhook.header, data);
    }
    if (secret !== null) requireSignature(provider, secret, webhook);
    else if (!acceptUnsigned) throw unsignedProblem(provider);
    const data = await webhook.data();
    const event = provider === 'github' ? unwrapPayload(webhook, data) : data;
    if (secret !== null) requireRecentEvent(provider, webhook.header, event, clock());
    const command = parseWebhookCommand(provider, webhook.header, event);
    if (secret === null && isOfPullRequest(command)) throw unsignedProblem(provider);
    return command;
  }

  return {
    /**
     * Checks the endpoint before the body is read; that of generic events is checked after their token.
     * @throws NotFound @throws ProjectDisabled
     */
    find(endpoint: WebhookEndpoint): void {
      if (!isGeneric(endpoint)) projectOf(endpoint);
    },

    /** Whether there is a project at the endpoint. */
    hasProject: ({ project }: WebhookEndpoint): boolean => store.projects.idOf(project) !== undefined,

    /** Whether the project has this integration. */
    has(project: string, integrationId: number): boolean {
      const integration = store.integrations.byId(integrationId);
      return integration !== undefined && integration.projectId === store.projects.idOf(project);
    },

    /**
     * Signs an event that the operator sends again to a path, with the secret of its integration; without one it stays
     * as it is. @throws Forbidden unless asked at this machine @throws Unavailable without the data key
     */
    async sign(actor: Actor, path: string, event: OutgoingEvent): Promise<OutgoingEvent> {
      access.requireOperator(actor);
      const integration = integrationAt(path);
      const secret = integration && (await integrations.secretOf(integration.id));
      return integration && secret !== null ? signWebhook(integration.provider, secret, event) : event;
    },

    /**
     * Authenticates an event and carries it out; one that is refused changes nothing. `actor` is its sender by token,
     * which counts for a generic event only.
     * @throws NotFound @throws ProjectDisabled @throws NotAuthenticated @throws Problem with the texts of behaviour.md 16
     * @throws Unavailable
     */
    async receive(actor: Actor, endpoint: WebhookEndpoint, webhook: IncomingWebhook): Promise<WebhookAnswer> {
      if (isGeneric(endpoint) && actor.kind === 'anonymous' && (await lacksToken(webhook)))
        access.requireUser(actor);
      const target = targetOf(actor, endpoint);
      const { integration, provider } = target;
      const command = await commandOf(actor, target, webhook);
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

function isGeneric(endpoint: WebhookEndpoint): boolean {
  return 'provider' in endpoint && endpoint.provider === 'generic';
}

/**
 * Whether a body has no token. The generic webhook refuses one before it looks for the project, so that only senders
 * with one learn which projects there are (behaviour.md, Decisions and 16); a body that cannot be read is refused later.
 */
async function lacksToken(webhook: IncomingWebhook): Promise<boolean> {
  try {
    return !hasToken(await webhook.data());
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Tells whether an event is about a pull request, whose code anyone may have written. */
function isOfPullRequest({ kind }: WebhookCommand): boolean {
  return kind === 'pull-request' || kind === 'pull-request-closed';
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
