import type { ReactNode } from 'react';
import { type Choice, ChoiceList } from './choice-list.tsx';
import classes from './empty-state.module.css';

type Props = {
  /** At most five words; none where the heading of the screen says it. */
  readonly title?: string;
  readonly children: ReactNode;
  readonly choices?: readonly Choice[];
};

/** Says that a screen has no content, why, and what to do next. */
export function EmptyState({ title, children, choices = [] }: Props) {
  return (
    <section className={classes.empty} aria-label={title}>
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      <p className={classes.description}>{children}</p>
      {choices.length > 0 && <ChoiceList choices={choices} />}
    </section>
  );
}
