import classes from './row-switch.module.css';

type Props = {
  readonly label: string;
  readonly on: boolean;
  /** What the switch does beyond its label, for its tooltip. */
  readonly hint?: string | undefined;
  /** Whether Tab stops here: the row has the focus. */
  readonly isTabStop: boolean;
  readonly change: (on: boolean) => void;
};

/** Switches something of a row: a bare input, since a long list has many. */
export function RowSwitch({ label, on, hint, isTabStop, change }: Props) {
  return (
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
      role="switch"
      className={classes.switch}
      aria-label={label}
      title={hint}
      checked={on}
      tabIndex={isTabStop ? 0 : -1}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
