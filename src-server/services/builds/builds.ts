import { NotFound } from '../../model/base/problems.ts';
import type { Build, BuildCommand } from '../../model/builds/build.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import type { BuildEntry, BuildFilters } from '../../store/tables/builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectRecord } from '../projects/project-records.ts';
import type { BuildTrust } from './build-trust.ts';

/** A build just triggered, with its project and version for the answer. */
export type TriggeredBuild = {
  readonly build: BuildEntry;
  readonly project: ProjectRecord;
  readonly version: Version;
};

/** How a person asks for a build. */
export type TriggerOptions = {
  /** Uses nothing that earlier builds kept but downloaded packages. */
  readonly isFromScratch?: boolean;
};

/** Creates the service of builds for people: list, read and trigger (behaviour.md 9). Runners use build-runs.ts. */
export function createBuilds(context: ServiceContext, trust: Pick<BuildTrust, 'isRefused'>) {
  const { store, access, changes, clock, completeOne } = context;

  /** Records a triggered build of a version, for a runner to dequeue. `commit` is given when it is already known. */
  function start(
    actor: Actor,
    version: Version,
    commit: string | null = null,
    { isFromScratch = false }: TriggerOptions = {},
  ): Build {
    const build = store.builds.insert({
      projectId: version.projectId,
      versionId: version.id,
      created: clock(),
      state: 'triggered',
      success: null,
      error: '',
      commit,
      duration: null,
      mode: isFromScratch ? 'scratch' : 'clean',
      config: {},
    });
    changes.record(actor, {
      action: 'build.trigger',
      subjectId: build.id,
      projectId: build.projectId,
      after: { versionId: version.id, version: version.slug },
    });
    return build;
  }

  /**
   * Starts a build for an event, unless one is waiting that builds the same: without a commit of its own, a build takes
   * the newest when it runs. Those that wait for an earlier commit are removed, so that events never add up.
   */
  function startOrJoin(actor: Actor, version: Version, commit: string | null = null): void {
    const waiting = store.builds.waitingOf(version.id);
    if (waiting.some((build) => build.commit === null || build.commit === commit)) return;
    for (const { id, projectId } of waiting) {
      if (!store.builds.removeQueued(id)) continue;
      const before = { versionId: version.id, version: version.slug };
      changes.record(actor, { action: 'build.cancel', subjectId: id, projectId, before });
    }
    start(actor, version, commit);
  }

  function versionOf(projectId: number, versionSlug: string): Version {
    const version = store.versions.bySlug(projectId, versionSlug);
    if (!version) throw new NotFound();
    return version;
  }

  return {
    start,
    startOrJoin,

    /** Returns a version of a project. @throws NotFound */
    versionOf,

    /**
     * Triggers the build that follows another change (a version activated in the window, an import, a sync), unless it
     * is known to fail because its project may not run code here (safety S12).
     */
    startUnlessRefused(actor: Actor, version: Version): void {
      const entry = store.projects.byId(version.projectId);
      if (entry && !trust.isRefused(entry.project)) start(actor, version);
    },

    /** Lists a project's builds except those of pull requests, for maintainers. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, filters: BuildFilters, request: PageRequest): Page<BuildEntry> {
      const project = access.maintained(actor, projectSlug);
      return store.builds.ofProject(project.id, filters, request);
    },

    /** Lists the builds of one version, for maintainers. @throws NotFound @throws Forbidden */
    listOfVersion(
      actor: Actor,
      projectSlug: string,
      versionSlug: string,
      filters: BuildFilters,
      request: PageRequest,
    ): Page<BuildEntry> {
      const project = access.maintained(actor, projectSlug);
      return store.builds.ofVersion(versionOf(project.id, versionSlug).id, filters, request);
    },

    /** Returns a build of a version, or of any version of the project when `versionSlug` is undefined. @throws NotFound */
    get(actor: Actor, projectSlug: string, versionSlug: string | undefined, id: number): BuildEntry {
      const { project } = access.visibleProject(actor, projectSlug);
      const build = store.builds.byId(id);
      if (!build || build.projectId !== project.id) throw new NotFound();
      if (versionSlug !== undefined && build.versionSlug !== versionSlug) throw new NotFound();
      const version = store.versions.byId(build.versionId);
      if (!version || !access.canSeeVersion(actor, version)) throw new NotFound();
      return build;
    },

    /** Returns the commands of a build in order; call it only for builds that `get` returned. */
    commandsOf: (build: Pick<Build, 'id'>): readonly BuildCommand[] => store.buildCommands.ofBuild(build.id),

    /** Triggers a build of any version, inactive ones and pull requests included. @throws NotFound @throws Forbidden */
    trigger(
      actor: Actor,
      projectSlug: string,
      versionSlug: string,
      options: TriggerOptions = {},
    ): TriggeredBuild {
      return store.change(() => {
        const entry = access.maintainedProject(actor, projectSlug);
        const version = versionOf(entry.project.id, versionSlug);
        const build = start(actor, version, null, options);
        return {
          build: { ...build, projectSlug, versionSlug: version.slug, configText: '{}' },
          project: completeOne(actor, entry),
          version,
        };
      });
    },
  };
}

export type BuildsService = ReturnType<typeof createBuilds>;
