import { Conflict } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import { languageTaken } from '../../model/relations/translation.ts';
import type { Store } from '../../store/open-store.ts';

/* Rules between projects that what comes back has to keep, though the database does not know them. */

/** A main project has no two translations of one language, and none into its own (behaviour.md 11). @throws Conflict */
export function requireFreeLanguage(store: Store, project: Project): void {
  const main = project.translationOf === null ? project : store.projects.byId(project.translationOf)?.project;
  if (!main) throw new Conflict(`The main project of ${project.slug} is gone.`);
  const taken =
    (main.id !== project.id && main.language === project.language) ||
    store.projects.translationInto(main.id, project.language, project.id) !== undefined;
  if (taken) throw new Conflict(languageTaken(project.language, main.slug));
}

/** @throws Conflict unless this may be a subproject now (behaviour.md 10) */
export function requireFreeSubproject(
  store: Store,
  { parentId, childId, alias }: { parentId: number; childId: number; alias: string },
): void {
  const { subprojects } = store;
  if (subprojects.ofChild(childId)) throw new Conflict(`${alias} is a subproject of another project now.`);
  if (subprojects.hasChildren(childId)) throw new Conflict(`${alias} has subprojects of its own now.`);
  if (subprojects.ofChild(parentId)) throw new Conflict('The parent is a subproject itself now.');
  if (subprojects.byAlias(parentId, alias)) throw new Conflict(`The alias ${alias} is in use again.`);
}
