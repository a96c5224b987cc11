import { type Clock, parseTimestamp, type Timestamp } from '../../src-server/model/base/timestamp.ts';

/** A clock that goes on only when told to, or by `step` seconds whenever it is read. */
export type TestClock = Clock & { readonly advance: (seconds: number) => void };

/** Begins at 2026-01-01T00:00:00Z unless told otherwise. With a step of 0, all that is made at once has one time. */
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
