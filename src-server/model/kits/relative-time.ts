import { parseTimestamp, type Timestamp } from '../base/timestamp.ts';

const RELATIVE = /^-(?:\d{1,10}(?:\.\d{1,6})?[smhdw]){1,5}$/;
const PART = /([\d.]+)([smhdw])/g;
const MICROSECONDS: Readonly<Record<string, number>> = {
  s: 1_000_000,
  m: 60_000_000,
  h: 3_600_000_000,
  d: 86_400_000_000,
  w: 604_800_000_000,
};

/** Error for a time of a kit that is neither a date nor relative. */
export const NOT_A_KIT_TIME =
  'Not a time. Write how long ago with s, m, h, d or w, such as "-8m" or "-3d", or a date such as 2019-04-29T10:00:00Z.';

/** Parses a time of a kit: a date, or how long before `now`; undefined for anything else. */
export function parseKitTime(text: string, now: Timestamp): Timestamp | undefined {
  if (!RELATIVE.test(text)) return parseTimestamp(text);
  const parts = [...text.matchAll(PART)].map(
    ([, count, unit = '']) => Number(count) * (MICROSECONDS[unit] ?? 0),
  );
  return now - Math.round(parts.reduce((sum, part) => sum + part, 0));
}

/** Formats how long before `now` a time is: `-3d`, `-550d16h26m17s`. A later time counts as now. */
export function formatKitTime(at: Timestamp, now: Timestamp): string {
  const ago = Math.max(0, now - at);
  for (const unit of ['w', 'd', 'h', 'm']) {
    const size = MICROSECONDS[unit] ?? 1;
    if (ago > 0 && ago % size === 0) return `-${ago / size}${unit}`;
  }
  let rest = ago;
  let text = '-';
  for (const unit of ['d', 'h', 'm']) {
    const size = MICROSECONDS[unit] ?? 1;
    if (rest >= size) text += `${Math.floor(rest / size)}${unit}`;
    rest %= size;
  }
  return rest > 0 || ago === 0 ? `${text}${Number((rest / 1_000_000).toFixed(6))}s` : text;
}
