import { NotFound } from '../../model/base/problems.ts';
import { isEnded } from '../../model/builds/build.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { BuildEntry, BuildFilters } from '../../store/tables/builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

const NO_BUILDS: Page<BuildEntry> = { count: 0, items: [] };

/** Creates the reads of builds that anybody may ask for; they show what the caller may see (live-service.md 1). */
export function createVisibleBuilds({ store, access }: ServiceContext) {
  return {
    /** Lists builds, those of pull requests included; none of a project that the caller cannot see. */
    list(actor: Actor, projectSlug: string, filters: BuildFilters, request: PageRequest): Page<BuildEntry> {
      const project = store.projects.plainBySlug(projectSlug);
      if (!project || !access.canSeeProject(actor, project)) return NO_BUILDS;
      const seesAll = access.maintains(actor, project.id);
      return store.visibleBuilds.ofProject(project.id, seesAll, filters, request);
    },

    /** Lists the builds of a version; none of one that the caller cannot see. */
    listOfVersion(
      actor: Actor,
      projectSlug: string,
      versionSlug: string,
      filters: BuildFilters,
      request: PageRequest,
    ): Page<BuildEntry> {
      const project = store.projects.plainBySlug(projectSlug);
      if (!project || !access.canSeeProject(actor, project)) return NO_BUILDS;
      const version = store.versions.bySlug(project.id, versionSlug);
      if (!version || !access.canSeePages(actor, version)) return NO_BUILDS;
      return store.visibleBuilds.ofVersion(version.id, filters, request);
    },

    /** Returns a build, of a pull request too, that the filters let through. @throws NotFound */
    get(
      actor: Actor,
      projectSlug: string,
      versionSlug: string | undefined,
      id: number,
      filters: BuildFilters,
    ): BuildEntry {
      const { project } = access.visibleProject(actor, projectSlug);
      const build = store.builds.byId(id);
      const version = build && store.versions.byId(build.versionId);
      const isHere = build?.projectId === project.id && version && access.canSeePages(actor, version);
      if (!isHere || (versionSlug !== undefined && build.versionSlug !== versionSlug)) throw new NotFound();
      if (!passes(build, filters)) throw new NotFound();
      return build;
    },
  };
}

/** Tells whether a build passes the filters, as the list's SQL would. */
function passes(build: BuildEntry, { commit, running }: BuildFilters): boolean {
  const isRunning = !isEnded(build.state);
  return (
    (commit === undefined || build.commit === commit) && (running === undefined || running === isRunning)
  );
}
