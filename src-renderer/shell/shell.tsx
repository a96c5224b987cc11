import { type ReactNode, useEffect } from 'react';
import { followChanges } from '../live-changes.ts';
import { useConnection } from '../stores/connection.ts';
import { Asked } from './asked.tsx';
import { Palette } from './palette.tsx';
import classes from './shell.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useCommands } from './use-commands.ts';

/** The frame of the window: bar, places, and the screen that is open. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const heard = useConnection((connection) => connection.heard);
  const signedOut = useConnection(({ state }) => state === 'signed-out');
  useEffect(() => followChanges(heard), [heard]);
  useCommands();
  return (
    <div className={classes.window}>
      <TitleBar />
      <Sidebar />
      <div className={classes.content}>
        {signedOut && (
          <p className={classes.notice} role="alert">
            Lectern was started anew. Open the link that it printed to go on; what you have typed here stays
            until you do.
          </p>
        )}
        {children}
      </div>
      <Palette />
      <Asked />
      <ShortcutSheet />
    </div>
  );
}
