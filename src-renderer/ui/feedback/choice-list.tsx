import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './choice-list.module.css';

/** An action that an empty screen offers. */
export type Choice = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
};

type Props = {
  readonly choices: readonly Choice[];
  /** Larger, with the first choice highlighted until another one is hovered or focused. */
  readonly isLarge?: boolean;
};

/** Lists actions; the number of each is also its key. */
export function ChoiceList({ choices, isLarge = false }: Props) {
  useHotkeys(choices.map(({ run }, index) => [String(index + 1), run]));
  return (
    <ul className={classes.choices} data-large={isLarge || undefined}>
      {choices.map(({ icon, label, hint, run }, index) => (
        <li key={label}>
          <button type="button" className={classes.choice} onClick={run}>
            <span className={classes.icon} aria-hidden>
              {icon}
            </span>
            <span className={classes.text}>
              <b>{label}</b>
              {hint && <span className="dim">{hint}</span>}
            </span>
            <kbd className={`key ${classes.key}`}>{index + 1}</kbd>
          </button>
        </li>
      ))}
    </ul>
  );
}
