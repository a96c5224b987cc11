import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Keeps the focus in a table whose row with the focus goes away: one far off, removed, or drawn again with its data. */
export function useTableFocus(scroller: RefObject<HTMLElement | null>, current: number) {
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    rowElement(scroller.current, current)?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: (event: FocusEvent) => {
      // Nothing is blurred when the element itself is gone.
      if (event.target.isConnected) hasFocus.current = event.currentTarget.contains(event.relatedTarget);
    },
  };
}

/** Finds the row at a place among those that are drawn. */
export function rowElement(scroller: HTMLElement | null, index: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[role="row"][aria-rowindex="${index + 2}"]`) ?? null;
}
