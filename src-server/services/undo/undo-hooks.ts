import { goneSince } from './undo-fields.ts';
import type { Revert } from './undo-services.ts';

/* How added integrations and webhooks are taken back. */

/** Removes the integration, whatever it has heard since. */
export const revertIntegrationAdded: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.integrations.byId(entry.subjectId ?? 0);
  if (!now) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.projectId);
  store.integrations.remove(now.id);
  const { id: subjectId, projectId, provider } = now;
  changes.record(actor, { action: 'integration.delete', subjectId, projectId, before: { name: provider } });
};

/** Removes the webhook. */
export const revertWebhookAdded: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.buildWebhooks.byId(entry.subjectId ?? 0);
  if (!now) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.projectId);
  store.buildWebhooks.remove(now.id);
  const { id: subjectId, projectId } = now;
  const before = entry.after ?? {};
  changes.record(actor, { action: 'build-webhook.delete', subjectId, projectId, before });
};
