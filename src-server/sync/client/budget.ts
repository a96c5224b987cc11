import type { ClientTime } from './client-time.ts';

const WINDOW_MS = 60_000;

/** Limits the requests in any minute: the service counts those of a person's dashboard and tools together. */
export type Budget = {
  /** Resolves when the next request may be sent, and counts it. @throws the signal's reason when it would wait on */
  readonly take: (signal?: AbortSignal) => Promise<void>;
  /** Requests that may be sent now; null without a limit. */
  readonly left: () => number | null;
  /** Milliseconds until this many more requests could have been sent; 0 without a limit. */
  readonly timeFor: (requests: number) => number;
};

/** Creates the budget of one remote. `limit` is asked each time, so that a changed setting holds at once. */
export function createBudget(limit: () => number | null, time: ClientTime): Budget {
  const sent: number[] = [];

  /** Forgets what left the window; returns how many more may be sent now. */
  function room(): number | null {
    const most = limit();
    const now = time.now();
    while (sent[0] !== undefined && sent[0] <= now - WINDOW_MS) sent.shift();
    return most === null ? null : Math.max(0, Math.max(1, most) - sent.length);
  }

  return {
    left: room,
    async take(signal) {
      while (room() === 0) {
        signal?.throwIfAborted();
        const oldest = sent[0] ?? time.now();
        await time.wait(Math.max(1, oldest + WINDOW_MS - time.now()), signal);
        signal?.throwIfAborted();
      }
      sent.push(time.now());
    },
    timeFor(requests) {
      const most = limit();
      const free = room();
      if (most === null || free === null || requests <= free) return 0;
      // Each request goes when the one that is `each` places before it leaves the window.
      const each = Math.max(1, most);
      const waiting = requests - free - 1;
      const now = time.now();
      const before = sent.slice(-each)[waiting % each] ?? now;
      return before + WINDOW_MS * (Math.floor(waiting / each) + 1) - now;
    },
  };
}
