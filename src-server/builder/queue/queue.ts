import { cancelledBy } from '../../services/builds/build-control.ts';
import type { BuildOrder } from '../../services/builds/build-runs.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { usualBuildsAtOnce } from './builds-at-once.ts';
import { CLOSED, EndBuild } from './end-build.ts';
import { type OrderTools, runOrder } from './run-order.ts';
import { syncWaiting } from './sync-repositories.ts';

/** What wakes the queue: something may wait, or a place may be free. */
const WAKES =
  /^(?:build\.(?:trigger|finish)|settings\.update|project\.(?:create|update|request-sync|restore|trust-builds)|seed\.load)$/;
const runner = systemActor('runner');

/** Builds that run, and the way to end them. */
type Running = Map<number, { readonly end: AbortController; readonly done: Promise<void> }>;

/**
 * Takes waiting builds and runs them, as many at once as the settings allow and one at a time of a version, and reads
 * the repositories of projects that wait for it. Everything it hears of it hears from the journal.
 */
export function startBuildQueue(options: OrderTools) {
  const { services, log } = options;
  const running: Running = new Map();
  const created = new Set<number>();
  const closing = new AbortController();
  let syncing: Promise<void> | undefined;
  let woken = false;

  function wake(): void {
    if (woken || closing.signal.aborted) return;
    woken = true;
    // What was changed is told in the midst of the change's own work; whoever made it is answered first.
    setImmediate(() => {
      woken = false;
      if (closing.signal.aborted) return;
      try {
        takeWaiting();
      } catch (error) {
        log(`The queue of builds failed: ${describe(error)}`);
      }
      syncing ??= syncWaiting(services, created, closing.signal, log).finally(() => {
        syncing = undefined;
      });
    });
  }

  function takeWaiting(): void {
    services.buildRuns.endSuperseded(runner);
    const limit = services.settings.get(runner, 'buildsAtOnce') ?? usualBuildsAtOnce();
    while (running.size < limit) {
      const order = services.buildRuns.next(runner);
      if (!order) return;
      start(order);
    }
  }

  function start(order: BuildOrder): void {
    const { id } = order.build;
    const end = new AbortController();
    const done = runOrder(order, options, end.signal)
      .catch((error: unknown) => log(`Build ${id} could not be ended: ${describe(error)}`))
      .finally(() => {
        running.delete(id);
        wake();
      });
    running.set(id, { end, done });
  }

  function hear(entry: JournalEntry): void {
    if (entry.action === 'build.request-cancel') {
      const by = cancelledBy(entry.username ?? undefined);
      running.get(entry.subjectId ?? 0)?.end.abort(new EndBuild(by));
    }
    if (entry.action === 'project.delete') endGone();
    if (entry.action === 'project.restore')
      services.buildRuns.failInterrupted(runner, new Set(running.keys()));
    if (entry.action === 'project.create' && entry.projectId !== null) created.add(entry.projectId);
    if (WAKES.test(entry.action)) wake();
  }

  /** A removed project's builds are gone, and nobody would hear of their end. */
  function endGone(): void {
    for (const [id, { end }] of running) {
      if (services.buildRuns.projectOf(id) === undefined) end.abort(new EndBuild('It was removed.'));
    }
  }

  const deafen = services.changes.subscribe(hear);
  wake();
  return {
    /** How many builds run now. */
    running: (): number => running.size,

    /** Takes no more, ends those that run, and waits for them. */
    async close(): Promise<void> {
      deafen();
      closing.abort(new EndBuild(CLOSED));
      for (const { end } of running.values()) end.abort(new EndBuild(CLOSED));
      await Promise.all([...[...running.values()].map(({ done }) => done), syncing]);
    },
  };
}

export type BuildQueue = ReturnType<typeof startBuildQueue>;

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'unknown error';
}
