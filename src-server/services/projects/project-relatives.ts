import type { Store } from '../../store/open-store.ts';

/** A project with more relatives than this is not worth naming them all. */
const MAX_RELATIVES = 100;
const RELATIVES = { limit: MAX_RELATIVES + 1, offset: 0 };

/** Names the projects whose screens show something of a project. */
export function createProjectRelatives({
  store,
}: {
  readonly store: Pick<Store, 'projects' | 'subprojects'>;
}) {
  return {
    /**
     * Returns the slugs of a project, its parent, its main project, its subprojects and its translations; undefined when
     * the project is gone or they are too many to name.
     */
    familyOf(projectId: number): readonly string[] | undefined {
      const entry = store.projects.byId(projectId);
      if (!entry) return undefined;
      const { items: children } = store.subprojects.ofParent(projectId, null, RELATIVES);
      const { items: translations } = store.projects.translationsOf(projectId, null, RELATIVES);
      if (children.length + translations.length > MAX_RELATIVES) return undefined;
      const above = [entry.parent?.id, entry.project.translationOf].filter(
        (id) => id !== null && id !== undefined,
      );
      const relatives = store.projects.byIds([...above, ...children.map(({ childId }) => childId)]);
      return [entry, ...relatives, ...translations].map(({ project }) => project.slug);
    },
  };
}
