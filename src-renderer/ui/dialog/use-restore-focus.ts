import { useLayoutEffect } from 'react';

/**
 * Gives the keyboard back to whatever had it before a dialog opened; a dialog that is taken out whole cannot do so
 * itself. Where that is gone (an item of a menu, a row that was removed), the row of the list that is the keyboard's
 * gets it.
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
  // Somebody else may have taken it meanwhile.
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const row = document.querySelector('[role="grid"] [role="row"][tabindex="0"]');
  const target = previous?.isConnected && previous !== document.body ? previous : row;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
