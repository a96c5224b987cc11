import { windowNow } from './window-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DATE_FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const DATE_TIME_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });

/** Formats a time of the service (microseconds since 1970): relative up to a week, then a date. */
export function formatTimeAgo(micros: number, now: number = windowNow()): string {
  const ms = micros / 1000;
  const ago = now - ms;
  if (ago < 0) return ago > -MINUTE ? 'Just now' : DATE_FORMAT.format(ms);
  if (ago < MINUTE) return 'Just now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`;
  if (ago < 2 * DAY) return 'Yesterday';
  if (ago < 7 * DAY) return `${Math.floor(ago / DAY)} days ago`;
  return DATE_FORMAT.format(ms);
}

/** Formats the whole time (microseconds since 1970), for a tooltip. */
export function formatDateTime(micros: number): string {
  return DATE_TIME_FORMAT.format(micros / 1000);
}

/** Formats seconds: `34 s`, `1:17`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  // A build whose seed says that it began years ago.
  if (hours > 99) return pluralize(Math.floor(hours / 24), 'day');
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** Formats a number of bytes: `412 B`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Formats a whole number: `1,204`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Formats a count with its noun: `1 project`, `27 versions`. */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Keeps a text on one line, where the text around it may wrap. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** Shortens a text for a sentence or a button, with an ellipsis when it is longer than `max` characters. */
export function truncate(text: string, max = 40): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** Writes a text as it stands inside a sentence: `Yesterday` becomes `yesterday`. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Writes the first letter in capitals: `Redirects`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
