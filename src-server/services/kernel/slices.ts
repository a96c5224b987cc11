import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../store/open-store.ts';

/** A long change in steps: each `yield` is a place where it may be committed so far, and go on in another turn. */
export type Steps<Result> = Generator<undefined, Result>;

/** The most rows that one step writes: about 20 ms of the main thread (safety S9). */
export const ROWS_AT_ONCE = 200;

/** Runs all steps in one change. */
export function runInOneChange<Result>(store: Pick<Store, 'change'>, steps: Steps<Result>): Result {
  return store.change(() => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
}

/** Runs each step in a change of its own, and lets the event loop turn between two. */
export async function runInSlices<Result>(
  store: Pick<Store, 'change'>,
  steps: Steps<Result>,
): Promise<Result> {
  for (;;) {
    const step = store.change(() => steps.next());
    if (step.done) return step.value;
    await setImmediate();
  }
}
