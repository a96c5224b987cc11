import type { Clock, Timestamp } from './timestamp.ts';

/** Microseconds. */
const WINDOW: Timestamp = 60_000_000;
const SWEEP_THRESHOLD = 10_000;

/**
 * Counts requests of callers over the last minute. Counts one and returns undefined; beyond `limit` it counts nothing and
 * returns the whole seconds until the oldest counted one leaves the window.
 */
export type RateLimit = (caller: string, limit: number) => number | undefined;

/** Creates a limit of requests per minute. */
export function createRateLimit(clock: Clock): RateLimit {
  const recentByCaller = new Map<string, Timestamp[]>();

  function sweep(now: Timestamp): void {
    for (const [caller, times] of recentByCaller) {
      if ((times.at(-1) ?? 0) <= now - WINDOW) recentByCaller.delete(caller);
    }
  }

  return (caller, limit) => {
    const now = clock();
    // After the clock was set back, times in the future do not count.
    const recent = (recentByCaller.get(caller) ?? []).filter((at) => at > now - WINDOW && at <= now);
    recentByCaller.set(caller, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= limit)
      return Math.max(1, Math.ceil((oldest + WINDOW - now) / 1_000_000));
    recent.push(now);
    if (recentByCaller.size > SWEEP_THRESHOLD) sweep(now);
    return undefined;
  };
}
