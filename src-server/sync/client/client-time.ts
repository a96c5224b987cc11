import { setTimeout as delay } from 'node:timers/promises';

/** Time as sync uses it. Tests pass one that does not wait. A wrong wall clock or a clock that is set does not matter. */
export type ClientTime = {
  /** Milliseconds of a clock that only moves forward. */
  readonly now: () => number;
  /** Resolves after some milliseconds. @throws the signal's reason when it is aborted */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a signal that aborts after some milliseconds. */
  readonly limit: (ms: number) => AbortSignal;
};

/** Time of this machine. */
export const machineTime: ClientTime = {
  now: () => performance.now(),
  async wait(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  limit: (ms) => AbortSignal.timeout(ms),
};
