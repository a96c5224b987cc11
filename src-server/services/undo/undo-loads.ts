import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { changedSince, type Revert } from './revert.ts';
import { hasLaterChanges } from './undo-projects.ts';

/* How a loaded seed file or kit is undone: all of its projects go to the trash, people and scripts stay. */

/** More than this would hold up everything else while they are moved. */
const MAX_PROJECTS = 500;
/** What follows from a load, and goes with its projects. */
const FOLLOWS = new Set(['project.trust-builds', 'project.distrust-builds', 'project.set-builder']);

/** Tells whether a load added more projects than one undo may remove. */
export function isTooManyToUndo({ after }: JournalEntry): boolean {
  return typeof after?.projects === 'number' && after.projects > MAX_PROJECTS;
}

/** Moves all projects of a load into the trash, unless people have worked on one of them since. */
export const revertLoad: Revert = (entry, actor, { context: { store }, removal }) => {
  const created = store.journal.ofBatch(entry.batch).filter(({ action }) => action === 'project.create');
  const loaded = new Set(created.map(({ subjectId }) => subjectId));
  for (const each of created.toReversed()) {
    const project = store.projects.byId(each.subjectId ?? 0)?.project;
    // One that was removed meanwhile is in the trash already.
    if (!project) continue;
    if (hasLaterChanges(each, project.id, store, FOLLOWS)) throw changedSince(each, store);
    const isUsedByOthers = store.subprojects
      .ofParent(project.id, null, { limit: 1_000, offset: 0 })
      .items.some(({ childId }) => !loaded.has(childId));
    if (isUsedByOthers) throw changedSince(each, store);
    removal.remove(actor, project.slug);
  }
};
