import { useLayoutEffect } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened, which a dialog that unmounts cannot do itself.
 * Where that element is gone (a menu item, a removed row), the active row of the list gets the focus.
 */
export function useRestoreFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const previous = document.activeElement;
    return () => {
      requestAnimationFrame(() => restoreFocus(previous));
    };
  }, [isOpen]);
}

function restoreFocus(previous: Element | null): void {
  // Another element may have taken the focus meanwhile.
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const row = document.querySelector('[role="grid"] [role="row"][tabindex="0"]');
  const target = previous?.isConnected && previous !== document.body ? previous : row;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
