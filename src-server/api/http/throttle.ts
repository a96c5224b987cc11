import type { Clock, Timestamp } from '../../model/base/timestamp.ts';
import { Throttled } from './http-problems.ts';

/** Microseconds. */
const WINDOW: Timestamp = 60_000_000;
/** The live service's limits (behaviour.md 18). */
const LIMIT_PER_MINUTE = { user: 60, anonymous: 5 } as const;
const SWEEP_THRESHOLD = 10_000;

/** Limits requests per minute: per user, and per address for anonymous callers. */
export function createThrottle(clock: Clock) {
  const recentByKey = new Map<string, Timestamp[]>();

  function sweep(now: Timestamp): void {
    for (const [key, times] of recentByKey) {
      if ((times.at(-1) ?? 0) <= now - WINDOW) recentByKey.delete(key);
    }
  }

  /** Counts one request. @throws Throttled, with the seconds until the oldest counted one leaves the window */
  return function count(key: { userId: number } | { address: string }): void {
    const isUser = 'userId' in key;
    const name = isUser ? `user ${key.userId}` : `address ${key.address}`;
    const limit = isUser ? LIMIT_PER_MINUTE.user : LIMIT_PER_MINUTE.anonymous;
    const now = clock();
    // After the clock was set back, times in the future do not count.
    const recent = (recentByKey.get(name) ?? []).filter((at) => at > now - WINDOW && at <= now);
    recentByKey.set(name, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= limit) {
      throw new Throttled(Math.max(1, Math.ceil((oldest + WINDOW - now) / 1_000_000)));
    }
    recent.push(now);
    if (recentByKey.size > SWEEP_THRESHOLD) sweep(now);
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
