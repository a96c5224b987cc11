import { app, Menu } from 'electron';
import { type TrayEntry, type TrayState, trayItems } from './tray-items.ts';

/** The icon in the dock or in the bar of programs. */
export type DockIcon = { readonly show: (state: TrayState) => void; readonly clear: () => void };

/** Shows the number of running builds on the icon, and on macOS the tray's words in its menu; nothing where there is none. */
export function createDock(onAction: (act: NonNullable<TrayEntry['action']>) => void): DockIcon {
  return {
    show(state) {
      app.setBadgeCount(state.running);
      // The dock has Show and Quit of its own.
      const items = trayItems(state).filter(({ action }) => action !== 'open' && action !== 'quit');
      app.dock?.setMenu(
        Menu.buildFromTemplate(
          items.map(({ label, action }) =>
            action ? { label, click: () => onAction(action) } : { label, enabled: false },
          ),
        ),
      );
    },
    clear: () => void app.setBadgeCount(0),
  };
}
