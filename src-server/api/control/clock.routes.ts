import { z } from 'zod';
import type { ControlledClock } from '../../model/base/controlled-clock.ts';
import { Invalid } from '../../model/base/problems.ts';
import { formatTimestamp, parseTimestamp, systemClock, type Timestamp } from '../../model/base/timestamp.ts';
import { type ControlRoute, controlRoute } from './control-route.ts';

const SECOND: Timestamp = 1_000_000;
/** Times stay exact up to here (timestamp.ts). */
const LAST_TIME: Timestamp = Date.UTC(2254, 0) * 1000;
const OUT_OF_RANGE = 'The clock shows times from 1970 to 2253.';
const NOT_A_TIME = 'Write a time such as 2026-01-31T12:00:00Z.';

const SetClock = z.strictObject({
  mode: z.enum(['run', 'still'], { error: 'The mode is “run” or “still”.' }),
  now: z.string({ error: NOT_A_TIME }).optional(),
  offset: z.number({ error: 'The offset is a number of seconds.' }).optional(),
});
const Advance = z.strictObject({
  seconds: z
    .number({ error: 'This is a number of seconds.' })
    .positive({ error: 'The clock only goes forward: give more than 0 seconds.' }),
});

/** The clock that dates of the API and the throttle follow. */
export const clockRoutes: readonly ControlRoute[] = [
  controlRoute({ method: 'GET', path: 'clock', run: ({ clock }) => clockView(clock) }),
  controlRoute({
    method: 'PUT',
    path: 'clock',
    body: SetClock,
    run({ clock, body: { mode, now, offset } }) {
      if (now !== undefined && offset !== undefined)
        throw new Invalid({ offset: ['Give either “now” or “offset”, not both.'] });
      if (now !== undefined) clock.set(mode, inRange(parseNow(now), 'now'));
      else if (offset !== undefined)
        clock.set(mode, inRange(systemClock() + Math.round(offset * SECOND), 'offset'));
      else clock.set(mode);
      return clockView(clock);
    },
  }),
  controlRoute({
    method: 'POST',
    path: 'clock/advance',
    body: Advance,
    run({ clock, body }) {
      const step = Math.round(body.seconds * SECOND);
      inRange(clock.now() + step, 'seconds');
      clock.advance(step);
      return clockView(clock);
    },
  }),
];

/** @throws Invalid */
function parseNow(text: string): Timestamp {
  const time = parseTimestamp(text);
  if (time === undefined) throw new Invalid({ now: [NOT_A_TIME] });
  return time;
}

/** @throws Invalid */
function inRange(time: Timestamp, field: string): Timestamp {
  if (time < 0 || time >= LAST_TIME) throw new Invalid({ [field]: [OUT_OF_RANGE] });
  return time;
}

function clockView(clock: ControlledClock) {
  const { mode, now, offset } = clock.state();
  return { mode, now: formatTimestamp(now), offset: offset / SECOND };
}
