import type { OutputAppended } from '../../services/builds/build-commands.ts';
import type { Services } from '../../services/open-services.ts';
import { procedure, router } from '../procedure.ts';
import { describeChanges, type Happened, type LiveChange } from './live-changes.ts';

/** How much a running command has written; the screen reads the lines that it shows. */
export type LiveOutput = OutputAppended & { readonly kind: 'output' };

/** The newest request of the log. */
export type LiveRequests = { readonly kind: 'requests'; readonly lastId: number };

/** How many changes are kept for a slow listener; beyond that, it has to reload everything. */
const MAX_PENDING = 1000;

/** The stream of changes that keeps every open screen current (architecture, decision 6). */
export const liveRouter = router({
  /**
   * Streams all changes from now on in groups, and in groups of their own the output of running commands and that requests
   * were logged. An empty group means: reload everything.
   */
  changes: procedure.subscription(({ ctx, signal }) => changesUntil(ctx.services, signal)),
});

async function* changesUntil(
  services: Services,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveChange[] | LiveOutput[] | LiveRequests[]> {
  let pending: Happened[] = [];
  let overflowed = false;
  let wake = () => {};
  const add = (happened: Happened) => {
    // Anything may be different after a restore.
    if (happened.action === 'snapshot.restore') overflowed = true;
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
  signal?.addEventListener('abort', () => wake(), { once: true });
  try {
    // The first group is empty: from here on the screen misses nothing.
    yield [];
    while (!signal?.aborted) {
      if (outputs.size > 0) {
        const written = [...outputs.values()];
        outputs.clear();
        yield written;
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
  }
}
