import type { Store } from '../../store/tables.ts';

/** So many good builds tell how long one takes. */
const ASKED = 11;

/** How many seconds a good build of a project usually takes: the middle one of the last; null before the first. */
export function usualDuration(store: Pick<Store, 'recentBuilds'>, projectId: number): number | null {
  const durations = store.recentBuilds.goodDurations(projectId, ASKED).sort((a, b) => a - b);
  return durations[durations.length >> 1] ?? null;
}
