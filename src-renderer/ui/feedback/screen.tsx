import { type ReactNode, useEffect, useRef } from 'react';
import { type Crumb, useTrail } from '../../layout/trail.ts';
import classes from './screen.module.css';

type Props = {
  readonly title: string;
  /** Beside the title: slug, repository. */
  readonly beside?: ReactNode;
  /** Where this screen lies, for the title bar; the last one is this screen. */
  readonly trail: readonly Crumb[];
  /** Buttons of the head; at most one of them filled. */
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  /** Stands above the tools, which are for what is below them. */
  readonly above?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** The status line below. */
  readonly foot?: ReactNode;
};

/** The frame of every screen: head, tabs, tools, content, status line. */
export function Screen({ title, beside, trail, actions, tabs, above, tools, children, foot }: Props) {
  const lead = useTrail((state) => state.lead);
  const screen = useRef<HTMLElement>(null);
  const key = JSON.stringify(trail);
  useEffect(() => {
    lead(JSON.parse(key) as Crumb[]);
  }, [lead, key]);
  // What had the keyboard went with the screen before: it goes on from the top of this one.
  useEffect(() => {
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={screen} className={classes.screen} aria-label={title} tabIndex={-1}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {beside && <div className={classes.beside}>{beside}</div>}
        <div className={classes.actions}>{actions}</div>
      </header>
      {tabs}
      {above}
      {tools && <div className={classes.tools}>{tools}</div>}
      {children}
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </main>
  );
}

/** The body of a screen that scrolls as a page: forms, overviews. */
export function Scroll({
  children,
  narrow = false,
}: {
  readonly children: ReactNode;
  readonly narrow?: boolean;
}) {
  return (
    // A region that scrolls has to be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe asks for it
    <section className={classes.scroll} tabIndex={0} aria-label="Content">
      <div className={narrow ? classes.narrow : undefined}>{children}</div>
    </section>
  );
}

/** The bar below a form with its buttons. */
export function FormFoot({ children }: { readonly children: ReactNode }) {
  return <div className={classes.formFoot}>{children}</div>;
}
