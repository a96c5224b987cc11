import { createDock } from './dock.ts';
import { createTray } from './tray.ts';
import type { TrayEntry, TrayState } from './tray-items.ts';

/** The icons that show the server's state: in the tray, and in the dock or the taskbar. */
export type StatusIcons = {
  readonly show: (state: TrayState) => void;
  /** Shows that nothing is served. */
  readonly clear: () => void;
};

/**
 * Creates the icons, once for the life of the application: on Linux a second tray icon is no StatusNotifierItem any more,
 * and many desktops show no others.
 */
export function createStatusIcons(onAction: (act: NonNullable<TrayEntry['action']>) => void): StatusIcons {
  const tray = createTray(onAction);
  const dock = createDock(onAction);
  return {
    show(state) {
      tray?.show(state);
      dock.show(state);
    },
    clear() {
      tray?.show({ url: undefined, running: 0 });
      dock.clear();
    },
  };
}
