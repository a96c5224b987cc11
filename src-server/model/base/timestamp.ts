/** A point in time in whole microseconds since 1970-01-01T00:00:00Z; exact in a double until the year 2255. */
export type Timestamp = number;

/** Returns the current time. It is passed in, so that demos and tests can be exact. */
export type Clock = () => Timestamp;

/** Reads the machine's clock. */
export const systemClock: Clock = () => Date.now() * 1000;

const ISO = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,6})\d*)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an ISO 8601 datetime with an offset; undefined for other text, for a day or hour that does not exist and for a
 * time outside the exact range. Digits after microseconds are dropped.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const [, local = '', fraction = '', offset = ''] = ISO.exec(text) ?? [];
  const seconds = Date.parse(local + offset);
  if (Number.isNaN(seconds) || !isExistingDate(local)) return undefined;
  const at = seconds * 1000 + Number(fraction.padEnd(6, '0'));
  return Number.isSafeInteger(at) ? at : undefined;
}

/** Checks day and hour, since the engine reads 31 February as 3 March and hour 24 as the next day. */
function isExistingDate(local: string): boolean {
  if (local.startsWith('24', 'YYYY-MM-DDT'.length)) return false;
  // Every month has this many days. A file of many dates is read without formatting each of them.
  const isInEveryMonth = Number(local.slice('YYYY-MM-'.length, 'YYYY-MM-DD'.length)) <= 28;
  return isInEveryMonth || new Date(`${local}Z`).toISOString().startsWith(local);
}

/** Formats `2019-04-29T10:00:00Z`, with six digits of microseconds when they are not zero (behaviour.md 9). */
export function formatTimestamp(at: Timestamp): string {
  return `${formatWithoutOffset(at)}Z`;
}

/** Formats the v2 form without an offset: `2018-06-19T15:15:59.135894` (behaviour.md 19, row 10). */
export function formatTimestampWithoutOffset(at: Timestamp): string {
  return formatWithoutOffset(at);
}

/** Formats `2018-06-19 15:15:59` in UTC for build webhooks (behaviour.md 16). */
export function formatTimestampSeconds(at: Timestamp): string {
  return formatWithoutOffset(at).slice(0, 19).replace('T', ' ');
}

const DAY: Timestamp = 86_400_000_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
let cachedDay = Number.NaN;
let cachedDate = '';

/** Formats the seconds; keeps the last date, since the times of a list are close and Date is slow. */
function formatWithoutOffset(at: Timestamp): string {
  const day = Math.floor(at / DAY);
  if (day !== cachedDay) {
    cachedDate = new Date(day * (DAY / 1000)).toISOString().slice(0, -'00:00:00.000Z'.length);
    cachedDay = day;
  }
  const inDay = at - day * DAY;
  const micros = inDay % 1_000_000;
  const seconds = (inDay - micros) / 1_000_000;
  const minutes = Math.floor(seconds / 60);
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return micros === 0 ? cachedDate + clock : `${cachedDate}${clock}.${String(micros).padStart(6, '0')}`;
}
