import { QUEUE_ACTIONS } from '../../model/journal/actions.ts';
import { cancelledBy } from '../../services/builds/build-control.ts';
import type { BuildResult } from '../../services/builds/build-runs.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { BuildAborted } from './build-problem.ts';
import { defaultBuildsAtOnce } from './default-builds-at-once.ts';
import { removeEnded } from './ended-builds.ts';
import { type BuildJobOptions, finishBuild, runBuildJob } from './run-build-job.ts';
import { syncPending } from './sync-repositories.ts';

/** How long the queue waits after a failed write before it tries again, in milliseconds. */
export const RETRY_MS = 5000;
const SHUTDOWN_MESSAGE = 'Lectern was closed while this build was running. Trigger it again.';
const runner = systemActor('runner');

type RunningBuild = { readonly abort: AbortController; readonly done: Promise<void> };
/** A build that has ended, but whose end could not be written yet. */
type EndedBuild = { readonly build: BuildEntry; readonly result: BuildResult };

/**
 * Takes waiting builds and runs them, as many at once as the settings allow and one at a time for each version, and
 * reads the repositories of projects that wait for a sync. It learns of both from the journal.
 */
export function startBuildQueue(options: BuildJobOptions) {
  const { services, log } = options;
  const running = new Map<number, RunningBuild>();
  const ended = new Map<number, EndedBuild>();
  const created = new Set<number>();
  const stopping = new AbortController();
  let syncing: Promise<void> | undefined;
  let isScheduled = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let lastFailure = '';

  function schedule(): void {
    if (isScheduled || stopping.signal.aborted) return;
    isScheduled = true;
    // Listeners run inside the commit; the caller is answered first.
    setImmediate(() => {
      isScheduled = false;
      if (stopping.signal.aborted) return;
      try {
        for (const id of ended.keys()) writeEnd(id);
        startWaiting();
      } catch (error) {
        retryLater(error);
      }
      syncing ??= syncPending(services, created, stopping.signal, log)
        .catch(retryLater)
        .finally(() => {
          syncing = undefined;
        });
    });
  }

  /** A full disk may have space again later, and no change announces that. Reports each failure once. */
  function retryLater(error: unknown): void {
    if (stopping.signal.aborted) return;
    const failure = error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
    if (failure !== lastFailure) log(`The build queue failed, and tries again soon: ${failure}`);
    lastFailure = failure;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(schedule, RETRY_MS).unref();
  }

  function startWaiting(): void {
    // Where builds are played, each waits to be advanced.
    if (!services.playedBuilds.played()) services.buildRuns.endSuperseded(runner);
    const limit = services.settings.get(runner, 'buildsAtOnce') ?? defaultBuildsAtOnce();
    while (running.size < limit) {
      const build = services.buildRuns.dequeue(runner, { isScriptedOnly: services.playedBuilds.played() });
      if (!build) return;
      lastFailure = '';
      start(build);
    }
  }

  function start(build: BuildEntry): void {
    const { id } = build;
    const abort = new AbortController();
    const done = runBuildJob(build, options, abort.signal).then((result) => {
      running.delete(id);
      if (result) ended.set(id, { build, result });
      writeEnd(id);
      schedule();
    });
    running.set(id, { abort, done });
  }

  /** Keeps an end that cannot be written, on a full disk for instance, for the next attempt. */
  function writeEnd(id: number): void {
    const end = ended.get(id);
    if (!end) return;
    try {
      finishBuild(end.build, end.result, options);
      ended.delete(id);
    } catch (error) {
      retryLater(error);
    }
  }

  function onEvent(entry: JournalEntry): void {
    if (entry.action === 'build.request-cancel')
      cancel(entry.subjectId ?? 0, cancelledBy(entry.username ?? undefined));
    if (entry.action === 'project.delete') abortRemoved();
    if (entry.action === 'project.restore')
      services.buildRuns.failInterrupted(
        runner,
        new Set([...running.keys(), ...ended.keys(), ...services.playedBuilds.held()]),
      );
    if (entry.action === 'project.create' && entry.projectId !== null) created.add(entry.projectId);
    if (QUEUE_ACTIONS.has(entry.action)) schedule();
  }

  function cancel(id: number, message: string): void {
    running.get(id)?.abort.abort(new BuildAborted(message));
    services.playedBuilds.end(runner, id, message);
    const end = ended.get(id);
    if (!end) return;
    ended.set(id, { ...end, result: { success: false, error: message } });
    schedule();
  }

  /** Stops the builds of a removed project, whose end nobody needs. */
  function abortRemoved(): void {
    for (const [id, { abort }] of running) {
      if (services.buildRuns.projectOf(id) === undefined) abort.abort(new BuildAborted('It was removed.'));
    }
  }

  const unsubscribe = services.changes.subscribe(onEvent);
  schedule();
  return {
    /** Returns how many builds run now. */
    running: (): number => running.size,

    /** Stops the running builds, whose error is `reason`, starts no more, and resolves when all have ended. */
    async close(reason = SHUTDOWN_MESSAGE): Promise<void> {
      unsubscribe();
      stopping.abort(new BuildAborted(reason));
      clearTimeout(retryTimer);
      for (const { abort } of running.values()) abort.abort(new BuildAborted(reason));
      await Promise.all([...[...running.values()].map(({ done }) => done), syncing]);
      // What cannot be written even now is ended as interrupted at the next start.
      for (const id of ended.keys()) writeEnd(id);
      // What remains is removed at the next start.
      await removeEnded(options.workFolder, 'all').catch(() => undefined);
    },
  };
}

export type BuildQueue = ReturnType<typeof startBuildQueue>;
