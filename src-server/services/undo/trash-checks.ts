import { Conflict } from '../../model/base/problems.ts';
import { languageTaken } from '../../model/relations/translation.ts';
import type { Trash } from '../../store/tables/journal/trash.ts';
import type { Store } from '../../store/tables.ts';
import { requireFreeSubproject } from './undo-checks.ts';

/*
 * Whether what is in the trash still fits what is there now. What the database itself would refuse, an id that is in
 * use, it refuses when the rows go back.
 */

/** @throws Conflict with the reason */
export function refuseRestored(store: Store, trash: Trash): void {
  if (trash.kind === 'project') refuseProject(store, trash);
  else if (trash.kind === 'environment-variable') refuseVariable(store, trash);
  else refuseHook(store, trash);
}

function refuseVariable(store: Store, { id, name }: Trash): void {
  const [row] = store.trash.rowsOf(id, 'environment_variables');
  const projectId = Number(row?.project_id);
  const project = store.projects.byId(projectId)?.project;
  if (!project) throw new Conflict(`The project of the variable ${name} is gone.`);
  if (store.environmentVariables.nameTaken(projectId, name)) {
    throw new Conflict(`${project.slug} has another variable called ${name} now.`);
  }
}

/** An integration, or an address that is told of builds. */
function refuseHook(store: Store, { id, kind, name }: Trash): void {
  const isWebhook = kind === 'build-webhook';
  const [row] = store.trash.rowsOf(id, isWebhook ? 'build_webhooks' : 'integrations');
  const projectId = Number(row?.project_id);
  if (!store.projects.byId(projectId)) throw new Conflict(`The project of ${name} is gone.`);
  if (isWebhook && store.buildWebhooks.taken(projectId, String(row?.url))) {
    throw new Conflict(`${name} is told of its builds again already.`);
  }
}

function refuseProject(store: Store, trash: Trash): void {
  const { id, name } = trash;
  const [row] = store.trash.rowsOf(id, 'projects');
  if (!row) throw new Conflict(`Nothing of ${name} is left in the trash.`);
  if (store.projects.idOf(name) !== undefined) {
    throw new Conflict(`There is another project called ${name} now. Remove it first.`);
  }
  if (store.trash.rowsOf(id, 'project_users').some(({ user_id }) => !store.users.byId(Number(user_id)))) {
    throw new Conflict(`A maintainer of ${name} is gone.`);
  }
  refuseMain(store, trash, row);
  refuseTranslations(store, trash, String(row.language));
  for (const link of store.trash.rowsOf(id, 'subprojects')) refuseSubproject(store, trash, link);
}

/** It was a translation itself. */
function refuseMain(store: Store, { name, subjectId }: Trash, row: Record<string, unknown>): void {
  if (row.translation_of === null) return;
  const main = store.projects.byId(Number(row.translation_of))?.project;
  if (!main) throw new Conflict(`The main project of ${name} is gone. Bring that back first.`);
  if (main.translationOf !== null) throw new Conflict(`The main project ${main.slug} is a translation now.`);
  const language = String(row.language);
  if (
    main.language === language ||
    store.projects.translationInto(main.id, language, subjectId) !== undefined
  ) {
    throw new Conflict(languageTaken(language, main.slug));
  }
}

/** It had translations. */
function refuseTranslations(store: Store, { id, name }: Trash, language: string): void {
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

function refuseSubproject(store: Store, { subjectId, name }: Trash, link: Record<string, unknown>): void {
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
