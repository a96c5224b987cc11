import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutputWaits } from '../../src-server/desk/live/live-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const heard = (buildId: number, lines: number, commandId = buildId * 10) => ({
  ...{ buildId, commandId, lines, bytes: lines * 7, errors: 0, warnings: 0 },
});

/** What a screen is told, as `command: lines`. */
function open() {
  const told: string[] = [];
  const waits = createOutputWaits(() => {
    told.push(...waits.take().map(({ commandId, lines }) => `${commandId}: ${lines}`));
  });
  return { told, waits };
}

test('a screen hears of a build at once, then four times a second, and always of the newest', () => {
  const { told, waits } = open();
  for (let lines = 1; lines <= 100; lines++) {
    waits.add(heard(1, lines));
    vi.advanceTimersByTime(10);
  }
  expect(told).toEqual(['10: 1', '10: 25', '10: 50', '10: 75', '10: 100']);
});

test('one build keeps no other waiting, and nothing is lost at the end of a command', () => {
  const { told, waits } = open();
  waits.add(heard(1, 1));
  waits.add(heard(1, 2));
  waits.add(heard(2, 5));
  waits.add(heard(1, 1, 11));
  expect(told).toEqual(['10: 1', '20: 5']);
  vi.runAllTimers();
  expect(told.slice(2)).toEqual(['10: 2', '11: 1']);
});

test('a screen that is gone is told nothing more', () => {
  const { told, waits } = open();
  waits.add(heard(1, 1));
  waits.add(heard(1, 2));
  waits.end();
  vi.runAllTimers();
  expect(told).toEqual(['10: 1']);
});
