import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGracefulShutdown } from '../../../src-main/server/graceful-shutdown.ts';

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
  test('closes first and then exits, once', async () => {
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

  test('exits anyway when closing takes 5 s', async () => {
    const { request: ask, end, lines } = startShutdown(() => new Promise(() => {}));
    ask();
    await vi.advanceTimersByTimeAsync(5000);
    expect(end).toHaveBeenCalledTimes(1);
    expect(lines).toEqual(['Closing takes too long; ending without.']);
  });

  test('closes in order however often it is asked, and exits at once when forced', () => {
    const { request: ask, force, end } = startShutdown(() => new Promise(() => {}));
    ask();
    ask();
    ask();
    expect(end).not.toHaveBeenCalled();
    force();
    force();
    expect(end).toHaveBeenCalledTimes(1);
  });

  test('exits when closing fails, and logs the error', async () => {
    const { request: ask, end, lines } = startShutdown(() => Promise.reject(new Error('the disk is gone')));
    ask();
    await vi.advanceTimersByTimeAsync(0);
    expect(end).toHaveBeenCalledTimes(1);
    expect(lines).toEqual(['Closing failed: Error: the disk is gone']);
  });
});
