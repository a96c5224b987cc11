import { Problem } from '../../../model/base/problems.ts';
import type { SettingKey } from '../../../model/settings/settings.ts';
import type { Changes } from '../../../services/kernel/changes.ts';

/** Why a task runs: its time has come, a setting that it follows has changed, or a build has ended. */
export type MaintenanceTrigger = 'time' | 'settings' | 'build';

/** Work that keeps the data folder small and sound while Lectern runs. */
export type MaintenanceTask = {
  /** For the log, such as `Removing old logs`. */
  readonly name: string;
  readonly when: {
    /** Milliseconds from the start to the first run. */
    readonly startDelay: number;
    /** Milliseconds between runs; without it, time triggers only the first. */
    readonly interval?: number;
    readonly settings?: readonly SettingKey[];
    readonly builds?: boolean;
  };
  readonly run: (trigger: MaintenanceTrigger, signal: AbortSignal) => unknown;
};

export const DAY_MS = 86_400_000;
/** Several changes at once trigger one run. */
const TRIGGER_DELAY_MS = 500;

/**
 * Runs maintenance tasks, one at a time, when each is due. Logs errors and goes on. Its timers do not keep the process
 * alive.
 */
export function startMaintenance(changes: Pick<Changes, 'subscribe'>, log: (line: string) => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const scheduled: MaintenanceTask[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const pending = new Map<MaintenanceTask, MaintenanceTrigger>();
  let queue = Promise.resolve();

  async function run(task: MaintenanceTask): Promise<void> {
    const trigger = pending.get(task);
    pending.delete(task);
    if (trigger === undefined || signal.aborted) return;
    try {
      await task.run(trigger, signal);
    } catch (error) {
      if (!signal.aborted) log(failureText(task, error));
    }
  }

  function after(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, ms).unref();
    timers.add(timer);
  }

  function trigger(task: MaintenanceTask, reason: MaintenanceTrigger, delay: number): void {
    const waiting = pending.get(task);
    // After a build a task may do less than after the others.
    pending.set(task, reason === 'build' ? (waiting ?? reason) : reason);
    if (waiting !== undefined) return;
    after(delay, () => {
      queue = queue.then(() => run(task));
    });
  }

  const unsubscribe = changes.subscribe(({ action, after: values }) => {
    for (const task of scheduled) {
      const { settings = [], builds = false } = task.when;
      if (action === 'settings.update' && settings.some((key) => key in (values ?? {})))
        trigger(task, 'settings', TRIGGER_DELAY_MS);
      if (action === 'build.finish' && builds) trigger(task, 'build', TRIGGER_DELAY_MS);
    }
  });

  return {
    /** Schedules further tasks; their delays count from now. */
    add(tasks: readonly MaintenanceTask[]): void {
      if (signal.aborted) return;
      for (const task of tasks) {
        const { startDelay, interval } = task.when;
        const runOnTime = () => trigger(task, 'time', 0);
        scheduled.push(task);
        after(startDelay, runOnTime);
        if (interval !== undefined) timers.add(setInterval(runOnTime, interval).unref());
      }
    },
    /** Aborts the task that runs, waits for it, and starts no other. */
    async close(): Promise<void> {
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
      stopping.abort(new Error('Lectern is closing'));
      await queue;
    },
  };
}

export type Maintenance = ReturnType<typeof startMaintenance>;

function failureText({ name }: MaintenanceTask, error: unknown): string {
  if (error instanceof Problem) return `${name} failed. ${error.message}`;
  return `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown error'}`;
}
