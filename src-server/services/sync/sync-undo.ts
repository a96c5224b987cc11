import { Conflict, Problem } from '../../model/base/problems.ts';
import type { JsonObject } from '../../model/builds/build.ts';
import type { JournalAction } from '../../model/journal/actions.ts';
import type { Link } from '../../model/sync/link.ts';
import type { SyncKind } from '../../model/sync/sync-fields.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Revert, UndoServices } from '../undo/revert.ts';
import { changedSince, goneSince, requireUnchanged } from '../undo/revert.ts';
import { requireRestorable } from '../undo/trash-checks.ts';
import { subjectOf } from '../undo/undo-labels.ts';
import { revertLink } from '../undo/undo-links.ts';
import {
  hasLaterChanges,
  hasLaterEntries,
  restoreFromTrash,
  revertProject,
  revertVersion,
} from '../undo/undo-projects.ts';
import {
  revertRedirect,
  revertRedirectAdded,
  revertRedirectOrder,
  revertRedirectRemoved,
  revertVariableAdded,
  revertVariablePublic,
} from '../undo/undo-rows.ts';

/* How pulls and decisions about conflicts are undone: object by object, each with what was agreed about it. */

const ALL_CHANGED = 'All of it has changed again since, so nothing can be undone.';
/** Fields that may differ by now without preventing an undo of any row. */
const MOVING_FIELDS = ['modified', 'rank', 'remoteBranch'];

/** Entries that undo their whole batch, so that the rules of the other entries are not asked. */
export const SYNC_BATCHES: ReadonlySet<JournalAction> = new Set([
  ...(['sync.pull-project', 'sync.pull-relations', 'sync.resolve', 'sync.push'] as const),
]);

/** Removes a version that a pull added, unless it was changed or built since. */
const revertVersionAdded: Revert = (entry, actor, { context: { store, changes } }) => {
  const now = store.versions.byId(entry.subjectId ?? 0);
  requireUnchanged(now, entry, [], store);
  if (!now) return;
  if (store.builds.latestByVersion([now.id]).size > 0) throw changedSince(entry, store);
  store.versions.remove(now.id);
  changes.recordRemoved(actor, 'version.delete', now);
};

const REVERTS: Partial<Readonly<Record<JournalAction, Revert>>> = {
  'project.update': revertProject,
  'version.create': revertVersionAdded,
  'version.update': revertVersion,
  'version.activate': revertVersion,
  'version.deactivate': revertVersion,
  'version.delete': restoreFromTrash('version'),
  'redirect.create': revertRedirectAdded,
  'redirect.update': revertRedirect,
  'redirect.delete': revertRedirectRemoved,
  'redirect.reorder': revertRedirectOrder,
  'environment-variable.create': revertVariableAdded,
  'environment-variable.update': revertVariablePublic,
  'environment-variable.delete': restoreFromTrash('environment-variable'),
  'subproject.create': revertLink,
  'subproject.delete': revertLink,
  'translation.add': revertLink,
  'translation.remove': revertLink,
};

/** Which kind of link an entry is about. */
const KINDS: Readonly<Record<string, SyncKind>> = {
  project: 'project',
  version: 'version',
  redirect: 'redirect',
  'environment-variable': 'variable',
  subproject: 'subproject',
};

/** Undoes a pull of one project: a new one goes to the trash; of another, all that is still as the pull left it. */
export const revertPull: Revert = (entry, actor, tools) => {
  if (entry.after?.isNew === true) removePulled(entry, actor, tools);
  else revertParts(entry, actor, tools);
};

/** Returns why the pull of a project can no longer be undone, as far as that is certain before it is tried. */
export function pullBlocked(entry: JournalEntry, { context: { store } }: UndoServices): string | undefined {
  if (entry.after?.isNew === true) return newProjectBlocked(entry, store);
  if (!hasLaterEntries(entry, entry.projectId ?? 0, store)) return undefined;
  const parts = store.journal.ofBatch(entry.batch).filter(({ action }) => REVERTS[action]);
  return parts.length > 0 && parts.every((part) => hasChanged(part, store)) ? ALL_CHANGED : undefined;
}

function newProjectBlocked(entry: JournalEntry, store: Store): string | undefined {
  const project = store.projects.byId(entry.subjectId ?? 0)?.project;
  if (!project) return goneSince(entry, store).message;
  if (!hasLaterChanges(entry, project.id, store)) return undefined;
  return `${project.slug} has changed since it was pulled. Remove the project instead.`;
}

const ROWS: Readonly<Record<string, (store: Store, id: number) => object | undefined>> = {
  project: (store, id) => store.projects.byId(id)?.project,
  version: (store, id) => store.versions.byId(id),
  redirect: (store, id) => store.redirects.byId(id),
  'environment-variable': (store, id) => store.environmentVariables.byId(id),
};

/** Tells whether an undo is certain to leave a part as it is: what it made or changed is gone, or other by now. */
function hasChanged(part: JournalEntry, store: Store): boolean {
  const [subject = '', verb = ''] = part.action.split('.');
  const rowOf = ROWS[subject];
  if (!rowOf || verb === 'delete' || verb === 'reorder') return false;
  try {
    requireUnchanged(rowOf(store, part.subjectId ?? 0), part, MOVING_FIELDS, store);
    return false;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

const removePulled: Revert = (entry, actor, { context: { store }, removal }) => {
  const blocked = newProjectBlocked(entry, store);
  if (blocked !== undefined) throw new Conflict(blocked);
  const project = store.projects.byId(entry.subjectId ?? 0)?.project;
  if (!project) return;
  const link = store.sync.links.byLocal('project', project.id);
  removal.remove(actor, project.slug);
  // With it goes the note that the project is not wanted here: the next pull brings it again.
  if (link) store.sync.links.remove(link.id);
};

/** Undoes each part of a batch that is still as it was left, with its link; the entry names the others. */
export const revertParts: Revert = (entry, actor, tools) => {
  const { store, changes } = tools.context;
  const left: string[] = [];
  const kept = new Set<string>();
  const parts = store.journal.ofBatch(entry.batch).filter(({ action }) => REVERTS[action]);
  for (const part of parts.toReversed()) {
    if (tryRevert(part, actor, tools)) continue;
    left.push(part.action === 'redirect.reorder' ? 'The order of the redirects' : subjectOf(part, store));
    for (const key of keysOf(part)) kept.add(key);
  }
  if (left.length > 0 && left.length === parts.length) {
    throw new Conflict(ALL_CHANGED);
  }
  restoreLinks(store, entry, kept);
  const names = { slug: entry.after?.slug ?? null, remote: entry.after?.remote ?? null };
  changes.record(actor, {
    action: entry.action as 'sync.pull-project',
    ...(entry.subjectId !== null && { subjectId: entry.subjectId }),
    ...(entry.projectId !== null && { projectId: entry.projectId }),
    before: names,
    after: { ...names, left },
  });
};

/** Returns what an undo of a pull or of decisions left as it is, since it has changed since. */
export function leftByUndo(entry: JournalEntry | undefined): readonly string[] {
  const left = entry && SYNC_BATCHES.has(entry.action) ? entry.after?.left : undefined;
  return Array.isArray(left) ? left.filter((name) => typeof name === 'string') : [];
}

function tryRevert(part: JournalEntry, actor: Parameters<Revert>[1], tools: UndoServices): boolean {
  const revert = REVERTS[part.action];
  if (!revert) return true;
  try {
    requireTrash(part, tools.context.store);
    revert(part, actor, tools);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Checks beforehand what a restore would refuse: a refusal inside a change rolls all of it back. */
function requireTrash(part: JournalEntry, store: Store): void {
  const [subject, verb] = part.action.split('.');
  if (verb !== 'delete' || (subject !== 'version' && subject !== 'environment-variable')) return;
  const found = store.trash.ofBatch(part.batch, subject, part.subjectId ?? 0);
  if (!found) throw goneSince(part, store);
  requireRestorable(store, found);
}

/** Names the links of what an entry is about. */
function keysOf({ action, subjectId, projectId }: JournalEntry): string[] {
  if (action === 'redirect.reorder') return [`project ${projectId}`];
  const kind = KINDS[action.split('.')[0] ?? ''];
  return kind ? [`${kind} ${subjectId}`] : [];
}

function restoreLinks(store: Store, { before, after }: JournalEntry, kept: ReadonlySet<string>): void {
  const { links } = store.sync;
  for (const id of Array.isArray(after?.made) ? after.made : []) {
    const link = typeof id === 'number' ? links.byId(id) : undefined;
    if (link && !kept.has(`${link.kind} ${link.localId}`)) links.remove(link.id);
  }
  for (const link of linksIn(before)) {
    if (kept.has(`${link.kind} ${link.localId}`) || !store.sync.remotes.byId(link.remoteId)) continue;
    if (links.byId(link.id)) links.update(link);
    else if (isFree(store, link)) links.insert(link);
  }
}

/** Links a project again with what it was unlinked from, and all that belongs to it. */
export const revertUnlink: Revert = (entry, actor, { context: { store, changes } }) => {
  const [link, ...others] = linksIn(entry.before);
  if (!link || !store.sync.remotes.byId(link.remoteId)) {
    throw new Conflict('The remote is gone, so the project cannot be linked with it again.');
  }
  if (!isFree(store, link)) throw new Conflict('The project is linked again already.');
  for (const each of [link, ...others]) if (isFree(store, each)) store.sync.links.insert(each);
  if (link.remoteKey !== null) {
    const { remoteId, remoteKey: key } = link;
    store.sync.projects.choose({ remoteId, key, chosen: true, localSlug: null, linksExisting: false });
  }
  const { slug = null, remote = null } = entry.before ?? {};
  const { localId } = link;
  changes.record(actor, {
    ...{ action: 'sync.unlink', subjectId: localId, projectId: localId },
    ...{ before: { slug, remote }, after: { slug, remote } },
  });
};

/** Forgets that a project was to be created on a remote, unless that has happened. */
export const revertCreation: Revert = (entry, actor, { context: { store, changes } }) => {
  const link = store.sync.links.byLocal('project', entry.subjectId ?? 0);
  if (!link || link.remoteKey !== null) throw changedSince(entry, store);
  store.sync.links.remove(link.id);
  const { localId } = link;
  changes.record(actor, {
    ...{ action: 'sync.cancel-create', subjectId: localId, projectId: localId },
    ...{ before: entry.after ?? {} },
  });
};

/** Takes back that a build was asked for, unless it was sent. */
export const revertBuildRequest: Revert = (entry, actor, { context: { store, changes } }) => {
  const link = store.sync.links.byLocal('version', entry.subjectId ?? 0);
  if (!link || store.sync.requests.stateOf(link.id) !== 'wanted') throw changedSince(entry, store);
  store.sync.requests.remove(link.id);
  changes.record(actor, {
    ...{ action: 'sync.drop-build-request', subjectId: link.localId },
    ...(entry.projectId !== null && { projectId: entry.projectId }),
    after: entry.after ?? {},
  });
};

function isFree(
  { sync: { links } }: Store,
  { id, remoteId, kind, localId, remoteKey, projectLink }: Link,
): boolean {
  return (
    links.byId(id) === undefined &&
    links.byLocal(kind, localId) === undefined &&
    (remoteKey === null || links.byKey(remoteId, kind, remoteKey) === undefined) &&
    (projectLink === null || links.byId(projectLink) !== undefined)
  );
}

function linksIn(fields: JsonObject | null): Link[] {
  const list = fields?.links;
  return Array.isArray(list) ? (list as unknown as Link[]) : [];
}
