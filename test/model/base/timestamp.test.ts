import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatTimestamp,
  formatTimestampWithoutOffset,
  parseTimestamp,
  systemClock,
} from '../../../src-server/model/base/timestamp.ts';

/** Any microsecond of the years that a double holds exactly. */
const anyTime = fc.oneof(
  fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  // Near each other and near midnight, where a remembered date would show.
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2_000_000, max: 2_000_000 }))
    .map(([day, micros]) => day * 86_400_000_000 + micros),
);

describe('formatTimestamp', () => {
  test.each([
    [0, '1970-01-01T00:00:00Z'],
    [1, '1970-01-01T00:00:00.000001Z'],
    [-1, '1969-12-31T23:59:59.999999Z'],
    [500_000, '1970-01-01T00:00:00.500000Z'],
    [951_782_400_000_000, '2000-02-29T00:00:00Z'],
    [1_556_532_000_000_000, '2019-04-29T10:00:00Z'],
    [1_529_421_315_135_894, '2018-06-19T15:15:15.135894Z'],
  ])('%d is %s', (at, text) => {
    expect(formatTimestamp(at)).toBe(text);
    expect(formatTimestampWithoutOffset(at)).toBe(text.slice(0, -1));
  });

  test('formats as Date does, with microseconds in addition', () => {
    fc.assert(
      fc.property(anyTime, (at) => {
        const micros = ((at % 1_000_000) + 1_000_000) % 1_000_000;
        const seconds = new Date((at - micros) / 1000).toISOString().slice(0, 19);
        const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`;
        expect(formatTimestamp(at)).toBe(`${seconds}${fraction}Z`);
      }),
    );
  });
});

describe('parseTimestamp', () => {
  test('parses every formatted timestamp', () => {
    fc.assert(
      fc.property(anyTime, (at) => {
        expect(parseTimestamp(formatTimestamp(at))).toBe(at);
      }),
    );
  });

  test('takes the offset into account', () => {
    const anyOffset = fc.tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59));
    fc.assert(
      fc.property(fc.integer({ min: -8e15, max: 8e15 }), anyOffset, (at, [sign, hours, minutes]) => {
        const shift = (sign === '+' ? 1 : -1) * (hours * 60 + minutes) * 60_000_000;
        const two = (number: number) => String(number).padStart(2, '0');
        const text = formatTimestampWithoutOffset(at + shift);
        expect(parseTimestamp(`${text}${sign}${two(hours)}:${two(minutes)}`)).toBe(at);
      }),
    );
  });

  test.each([
    ['2019-04-29T10:00:00.5Z', 1_556_532_000_500_000],
    ['2019-04-29T10:00:00.123456Z', 1_556_532_000_123_456],
    ['2019-04-29T10:00:00.123456999Z', 1_556_532_000_123_456],
    ['2019-04-29T12:00:00+02:00', 1_556_532_000_000_000],
    ['2019-04-28T23:30:00-10:30', 1_556_532_000_000_000],
    ['2020-02-29T00:00:00Z', 1_582_934_400_000_000],
    ['1969-12-31T23:59:59.999999Z', -1],
  ])('%s', (text, at) => {
    expect(parseTimestamp(text)).toBe(at);
  });

  test.each([
    ['a day that is none', '2019-02-31T10:00:00Z'],
    ['the 29th of February of a common year', '2019-02-29T10:00:00Z'],
    ['the 31st of June, with an offset', '2019-06-31T10:00:00+02:00'],
    ['24 o’clock', '2019-04-29T24:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['an offset that is none', '2019-04-29T10:00:00+24:00'],
    ['no offset', '2019-04-29T10:00:00'],
    ['a date alone', '2019-04-29'],
    ['a space for the T', '2019-04-29 10:00:00Z'],
    ['a point without digits', '2019-04-29T10:00:00.Z'],
    ['digits without a point', '2019-04-29T10:00:0099Z'],
    ['space around it', ' 2019-04-29T10:00:00Z'],
    ['a line break after it', '2019-04-29T10:00:00Z\n'],
    ['a year beyond exact microseconds', '2256-01-01T00:00:00Z'],
    ['a year before them', '1600-01-01T00:00:00Z'],
    ['a long year', '12019-04-29T10:00:00Z'],
    ['nothing', ''],
  ])('not %s', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('accepts only times that exist', () => {
    const upTo = (max: number) => fc.integer({ min: 0, max });
    const anyParts = fc.tuple(
      fc.integer({ min: 1700, max: 2250 }),
      upTo(13),
      upTo(32),
      upTo(25),
      upTo(61),
      upTo(61),
    );
    const two = (part: number) => String(part).padStart(2, '0');
    fc.assert(
      fc.property(anyParts, ([year, month, day, hour, minute, second]) => {
        const text = `${year}-${two(month)}-${two(day)}T${[hour, minute, second].map(two).join(':')}Z`;
        const isReal = day >= 1 && day <= daysIn(year, month) && hour < 24 && minute < 60 && second < 60;
        const at = parseTimestamp(text);
        expect(at === undefined ? undefined : formatTimestamp(at)).toBe(isReal ? text : undefined);
      }),
    );
  });
});

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

test('the clock of the machine counts microseconds', () => {
  const before = Date.now();
  const at = systemClock();
  expect(at).toBeGreaterThanOrEqual(before * 1000);
  expect(at).toBeLessThanOrEqual(Date.now() * 1000);
});
