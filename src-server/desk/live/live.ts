import { replacesAllData } from '../../model/journal/replaces-data.ts';
import type { OutputAppended } from '../../services/builds/build-commands.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { procedure, router } from '../procedure.ts';
import type { DeskSyncRunner, SyncProgress } from '../sync-runner.ts';
import { describeChanges, type Happened, type LiveChange } from './live-changes.ts';

/** How much a running command has written; the screen reads the lines that it shows. */
export type LiveOutput = OutputAppended & { readonly kind: 'output' };

/** The newest request of the log. */
export type LiveRequests = { readonly kind: 'requests'; readonly lastId: number };

/** How far the run of a remote is; null when it has ended or rests. */
export type LiveSync = {
  readonly kind: 'sync';
  readonly remoteId: number;
  readonly progress: SyncProgress | null;
};

/** How many changes are kept for a slow listener; beyond that, it has to reload everything. */
const MAX_PENDING = 1000;

/** The stream of changes that keeps every open screen current (architecture, decision 6). */
export const liveRouter = router({
  /**
   * Streams all changes from now on in groups, and in groups of their own the output of running commands, that requests
   * were logged, and how far runs of remotes are. An empty group means: reload everything.
   */
  changes: procedure.subscription(({ ctx, signal }) =>
    changesUntil(ctx.services, ctx.environment.sync, signal),
  ),
});

async function* changesUntil(
  services: Services,
  openSync: () => Promise<DeskSyncRunner>,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveChange[] | LiveOutput[] | LiveRequests[] | LiveSync[]> {
  let pending: Happened[] = [];
  let overflowed = false;
  let wake = () => {};
  const add = (happened: Happened) => {
    // Anything may be different after a restore.
    const isOther = replacesAllData(happened.action);
    if (isOther) overflowed = true;
    if (isOther || happened.action === 'remote.add') watchRemotes();
    if (pending.length < MAX_PENDING) pending.push(happened);
    else overflowed = true;
    wake();
  };
  const unsubscribe = services.changes.subscribe(add);
  const unsubscribeSignals = services.changes.onSignal(add);
  const outputs = new Map<number, LiveOutput>();
  const unsubscribeOutput = services.buildRuns.onOutput((event) => {
    outputs.set(event.commandId, { kind: 'output', ...event });
    wake();
  });
  let lastRequest: number | undefined;
  const unsubscribeRequests = services.requests.onWritten((lastId) => {
    lastRequest = lastId;
    wake();
  });
  const syncs = new Map<number, LiveSync>();
  let unsubscribeSync: (() => void) | undefined;
  /** Watches runs. Their code is loaded for it, so this waits until there is a remote. */
  const watchSync = async () => {
    if (unsubscribeSync) return;
    unsubscribeSync = () => {};
    const runner = await openSync();
    if (signal?.aborted) return;
    unsubscribeSync = runner.onProgress((progress) => {
      const { remoteId } = progress;
      syncs.set(remoteId, { kind: 'sync', remoteId, progress: 'ended' in progress ? null : progress });
      wake();
    });
  };
  const watchRemotes = () => {
    if (services.remotes.list(systemActor('desk')).length > 0) void watchSync();
  };
  watchRemotes();
  signal?.addEventListener('abort', () => wake(), { once: true });
  try {
    // The first group is empty: from here on the screen misses nothing.
    yield [];
    while (!signal?.aborted) {
      if (outputs.size > 0) {
        const written = [...outputs.values()];
        outputs.clear();
        yield written;
      } else if (syncs.size > 0) {
        const progress = [...syncs.values()];
        syncs.clear();
        yield progress;
      } else if (lastRequest !== undefined) {
        const lastId = lastRequest;
        lastRequest = undefined;
        yield [{ kind: 'requests', lastId }];
      } else if (pending.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (signal?.aborted) resolve();
        });
      } else {
        const group = overflowed ? [] : describeChanges(services, pending);
        pending = [];
        overflowed = false;
        yield group;
      }
    }
  } finally {
    unsubscribe();
    unsubscribeSignals();
    unsubscribeOutput();
    unsubscribeRequests();
    unsubscribeSync?.();
  }
}
