import { Conflict, NotFound } from '../../model/base/problems.ts';
import { isEnded } from '../../model/builds/build.ts';
import { CANCELLED } from '../../model/builds/build-outcome.ts';
import { isNotTrustedError } from '../../model/builds/build-trust.ts';
import type { Version } from '../../model/versions/version.ts';
import type { RemediedBuild } from '../../store/tables/builds/build-remedies.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { RecentBuild } from '../../store/tables/builds/recent-builds.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { ProjectsService } from '../projects/projects.ts';
import type { BuildHistory } from './build-history.ts';
import type { BuildRunsService } from './build-runs.ts';
import type { BuildTrust, ReviewedProject } from './build-trust.ts';
import type { BuildsService, TriggeredBuild, TriggerOptions } from './builds.ts';

/** A build that the permission started, and the refused build that it follows, if any. */
export type AllowedBuild = {
  readonly id: number;
  readonly project: string;
  readonly version: string;
  readonly refused: number | null;
};

/** Creates what people do to existing builds: cancel, retry and rebuild. */
export function createBuildControl(
  context: ServiceContext,
  builds: BuildsService,
  runs: Pick<BuildRunsService, 'endWaiting'>,
  history: Pick<BuildHistory, 'waiting'>,
  projects: Pick<ProjectsService, 'update'>,
  trust: Pick<BuildTrust, 'allowReviewed' | 'isUnbuildable'>,
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

  function startWaiting(actor: Actor, slug: string): AllowedBuild[] {
    const project = access.maintained(actor, slug);
    if (trust.isUnbuildable(project)) return [];
    const last = store.recentBuilds.latestByVersion(project.id);
    return store.versions
      .ofProject(project.id)
      .filter((version) => isBuiltOnceAllowed(version, last.get(version.id)))
      .map((version) => {
        const { id } = builds.start(actor, version);
        return { id, project: slug, version: version.slug, refused: last.get(version.id)?.id ?? null };
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

    /**
     * Lets builds of these projects run their code, and builds the active versions that waited for it, in one change.
     * @throws NotFound @throws Conflict when a repository has changed since @throws Forbidden except at this machine
     */
    allowAndBuild(actor: Actor, reviewed: readonly ReviewedProject[]): AllowedBuild[] {
      return store.change(() => {
        trust.allowReviewed(actor, reviewed);
        return reviewed.flatMap(({ slug }) => startWaiting(actor, slug));
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

/** Tells whether a version has no build of this computer yet but refused ones; pull requests have events of their own. */
function isBuiltOnceAllowed(
  { active, built, type }: Version,
  last: Pick<RecentBuild, 'error' | 'recorded'> | undefined,
): boolean {
  if (!active || type === 'external') return false;
  return last === undefined || isNotTrustedError(last.error) || (last.recorded && !built);
}

/** Returns the error of a build that a person cancelled. */
export function cancelledBy(name: string | undefined): string {
  return name === undefined ? `${CANCELLED}.` : `${CANCELLED} by ${name}.`;
}
