import type { RefCallback } from 'react';
import classes from './virtual-table.module.css';

type Props = {
  readonly label: string;
  readonly state: 'none' | 'some' | 'all';
  /** Whether Tab stops here. */
  readonly isTabStop: boolean;
  readonly toggle: (range: boolean) => void;
};

/** The checkbox of a row or of the head: a bare input, since a long list has a good many of them. */
export function RowCheckbox({ label, state, isTabStop, toggle }: Props) {
  const setIndeterminate: RefCallback<HTMLInputElement> = (input) => {
    if (input) input.indeterminate = state === 'some';
  };
  return (
    <input
      ref={setIndeterminate}
      type="checkbox"
      className={classes.checkbox}
      aria-label={label}
      checked={state === 'all'}
      tabIndex={isTabStop ? 0 : -1}
      onChange={() => {
        // The click below says whether Shift is held.
      }}
      onClick={(event) => toggle(event.shiftKey)}
    />
  );
}
