import { z } from 'zod';
import { parseBody } from '../../model/base/fields.ts';
import { Conflict, Problem } from '../../model/base/problems.ts';
import { systemClock } from '../../model/base/timestamp.ts';
import { redactCredentials } from '../../model/projects/repository/repository-url.ts';
import { type BuildWebhook, BuildWebhookBody } from '../../model/webhooks/build-webhook.ts';
import { defaultHookEvent, localFolder } from '../../model/webhooks/git-hook.ts';
import { IntegrationBody, integrationPath } from '../../model/webhooks/integration.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import {
  installHook,
  localHookIntegrations,
  removeHookIntegrations,
} from '../../services/webhooks/git-hooks.ts';
import type { CreatedIntegration } from '../../services/webhooks/integrations.ts';
import { change, type DeskContext, procedure, router } from '../procedure.ts';

const Slug = z.object({ slug: z.string() });
const One = Slug.extend({ id: z.int() });

/** Finds the git hooks of a project's repository; null unless it is on this machine and this actor may write to it. */
async function findHook({ services, environment, actor }: DeskContext, slug: string) {
  const { project } = services.overview.get(actor, slug).project;
  const folder = project.repositoryType === 'git' ? localFolder(project.repositoryUrl) : undefined;
  if (folder === undefined || actor.kind === 'user') return null;
  const { hooks } = environment.machine;
  const repository = await hooks.find(folder);
  const installed = (await hooks.installed(repository)).filter((hook) => hook.project === slug);
  return { repository, event: defaultHookEvent(repository), installed };
}

function createdIntegrationView(slug: string, { integration, secret }: CreatedIntegration) {
  return { id: integration.id, secret, path: integrationPath(slug, integration.id) };
}

function webhookView({ id, url, last, created }: BuildWebhook) {
  return { id, url: redactCredentials(url), last, created };
}

/** Integrations that notify a project of changes, and webhooks that it notifies of builds (behaviour.md 16). */
export const webhooksRouter = router({
  /** Returns what the webhooks section shows; never a secret. */
  list: procedure.input(Slug).query(({ ctx: { services, environment, actor }, input: { slug } }) => ({
    /** Address of the server; null until it listens. */
    server: environment.url() ?? null,
    integrations: services.integrations.list(actor, slug).map(({ projectId: _, ...integration }) => ({
      ...integration,
      path: integrationPath(slug, integration.id),
    })),
    webhooks: services.buildWebhooks.list(actor, slug).map(webhookView),
  })),

  /** Adds an integration; returns its secret this once. */
  addIntegration: procedure.input(Slug.extend({ provider: z.unknown() })).mutation(
    change(async ({ ctx: { services, actor }, input: { slug, ...body } }) => {
      const { provider } = parseBody(IntegrationBody, body);
      return createdIntegrationView(
        slug,
        await services.integrations.create(actor, slug, { provider, secret: true }),
      );
    }),
  ),
  /** Makes a new secret; returns it this once. */
  renewSecret: procedure
    .input(One)
    .mutation(
      change(async ({ ctx: { services, actor }, input: { slug, id } }) =>
        createdIntegrationView(slug, await services.integrations.regenerate(actor, slug, id)),
      ),
    ),
  removeIntegration: procedure
    .input(One)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, id } }) =>
        services.integrations.remove(actor, slug, id),
      ),
    ),

  addWebhook: procedure
    .input(Slug.extend({ url: z.unknown() }))
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, url } }) =>
        webhookView(services.buildWebhooks.add(actor, slug, parseBody(BuildWebhookBody, { url }))),
      ),
    ),
  removeWebhook: procedure
    .input(One)
    .mutation(
      change(({ ctx: { services, actor }, input: { slug, id } }) =>
        services.buildWebhooks.remove(actor, slug, id),
      ),
    ),
  /** Sends a test message; returns how it was received. */
  testWebhook: procedure
    .input(One)
    .mutation(async ({ ctx: { services, environment, actor }, input: { slug, id } }) => {
      const { webhook, payload: message } = services.buildWebhooks.test(actor, slug, id);
      const delivered = await environment.machine.deliver(webhook.url, message);
      const delivery = { at: systemClock(), event: 'test' as const, ...delivered };
      services.buildWebhooks.recordDelivery(systemActor('desk'), id, delivery);
      return delivery;
    }),

  /** Returns the git hook that is installed, or would be, for a repository on this machine. */
  hook: procedure.input(Slug).query(async ({ ctx, input: { slug } }) => {
    try {
      const found = await findHook(ctx, slug);
      return (
        found && {
          folder: found.repository.folder,
          event: found.event,
          installed: found.installed.map(({ event, integrationId }) => ({ event, integrationId })),
          problem: null,
        }
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { folder: null, event: null, installed: [], problem: error.message };
    }
  }),
  /** Writes the git hook, with an integration for it. */
  installHook: procedure.input(Slug).mutation(
    change(async ({ ctx, input: { slug } }) => {
      const found = await findHook(ctx, slug);
      if (!found) throw new Conflict('Hooks can be installed only in a repository on this computer.');
      const { repository, event } = found;
      const integrations = localHookIntegrations(ctx.services.integrations, ctx.actor);
      const { hooks } = ctx.environment.machine;
      const { file } = await installHook({ hooks, integrations, repository, event, project: slug });
      return { file };
    }),
  ),
  /** Removes the git hook and its integration. */
  removeHook: procedure.input(Slug).mutation(
    change(async ({ ctx, input: { slug } }) => {
      const found = await findHook(ctx, slug);
      if (!found) return;
      const { repository } = found;
      const integrations = localHookIntegrations(ctx.services.integrations, ctx.actor);
      for (const hook of await ctx.environment.machine.hooks.remove(repository))
        await removeHookIntegrations(integrations, repository, hook);
    }),
  ),
});
