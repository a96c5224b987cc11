import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a table whose row with the focus goes away: one far off, removed, or drawn again with its data. A list
 * that is left without rows gives it to its filter.
 */
export function useTableFocus(scroller: RefObject<HTMLElement | null>, current: number) {
  const hasFocus = useRef(false);
  const screen = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    const row = rowElement(scroller.current, current);
    if (row) row.focus({ preventScroll: true });
    else focusFilter(screen.current);
  });
  useEffect(
    () => () => {
      if (hasFocus.current && document.activeElement === document.body) focusFilter(screen.current);
    },
    [],
  );
  return {
    onFocus: (event: FocusEvent) => {
      hasFocus.current = true;
      screen.current = event.currentTarget.closest('main');
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

/** Focuses the field that filters the list of a screen, unless that screen is gone as well. */
function focusFilter(screen: HTMLElement | null): void {
  if (screen?.isConnected) screen.querySelector<HTMLElement>('input[type="search"]')?.focus();
}
