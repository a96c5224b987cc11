import { Conflict } from '../model/base/problems.ts';
import type { PullProgress } from './pull/pull-progress.ts';
import { RunCut } from './run-end.ts';

/** How far the run of a remote is. */
export type SyncProgress = {
  readonly remoteId: number;
  /** null while it begins. */
  readonly runId: number | null;
  readonly kind: 'pull' | 'push';
  /** Null unless it is a pull that has begun. */
  readonly pull: PullProgress | null;
  /** Null unless it is a push that has begun. */
  readonly push: { readonly done: number; readonly total: number } | null;
  /** Sentence that says what it waits for; null while it works. */
  readonly waiting: string | null;
};
export type ProgressListener = (
  progress: SyncProgress | { readonly remoteId: number; readonly ended: true },
) => void;

/** A run that is under way. */
export type ActiveRun = {
  /** Aborted with a RunCut when the run is paused or stopped. */
  readonly signal: AbortSignal;
  readonly progress: () => SyncProgress;
  readonly tell: (change: Partial<Omit<SyncProgress, 'remoteId'>>) => void;
};
type Entry = {
  readonly cut: (how: RunCut['how']) => void;
  readonly ended: Promise<unknown>;
  progress: SyncProgress;
};

/** Keeps at most one run of a remote under way, and tells listeners how far each is. */
export function createActiveRuns(log: (line: string) => void) {
  const active = new Map<number, Entry>();
  const listeners = new Set<ProgressListener>();
  let isClosed = false;

  function notify(event: Parameters<ProgressListener>[0]): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log(`A listener of sync failed: ${error instanceof Error ? error.stack : 'unknown error'}`);
      }
    }
  }

  return {
    progress: (remoteId: number): SyncProgress | null => active.get(remoteId)?.progress ?? null,
    onProgress(listener: ProgressListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Runs `work` as the run of a remote. @throws Conflict while it has another, or Lectern is closing */
    async start<T>(
      remoteId: number,
      kind: 'pull' | 'push',
      work: (run: ActiveRun) => Promise<T>,
    ): Promise<T> {
      if (isClosed) throw new Conflict('Lectern is closing. Start the run again after it was opened.');
      const earlier = active.get(remoteId)?.progress.kind;
      if (earlier)
        throw new Conflict(`A ${earlier} of this remote is under way. Wait for it, or stop it first.`);
      const controller = new AbortController();
      let markEnded = () => {};
      const entry: Entry = {
        cut: (how) => controller.abort(new RunCut(how)),
        ended: new Promise<void>((resolve) => {
          markEnded = resolve;
        }),
        progress: { remoteId, runId: null, kind, pull: null, push: null, waiting: null },
      };
      active.set(remoteId, entry);
      const tell: ActiveRun['tell'] = (change) => {
        entry.progress = { ...entry.progress, ...change };
        notify(entry.progress);
      };
      try {
        tell({});
        return await work({ signal: controller.signal, progress: () => entry.progress, tell });
      } finally {
        active.delete(remoteId);
        markEnded();
        notify({ remoteId, ended: true });
      }
    },

    /** Cuts the run of a remote short and waits until it has ended. Does nothing without one. */
    async cut(remoteId: number, how: RunCut['how']): Promise<void> {
      const entry = active.get(remoteId);
      entry?.cut(how);
      await entry?.ended;
    },

    /** Cuts all runs short; `close` lets none begin after it. */
    async cutAll(how: 'pause' | 'close'): Promise<void> {
      if (how === 'close') isClosed = true;
      const entries = [...active.values()];
      for (const entry of entries) entry.cut(how);
      await Promise.all(entries.map(({ ended }) => ended));
    },
  };
}

export type ActiveRuns = ReturnType<typeof createActiveRuns>;
