import { Invalid, NotFound } from '../../model/base/problems.ts';
import {
  type BuildWebhook,
  type BuildWebhookBody,
  type BuildWebhookPayload,
  buildWebhookPayload,
  type Delivery,
  displayOrigin,
  WEBHOOK_TAKEN,
} from '../../model/webhooks/build-webhook.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A message and the webhook that it goes to. */
export type WebhookNotification = { readonly webhook: BuildWebhook; readonly payload: BuildWebhookPayload };

/** Creates the service of webhooks that a project's builds call (behaviour.md 16); for its maintainers only. */
export function createBuildWebhooks(context: ServiceContext) {
  const { store, access, changes, clock, machineClock } = context;

  function requireWebhook(actor: Actor, projectSlug: string, id: number): BuildWebhook {
    const project = access.maintained(actor, projectSlug);
    const webhook = store.buildWebhooks.byId(id);
    if (webhook?.projectId !== project.id) throw new NotFound();
    return webhook;
  }

  return {
    /** Lists the webhooks, oldest first. @throws NotFound @throws Forbidden */
    list: (actor: Actor, projectSlug: string): BuildWebhook[] =>
      store.buildWebhooks.ofProject(access.maintained(actor, projectSlug).id),

    /** Adds a webhook. @throws NotFound @throws Forbidden @throws Invalid when the project already has its URL */
    add(actor: Actor, projectSlug: string, { url }: BuildWebhookBody): BuildWebhook {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        if (store.buildWebhooks.hasUrl(project.id, url)) throw new Invalid({ url: [WEBHOOK_TAKEN] });
        const webhook = store.buildWebhooks.insert({ projectId: project.id, url, created: clock() });
        changes.record(actor, {
          action: 'build-webhook.create',
          subjectId: webhook.id,
          projectId: project.id,
          after: { name: displayOrigin(url) },
        });
        return webhook;
      });
    },

    /** Removes a webhook; undo restores it. @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const { projectId, url } = requireWebhook(actor, projectSlug, id);
        const name = displayOrigin(url);
        const { batch } = changes.record(actor, {
          action: 'build-webhook.delete',
          subjectId: id,
          projectId,
          before: { name },
        });
        const user = userOf(actor);
        const by = { userId: user?.id ?? null, username: user?.username ?? null };
        store.trash.storeCopy({
          kind: 'build-webhook',
          removed: machineClock(),
          subjectId: id,
          name,
          ...by,
          batch,
        });
        store.buildWebhooks.remove(id);
      });
    },

    /** Makes a test message: the newest build, else a sample. @throws NotFound @throws Forbidden */
    test(actor: Actor, projectSlug: string, id: number): WebhookNotification {
      const webhook = requireWebhook(actor, projectSlug, id);
      const project = access.maintained(actor, projectSlug);
      const [newest] = store.builds.ofProject(project.id, {}, { limit: 1, offset: 0 }).items;
      const result = { state: 'finished', success: true, error: '' } as const;
      const sampleBuild = { id: 0, commit: null, ...result, created: clock() };
      return { webhook, payload: buildWebhookPayload(project, newest ?? sampleBuild) };
    },

    /**
     * Makes the messages about a build. Pull requests send none: a message does not name the version, so their failures
     * would be taken for the project's. @throws Forbidden unless the actor is Lectern or the operator
     */
    notifications(actor: Actor, buildId: number): WebhookNotification[] {
      access.requireOperator(actor);
      const build = store.builds.byId(buildId);
      const webhooks = build ? store.buildWebhooks.ofProject(build.projectId) : [];
      if (!build || webhooks.length === 0) return [];
      if (store.versions.byId(build.versionId)?.type === 'external') return [];
      const project = store.projects.byId(build.projectId)?.project;
      if (!project) return [];
      return webhooks.map((webhook) => ({ webhook, payload: buildWebhookPayload(project, build) }));
    },

    /** Records a delivery, unless the webhook was removed. @throws Forbidden unless the actor is Lectern or the operator */
    recordDelivery(actor: Actor, id: number, delivery: Delivery): void {
      access.requireOperator(actor);
      store.change(() => {
        const webhook = store.buildWebhooks.byId(id);
        if (!webhook) return;
        store.buildWebhooks.recordDelivery(id, delivery);
        const { projectId, url, last } = webhook;
        const summarize = (delivered: Delivery | null) => ({
          name: displayOrigin(url),
          event: delivered?.event ?? null,
          status: delivered?.status ?? null,
          problem: delivered?.problem ?? null,
        });
        const [before, after] = [summarize(last), summarize(delivery)];
        changes.record(actor, { action: 'build-webhook.send', subjectId: id, projectId, before, after });
      });
    },
  };
}

export type BuildWebhooksService = ReturnType<typeof createBuildWebhooks>;
