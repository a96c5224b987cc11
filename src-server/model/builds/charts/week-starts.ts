import type { Timestamp } from '../../base/timestamp.ts';

/** A week of the computer's own calendar, from Monday; `to` is the start of the next one. */
export type Week = { readonly from: Timestamp; readonly to: Timestamp };

/** Returns the last `count` weeks up to the one of `now`, oldest first. */
export function lastWeeks(now: Timestamp, count: number): readonly Week[] {
  const today = new Date(now / 1000);
  // Sunday is 0, and ends a week.
  const monday = today.getDate() - ((today.getDay() + 6) % 7);
  const startOf = (week: number): Timestamp =>
    new Date(today.getFullYear(), today.getMonth(), monday - 7 * week).getTime() * 1000;
  return Array.from({ length: count }, (_, at) => {
    const ago = count - 1 - at;
    return { from: startOf(ago), to: startOf(ago - 1) };
  });
}
