import { Conflict, NotFound } from '../../model/base/problems.ts';
import { sortedJson } from '../../model/base/sorted-json.ts';
import { BUILD_STATES, type BuildState, type JsonObject } from '../../model/builds/build.ts';
import { CANCELLED } from '../../model/builds/build-outcome.ts';
import type { Project } from '../../model/projects/project.ts';
import type { DownloadFormat, Version } from '../../model/versions/version.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createBuildCommands } from './build-commands.ts';

/** Everything that a runner needs to begin. */
export type QueuedBuild = {
  readonly build: BuildEntry;
  readonly version: Version;
  readonly project: Project;
};

/** What a runner may report before the end; what is left out stays as it is. */
export type BuildProgress = {
  readonly state?: Exclude<BuildState, 'triggered' | 'finished'>;
  readonly commit?: string;
  readonly config?: JsonObject;
};

/** How a build ended. */
export type BuildResult = {
  readonly success: boolean;
  /** Why it failed, where no failing command says so; '' otherwise. */
  readonly error?: string;
  readonly commit?: string;
  /** The formats that a good build left beside the pages. */
  readonly downloads?: readonly DownloadFormat[];
  /** Whether what it left lies in its place, to be served from now on. */
  readonly pages?: boolean;
};

/** Said of a build that was running when Lectern stopped (safety R5). */
export const INTERRUPTED = 'Lectern stopped while this build was running. Trigger it again.';

/**
 * The runner's side of builds: hands out the next one and takes its progress. A runner holds a build from `next`
 * to `finish`; whatever it holds when Lectern stops is ended by `failInterrupted` at the next start.
 */
export function createBuildRuns(context: ServiceContext) {
  const { store, access, changes, clock } = context;

  /** @throws NotFound @throws Conflict when no runner holds the build */
  function claimedBuild(id: number): BuildEntry {
    const build = store.builds.byId(id);
    if (!build) throw new NotFound();
    if (build.state === 'finished') throw new Conflict(`Build ${id} has finished.`);
    if (store.builds.claimedAt(id) === null) throw new Conflict(`Build ${id} has not been handed out.`);
    return build;
  }

  const { endAll, ...commandActions } = createBuildCommands(context, claimedBuild);

  function save(actor: Actor, before: BuildEntry, after: BuildEntry, action: string): void {
    store.builds.update(after);
    const changed = difference(withParsedConfig(before), withParsedConfig(after));
    if (changed)
      changes.record(actor, { action, subjectId: after.id, projectId: after.projectId, ...changed });
  }

  /**
   * A failing build never takes `built` back (behaviour.md 8). One of a version switched off since it was asked for has
   * no pages. One that somebody asked for of a version that was off already (behaviour.md 9 takes it) has: hosting
   * answers at their address (behaviour.md 14), while no list, sitemap or search names them until it is switched on.
   */
  function publish(actor: Actor, build: BuildEntry, { downloads = [], pages = false }: BuildResult): void {
    const before = store.versions.byId(build.versionId);
    if (!before || (!before.active && store.timeline.isDeactivatedSince(build))) return;
    const after = { ...before, built: true, downloads, pagesBuild: pages ? build.id : before.pagesBuild };
    store.versions.update(after);
    const changed = difference(before, after);
    if (!changed) return;
    const { id: subjectId, projectId } = after;
    changes.record(actor, { action: 'version.update', subjectId, projectId, ...changed });
  }

  function secondsSince(id: number): number {
    return Math.max(0, Math.round((clock() - (store.builds.claimedAt(id) ?? clock())) / 1_000_000));
  }

  function finish(actor: Actor, id: number, result: BuildResult): void {
    access.requireOperator(actor);
    store.change(() => {
      const before = claimedBuild(id);
      endAll(id);
      save(
        actor,
        before,
        {
          ...before,
          state: 'finished',
          success: result.success,
          error: result.error ?? '',
          commit: result.commit ?? before.commit,
          duration: secondsSince(id),
        },
        'build.finish',
      );
      if (result.success) publish(actor, before, result);
    });
  }

  /** Ends a build that no runner has taken. */
  function endWaiting(actor: Actor, build: BuildEntry, error: string): void {
    save(actor, build, { ...build, state: 'finished', success: false, error }, 'build.finish');
  }

  return {
    endWaiting,

    /**
     * Ends waiting builds of which a younger one of the same version waits; gives their ids. The youngest has what they
     * would have made. @throws Forbidden unless Lectern itself asks
     */
    endSuperseded(actor: Actor): number[] {
      access.requireOperator(actor);
      return store.change(() =>
        store.builds.superseded().map(({ id, by }) => {
          const build = store.builds.byId(id);
          if (build) endWaiting(actor, build, `${CANCELLED}: superseded by build ${by}.`);
          return id;
        }),
      );
    },

    /**
     * Takes the oldest waiting build, or undefined when none waits. It is the runner's from now on. Builds of one
     * version are handed out one after the other: they share a checkout, and the newest is to be the last to publish.
     * @throws Forbidden unless Lectern itself asks
     */
    dequeue(actor: Actor): QueuedBuild | undefined {
      access.requireOperator(actor);
      return store.change(() => {
        const build = store.builds.nextQueued();
        if (!build) return undefined;
        const version = store.versions.byId(build.versionId);
        const project = store.projects.byId(build.projectId)?.project;
        if (!version || !project) throw new NotFound();
        store.builds.claim(build.id, clock());
        save(actor, build, { ...build, state: 'cloning' }, 'build.progress');
        return { build: { ...build, state: 'cloning' }, version, project };
      });
    },

    /** States only go forward (behaviour.md 9). @throws NotFound @throws Conflict @throws Forbidden */
    progress(actor: Actor, id: number, report: BuildProgress): void {
      access.requireOperator(actor);
      store.change(() => {
        const before = claimedBuild(id);
        if (report.state && BUILD_STATES.indexOf(report.state) < BUILD_STATES.indexOf(before.state)) {
          throw new Conflict(`Build ${id} is ${before.state} and cannot go back to ${report.state}.`);
        }
        const after = {
          ...before,
          state: report.state ?? before.state,
          commit: report.commit ?? before.commit,
          configText: report.config ? sortedJson(report.config) : before.configText,
          duration: secondsSince(id),
        };
        save(actor, before, after, 'build.progress');
      });
    },

    ...commandActions,

    /** Ends a build; a good one makes its version built. @throws NotFound @throws Conflict @throws Forbidden */
    finish,

    /** What a runner holds, as it stands now. @throws NotFound once it is gone @throws Conflict @throws Forbidden */
    reload(actor: Actor, id: number): QueuedBuild {
      access.requireOperator(actor);
      const build = claimedBuild(id);
      const version = store.versions.byId(build.versionId);
      const project = store.projects.byId(build.projectId)?.project;
      if (!version || !project) throw new NotFound();
      return { build, version, project };
    },

    /** The build whose pages the version serves; undefined when there are none. */
    pagesOf: (versionId: number): number | undefined =>
      store.versions.byId(versionId)?.pagesBuild ?? undefined,

    /** The project whose build it is; undefined once the build is gone. */
    projectOf: (id: number): number | undefined => store.builds.byId(id)?.projectId,

    /**
     * Ends, as failed, what a runner held when Lectern stopped, or what came back from the trash as it was; gives their
     * ids (safety R5). Call it before runners start, or with what they hold.
     */
    failInterrupted(actor: Actor, runningIds: ReadonlySet<number> = new Set()): number[] {
      access.requireOperator(actor);
      return store.change(() =>
        store.builds
          .claimed()
          .filter(({ id }) => !runningIds.has(id))
          .map(({ id }) => {
            finish(actor, id, { success: false, error: INTERRUPTED });
            return id;
          }),
      );
    },
  };
}

export type BuildRunsService = ReturnType<typeof createBuildRuns>;

/** A build as the journal tells of it. */
function withParsedConfig({ configText, ...build }: BuildEntry): object {
  return { ...build, config: JSON.parse(configText) };
}
