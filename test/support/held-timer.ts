import { onTestFinished, vi } from 'vitest';

/** A timer of one delay, which ends when the test says so. */
export type HeldTimer = {
  /** Returns whether such a timer waits. */
  readonly isSet: () => boolean;
  /** Ends those that wait, as if their time were up. @throws Error when there is none */
  readonly elapse: () => void;
};

/** Holds every timer that this process sets with exactly this delay, in milliseconds, up to the end of the test. */
export function holdTimer(delay: number): HeldTimer {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const held = new Map<unknown, () => void>();
  const hold = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    if (ms !== delay) return set(run, ms, ...args);
    // Stands for the held one, with its methods.
    const timer = set(() => {}, 2 ** 31 - 1).unref();
    held.set(timer, () => run(...args));
    return timer;
  };
  const setSpy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout);
  const clearSpy = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    clear(timer);
  });
  onTestFinished(() => {
    setSpy.mockRestore();
    clearSpy.mockRestore();
    for (const timer of held.keys()) clear(timer as NodeJS.Timeout);
  });
  return {
    isSet: () => held.size > 0,
    elapse() {
      if (held.size === 0) throw new Error(`No timer of ${delay} ms is set.`);
      const due = [...held];
      held.clear();
      for (const [timer, run] of due) {
        clear(timer as NodeJS.Timeout);
        run();
      }
    },
  };
}
