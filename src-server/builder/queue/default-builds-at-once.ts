import { availableParallelism } from 'node:os';

/** Returns one less than the machine's cores, and at least one: the person at the machine wants to go on working. */
export function defaultBuildsAtOnce(): number {
  return Math.max(1, availableParallelism() - 1);
}
