import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutputBatches } from '../../../src-server/services/builds/output-batches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Batches over a store that keeps texts, and what listeners were told: `command: length`. */
function open() {
  const stored = new Map<number, string>();
  const notified: string[] = [];
  let isFull = false;
  const batches = createOutputBatches<number>({
    write(commandId, text) {
      if (isFull) throw new Error('The disk is full.');
      stored.set(commandId, (stored.get(commandId) ?? '') + text);
      return stored.get(commandId)?.length;
    },
    notify: (commandId, length) => notified.push(`${commandId}: ${length}`),
    afterCommit: (effect) => effect(),
  });
  return {
    batches,
    notified,
    stored,
    fill: (full: boolean) => {
      isFull = full;
    },
  };
}

test('listeners are notified at once, then four times a second, and always of the newest', () => {
  const { batches, notified } = open();
  for (let line = 1; line <= 100; line++) {
    batches.add(1, 'x', 9);
    vi.advanceTimersByTime(10);
  }
  vi.runAllTimers();
  expect(notified).toEqual(['1: 1', '1: 25', '1: 50', '1: 75', '1: 100']);
});

test('fast output is stored without waiting, and announced no more often', () => {
  const { batches, notified, stored } = open();
  for (let count = 0; count < 100; count++) batches.add(1, 'x'.repeat(65_536), 9);
  expect(stored.get(1)?.length).toBe(100 * 65_536);
  expect(notified).toEqual(['1: 65536']);
  vi.runAllTimers();
  expect(notified).toEqual(['1: 65536', `1: ${100 * 65_536}`]);
});

test('one command keeps no other waiting, and the end of a command writes all of its output', () => {
  const { batches, notified, stored } = open();
  batches.add(1, 'a', 9);
  batches.add(1, 'b', 9);
  batches.add(2, 'c', 9);
  expect(notified).toEqual(['1: 1', '2: 1']);
  batches.flush(1);
  expect(stored.get(1)).toBe('ab');
  expect(notified).toEqual(['1: 1', '2: 1', '1: 2']);
  batches.forget(1);
  vi.runAllTimers();
  expect(notified).toHaveLength(3);
});

test('output that cannot be stored is kept until it can', () => {
  const { batches, stored, fill } = open();
  batches.add(1, 'a', 9);
  fill(true);
  batches.add(1, 'b', 9);
  vi.runAllTimers();
  expect(() => batches.flush(1)).toThrow('The disk is full.');
  fill(false);
  batches.flush(1);
  expect(stored.get(1)).toBe('ab');
});
