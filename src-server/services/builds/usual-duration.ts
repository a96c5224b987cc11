import type { Store } from '../../store/open-store.ts';

/** How many recent successful builds are considered. */
const SAMPLE_SIZE = 11;

/** Returns how many seconds a successful build of a project takes: the median of recent ones; null before the first. */
export function usualDuration(store: Pick<Store, 'recentBuilds'>, projectId: number): number | null {
  const durations = store.recentBuilds.successfulDurations(projectId, SAMPLE_SIZE).sort((a, b) => a - b);
  return durations[durations.length >> 1] ?? null;
}
