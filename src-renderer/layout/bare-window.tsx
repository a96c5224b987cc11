import { Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type HandbookPage, handbookPath } from '../features/handbook/handbook-pages.ts';
import { notifyError } from '../ui/feedback/notify.tsx';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import { LoadBoundary } from '../ui/lazy/load-boundary.tsx';
import { setWindowTitle } from '../ui/window-title.ts';
import classes from './bare-window.module.css';
import { Logo } from './title-bar/logo.tsx';

const HandbookScreen = lazyScreen(() =>
  import('../screens/handbook/handbook-screen.tsx').then(({ HandbookScreen }) => HandbookScreen),
);

const HELP = /^\/help(?:\/([a-z-]+))?\/?$/;

type Props = {
  readonly label: string;
  readonly title: string;
  /** The page of the handbook that is about this one. */
  readonly help: HandbookPage;
  readonly children: ReactNode;
};

/**
 * Shows a page without places and commands: before the first run, or without a session. Its help is the handbook, which
 * is part of the window's own files and asks the server nothing.
 */
export function BareWindow({ label, title, help, children }: Props) {
  const [path] = useLocation();
  const [isHelp, page] = HELP.exec(path) ?? [];
  useEffect(() => {
    if (isHelp === undefined) setWindowTitle(title);
  }, [isHelp, title]);
  useHotkeys([['F1', () => navigate(handbookPath(help))]], []);
  return (
    <div className={classes.window}>
      <Group component="header" className={classes.bar} gap={8} px={16} wrap="nowrap">
        <Logo />
        <span>Lectern</span>
        <Link className={classes.help} href={isHelp === undefined ? handbookPath(help) : '/'}>
          {isHelp === undefined ? 'Help' : 'Close help'}
        </Link>
      </Group>
      {isHelp === undefined ? (
        <main className={classes.content} aria-label={label}>
          {children}
        </main>
      ) : (
        <div className={classes.handbook}>
          <LoadBoundary onFailure={notifyError}>
            <HandbookScreen page={page} />
          </LoadBoundary>
        </div>
      )}
    </div>
  );
}
