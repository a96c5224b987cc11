import type { SettingKey } from '../../model/settings/settings.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import type { Changes } from '../kernel/changes.ts';

/** Why something may have to go: somebody keeps less, or a build has left more. */
export type PruningCue = 'settings' | 'build';

/** Several changes at once are one cue. */
const WAIT_MS = 500;

/**
 * Calls `run` a moment after one of these settings has changed or a build has ended, never twice at a time. Gives the
 * function that ends this, and waits for what runs.
 */
export function onPruningCues(
  changes: Pick<Changes, 'subscribe'>,
  keys: readonly SettingKey[],
  run: (cue: PruningCue) => Promise<void>,
): () => Promise<void> {
  const due = new Set<PruningCue>();
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  function begin(): void {
    const cue = due.has('settings') ? 'settings' : 'build';
    due.clear();
    timer = undefined;
    turn = turn.then(() => run(cue));
  }

  const deafen = changes.subscribe((entry) => {
    const cue = cueOf(entry, keys);
    if (cue === undefined) return;
    due.add(cue);
    timer ??= setTimeout(begin, WAIT_MS).unref();
  });
  return () => {
    deafen();
    clearTimeout(timer);
    return turn;
  };
}

function cueOf({ action, after }: JournalEntry, keys: readonly SettingKey[]): PruningCue | undefined {
  if (action === 'build.finish') return 'build';
  return action === 'settings.update' && keys.some((key) => key in (after ?? {})) ? 'settings' : undefined;
}
