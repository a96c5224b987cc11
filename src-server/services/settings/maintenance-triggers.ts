import type { SettingKey } from '../../model/settings/settings.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Changes } from '../kernel/changes.ts';

/** Why something may have to go: somebody keeps less, or a build has left more. */
export type MaintenanceTrigger = 'settings' | 'build';

/** Several changes at once are one cue. */
const DELAY_MS = 500;

/**
 * Calls `run` a moment after one of these settings has changed or a build has ended, never twice at a time. Gives the
 * function that ends this, and waits for what runs.
 */
export function onMaintenanceTrigger(
  changes: Pick<Changes, 'subscribe'>,
  keys: readonly SettingKey[],
  run: (trigger: MaintenanceTrigger) => Promise<void>,
): () => Promise<void> {
  const pendingTriggers = new Set<MaintenanceTrigger>();
  let timer: NodeJS.Timeout | undefined;
  let queue = Promise.resolve();

  function runPending(): void {
    const trigger = pendingTriggers.has('settings') ? 'settings' : 'build';
    pendingTriggers.clear();
    timer = undefined;
    queue = queue.then(() => run(trigger));
  }

  const unsubscribe = changes.subscribe((entry) => {
    const trigger = triggerOf(entry, keys);
    if (trigger === undefined) return;
    pendingTriggers.add(trigger);
    timer ??= setTimeout(runPending, DELAY_MS).unref();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
    return queue;
  };
}

function triggerOf(
  { action, after }: JournalEntry,
  keys: readonly SettingKey[],
): MaintenanceTrigger | undefined {
  if (action === 'build.finish') return 'build';
  return action === 'settings.update' && keys.some((key) => key in (after ?? {})) ? 'settings' : undefined;
}
