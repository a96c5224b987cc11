import type { Store } from '../../store/open-store.ts';

/** So many good builds tell how long one takes. */
const SAMPLE_SIZE = 11;

/** How many seconds a good build of a project usually takes: the middle one of the last; null before the first. */
export function usualDuration(store: Pick<Store, 'recentBuilds'>, projectId: number): number | null {
  const durations = store.recentBuilds.successfulDurations(projectId, SAMPLE_SIZE).sort((a, b) => a - b);
  return durations[durations.length >> 1] ?? null;
}
