import { Conflict, NotFound } from '../../model/base/problems.ts';
import { isEnded } from '../../model/builds/build.ts';
import { CANCELLED } from '../../model/builds/build-outcome.ts';
import type { RemediedBuild } from '../../store/tables/builds/build-remedies.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectsService } from '../projects/projects.ts';
import type { BuildHistory } from './build-history.ts';
import type { BuildRunsService } from './build-runs.ts';
import type { BuildsService, TriggeredBuild, TriggerOptions } from './builds.ts';

/** Creates what people do to existing builds: cancel, retry and rebuild. */
export function createBuildControl(
  context: ServiceContext,
  builds: BuildsService,
  runs: Pick<BuildRunsService, 'endWaiting'>,
  history: Pick<BuildHistory, 'waiting'>,
  projects: Pick<ProjectsService, 'update'>,
) {
  const { store, access, changes } = context;

  /** @throws NotFound @throws Forbidden */
  function maintained(actor: Actor, projectSlug: string, id: number): BuildEntry {
    const project = access.maintained(actor, projectSlug);
    const build = store.builds.byId(id);
    if (build?.projectId !== project.id) throw new NotFound();
    return build;
  }

  function cancel(actor: Actor, projectSlug: string, id: number): void {
    store.change(() => {
      const build = maintained(actor, projectSlug, id);
      if (isEnded(build.state)) throw new Conflict(`Build ${id} has finished.`);
      if (store.builds.claimedAt(id) === null)
        return runs.endWaiting(actor, build, cancelledBy(userOf(actor)?.username));
      const { projectId } = build;
      changes.record(actor, { action: 'build.request-cancel', subjectId: id, projectId });
    });
  }

  return {
    /**
     * Cancels a build: a waiting one now, a running one by signalling its runner.
     * @throws NotFound @throws Forbidden @throws Conflict when it has finished
     */
    cancel,

    /**
     * Cancels all waiting builds of a project, or of all projects, in one change; returns how many.
     * @throws NotFound @throws Forbidden
     */
    cancelWaiting(actor: Actor, projectSlug: string | undefined): number {
      return store.change(() => {
        const waiting = history.waiting(actor, projectSlug);
        for (const build of waiting) cancel(actor, build.projectSlug, build.id);
        return waiting.length;
      });
    },

    /** Triggers another build of the same version. @throws NotFound @throws Forbidden */
    retry(actor: Actor, projectSlug: string, id: number, options: TriggerOptions = {}): TriggeredBuild {
      return store.change(() => {
        const { versionSlug } = maintained(actor, projectSlug, id);
        return builds.trigger(actor, projectSlug, versionSlug, options);
      });
    },

    /**
     * Lets the project build with the tools of this computer, and triggers another build of the same version.
     * @throws NotFound @throws Forbidden
     */
    retryWithInstalledTools(actor: Actor, projectSlug: string, id: number): TriggeredBuild {
      return store.change(() => {
        const { versionSlug } = maintained(actor, projectSlug, id);
        projects.update(actor, projectSlug, { build_tools: 'machine' });
        return builds.trigger(actor, projectSlug, versionSlug);
      });
    },

    /** Returns what would make these builds pass, by their ids; call it only for builds that a list returned. */
    remediesOf: (ids: readonly number[]): ReadonlyMap<number, RemediedBuild> => store.buildRemedies.of(ids),

    /** Triggers a build of every active version; returns their ids. @throws NotFound @throws Forbidden */
    rebuildAll(actor: Actor, projectSlug: string): number[] {
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        return store.versions
          .ofProject(project.id)
          .filter(({ active, type }) => active && type !== 'external')
          .map((version) => builds.start(actor, version).id);
      });
    },
  };
}

export type BuildControl = ReturnType<typeof createBuildControl>;

/** Returns the error of a build that a person cancelled. */
export function cancelledBy(name: string | undefined): string {
  return name === undefined ? `${CANCELLED}.` : `${CANCELLED} by ${name}.`;
}
