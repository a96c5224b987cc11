import type { ReactNode } from 'react';
import { useConnection } from '../api/live/connection.ts';
import { GlobalDialogs } from './global-dialogs.tsx';
import { Palette } from './palette/palette.tsx';
import classes from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { DisconnectedBanner } from './sidebar/disconnected-banner.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useCommands } from './use-commands.ts';

/** The frame of the window: bar, places, and the screen that is open. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const connection = useConnection(({ state }) => state);
  useCommands();
  return (
    <div className={classes.window} data-connection={connection}>
      <TitleBar />
      <Sidebar />
      <div className={classes.content}>
        <DisconnectedBanner />
        <div className={classes.screen}>{children}</div>
      </div>
      <Palette />
      <GlobalDialogs />
      <ShortcutsDialog />
    </div>
  );
}
