import { Group } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { type Breadcrumb, useBreadcrumbs } from '../../layout/title-bar/breadcrumbs.ts';
import classes from './screen.module.css';

type Props = {
  readonly title: string;
  /** Shown beside the title: slug, repository. */
  readonly subtitle?: ReactNode;
  /** Path to this screen, for the title bar; the last one is this screen. */
  readonly breadcrumbs: readonly Breadcrumb[];
  /** Buttons of the header; at most one of them filled. */
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  /** Shown above the tools. */
  readonly aboveTools?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** Status line. */
  readonly footer?: ReactNode;
};

/** Frames every screen: header, tabs, tools, content, status line. */
export function Screen({
  title,
  subtitle,
  breadcrumbs,
  actions,
  tabs,
  aboveTools,
  tools,
  children,
  footer,
}: Props) {
  const setBreadcrumbs = useBreadcrumbs((state) => state.setBreadcrumbs);
  const screen = useRef<HTMLElement>(null);
  const key = JSON.stringify(breadcrumbs);
  useEffect(() => {
    setBreadcrumbs(JSON.parse(key) as Breadcrumb[]);
  }, [setBreadcrumbs, key]);
  // The element that had the focus went with the screen before; the focus starts at the top of this one.
  useEffect(() => {
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={screen} className={classes.screen} aria-label={title} tabIndex={-1}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
        <Group gap="sm" ml="auto" flex="none" wrap="nowrap">
          {actions}
        </Group>
      </header>
      {tabs}
      {aboveTools}
      {tools && <div className={classes.tools}>{tools}</div>}
      {children}
      {footer && <ScreenFooter>{footer}</ScreenFooter>}
    </main>
  );
}

/** Shows the status line of a screen, or of its main column. */
export function ScreenFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer className={classes.footer} data-bottom-bar="status">
      {children}
    </footer>
  );
}

/** Shows the body of a screen that scrolls as a page: forms, overviews. */
export function ScreenBody({
  children,
  narrow = false,
}: {
  readonly children: ReactNode;
  readonly narrow?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.scrollArea} tabIndex={0} aria-label="Content">
      <div className={narrow ? classes.narrow : undefined}>{children}</div>
    </section>
  );
}

/** Arranges the content of a screen, and a `SidePanel` beside it. */
export function ScreenColumns(props: ComponentProps<'div'>) {
  return <div {...props} className={classes.columns} />;
}

/** Shows the buttons of a form in a bar below it. */
export function FormFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.formFooter} data-bottom-bar="form">
      {children}
    </div>
  );
}
