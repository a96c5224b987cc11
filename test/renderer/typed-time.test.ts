import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatTypedTime, parseTypedTime } from '../../src-renderer/ui/typed-time.ts';

// Half an hour beside the others, and in the other half of the world daylight saving.
beforeEach(() => void vi.stubEnv('TZ', 'Australia/Adelaide'));
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['2031-02-03 04:05:06', '2031-02-02T17:35:06.000Z'],
  ['2031-02-03 04:05', '2031-02-02T17:35:00.000Z'],
  ['2031-07-03T04:05:06', '2031-07-02T18:35:06.000Z'],
  [' 2031-02-03T04:05:06Z ', '2031-02-03T04:05:06.000Z'],
  ['2031-02-03 04:05:06+01:00', '2031-02-03T03:05:06.000Z'],
])('%s is read as %s', (typed, time) => {
  expect(parseTypedTime(typed)).toBe(Date.parse(time));
});

test.each([
  '',
  '03/02/2031 04:05',
  '3 February 2031',
  '2031-02-30 04:05:06',
  '2031-02-03 24:00',
  '2031-02-03',
])('of %j no time is guessed', (typed) => {
  expect(parseTypedTime(typed)).toBeUndefined();
});

test('what a field holds is read as the same second', () => {
  for (const time of ['1970-01-02T00:00:00Z', '2031-02-02T17:35:06Z', '2253-07-01T23:59:59Z']) {
    const typed = formatTypedTime(Date.parse(time));
    expect(typed).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(parseTypedTime(typed)).toBe(Date.parse(time));
  }
  expect(formatTypedTime(Date.parse('2031-02-02T17:35:06Z'))).toBe('2031-02-03 04:05:06');
});
