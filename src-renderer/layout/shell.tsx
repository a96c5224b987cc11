import { modals } from '@mantine/modals';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useConnection } from '../api/live/connection.ts';
import { useBuildNotices } from '../features/build-notices/use-build-notices.ts';
import { useLessonPanel } from '../features/lessons/lesson-panel-state.ts';
import { ContextMenu } from '../ui/context-menu/context-menu.tsx';
import { notifyError } from '../ui/feedback/notify.tsx';
import { lazyScreen } from '../ui/lazy/lazy-screen.tsx';
import { LoadBoundary } from '../ui/lazy/load-boundary.tsx';
import { ClockBanner } from './banners/clock-banner.tsx';
import { DisconnectedBanner } from './banners/disconnected-banner.tsx';
import { FaultBanner } from './banners/fault-banner.tsx';
import { ShortcutsDialog } from './commands/shortcuts-dialog.tsx';
import { useCommands } from './commands/use-commands.ts';
import { GlobalDialogs } from './global-dialogs.tsx';
import { Palette } from './palette/palette.tsx';
import { Presenter } from './presenter.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TitleBar } from './title-bar/title-bar.tsx';
import { WorkspaceEdge } from './workspaces/workspace-edge.tsx';

const LessonPanel = lazyScreen(() =>
  import('../screens/lessons/lesson-panel.tsx').then(({ LessonPanel }) => LessonPanel),
);

/** Frames the window: title bar, sidebar, and the open screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const connection = useConnection(({ state }) => state);
  const [path] = useLocation();
  const hasLessons = useLessonPanel(({ isOpen }) => isOpen);
  // A question belongs to the screen that asked it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => () => modals.closeAll(), [path]);
  useCommands();
  useBuildNotices();
  return (
    <div className={classes.window} data-connection={connection}>
      <TitleBar />
      <Sidebar />
      <div className={classes.content}>
        <DisconnectedBanner />
        <ClockBanner />
        <FaultBanner />
        <div className={classes.screen}>{children}</div>
      </div>
      {hasLessons && (
        <LoadBoundary
          onFailure={(error) => {
            useLessonPanel.getState().close();
            notifyError(error);
          }}
        >
          <LessonPanel />
        </LoadBoundary>
      )}
      <Palette />
      <GlobalDialogs />
      <ShortcutsDialog />
      <ContextMenu />
      <Presenter />
      <WorkspaceEdge />
    </div>
  );
}
