import { Conflict } from '../../model/base/problems.ts';
import type { Json, JsonObject } from '../../model/builds/build.ts';
import { REDIRECT_DEFAULTS, type Redirect } from '../../model/redirects/redirect.ts';
import type { WrittenRule } from '../../model/redirects/resolve-redirect.ts';
import { WRITTEN_TYPES } from '../../model/redirects/written-redirect.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { NewRedirect, RedirectRank } from '../../store/tables/redirects/redirects.ts';
import { difference } from '../kernel/changes.ts';
import type { Revert, UndoServices } from './revert.ts';
import { changedSince, goneSince, numberIn, requireUnchanged, revertedFields, textIn } from './revert.ts';

/* How changes of redirects, variables, people, webhooks, tokens and settings are undone. */

/** Fields that may differ by now without preventing an undo. */
const IGNORED_FIELDS = ['modified', 'rank'];

/** Restores the redirect as it was. */
export const revertRedirect: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.redirects.byId(entry.subjectId ?? 0);
  if (!now) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.projectId);
  const next = revertedFields(now, entry, IGNORED_FIELDS, store);
  const changedFields = difference(now, next);
  if (!changedFields) return;
  store.redirects.update(next);
  const { id: subjectId, projectId } = now;
  changes.record(actor, { action: 'redirect.update', subjectId, projectId, ...changedFields });
};

/** Removes the redirect. */
export const revertRedirectAdded: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.redirects.byId(entry.subjectId ?? 0);
  requireUnchanged(now, entry, IGNORED_FIELDS, store);
  if (!now) return;
  access.requireMaintainer(actor, now.projectId);
  store.redirects.remove(now.id);
  changes.recordRemoved(actor, 'redirect.delete', now);
};

/** Adds the redirect again with its id and its place. */
export const revertRedirectRemoved: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const { before } = entry;
  const projectId = numberIn(before, 'projectId');
  const type = textIn(before, 'type');
  if (!store.projects.byId(projectId) || !isType(type)) throw goneSince(entry, store);
  access.requireMaintainer(actor, projectId);
  const redirect: NewRedirect & Pick<Redirect, 'id'> = {
    id: numberIn(before, 'id'),
    projectId,
    type,
    fromUrl: textIn(before, 'fromUrl'),
    toUrl: textIn(before, 'toUrl'),
    created: numberIn(before, 'created'),
    modified: numberIn(before, 'modified'),
    ...fieldsOfToday(before),
  };
  if (store.redirects.byId(redirect.id)) throw changedSince(entry, store);
  // Entries of the first release have no rank.
  const rank = before?.rank === undefined ? {} : { rank: numberIn(before, 'rank') };
  changes.recordCreated(actor, 'redirect.create', store.redirects.insert({ ...redirect, ...rank }));
};

/** Reads the fields that entries of earlier releases do not have. */
function fieldsOfToday(before: JsonObject | null): Partial<NewRedirect> {
  const fields = Object.keys(REDIRECT_DEFAULTS).flatMap((key) =>
    before?.[key] === undefined ? [] : [[key, before[key]]],
  );
  return Object.fromEntries(fields) as Partial<NewRedirect>;
}

/** Restores the order of the redirects. */
export const revertRedirectOrder: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const projectId = entry.projectId ?? 0;
  if (!store.projects.byId(projectId)) throw goneSince(entry, store);
  access.requireMaintainer(actor, projectId);
  const now = new Map(store.redirects.ranksOf(projectId).map(({ id, rank }) => [id, rank]));
  for (const { id, rank } of ranksIn(entry.after?.ranks)) {
    if (now.get(id) !== rank) throw new Conflict('The redirects have been changed or sorted since.');
  }
  for (const { id, rank } of ranksIn(entry.before?.ranks)) store.redirects.setRank(id, rank);
  const { before, after } = entry;
  changes.record(actor, {
    action: 'redirect.reorder',
    projectId,
    ...(after && { before: after }),
    ...(before && { after: before }),
  });
};

/** Removes the variable, unless its value was replaced since. */
export const revertVariableAdded: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.environmentVariables.byId(entry.subjectId ?? 0);
  requireUnchanged(now, entry, [], store);
  if (!now) return;
  access.requireMaintainer(actor, now.projectId);
  store.environmentVariables.remove(now.id);
  const { id: subjectId, projectId } = now;
  changes.record(actor, { action: 'environment-variable.delete', subjectId, projectId, before: { ...now } });
};

/** Sets a notification back to the state that it had. */
export const revertNotification: Revert = (entry, actor, { context: { store }, notifications }) => {
  const now = store.notifications.byId(entry.subjectId ?? 0);
  if (!now) throw goneSince(entry, store);
  notifications.setState(actor, now.id, revertedFields(now, entry, [], store).state);
};

/** Gives the variable to builds of pull requests again, or takes it from them. */
export const revertVariablePublic: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.environmentVariables.byId(entry.subjectId ?? 0);
  if (!now) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.projectId);
  const next = revertedFields(now, entry, [], store);
  store.environmentVariables.setPublic(now.id, next.isPublic);
  const { id: subjectId, projectId, name } = now;
  changes.record(actor, {
    action: 'environment-variable.update',
    subjectId,
    projectId,
    before: { name, isPublic: now.isPublic },
    after: { name, isPublic: next.isPublic },
  });
};

/** Restores the previous value, which is encrypted in the trash. */
export const revertVariableReplaced: Revert = (entry, actor, { context: { store, access, changes } }) => {
  const now = store.environmentVariables.byId(entry.subjectId ?? 0);
  requireUnchanged(now, entry, [], store);
  const previous = store.trash.ofBatch(entry.batch, 'environment-variable', entry.subjectId ?? 0);
  if (!now || !previous) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.projectId);
  store.trash.restoreValue(previous);
  changes.record(actor, {
    action: 'environment-variable.replace',
    subjectId: now.id,
    projectId: now.projectId,
    ...(entry.after && { before: entry.after }),
    ...(entry.before && { after: entry.before }),
  });
};

/** Adds a removed maintainer again at their place, and removes an added one. */
export const revertMaintainer: Revert = (entry, actor, { context, maintainers }) => {
  const { store, access, changes } = context;
  const project = store.projects.byId(entry.subjectId ?? 0)?.project;
  const user = store.users.byId(numberIn(entry.after ?? entry.before, 'userId'));
  if (!project || !user) throw goneSince(entry, store);
  access.requireMaintainer(actor, project.id);
  const isMaintainer = store.projects.isMaintainer(project.id, user.id);
  if (isMaintainer !== (entry.action === 'project.add-maintainer')) throw changedSince(entry, store);
  if (isMaintainer) return maintainers.remove(actor, project.slug, user.username);
  const position = entry.before?.position;
  store.projects.addMaintainer(project.id, user.id, typeof position === 'number' ? position : undefined);
  changes.record(actor, {
    action: 'project.add-maintainer',
    subjectId: project.id,
    projectId: project.id,
    after: { userId: user.id, username: user.username },
  });
};

/** Removes the integration, even if it has received events since. */
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

/** Revokes the token. */
export const revertTokenCreated: Revert = (entry, actor, { context: { store }, tokens }) => {
  if (!store.tokens.byId(entry.subjectId ?? 0)) throw goneSince(entry, store);
  tokens.revoke(actor, entry.subjectId ?? 0);
};

/** Removes a user who owns nothing and has done nothing, since their id may be used again. */
export const revertUserAdded: Revert = (entry, actor, { context, settings }) => {
  const { store, access, changes } = context;
  access.requireOperator(actor);
  const user = store.users.byId(entry.subjectId ?? 0);
  requireUnchanged(user, entry, [], store);
  if (!user) return;
  const { id, username } = user;
  const isUsed =
    store.users.isReferenced(id) ||
    store.trash.hasMaintainer(id) ||
    store.journal.hasEntriesBy(id) ||
    settings.localUser()?.id === id;
  if (isUsed) throw new Conflict(hasBeenActive(username));
  store.users.remove(id);
  changes.record(actor, { action: 'user.delete', subjectId: id, before: { ...user } });
};

/** Returns why adding a user cannot be undone: they are gone, or have been active since. */
export function userBlocked(
  entry: JournalEntry,
  { context: { store }, settings }: Pick<UndoServices, 'context' | 'settings'>,
): string | undefined {
  const user = store.users.byId(entry.subjectId ?? 0);
  if (!user) return goneSince(entry, store).message;
  const { id, username } = user;
  // A token or a setting of the same change is undone first.
  const isAlone = store.journal.ofBatch(entry.batch).length === 1;
  const isInUse = isAlone && (store.users.isReferenced(id) || settings.localUser()?.id === id);
  return isInUse || store.journal.hasEntriesBy(id) ? hasBeenActive(username) : undefined;
}

function hasBeenActive(username: string): string {
  return `${username} has been active since. Deactivate them instead.`;
}

/** Activates or deactivates the user as before. */
export const revertUserActive: Revert = (entry, actor, { context: { store }, users }) => {
  const user = store.users.byId(entry.subjectId ?? 0);
  requireUnchanged(user, entry, [], store);
  if (user) users.setActive(actor, user.username, entry.before?.active === true);
};

/** Restores the previous settings. */
export const revertSettings: Revert = (entry, actor, { context: { store }, settings }) => {
  settings.set(actor, revertedFields(settings.all(actor), entry, [], store));
};

function isType(text: string): text is WrittenRule['type'] {
  return WRITTEN_TYPES.some((type) => type === text);
}

function ranksIn(list: Json | undefined): RedirectRank[] {
  const isRank = (item: unknown): item is RedirectRank =>
    typeof item === 'object' && item !== null && 'id' in item && 'rank' in item;
  return Array.isArray(list) ? list.filter(isRank) : [];
}
