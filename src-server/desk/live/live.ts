import type { OutputAppended } from '../../services/builds/build-commands.ts';
import type { Services } from '../../services/open-services.ts';
import type { JournalEntry } from '../../store/tables/journal/journal.ts';
import { procedure, router } from '../procedure.ts';

/** What an open screen hears of a change, or of a step of a build: enough to know whether it shows any of it. */
export type LiveChange = Pick<JournalEntry, 'action' | 'projectId' | 'subjectId'>;

/** How much a running command has written; the screen reads the lines that it shows. */
export type LiveOutput = OutputAppended & { readonly kind: 'output' };

/** Changes that a listener has not taken yet are kept, up to this many; then one says that everything may differ. */
const MAX_PENDING = 1000;

/** The stream of changes that keeps every open screen current (architecture, decision 6). */
export const liveRouter = router({
  /**
   * Everything committed from now on, in groups as they come, and in groups of their own what running commands write.
   * An empty group says: read everything anew.
   */
  changes: procedure.subscription(({ ctx, signal }) => changesUntil(ctx.services, signal)),
});

async function* changesUntil(
  services: Services,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveChange[] | LiveOutput[]> {
  let pending: LiveChange[] = [];
  let overflowed = false;
  let wake = () => {};
  const add = ({ action, projectId, subjectId }: LiveChange) => {
    if (pending.length < MAX_PENDING) pending.push({ action, projectId, subjectId });
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
  signal?.addEventListener('abort', () => wake(), { once: true });
  try {
    // The first, empty group tells the screen that it hears everything from here on.
    yield [];
    while (!signal?.aborted) {
      if (outputs.size > 0) {
        const written = [...outputs.values()];
        outputs.clear();
        yield written;
      } else if (pending.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (signal?.aborted) resolve();
        });
      } else {
        const group = overflowed ? [] : pending;
        pending = [];
        overflowed = false;
        yield group;
      }
    }
  } finally {
    unsubscribe();
    unsubscribeSignals();
    unsubscribeOutput();
  }
}
