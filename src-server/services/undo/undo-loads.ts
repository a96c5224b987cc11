import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { changedSince, type Revert, type UndoServices } from './revert.ts';

/* How a loaded seed file or kit is undone: all of its projects go to the trash, people and scripts stay. */

/** More than this would hold up everything else while they are moved. */
const MAX_PROJECTS = 500;
/** What follows from a load, and goes with its projects. */
const FOLLOWS = new Set(['project.trust-builds', 'project.distrust-builds', 'project.set-builder']);

/** Returns why a load cannot be undone: it added too much, or people have worked on it since. */
export function loadBlocked(
  entry: JournalEntry,
  { context: { store } }: Pick<UndoServices, 'context'>,
): string | undefined {
  const { after, batch } = entry;
  if (typeof after?.projects === 'number' && after.projects > MAX_PROJECTS)
    return 'It added too many projects to undo at once. Remove them in the list.';
  const created = createdBy(entry, store);
  const ids = created.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId]));
  const changed = store.laterChanges.firstChanged(ids, batch, FOLLOWS);
  const first = created.find(({ subjectId }) => subjectId === changed);
  return first && changedSince(first, store).message;
}

function createdBy({ batch }: JournalEntry, store: Store): readonly JournalEntry[] {
  return store.journal.ofBatch(batch).filter(({ action }) => action === 'project.create');
}

/** Moves all projects of a load into the trash; `loadBlocked` has found that nobody has worked on one of them since. */
export const revertLoad: Revert = (entry, actor, { context: { store }, removal }) => {
  const created = createdBy(entry, store);
  const loaded = new Set(created.map(({ subjectId }) => subjectId));
  for (const each of created.toReversed()) {
    const project = store.projects.byId(each.subjectId ?? 0)?.project;
    // One that was removed meanwhile is in the trash already.
    if (!project) continue;
    const isUsedByOthers = store.subprojects
      .ofParent(project.id, null, { limit: 1_000, offset: 0 })
      .items.some(({ childId }) => !loaded.has(childId));
    if (isUsedByOthers) throw changedSince(each, store);
    removal.remove(actor, project.slug);
  }
};
