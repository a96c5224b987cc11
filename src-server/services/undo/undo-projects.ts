import { isEnded, type JsonObject } from '../../model/builds/build.ts';
import { DEFAULT_SCHEME, withSingleVersion } from '../../model/projects/project.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { TrashEntry } from '../../store/tables/journal/trash.ts';
import { difference } from '../kernel/changes.ts';
import { requestSync } from '../versions/version-sync.ts';
import type { Revert, UndoServices } from './revert.ts';
import { changedSince, goneSince, requireFreeLanguage, revertedFields } from './revert.ts';

/* How changes of projects, versions and builds are undone. */

/** How many entries of a project's timeline are searched. */
const MAX_ENTRIES = 1000;
const NO_ACTIONS: ReadonlySet<string> = new Set();

/**
 * Restores the fields as they were; others that have changed since stay. A restored repository URL brings back the
 * default branch of that repository, and requests a sync.
 */
export const revertProject: Revert = (entry, actor, { context }) => {
  const { store, access, changes } = context;
  const now = store.projects.byId(entry.subjectId ?? 0)?.project;
  if (!now) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.id);
  const reverted = revertedFields(now, inPresentWords(entry), ['modified', 'remoteBranch'], store);
  const hasOldUrl = reverted.repositoryUrl !== now.repositoryUrl;
  const oldBranch = entry.before?.remoteBranch;
  const remoteBranch = typeof oldBranch === 'string' ? oldBranch : null;
  const next = hasOldUrl ? { ...reverted, remoteBranch } : reverted;
  requireFreeLanguage(store, next);
  if (next.pullRequestBuilds && !now.pullRequestBuilds) access.requireOperator(actor);
  const changedFields = difference(now, next);
  if (!changedFields) return;
  store.projects.update(next, now);
  changes.record(actor, { action: 'project.update', subjectId: now.id, projectId: now.id, ...changedFields });
  if (hasOldUrl) requestSync(context, actor, now.id);
};

/** Returns the entry of an update with the fields as they are called now: one of an earlier release has singleVersion. */
function inPresentWords(entry: JournalEntry): JournalEntry {
  const renamed = (fields: JsonObject | null): JsonObject | null => {
    if (typeof fields?.singleVersion !== 'boolean') return fields;
    return { ...fields, versioningScheme: withSingleVersion(DEFAULT_SCHEME, fields.singleVersion) };
  };
  return { ...entry, before: renamed(entry.before), after: renamed(entry.after) };
}

/** Moves the imported project into the trash; `importBlocked` has found nothing against it. */
export const revertImport: Revert = (entry, actor, { context: { store }, removal }) => {
  const project = store.projects.byId(entry.subjectId ?? 0)?.project;
  if (!project) throw goneSince(entry, store);
  removal.remove(actor, project.slug);
};

/** Returns why an import cannot be undone: the project is gone, is linked or was worked on since. */
export function importBlocked(
  entry: JournalEntry,
  { context: { store } }: Pick<UndoServices, 'context'>,
): string | undefined {
  const project = store.projects.byId(entry.subjectId ?? 0)?.project;
  if (!project) return goneSince(entry, store).message;
  const isLinked =
    store.subprojects.ofChild(project.id) !== undefined ||
    store.subprojects.hasChildren(project.id) ||
    store.translations.hasAny(project.id);
  return isLinked || hasLaterChanges(entry, project.id, store)
    ? changedSince(entry, store).message
    : undefined;
}

/** Tells whether people have worked on a project since an entry. */
export function hasLaterChanges(entry: JournalEntry, projectId: number, store: Store): boolean {
  return store.laterChanges.firstChanged([projectId], entry.batch, NO_ACTIONS) !== undefined;
}

/** Tells whether anything at all happened to a project since an entry. */
export function hasLaterEntries({ batch }: JournalEntry, projectId: number, store: Store): boolean {
  const [newest] = store.journal.ofProject(projectId, 1);
  return newest !== undefined && newest.batch > batch;
}

/** Restores the fields as they were; a deactivated version counts as built again. */
export const revertVersion: Revert = (entry, actor, { context: { store, access }, versions }) => {
  const now = store.versions.byId(entry.subjectId ?? 0);
  if (!now) throw goneSince(entry, store);
  access.requireMaintainer(actor, now.projectId);
  const next = revertedFields(now, entry, [], store);
  const action =
    next.active === now.active ? 'version.update' : next.active ? 'version.activate' : 'version.deactivate';
  versions.save(actor, now, next, action);
};

/** Deactivates the version; what was built since is no longer served, as after any deactivation. */
export const revertVersionOn: Revert = (entry, actor, tools) => {
  const { context, versions } = tools;
  const { store } = context;
  const now = store.versions.byId(entry.subjectId ?? 0);
  const project = now && store.projects.byId(now.projectId)?.project;
  const builtSince =
    now?.built &&
    store.journal
      .ofProject(now.projectId, MAX_ENTRIES)
      .some(
        (later) =>
          later.id > entry.id &&
          later.subjectId === now.id &&
          later.action === 'version.update' &&
          later.after?.built === true,
      );
  if (!project || !builtSince || !now.active) revertVersion(entry, actor, tools);
  else versions.update(actor, project.slug, now.slug, { active: false });
};

/** Removes a build that has not started and cancels a running one; any other is history. */
export const cancelTriggeredBuild: Revert = (entry, actor, { context: { store, changes } }) => {
  const { subjectId, projectId, after } = entry;
  if (subjectId === null || projectId === null) return;
  if (store.builds.removeQueued(subjectId)) {
    changes.record(actor, { action: 'build.cancel', subjectId, projectId, before: after ?? {} });
    return;
  }
  const build = store.builds.byId(subjectId);
  if (build && !isEnded(build.state) && store.builds.claimedAt(subjectId) !== null)
    changes.record(actor, { action: 'build.request-cancel', subjectId, projectId });
};

/** Restores from the trash what the entry removed. */
export function restoreFromTrash(kind: TrashEntry['kind']): Revert {
  return (entry, actor, { context: { store }, trash }) => {
    const found = store.trash.ofBatch(entry.batch, kind, entry.subjectId ?? 0);
    if (!found) throw goneSince(entry, store);
    trash.restoreItem(actor, found);
  };
}
