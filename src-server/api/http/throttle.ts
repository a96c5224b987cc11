import { createRateLimit } from '../../model/base/rate-limit.ts';
import type { Clock } from '../../model/base/timestamp.ts';
import { Throttled } from './http-problems.ts';

/** The live service's limits (behaviour.md 18, live-service.md 1); all count the same requests of a caller. */
const LIMITS_PER_MINUTE = {
  usual: { user: 60, anonymous: 5 },
  search: { user: 100, anonymous: 100 },
} as const;

/** Names the limit of a path. */
export type ThrottleLimit = keyof typeof LIMITS_PER_MINUTE;

/** Limits requests per minute: per user, and per address for anonymous callers. */
export function createThrottle(clock: Clock) {
  const count = createRateLimit(clock);

  /** Counts one request. @throws Throttled, with the seconds until the oldest counted one leaves the window */
  return (caller: { userId: number } | { address: string }, limit: ThrottleLimit = 'usual'): void => {
    const isUser = 'userId' in caller;
    const name = isUser ? `user ${caller.userId}` : `address ${caller.address}`;
    const wait = count(name, LIMITS_PER_MINUTE[limit][isUser ? 'user' : 'anonymous']);
    if (wait !== undefined) throw new Throttled(wait);
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
