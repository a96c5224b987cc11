import { Conflict } from '../../model/base/problems.ts';
import { languageTaken } from '../../model/relations/translation.ts';
import type { Store } from '../../store/open-store.ts';
import type { TrashEntry } from '../../store/tables/journal/trash.ts';
import { hasLanguageClash } from '../relations/relation-rules.ts';
import { requireFreeSubproject } from './free-subproject.ts';

/* Whether something in the trash still fits what exists now. The database itself refuses an id that is in use. */

/** Checks that something can be restored from the trash. @throws Conflict with the reason */
export function requireRestorable(store: Store, trash: TrashEntry): void {
  if (trash.kind === 'project') requireRestorableProject(store, trash);
  else if (trash.kind === 'version') requireRestorableVersion(store, trash);
  else if (trash.kind === 'environment-variable') requireRestorableVariable(store, trash);
  else requireRestorableWebhook(store, trash);
}

function requireRestorableVersion(store: Store, { id, name }: TrashEntry): void {
  const [row] = store.trash.rowsOf(id, 'versions');
  const project = store.projects.byId(Number(row?.project_id))?.project;
  if (!project) throw new Conflict(`The project of the version ${name} is gone.`);
  if (store.versions.bySlug(project.id, name)) {
    throw new Conflict(`${project.slug} has another version called ${name} now.`);
  }
}

/**
 * Checks a variable. Others of its name may have been beside it, since today's service takes a name several times; one
 * that was added or restored since it was removed has taken its place.
 */
function requireRestorableVariable(store: Store, { id, name, batch }: TrashEntry): void {
  const [row] = store.trash.rowsOf(id, 'environment_variables');
  const projectId = Number(row?.project_id);
  const project = store.projects.byId(projectId)?.project;
  if (!project) throw new Conflict(`The project of the variable ${name} is gone.`);
  const kind = 'environment-variable';
  const isReplaced = store.environmentVariables.idsOfName(projectId, name).some((other) => {
    const first = store.journal.firstSince({ projectId, id: other, kind }, batch)?.action;
    return first === `${kind}.create` || first === `${kind}.restore`;
  });
  if (isReplaced) {
    throw new Conflict(`${project.slug} has another variable called ${name} now.`);
  }
}

/** Checks an integration, or a webhook that is notified of builds. */
function requireRestorableWebhook(store: Store, { id, kind, name }: TrashEntry): void {
  const isWebhook = kind === 'build-webhook';
  const [row] = store.trash.rowsOf(id, isWebhook ? 'build_webhooks' : 'integrations');
  const projectId = Number(row?.project_id);
  if (!store.projects.byId(projectId)) throw new Conflict(`The project of ${name} is gone.`);
  if (isWebhook && store.buildWebhooks.hasUrl(projectId, String(row?.url))) {
    throw new Conflict(`${name} receives its build notifications again already.`);
  }
}

function requireRestorableProject(store: Store, trash: TrashEntry): void {
  const { id, name } = trash;
  const [row] = store.trash.rowsOf(id, 'projects');
  if (!row) throw new Conflict(`Nothing of ${name} is left in the trash.`);
  if (store.projects.idOf(name) !== undefined) {
    throw new Conflict(`There is another project called ${name} now. Remove it first.`);
  }
  if (store.trash.rowsOf(id, 'project_users').some(({ user_id }) => !store.users.byId(Number(user_id)))) {
    throw new Conflict(`A maintainer of ${name} is gone.`);
  }
  requireRestorableMain(store, trash, row);
  requireRestorableTranslations(store, trash, String(row.language));
  for (const link of store.trash.rowsOf(id, 'subprojects')) requireRestorableSubproject(store, trash, link);
}

/** Checks the main project, if the removed project was a translation. */
function requireRestorableMain(
  store: Store,
  { name, subjectId }: TrashEntry,
  row: Record<string, unknown>,
): void {
  if (row.translation_of === null) return;
  const main = store.projects.byId(Number(row.translation_of))?.project;
  if (!main) throw new Conflict(`The main project of ${name} is gone. Bring that back first.`);
  if (main.translationOf !== null) throw new Conflict(`The main project ${main.slug} is a translation now.`);
  const language = String(row.language);
  if (hasLanguageClash(store, main, { id: subjectId, language }))
    throw new Conflict(languageTaken(language, main.slug));
}

/** Checks the translations that the removed project had. */
function requireRestorableTranslations(store: Store, { id, name }: TrashEntry, language: string): void {
  const languages = new Set([language]);
  for (const translationId of store.trash.translationsOf(id)) {
    const translation = store.projects.byId(translationId)?.project;
    if (!translation) throw new Conflict(`A translation of ${name} is gone. Bring that back first.`);
    if (translation.translationOf !== null || store.translations.hasAny(translationId)) {
      throw new Conflict(`${translation.slug} belongs to other translations now.`);
    }
    if (languages.has(translation.language)) throw new Conflict(languageTaken(translation.language, name));
    languages.add(translation.language);
  }
}

function requireRestorableSubproject(
  store: Store,
  { subjectId, name }: TrashEntry,
  link: Record<string, unknown>,
): void {
  const relation = {
    parentId: Number(link.parent_id),
    childId: Number(link.child_id),
    alias: String(link.alias),
  };
  const otherId = relation.parentId === subjectId ? relation.childId : relation.parentId;
  if (!store.projects.byId(otherId)) {
    throw new Conflict(`A project that ${name} was linked with is gone. Bring that back first.`);
  }
  requireFreeSubproject(store, relation);
}
