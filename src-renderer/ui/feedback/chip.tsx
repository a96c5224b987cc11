import type { ReactNode } from 'react';
import classes from './chip.module.css';

type Props = {
  /** Outlined for kinds; tinted for verdicts. */
  readonly tone?: 'kind' | 'passed' | 'failed' | 'warn' | 'accent' | 'inProgress';
  readonly mono?: boolean;
  readonly icon?: ReactNode;
  /** Below 1000 px only the icon is shown. */
  readonly iconOnlyWhenNarrow?: boolean;
  readonly children: ReactNode;
};

/** Shows a kind or a verdict. Never clickable; clickable ones are facets. */
export function Chip({ tone = 'kind', mono = false, icon, iconOnlyWhenNarrow = false, children }: Props) {
  const classNames = [
    classes.chip,
    classes[tone],
    mono ? classes.mono : '',
    iconOnlyWhenNarrow ? classes.iconOnlyWhenNarrow : '',
  ];
  return (
    <span className={classNames.join(' ')}>
      {icon}
      <span className={classes.label}>{children}</span>
    </span>
  );
}
