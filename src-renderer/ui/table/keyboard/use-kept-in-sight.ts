import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

/** Keeps the row with the keyboard in sight when the table gets lower: something took a row of the screen below it. */
export function useKeptInSight(virtualizer: Virtualizer<HTMLDivElement, Element>, current: number): void {
  const height = virtualizer.scrollRect?.height ?? 0;
  const previous = useRef(height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the height changes
  useEffect(() => {
    const before = previous.current;
    previous.current = height;
    const row = virtualizer.measurementsCache[current];
    const top = virtualizer.scrollOffset ?? 0;
    if (height < before && row && row.start >= top && row.start < top + before)
      virtualizer.scrollToIndex(current);
  }, [height]);
}
