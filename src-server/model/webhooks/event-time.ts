import { Problem } from '../base/problems.ts';
import type { Timestamp } from '../base/timestamp.ts';
import type { Provider } from './integration.ts';
import { type GetHeader, valueAt } from './webhook-command.ts';

/** How far the time of an event may be from ours, in milliseconds. */
const MAX_DIFFERENCE_MS = 5 * 60_000;

/** Headers with the time at which an event was sent: that of Standard Webhooks, Bitbucket's, and any sender's. */
const TIME_HEADERS = ['webhook-timestamp', 'x-event-time', 'date'] as const;

const WRONG_TIME =
  'The event was not sent within 5 minutes of the time here, so it may have been recorded and sent again. Check the clocks of both computers, or send a new event.';

/**
 * Refuses an event that its sender dates otherwise than now, since anyone who recorded it could send it again for ever.
 * GitHub dates a push in its signed body; a header can be left out by anyone who sends an event again.
 * @throws Problem when a date differs by more than 5 minutes, or cannot be read
 */
export function requireRecentEvent(
  provider: Provider,
  header: GetHeader,
  body: unknown,
  now: Timestamp,
): void {
  const times = TIME_HEADERS.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [parseTime(value)];
  });
  const pushed = provider === 'github' ? pushTime(header, body) : undefined;
  if (pushed !== undefined) times.push(pushed);
  // NaN is not within the limit either.
  const isNow = (time: number) => Math.abs(time - now / 1000) <= MAX_DIFFERENCE_MS;
  if (!times.every(isNow)) throw new Problem(WRONG_TIME);
}

/** Parses seconds since 1970, or a date of HTTP, to milliseconds; NaN for anything else. */
function parseTime(value: string): number {
  return /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Date.parse(value);
}

/** Returns when a push happened, in milliseconds. In other events of GitHub this field is about an earlier push. */
function pushTime(header: GetHeader, body: unknown): number | undefined {
  if ((header('x-github-event') ?? 'push') !== 'push') return undefined;
  const pushed = valueAt(body, 'repository', 'pushed_at');
  return typeof pushed === 'number' ? pushed * 1000 : undefined;
}
