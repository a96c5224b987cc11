import type { Timestamp } from '../../base/timestamp.ts';

/** When something ran; `to` is null while it still does. */
type Span = { readonly from: Timestamp; readonly to: Timestamp | null };

/** Durations are whole seconds, so that a build may seem to end up to half of one after the next began. */
const TOLERANCE = 1_000_000;

/**
 * Returns the lane of each span, from 0, in the order of the spans, which begin one after the other: the first lane that
 * is free then. Builds that run in slots take as many lanes as there were slots in use.
 */
export function assignLanes(spans: readonly Span[]): readonly number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end - TOLERANCE <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to ?? Number.POSITIVE_INFINITY;
    return lane;
  });
}
