import type { BuildRemedy } from '../../../src-server/model/builds/build-note.ts';
import classes from './remedy-button.module.css';
import { remedyLabel } from './use-build-remedy.ts';

type Props = {
  readonly remedy: BuildRemedy;
  /** Names the build or project for a screen reader: `build 12`. */
  readonly of: string;
  /** Whether Tab stops here: the row has the focus. */
  readonly isTabStop: boolean;
  readonly run: () => void;
};

/** Offers in a row of a list what makes its build pass. A bare button, since a long list may have many. */
export function RemedyButton({ remedy, of, isTabStop, run }: Props) {
  const label = remedyLabel(remedy, { isShort: true });
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`${label}: ${of}`}
      tabIndex={isTabStop ? 0 : -1}
      onClick={run}
    >
      {label}
    </button>
  );
}
