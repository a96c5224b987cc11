import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Something to do from here. */
export type Choice = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
};

type Props = {
  /** At most five words. */
  readonly title: string;
  readonly children: ReactNode;
  /** Each has its place's number as key. */
  readonly choices?: readonly Choice[];
};

/** What a screen without content says: what this is, and what to do next. */
export function EmptyState({ title, children, choices = [] }: Props) {
  useHotkeys(choices.map(({ run }, index) => [String(index + 1), run]));
  return (
    <section className={classes.empty} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.description}>{children}</p>
      {choices.length > 0 && (
        <ul className={classes.choices}>
          {choices.map(({ icon, label, hint, run }, index) => (
            <li key={label}>
              <button type="button" className={classes.choice} onClick={run}>
                <span className={classes.icon}>{icon}</span>
                <span className={classes.text}>
                  <b>{label}</b>
                  {hint && <span className={classes.hint}>{hint}</span>}
                </span>
                <kbd className={classes.key}>{index + 1}</kbd>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
