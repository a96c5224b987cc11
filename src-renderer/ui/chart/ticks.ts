const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;
/** Distances between ticks that read well on a clock, in seconds. */
const STEPS = [
  ...[SECOND, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR],
];
const MAX_TICKS = 4;
const DAY_MS = 86_400_000;
/** Below this span ticks are closer than a minute, in milliseconds. */
const SECONDS_SPAN_MS = 10 * 60_000;

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const CLOCK_SECONDS = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });

/** Returns ticks from 0 up to at least `longest` seconds, at distances that read well on a clock. */
export function durationTicks(longest: number): readonly number[] {
  const step =
    STEPS.find((each) => longest / each <= MAX_TICKS) ??
    Math.ceil(longest / MAX_TICKS / (24 * HOUR)) * 24 * HOUR;
  return Array.from({ length: Math.max(1, Math.ceil(longest / step)) + 1 }, (_, at) => at * step);
}

/** Formats a date on an axis that covers so many milliseconds: `14:30:15`, `14:30`, `16 Nov`, `Nov 2026`. */
export function formatTick(date: Date, spanMs: number): string {
  if (spanMs < SECONDS_SPAN_MS) return CLOCK_SECONDS.format(date);
  if (spanMs <= 2 * DAY_MS) return CLOCK.format(date);
  return (spanMs <= 300 * DAY_MS ? DAY : MONTH).format(date);
}
