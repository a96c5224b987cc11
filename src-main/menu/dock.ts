import { app, Menu } from 'electron';
import { type TrayEntry, type TrayState, trayItems } from './tray-items.ts';

/** The icon in the dock or the taskbar. */
export type DockIcon = { readonly show: (state: TrayState) => void; readonly clear: () => void };

/** Shows the number of running builds on the icon, and on macOS the tray's items in its menu; does nothing elsewhere. */
export function createDock(onAction: (act: NonNullable<TrayEntry['action']>) => void): DockIcon {
  return {
    show(state) {
      app.setBadgeCount(state.running);
      // The dock already has Show and Quit.
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
