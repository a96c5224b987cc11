import { modals } from '@mantine/modals';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useConnection } from '../api/live/connection.ts';
import { FaultBanner } from './fault-banner.tsx';
import { GlobalDialogs } from './global-dialogs.tsx';
import { Palette } from './palette/palette.tsx';
import { Presenter } from './presenter.tsx';
import classes from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { DisconnectedBanner } from './sidebar/disconnected-banner.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useCommands } from './use-commands.ts';
import { WorkspaceEdge } from './workspaces/workspace-edge.tsx';

/** Frames the window: title bar, sidebar, and the open screen. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const connection = useConnection(({ state }) => state);
  const [path] = useLocation();
  // A question belongs to the screen that asked it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => () => modals.closeAll(), [path]);
  useCommands();
  return (
    <div className={classes.window} data-connection={connection}>
      <TitleBar />
      <Sidebar />
      <div className={classes.content}>
        <DisconnectedBanner />
        <FaultBanner />
        <div className={classes.screen}>{children}</div>
      </div>
      <Palette />
      <GlobalDialogs />
      <ShortcutsDialog />
      <Presenter />
      <WorkspaceEdge />
    </div>
  );
}
