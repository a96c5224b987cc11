import { cancelledBy } from '../../services/builds/build-control.ts';
import type { QueuedBuild } from '../../services/builds/build-runs.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { BuildAborted, SHUTDOWN_MESSAGE } from './build-aborted.ts';
import { defaultBuildsAtOnce } from './default-builds-at-once.ts';
import { type BuildJobOptions, runBuildJob } from './run-build-job.ts';
import { syncPending } from './sync-repositories.ts';

/** What wakes the queue: something may wait, or a place may be free. */
const WAKING_ACTIONS =
  /^(?:build\.(?:trigger|finish)|settings\.update|project\.(?:create|update|request-sync|restore|trust-builds)|seed\.load)$/;
const runner = systemActor('runner');

/** Builds that run, and the way to end them. */
type Running = Map<number, { readonly abort: AbortController; readonly done: Promise<void> }>;

/**
 * Takes waiting builds and runs them, as many at once as the settings allow and one at a time of a version, and reads
 * the repositories of projects that wait for it. Everything it hears of it hears from the journal.
 */
export function startBuildQueue(options: BuildJobOptions) {
  const { services, log } = options;
  const running: Running = new Map();
  const created = new Set<number>();
  const stopping = new AbortController();
  let syncing: Promise<void> | undefined;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || stopping.signal.aborted) return;
    isScheduled = true;
    // What was changed is told in the midst of the change's own work; whoever made it is answered first.
    setImmediate(() => {
      isScheduled = false;
      if (stopping.signal.aborted) return;
      try {
        startWaiting();
      } catch (error) {
        log(`The queue of builds failed: ${describe(error)}`);
      }
      syncing ??= syncPending(services, created, stopping.signal, log).finally(() => {
        syncing = undefined;
      });
    });
  }

  function startWaiting(): void {
    services.buildRuns.endSuperseded(runner);
    const limit = services.settings.get(runner, 'buildsAtOnce') ?? defaultBuildsAtOnce();
    while (running.size < limit) {
      const queuedBuild = services.buildRuns.dequeue(runner);
      if (!queuedBuild) return;
      start(queuedBuild);
    }
  }

  function start(queuedBuild: QueuedBuild): void {
    const { id } = queuedBuild.build;
    const abort = new AbortController();
    const done = runBuildJob(queuedBuild, options, abort.signal)
      .catch((error: unknown) => log(`Build ${id} could not be ended: ${describe(error)}`))
      .finally(() => {
        running.delete(id);
        schedule();
      });
    running.set(id, { abort, done });
  }

  function onEvent(entry: JournalEntry): void {
    if (entry.action === 'build.request-cancel') {
      const by = cancelledBy(entry.username ?? undefined);
      running.get(entry.subjectId ?? 0)?.abort.abort(new BuildAborted(by));
    }
    if (entry.action === 'project.delete') abortRemoved();
    if (entry.action === 'project.restore')
      services.buildRuns.failInterrupted(runner, new Set(running.keys()));
    if (entry.action === 'project.create' && entry.projectId !== null) created.add(entry.projectId);
    if (WAKING_ACTIONS.test(entry.action)) schedule();
  }

  /** A removed project's builds are gone, and nobody would hear of their end. */
  function abortRemoved(): void {
    for (const [id, { abort: end }] of running) {
      if (services.buildRuns.projectOf(id) === undefined) end.abort(new BuildAborted('It was removed.'));
    }
  }

  const unsubscribe = services.changes.subscribe(onEvent);
  schedule();
  return {
    /** How many builds run now. */
    running: (): number => running.size,

    /** Takes no more, ends those that run, and waits for them. */
    async close(): Promise<void> {
      unsubscribe();
      stopping.abort(new BuildAborted(SHUTDOWN_MESSAGE));
      for (const { abort: end } of running.values()) end.abort(new BuildAborted(SHUTDOWN_MESSAGE));
      await Promise.all([...[...running.values()].map(({ done }) => done), syncing]);
    },
  };
}

export type BuildQueue = ReturnType<typeof startBuildQueue>;

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
}
