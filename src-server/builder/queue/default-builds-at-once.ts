import { availableParallelism } from 'node:os';

/** One less than this machine has cores, and at least one: the person at it wants to go on working. */
export function defaultBuildsAtOnce(): number {
  return Math.max(1, availableParallelism() - 1);
}
