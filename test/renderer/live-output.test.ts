import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutputThrottle } from '../../src-server/desk/live/live-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outputEvent = (buildId: number, lines: number, commandId = buildId * 10) => ({
  ...{ buildId, commandId, lines, bytes: lines * 7, errors: 0, warnings: 0 },
});

/** What a screen is told, as `command: lines`. */
function open() {
  const notified: string[] = [];
  const waits = createOutputThrottle(() => {
    notified.push(...waits.take().map(({ commandId, lines }) => `${commandId}: ${lines}`));
  });
  return { told: notified, waits };
}

test('a screen hears of a build at once, then four times a second, and always of the newest', () => {
  const { told: notified, waits } = open();
  for (let lines = 1; lines <= 100; lines++) {
    waits.add(outputEvent(1, lines));
    vi.advanceTimersByTime(10);
  }
  expect(notified).toEqual(['10: 1', '10: 25', '10: 50', '10: 75', '10: 100']);
});

test('one build keeps no other waiting, and nothing is lost at the end of a command', () => {
  const { told: notified, waits } = open();
  waits.add(outputEvent(1, 1));
  waits.add(outputEvent(1, 2));
  waits.add(outputEvent(2, 5));
  waits.add(outputEvent(1, 1, 11));
  expect(notified).toEqual(['10: 1', '20: 5']);
  vi.runAllTimers();
  expect(notified.slice(2)).toEqual(['10: 2', '11: 1']);
});

test('a screen that is gone is told nothing more', () => {
  const { told: notified, waits } = open();
  waits.add(outputEvent(1, 1));
  waits.add(outputEvent(1, 2));
  waits.close();
  vi.runAllTimers();
  expect(notified).toEqual(['10: 1']);
});
