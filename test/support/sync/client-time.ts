import type { ClientTime } from '../../../src-server/sync/client/client-time.ts';

/** Time that passes only when something waits for it. */
export type TestTime = ClientTime & {
  /** The waits so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Ends the time limits of the requests that are under way. */
  readonly expire: () => void;
};

/** Creates a time in which nobody waits; each wait moves its clock, and `onPass` others. */
export function testTime(onPass: (ms: number) => void = () => {}): TestTime {
  let now = 1_000_000;
  const waits: number[] = [];
  let limits: AbortController[] = [];
  return {
    waits,
    now: () => now,
    async wait(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      const until = now + ms;
      // A turn of the event loop, so that whatever stops a run gets its turn as well.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      onPass(Math.max(0, until - now));
      now = Math.max(now, until);
    },
    limit() {
      const limit = new AbortController();
      limits.push(limit);
      return limit.signal;
    },
    expire() {
      for (const limit of limits) limit.abort();
      limits = [];
    },
  };
}
