import { Conflict, NotFound } from '../../model/base/problems.ts';
import { sortedJson } from '../../model/base/text/sorted-json.ts';
import { BUILD_STATES, type BuildState, isEnded, type JsonObject } from '../../model/builds/build.ts';
import { CANCELLED, endState } from '../../model/builds/build-outcome.ts';
import type { CommitText } from '../../model/builds/commit-text.ts';
import type { Action } from '../../model/journal/actions.ts';
import { messageOfFailure } from '../../model/notifications/messages.ts';
import { documentationUrl, externalDocumentationUrl } from '../../model/projects/documentation-url.ts';
import type { Project } from '../../model/projects/project.ts';
import type { DownloadFormat, Version } from '../../model/versions/version.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { NewNotification } from '../../store/tables/notifications/notifications.ts';
import type { Actor } from '../kernel/actor.ts';
import { difference } from '../kernel/changes.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { createBuildCommands } from './build-commands.ts';

/** A build that a runner has taken, with everything that it needs to run it. */
export type QueuedBuild = {
  readonly build: BuildEntry;
  readonly version: Version;
  readonly project: Project;
  /** The address under which its pages are served. */
  readonly docsUrl: string;
};

/** What a runner may report before the end of a build; fields that are absent stay as they are. */
export type BuildProgress = {
  readonly state?: Exclude<BuildState, 'triggered' | 'finished' | 'cancelled'>;
  readonly commit?: string;
  readonly commitText?: CommitText;
  readonly config?: JsonObject;
  /** Whether its builder goes on from what the last build left. */
  readonly isFast?: boolean;
  /** What today's service refuses of the configuration: the ids of its notifications, and sentences without a full stop. */
  readonly refusedToday?: readonly { readonly message: string; readonly reason: string }[];
};

/** How a build ended. */
export type BuildResult = {
  readonly success: boolean;
  /** Why it failed, where no failing command shows it; '' otherwise. */
  readonly error?: string;
  /** Id of the notification that says why it failed; absent: by its error (model/notifications/messages.ts). */
  readonly message?: string;
  readonly commit?: string;
  /** The download formats that a successful build produced beside the pages. */
  readonly downloads?: readonly DownloadFormat[];
  /** Whether its pages are in place, ready to be served. */
  readonly pages?: boolean;
};

/** What the end of a build changed in the pages that its version serves. */
export type PublishResult = {
  /** Whether the version serves the pages of this build now. */
  readonly isPublished: boolean;
  /** The build whose pages these replaced, if any. */
  readonly replacedBuildId: number | null;
};

/** The error of a build that was running when Lectern stopped (safety R5). */
export const INTERRUPTED = 'Lectern stopped while this build was running. Trigger it again.';

const NOTHING_PUBLISHED: PublishResult = { isPublished: false, replacedBuildId: null };

/**
 * Creates the runner's side of builds: it dequeues builds and records their progress. A runner holds a build from
 * `dequeue` to `finish`; `failInterrupted` ends what was held when Lectern stopped, at the next start.
 */
export function createBuildRuns(context: ServiceContext) {
  const { store, access, changes, clock, machineClock, completeOne } = context;
  /** When builds were taken, by the machine: how long they take does not follow a clock that is moved. */
  const begun = new Map<number, number>();

  /** @throws NotFound @throws Conflict when no runner holds the build */
  function claimedBuild(id: number): BuildEntry {
    const build = store.builds.byId(id);
    if (!build) throw new NotFound();
    if (isEnded(build.state)) throw new Conflict(`Build ${id} has finished.`);
    if (store.builds.claimedAt(id) === null) throw new Conflict(`Build ${id} has not been dequeued.`);
    return build;
  }

  const { endAll, ...commandActions } = createBuildCommands(context, claimedBuild);

  function save(actor: Actor, before: BuildEntry, after: BuildEntry, action: Action): void {
    store.builds.update(after);
    const changed = difference(withParsedConfig(before), withParsedConfig(after));
    if (changed)
      changes.record(actor, { action, subjectId: after.id, projectId: after.projectId, ...changed });
  }

  function signalProgress({ id: subjectId, projectId }: BuildEntry): void {
    changes.signal({ action: 'build.progress', subjectId, projectId });
  }

  /**
   * Marks the version as built; a failing build never takes `built` back (behaviour.md 8). A version that was
   * deactivated after the build was requested stays without pages. One that was inactive already gets them
   * (behaviour.md 9): hosting serves them at their address (behaviour.md 14), but no list, sitemap or search names them.
   */
  function publish(
    actor: Actor,
    build: BuildEntry,
    { downloads = [], pages = false }: BuildResult,
  ): PublishResult {
    const before = store.versions.byId(build.versionId);
    if (!before || (!before.active && store.timeline.isDeactivatedSince(build))) return NOTHING_PUBLISHED;
    const after = { ...before, built: true, downloads, pagesBuild: pages ? build.id : before.pagesBuild };
    store.versions.update(after);
    const changed = difference(before, after);
    if (changed) {
      const { id: subjectId, projectId } = after;
      changes.record(actor, { action: 'version.update', subjectId, projectId, ...changed });
    }
    return pages ? { isPublished: true, replacedBuildId: before.pagesBuild } : NOTHING_PUBLISHED;
  }

  function secondsSince(id: number): number {
    const since = begun.get(id);
    const elapsed =
      since === undefined ? clock() - (store.builds.claimedAt(id) ?? clock()) : machineClock() - since;
    return Math.max(0, Math.round(elapsed / 1_000_000));
  }

  function finish(actor: Actor, id: number, result: BuildResult): PublishResult {
    access.requireOperator(actor);
    return store.change(() => {
      const before = claimedBuild(id);
      endAll(id);
      save(
        actor,
        before,
        {
          ...before,
          state: endState(result.success, result.error ?? ''),
          success: result.success,
          error: result.error ?? '',
          commit: result.commit ?? before.commit,
          // Of a build that took none, `finished` is unknown (behaviour.md 9): one that ran took its first second.
          duration: Math.max(1, secondsSince(id)),
        },
        'build.finish',
      );
      if (!result.success) sayFailure(id, result.error ?? '', result.message);
      store.afterCommit(() => begun.delete(id));
      return result.success ? publish(actor, before, result) : NOTHING_PUBLISHED;
    });
  }

  function say(id: number, what: Pick<NewNotification, 'message' | 'details'>): void {
    const about = { kind: 'build', id } as const;
    store.notifications.say({ ...what, about, dismissable: false, news: false, modified: clock() });
  }

  function sayFailure(id: number, error: string, message?: string): void {
    say(id, messageOfFailure(error, message));
  }

  /** Ends a build that no runner has taken. */
  function endWaiting(actor: Actor, build: BuildEntry, error: string): void {
    save(actor, build, { ...build, state: endState(false, error), success: false, error }, 'build.finish');
    sayFailure(build.id, error);
  }

  return {
    endWaiting,

    /**
     * Ends each waiting build of a version that has a newer one waiting, which would build the same commit; returns
     * their ids. @throws Forbidden except to Lectern itself
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
     * Takes the oldest waiting build for the runner; undefined when none waits. Builds of one version are dequeued one
     * after the other: they share a checkout, and the newest has to be the last to publish. `isScriptedOnly` leaves those
     * that no script plays.
     * @throws Forbidden except to Lectern itself
     */
    dequeue(actor: Actor, { isScriptedOnly = false } = {}): BuildEntry | undefined {
      access.requireOperator(actor);
      return store.change(() => {
        const build = store.builds.nextQueued(isScriptedOnly);
        if (!build) return undefined;
        const began = clock();
        store.builds.claim(build.id, began);
        store.notifications.removeOfBuild(build.id);
        begun.set(build.id, machineClock());
        const claimed: BuildEntry = { ...build, began, state: 'cloning' };
        store.builds.update(claimed);
        signalProgress(claimed);
        return claimed;
      });
    },

    /**
     * Reads a build that the runner holds, with its project and version as they are now.
     * @throws NotFound @throws Conflict @throws Forbidden
     */
    load(actor: Actor, id: number): QueuedBuild {
      access.requireOperator(actor);
      return store.read(() => {
        const build = claimedBuild(id);
        const version = store.versions.byId(build.versionId);
        const entry = store.projects.byId(build.projectId);
        if (!version || !entry) throw new NotFound();
        const urlOf = version.type === 'external' ? externalDocumentationUrl : documentationUrl;
        const docsUrl = urlOf(completeOne(actor, entry).place, version.slug);
        return { build, version, project: entry.project, docsUrl };
      });
    },

    /** Records progress; states only go forward (behaviour.md 9). @throws NotFound @throws Conflict @throws Forbidden */
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
          mode: report.isFast ? 'fast' : before.mode,
          ...report.commitText,
          configText: report.config ? sortedJson(report.config) : before.configText,
          duration: secondsSince(id),
        };
        store.builds.update(after);
        for (const { message, reason } of report.refusedToday ?? [])
          say(id, { message, details: { error: reason, isBuilt: true } });
        signalProgress(after);
      });
    },

    ...commandActions,

    /**
     * Ends a build and, when it succeeded, marks its version as built; returns what that published.
     * @throws NotFound @throws Conflict @throws Forbidden
     */
    finish,

    /** Returns the id of the build's project; undefined once the build is removed. */
    projectOf: (id: number): number | undefined => store.builds.byId(id)?.projectId,

    /**
     * Ends as failed every held build whose id is not in `runningIds`: what was running when Lectern stopped
     * (safety R5), and what an undo restored as it was. Returns their ids. Call it before any runner starts.
     */
    failInterrupted(
      actor: Actor,
      runningIds: ReadonlySet<number> = new Set(),
      error: string = INTERRUPTED,
    ): number[] {
      access.requireOperator(actor);
      return store.change(() =>
        store.builds
          .claimed()
          .filter(({ id }) => !runningIds.has(id))
          .map(({ id }) => {
            finish(actor, id, { success: false, error });
            return id;
          }),
      );
    },
  };
}

export type BuildRunsService = ReturnType<typeof createBuildRuns>;

/** Returns a build as the journal records it. */
function withParsedConfig({ configText, ...build }: BuildEntry): object {
  return { ...build, config: JSON.parse(configText) };
}
