import { expect, test } from 'vitest';
import { formatLatency } from '../../src-renderer/screens/requests/format-request.ts';

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
