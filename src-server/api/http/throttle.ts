import { createRateLimit } from '../../model/base/rate-limit.ts';
import type { Clock } from '../../model/base/timestamp.ts';
import { Throttled } from './http-problems.ts';

/** The live service's limits (behaviour.md 18). */
const LIMIT_PER_MINUTE = { user: 60, anonymous: 5 } as const;

/** Limits requests per minute: per user, and per address for anonymous callers. */
export function createThrottle(clock: Clock) {
  const count = createRateLimit(clock);

  /** Counts one request. @throws Throttled, with the seconds until the oldest counted one leaves the window */
  return (caller: { userId: number } | { address: string }): void => {
    const isUser = 'userId' in caller;
    const name = isUser ? `user ${caller.userId}` : `address ${caller.address}`;
    const wait = count(name, isUser ? LIMIT_PER_MINUTE.user : LIMIT_PER_MINUTE.anonymous);
    if (wait !== undefined) throw new Throttled(wait);
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
