import { NotFound } from '../../model/base/problems.ts';
import type { ProjectFilters } from '../../store/tables/projects/projects.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from './project-records.ts';
import type { ProjectsService } from './projects.ts';

/** Creates the reads of projects that anybody may ask for; they show what the caller may see (live-service.md 1). */
export function createVisibleProjects(
  { access }: Pick<ServiceContext, 'access'>,
  projects: Pick<ProjectsService, 'get'>,
) {
  return {
    /** Returns a project that the filters let through. @throws NotFound */
    get(actor: Actor, slug: string, filters: ProjectFilters): ProjectRecord {
      const record = projects.get(actor, slug);
      if (!passes(record, filters)) throw new NotFound();
      return record;
    },

    /** Tells whether the caller maintains a project. */
    isAdmin: (actor: Actor, { project }: ProjectRecord): boolean => access.maintains(actor, project.id),
  };
}

/** Tells whether a project passes the filters, as the list's SQL would. */
function passes({ project }: ProjectRecord, filters: ProjectFilters): boolean {
  const { language, programmingLanguage, namePart = '', slugPart = '' } = filters;
  return (
    (language === undefined || project.language === language) &&
    (programmingLanguage === undefined || project.programmingLanguage === programmingLanguage) &&
    project.name.toLowerCase().includes(namePart.toLowerCase()) &&
    project.slug.toLowerCase().includes(slugPart.toLowerCase())
  );
}
