import type { RefCallback } from 'react';
import classes from './virtual-table.module.css';

type Props = {
  readonly label: string;
  readonly state: 'none' | 'some' | 'all';
  /** Whether Tab stops here. */
  readonly isTabStop: boolean;
  /** Whether there is nothing to select yet. */
  readonly isDisabled?: boolean | undefined;
  readonly toggle: (range: boolean) => void;
};

/** Selects a row or all rows: a bare input, since a long list has many. */
export function RowCheckbox({ label, state, isTabStop, isDisabled, toggle }: Props) {
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
      disabled={isDisabled}
      onChange={() => {
        // The click handler knows whether Shift is held.
      }}
      onClick={(event) => toggle(event.shiftKey)}
    />
  );
}
