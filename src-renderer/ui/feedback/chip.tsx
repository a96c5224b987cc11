import type { ReactNode } from 'react';
import classes from './chip.module.css';

type Props = {
  /** Outlined for kinds; tinted for verdicts. */
  readonly tone?: 'kind' | 'passed' | 'failed' | 'warn' | 'accent' | 'flight';
  readonly mono?: boolean;
  readonly icon?: ReactNode;
  /** Under 1000 px only the icon stays. */
  readonly shrinks?: boolean;
  readonly children: ReactNode;
};

/** A small mark of a kind or a verdict. Never clickable; clickable ones are facets. */
export function Chip({ tone = 'kind', mono = false, icon, shrinks = false, children }: Props) {
  const names = [classes.chip, classes[tone], mono ? classes.mono : '', shrinks ? classes.shrinks : ''];
  return (
    <span className={names.join(' ')}>
      {icon}
      <span className={classes.words}>{children}</span>
    </span>
  );
}
