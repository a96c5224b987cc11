import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGracefulShutdown } from '../../src-main/server/graceful-shutdown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startShutdown(close: () => Promise<void>) {
  const end = vi.fn();
  const lines: string[] = [];
  return { end, lines, ...createGracefulShutdown(close, end, (line) => lines.push(line)) };
}

describe('R12 quitting', () => {
  test('closes first and then ends, once', async () => {
    let closed = () => {};
    const {
      request: ask,
      end,
      isStarted: begun,
    } = startShutdown(() => new Promise((resolve) => (closed = resolve)));
    expect(begun()).toBe(false);
    ask();
    expect(begun()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(end).not.toHaveBeenCalled();
    closed();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('ends without, when closing takes 5 s', async () => {
    const { request: ask, end, lines } = startShutdown(() => new Promise(() => {}));
    ask();
    await vi.advanceTimersByTimeAsync(5000);
    expect(end).toHaveBeenCalledTimes(1);
    expect(lines).toEqual(['Closing takes too long; ending without.']);
  });

  test('ends at once when asked again', () => {
    const { request: ask, end } = startShutdown(() => new Promise(() => {}));
    ask();
    ask();
    ask();
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('ends when closing fails, and says so', async () => {
    const { request: ask, end, lines } = startShutdown(() => Promise.reject(new Error('the disk is gone')));
    ask();
    await vi.advanceTimersByTimeAsync(0);
    expect(end).toHaveBeenCalledTimes(1);
    expect(lines).toEqual(['Closing failed: Error: the disk is gone']);
  });
});
