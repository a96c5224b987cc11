import { type Clock, parseTimestamp, type Timestamp } from '../../src-server/model/base/timestamp.ts';

/** A clock that advances only on request, or by `step` seconds at each read. */
export type TestClock = Clock & { readonly advance: (seconds: number) => void };

/** Creates a clock that starts at `start`. With a step of 0, consecutive reads return the same time. */
export function testClock({ step = 0, start = '2026-01-01T00:00:00Z' } = {}): TestClock {
  let now: Timestamp = parseTimestamp(start) ?? 0;
  const read = (): Timestamp => {
    const at = now;
    now += step * 1_000_000;
    return at;
  };
  return Object.assign(read, {
    advance(seconds: number): void {
      now += seconds * 1_000_000;
    },
  });
}
