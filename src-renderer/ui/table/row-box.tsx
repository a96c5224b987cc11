import type { RefCallback } from 'react';
import classes from './virtual-table.module.css';

type Props = {
  readonly label: string;
  readonly state: 'none' | 'some' | 'all';
  /** Whether Tab stops here. */
  readonly reachable: boolean;
  readonly toggle: (range: boolean) => void;
};

/** The checkbox of a row or of the head: a bare input, since a long list has a good many of them. */
export function RowBox({ label, state, reachable, toggle }: Props) {
  const drawSome: RefCallback<HTMLInputElement> = (input) => {
    if (input) input.indeterminate = state === 'some';
  };
  return (
    <input
      ref={drawSome}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={state === 'all'}
      tabIndex={reachable ? 0 : -1}
      onChange={() => {
        // The click below says whether Shift is held.
      }}
      onClick={(event) => toggle(event.shiftKey)}
    />
  );
}
