import type { SharedDesk } from '../../src-server/host/runtime/window/open-desk.ts';
import { type Lectern, openLectern } from '../../src-server/lectern.ts';
import type { Notify } from '../lib/notifications.ts';
import type { StatusIcons } from '../menu/status-icons.ts';
import type { OpenOptions } from './open-options.ts';
import { runningBuilds, watchBuilds } from './watch-builds.ts';

/** Open core with its status icons and notifications. */
export type OpenCore = {
  readonly lectern: Lectern;
  /** Whether the server keeps running without a window. */
  readonly keepsServing: () => boolean;
  /** Returns an address of built docs as a link that gives a window of this application its session. */
  readonly docsLink: (url: string) => string;
  /** How many builds run now. */
  readonly running: () => number;
  /** Saves the current port for every start. */
  readonly savePort: () => void;
  /** Clears the status icons, ends running builds and closes the core. */
  readonly close: () => Promise<void>;
};

type DesktopCallbacks = {
  readonly log: (line: string) => void;
  readonly notify: Notify;
  /** Shows the window, at a path if one is given. */
  readonly show: (path?: string) => void;
  readonly icons: StatusIcons;
  /** Undefined where a data folder was given. */
  readonly workspaces: SharedDesk['workspaces'];
};

/** Actor that reads the settings of the application. */
const SYSTEM_ACTOR = { kind: 'system', door: 'desk' } as const;

/** Opens the core in this process (architecture, decision 1). @throws what openLectern throws */
export async function openDesktopCore(
  { data, port, keychain }: OpenOptions,
  { log, notify, show, icons, workspaces }: DesktopCallbacks,
): Promise<OpenCore> {
  const lectern = await openLectern(
    {
      data,
      keychain,
      what: 'desktop app',
      builds: true,
      log,
      ...(port !== undefined && { port }),
    },
    { workspaces },
  );
  const { url, services } = lectern;
  const stopWatching = watchBuilds(lectern, {
    running: (running) => icons.show({ url, running }),
    finished(notice) {
      if (services.settings.get(SYSTEM_ACTOR, 'notifyBuilds')) notify(notice, () => show(notice.path));
    },
  });
  return {
    lectern,
    keepsServing: () => services.settings.get(SYSTEM_ACTOR, 'closeKeepsServer'),
    docsLink: (url) => services.docsSessions.link(SYSTEM_ACTOR, url),
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
      icons.clear();
      await lectern.close();
    },
  };
}
