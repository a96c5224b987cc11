import { Invalid, NotFound } from '../../model/base/problems.ts';
import { isSameRepository } from '../../model/webhooks/git-hook.ts';
import { GENERIC_NEEDS_SECRET, type Integration, type Provider } from '../../model/webhooks/integration.ts';
import { newToken } from '../../vault/api-token.ts';
import { openValue, sealValue } from '../../vault/data-key.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';

/** The integration to create. */
export type NewIntegration = {
  readonly provider: Provider;
  /** Without a secret its events are refused, unless unsigned ones are accepted (behaviour.md 16). */
  readonly secret: boolean;
  /** Purpose, where Lectern knows it. */
  readonly note?: string | undefined;
};

/** An integration with its secret, which is never shown again; null when it has none. */
export type CreatedIntegration = { readonly integration: Integration; readonly secret: string | null };

/** Creates the service of integrations, which send a project's events (behaviour.md 16); for its maintainers only. */
export function createIntegrations(context: ServiceContext, secrets: Secrets) {
  const { store, access, changes, clock, machineClock } = context;

  function requireIntegration(actor: Actor, projectSlug: string, id: number): Integration {
    const project = access.maintained(actor, projectSlug);
    const integration = store.integrations.byId(id);
    if (integration?.projectId !== project.id) throw new NotFound();
    return integration;
  }

  function storeNewSecret(key: Uint8Array, id: number): string {
    const secret = newToken();
    store.integrations.seal(id, sealValue(key, integrationContext(id), secret));
    return secret;
  }

  return {
    /** Lists the integrations, oldest first. @throws NotFound @throws Forbidden */
    list: (actor: Actor, projectSlug: string): Integration[] =>
      store.integrations.ofProject(access.maintained(actor, projectSlug).id),

    /** @throws NotFound @throws Forbidden */
    get: requireIntegration,

    /**
     * Creates an integration. @throws NotFound @throws Forbidden @throws Invalid for a generic one without a secret
     * @throws Unavailable without the data key
     */
    async create(actor: Actor, projectSlug: string, request: NewIntegration): Promise<CreatedIntegration> {
      access.maintained(actor, projectSlug);
      if (!request.secret && request.provider === 'generic')
        throw new Invalid({ secret: [GENERIC_NEEDS_SECRET] });
      const key = request.secret ? await secrets.dataKey() : undefined;
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        const { provider, note = null } = request;
        const made = store.integrations.insert({ projectId: project.id, provider, note, created: clock() });
        const secret = key ? storeNewSecret(key, made.id) : null;
        changes.record(actor, {
          action: 'integration.create',
          subjectId: made.id,
          projectId: project.id,
          after: { name: provider, secret: secret !== null },
        });
        return { integration: { ...made, hasSecret: secret !== null }, secret };
      });
    },

    /** Replaces the secret, or adds one. @throws NotFound @throws Forbidden @throws Unavailable */
    async regenerate(actor: Actor, projectSlug: string, id: number): Promise<CreatedIntegration> {
      requireIntegration(actor, projectSlug, id);
      const key = await secrets.dataKey();
      return store.change(() => {
        const integration = requireIntegration(actor, projectSlug, id);
        const secret = storeNewSecret(key, id);
        const { provider: name, projectId } = integration;
        changes.record(actor, {
          action: 'integration.regenerate',
          subjectId: id,
          projectId,
          before: { name, secret: integration.hasSecret },
          after: { name, secret: true },
        });
        return { integration: { ...integration, hasSecret: true }, secret };
      });
    },

    /** Removes an integration; undo restores it with its secret. @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const { projectId, provider: name } = requireIntegration(actor, projectSlug, id);
        const { batch } = changes.record(actor, {
          action: 'integration.delete',
          subjectId: id,
          projectId,
          before: { name },
        });
        const user = userOf(actor);
        const by = { userId: user?.id ?? null, username: user?.username ?? null };
        store.trash.storeCopy({
          kind: 'integration',
          removed: machineClock(),
          subjectId: id,
          name,
          ...by,
          batch,
        });
        store.integrations.remove(id);
      });
    },

    /** Lists slugs of the projects with one of these repositories. @throws Forbidden unless the actor is Lectern or the operator */
    projectsOfRepository(actor: Actor, addresses: readonly string[]): string[] {
      access.requireOperator(actor);
      return store.repositories
        .all()
        .filter(({ url }) => addresses.some((address) => isSameRepository(address, url)))
        .map(({ slug }) => slug);
    },

    /** Opens the secret, for comparison with an event's; null when it has none. @throws Unavailable without the data key */
    async secretOf(id: number): Promise<string | null> {
      const sealed = store.integrations.sealedOf(id);
      return sealed && openValue(await secrets.dataKey(), integrationContext(id), sealed);
    },
  };
}

export type IntegrationsService = ReturnType<typeof createIntegrations>;

/** Binds a sealed secret to its integration; ids are never reused. */
export function integrationContext(id: number): string {
  return `integration/${id}`;
}
