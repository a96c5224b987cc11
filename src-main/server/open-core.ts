import { clipboard } from 'electron';
import { type Lectern, openLectern } from '../../src-server/lectern.ts';
import type { Notify } from '../lib/notifications.ts';
import { createDock } from '../menu/dock.ts';
import { createTray } from '../menu/tray.ts';
import type { TrayEntry } from '../menu/tray-items.ts';
import type { OpenOptions } from './open-options.ts';
import { runningBuilds, watchBuilds } from './watch-builds.ts';

/** Open core with its tray, dock and notifications. */
export type OpenCore = {
  readonly lectern: Lectern;
  /** Whether the server keeps running without a window. */
  readonly keepsServing: () => boolean;
  /** How many builds run now. */
  readonly running: () => number;
  /** Saves the current port for every start. */
  readonly savePort: () => void;
  /** Removes the tray, ends running builds and closes the core. */
  readonly close: () => Promise<void>;
};

type DesktopCallbacks = {
  readonly log: (line: string) => void;
  readonly notify: Notify;
  /** Shows the window, at a path if one is given. */
  readonly show: (path?: string) => void;
  readonly quit: () => void;
};

/** Actor that reads the settings of the application. */
const SYSTEM_ACTOR = { kind: 'system', door: 'desk' } as const;

/** Opens the core in this process (architecture, decision 1). @throws what openLectern throws */
export async function openDesktopCore(
  { data, port, keychain }: OpenOptions,
  { log, notify, show, quit }: DesktopCallbacks,
): Promise<OpenCore> {
  const lectern = await openLectern({
    data,
    keychain,
    what: 'desktop app',
    builds: true,
    log,
    ...(port !== undefined && { port }),
  });
  const { url, services } = lectern;
  const onAction = (action: TrayEntry['action']) => {
    if (action === 'open') show();
    if (action === 'copy') clipboard.writeText(url);
    if (action === 'quit') quit();
  };
  const tray = createTray(onAction);
  const dock = createDock(onAction);
  const stopWatching = watchBuilds(lectern, {
    running(running) {
      tray?.show({ url, running });
      dock.show({ url, running });
    },
    finished(notice) {
      if (services.settings.get(SYSTEM_ACTOR, 'notifyBuilds')) notify(notice, () => show(notice.path));
    },
  });
  return {
    lectern,
    keepsServing: () => services.settings.get(SYSTEM_ACTOR, 'closeKeepsServer'),
    running: () => runningBuilds(lectern),
    savePort() {
      try {
        services.settings.set(SYSTEM_ACTOR, { port: lectern.port });
      } catch (error) {
        log(`The port could not be saved: ${String(error)}`);
      }
    },
    async close() {
      stopWatching();
      tray?.remove();
      dock.clear();
      await lectern.close();
    },
  };
}
