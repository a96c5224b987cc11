import type { Project } from '../../model/projects/project.ts';
import type { Store } from '../../store/open-store.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { translationFacts } from '../relations/relation-rules.ts';
import { requireFreeSubproject } from './free-subproject.ts';
import type { Revert } from './revert.ts';
import { changedSince, goneSince, numberIn, requireFreeLanguage, textIn } from './revert.ts';

/* How changes of subprojects and translations are undone (behaviour.md 10 and 11). */

/** Links what was unlinked, and unlinks what was linked. */
export const revertLink: Revert = (entry, actor, tools) => {
  const { store, access } = tools.context;
  if (entry.projectId === null || !store.projects.byId(entry.projectId)) throw goneSince(entry, store);
  access.requireMaintainer(actor, entry.projectId);
  if (entry.action === 'subproject.create') unlinkSubproject(entry, actor, tools);
  else if (entry.action === 'subproject.delete') linkSubproject(entry, actor, tools);
  else moveTranslation(entry, actor, tools);
};

const unlinkSubproject: Revert = (entry, actor, { context: { store, changes } }) => {
  const relation = store.subprojects.ofChild(numberIn(entry.after, 'childId'));
  if (relation?.id !== entry.subjectId) throw goneSince(entry, store);
  store.subprojects.remove(relation.id);
  const { id: subjectId, parentId: projectId } = relation;
  changes.record(actor, { action: 'subproject.delete', subjectId, projectId, before: { ...relation } });
};

const linkSubproject: Revert = (entry, actor, { context: { store, changes } }) => {
  const relation = {
    id: numberIn(entry.before, 'id'),
    parentId: numberIn(entry.before, 'parentId'),
    childId: numberIn(entry.before, 'childId'),
    alias: textIn(entry.before, 'alias'),
  };
  const child = store.projects.byId(relation.childId)?.project;
  if (!child) throw goneSince(entry, store);
  requireFreeSubproject(store, relation);
  store.subprojects.insert(relation);
  changes.record(actor, {
    action: 'subproject.create',
    subjectId: relation.id,
    projectId: relation.parentId,
    after: { ...relation, child: child.slug },
  });
};

const moveTranslation: Revert = (entry, actor, { context: { store, changes } }) => {
  const now = store.projects.byId(entry.subjectId ?? 0)?.project;
  if (!now) throw goneSince(entry, store);
  if (now.translationOf !== (entry.after?.translationOf ?? null)) throw changedSince(entry, store);
  const before = entry.before?.translationOf;
  const next: Project = { ...now, translationOf: typeof before === 'number' ? before : null };
  requireTranslatable(store, next, entry);
  store.projects.update(next, now);
  changes.record(actor, {
    action: next.translationOf === null ? 'translation.remove' : 'translation.add',
    subjectId: now.id,
    ...(entry.projectId !== null && { projectId: entry.projectId }),
    before: { slug: now.slug, translationOf: now.translationOf },
    after: { slug: now.slug, translationOf: next.translationOf },
  });
};

function requireTranslatable(store: Store, project: Project, entry: JournalEntry): void {
  if (project.translationOf === null) return;
  const main = store.projects.byId(project.translationOf)?.project;
  if (!main) throw changedSince(entry, store);
  const { mainIsTranslation, candidateHasTranslations } = translationFacts(store, main, project);
  if (mainIsTranslation || candidateHasTranslations) throw changedSince(entry, store);
  requireFreeLanguage(store, project);
}
