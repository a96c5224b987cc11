import { useHotkeys } from '@mantine/hooks';

const HANDLES_ESCAPE = '[role="dialog"], [role="menu"], input:not([type="checkbox"]), textarea';

/** Runs when Escape is pressed, unless that closes a dialog or a menu first, or a field uses it itself. */
export function useEscape(run: () => void): void {
  const onEscape = ({ target }: KeyboardEvent) => {
    if (!(target instanceof Element && target.closest(HANDLES_ESCAPE))) run();
  };
  useHotkeys([['Escape', onEscape]], []);
}
