import { z } from 'zod';
import { parseTimestamp, type Timestamp } from '../base/timestamp.ts';

/** Times stay exact up to here (timestamp.ts). */
const LAST_TIME: Timestamp = Date.UTC(2254, 0) * 1000;
/** Says which times a clock can show. */
export const OUT_OF_RANGE = 'The clock shows times from 1970 to 2253.';
const NOT_A_TIME = 'Write a time such as 2026-01-31T12:00:00Z.';

const Time = z.string({ error: NOT_A_TIME }).transform((text, { addIssue }) => {
  const time = parseTimestamp(text);
  // A time beyond what is exact is one all the same.
  if (time === undefined) addIssue(Date.parse(text) >= LAST_TIME / 1000 ? OUT_OF_RANGE : NOT_A_TIME);
  return time ?? z.NEVER;
});

/** Sets the clock: whether time goes on, and from when; `offset` is in seconds from the machine's clock. */
export const ClockChange = z
  .strictObject({
    mode: z.enum(['run', 'still'], { error: 'The mode is “run” or “still”.' }),
    now: Time.optional(),
    offset: z.number({ error: 'The offset is a number of seconds.' }).optional(),
  })
  .refine(({ now, offset }) => now === undefined || offset === undefined, {
    error: 'Give either “now” or “offset”, not both.',
    path: ['offset'],
  });
export type ClockChange = z.output<typeof ClockChange>;

/** Moves the clock forward. */
export const ClockAdvance = z.strictObject({
  seconds: z
    .number({ error: 'This is a number of seconds.' })
    .positive({ error: 'The clock only goes forward: give more than 0 seconds.' }),
});
export type ClockAdvance = z.output<typeof ClockAdvance>;

/** Whether a clock can show this time. */
export function isShowable(time: Timestamp): boolean {
  return time >= 0 && time < LAST_TIME;
}
