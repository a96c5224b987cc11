import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import type { SubprojectRecord, SubprojectsService } from './subprojects.ts';

/** Creates the reads of relations that anybody may ask for; they show what the caller may see (live-service.md 1). */
export function createVisibleRelations(
  { store, access, complete }: ServiceContext,
  subprojects: Pick<SubprojectsService, 'records'>,
) {
  return {
    /** Lists the subprojects that the caller can see. @throws NotFound for a parent that they cannot see */
    subprojects(actor: Actor, parentSlug: string, request: PageRequest): Page<SubprojectRecord> {
      const { project } = access.visibleProject(actor, parentSlug);
      const { count, items } = store.subprojects.ofParent(project.id, access.readerOf(actor), request);
      return { count, items: subprojects.records(actor, parentSlug, items) };
    },

    /** Lists the translations that the caller can see, by slug; none of a project that they cannot see. */
    translations(actor: Actor, projectSlug: string, request: PageRequest): Page<ProjectRecord> {
      const project = store.projects.plainBySlug(projectSlug);
      if (!project || !access.canSeeProject(actor, project)) return { count: 0, items: [] };
      const { count, items } = store.projects.translationsOf(project.id, access.readerOf(actor), request);
      return { count, items: complete(actor, items) };
    },
  };
}
