import { NotFound } from '../../model/base/problems.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { VisibleVersionFilters } from '../../store/tables/versions/visible-versions.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { VersionRecord, VersionsService } from './versions.ts';

/** Creates the reads of versions that anybody may ask for; they show what the caller may see (live-service.md 1). */
export function createVisibleVersions(
  { store, access, completeOne }: ServiceContext,
  versions: VersionsService,
) {
  return {
    /** Lists versions without pull requests; none of a project that the caller cannot see. */
    list(
      actor: Actor,
      projectSlug: string,
      filters: VisibleVersionFilters,
      request: PageRequest,
    ): Page<VersionRecord> {
      const entry = store.projects.bySlug(projectSlug);
      if (!entry || !access.canSeeProject(actor, entry.project)) return { count: 0, items: [] };
      const seesAll = access.maintains(actor, entry.project.id);
      const { count, items } = store.visibleVersions.ofProject(entry.project.id, seesAll, filters, request);
      const project = completeOne(actor, entry);
      return { count, items: items.map((version) => versions.record(project, version)) };
    },

    /** Returns a version that the filters let through. @throws NotFound */
    get(actor: Actor, projectSlug: string, slug: string, filters: VisibleVersionFilters): VersionRecord {
      const record = versions.get(actor, projectSlug, slug, false);
      if (!passes(record, filters)) throw new NotFound();
      return record;
    },
  };
}

/** Tells whether a version passes the filters, as the list's SQL would. */
function passes({ version }: VersionRecord, filters: VisibleVersionFilters): boolean {
  const holds = (part: string | undefined, text: string) =>
    part === undefined || text.toLowerCase().includes(part.toLowerCase());
  const equals = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  return (
    equals(filters.active, version.active) &&
    equals(filters.built, version.built) &&
    equals(filters.uploaded, version.uploaded) &&
    equals(filters.type, version.type) &&
    equals(filters.isPublic, version.privacyLevel === 'public') &&
    holds(filters.slug, version.slug) &&
    holds(filters.verboseName, version.verboseName)
  );
}
