import { useDebouncedCallback } from '@mantine/hooks';

/** Scrolling counts as ended after this long without movement, in milliseconds. */
const SCROLL_SETTLED_MS = 200;

/** Saves the first visible row in the address when scrolling has ended, for back, reload and restart. */
export function useSavedPosition(
  change: (changed: { readonly at: number }) => void,
): (first: number) => void {
  return useDebouncedCallback((first: number) => change({ at: first }), SCROLL_SETTLED_MS);
}
