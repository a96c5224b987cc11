import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a table whose row with the focus goes away: one far off, removed, or drawn again with its data. A list
 * that is left without rows gives it back to the filter that it came from.
 */
export function useTableFocus(scroller: RefObject<HTMLElement | null>, current: number) {
  const hasFocus = useRef(false);
  const filter = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    const row = rowElement(scroller.current, current);
    if (row) row.focus({ preventScroll: true });
    else focusAgain(filter.current);
  });
  useEffect(
    () => () => {
      if (hasFocus.current && document.activeElement === document.body) focusAgain(filter.current);
    },
    [],
  );
  return {
    onFocus: (event: FocusEvent) => {
      hasFocus.current = true;
      if (event.currentTarget.contains(event.relatedTarget)) return;
      filter.current = isFilter(event.relatedTarget) ? event.relatedTarget : null;
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

function isFilter(element: EventTarget | null): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'search';
}

/** Focuses an element unless it is gone with its screen. */
function focusAgain(element: HTMLElement | null): void {
  if (element?.isConnected) element.focus();
}
