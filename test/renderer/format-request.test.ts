import { expect, test } from 'vitest';
import { formatLatency } from '../../src-renderer/screens/requests/format-request.ts';
import { formatDuration } from '../../src-renderer/ui/format.ts';

test.each([
  [0, '< 0.1 ms'],
  [49, '< 0.1 ms'],
  [50, '0.1 ms'],
  [420, '0.4 ms'],
  [12_300, '12 ms'],
  [1_200_000, '1.20 s'],
])('a request of %i µs took %s', (micros, text) => {
  expect(formatLatency(micros)).toBe(text);
});

test.each([
  [99 * 3600, '99:00:00'],
  [13_233 * 3600 + 336, '551 days'],
])('a build of %i seconds took %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
