import { Conflict, NotFound } from '../../model/base/problems.ts';
import { CANCELLED } from '../../model/builds/build-outcome.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { BuildRunsService } from './build-runs.ts';
import type { BuildsService, TriggeredBuild } from './builds.ts';

/** What people do to builds that are there: cancel, retry, build everything anew. */
export function createBuildControl(
  context: ServiceContext,
  builds: BuildsService,
  runs: Pick<BuildRunsService, 'endWaiting'>,
) {
  const { store, access, changes } = context;

  /** @throws NotFound @throws Forbidden */
  function maintained(actor: Actor, projectSlug: string, id: number): BuildEntry {
    const project = access.maintained(actor, projectSlug);
    const build = store.builds.byId(id);
    if (build?.projectId !== project.id) throw new NotFound();
    return build;
  }

  return {
    /**
     * Ends a build: one that nobody runs at once; of one that runs the runner hears, kills it and ends it as cancelled.
     * @throws NotFound @throws Forbidden @throws Conflict when it has finished
     */
    cancel(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const build = maintained(actor, projectSlug, id);
        if (build.state === 'finished') throw new Conflict(`Build ${id} has finished.`);
        if (store.builds.claimedAt(id) === null)
          return runs.endWaiting(actor, build, cancelledBy(userOf(actor)?.username));
        const { projectId } = build;
        changes.record(actor, { action: 'build.request-cancel', subjectId: id, projectId });
      });
    },

    /** Asks for another build of the same version. @throws NotFound @throws Forbidden */
    retry(actor: Actor, projectSlug: string, id: number): TriggeredBuild {
      return store.change(() => {
        const { versionSlug } = maintained(actor, projectSlug, id);
        return builds.trigger(actor, projectSlug, versionSlug);
      });
    },

    /** Asks for a build of every active version; gives their numbers. @throws NotFound @throws Forbidden */
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

/** The error of a build that somebody ended. */
export function cancelledBy(name: string | undefined): string {
  return name === undefined ? `${CANCELLED}.` : `${CANCELLED} by ${name}.`;
}
