import { formatTimestamp, parseTimestamp, type Timestamp } from '../../model/base/timestamp.ts';

/** Formats `20261121T101500.123456Z`, which sorts by time and is a valid file name everywhere. */
export function fileTimestamp(at: Timestamp): string {
  const [seconds = '', micros = ''] = formatTimestamp(at).replace(/[-:Z]/g, '').split('.');
  return `${seconds}.${micros.padEnd(6, '0')}Z`;
}

/** Parses what `fileTimestamp` wrote; undefined for any other text. */
export function parseFileTimestamp(text: string): Timestamp | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{6}Z)$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, rest] = match;
  return parseTimestamp(`${year}-${month}-${day}T${hour}:${minute}:${rest}`);
}
