import { Menu, nativeImage, Tray } from 'electron';
import { TRAY_BLACK, TRAY_BLACK_DOUBLE, TRAY_COLOUR, TRAY_COLOUR_DOUBLE } from './tray-image.ts';
import { type TrayEntry, type TrayState, trayItems, trayText } from './tray-items.ts';

/** Shows the server's state beside the clock. */
export type StatusTray = { readonly show: (state: TrayState) => void };

/** Creates the tray; undefined where Electron says that the desktop has none (tray-host.ts). */
export function createTray(
  onAction: (act: NonNullable<TrayEntry['action']>) => void,
): StatusTray | undefined {
  let tray: Tray;
  try {
    tray = new Tray(trayImage());
  } catch {
    return undefined;
  }
  tray.on('click', () => onAction('open'));
  return {
    show(state) {
      tray.setToolTip(`Lectern: ${trayText(state)}`);
      tray.setContextMenu(
        Menu.buildFromTemplate(
          trayItems(state).map(({ label, action }) =>
            action ? { label, click: () => onAction(action) } : { label, enabled: false },
          ),
        ),
      );
    },
  };
}

function trayImage() {
  if (process.platform === 'darwin') {
    const black = nativeImage.createFromDataURL(TRAY_BLACK);
    black.addRepresentation({ scaleFactor: 2, dataURL: TRAY_BLACK_DOUBLE });
    black.setTemplateImage(true);
    return black;
  }
  const image = nativeImage.createFromDataURL(TRAY_COLOUR);
  image.addRepresentation({ scaleFactor: 2, dataURL: TRAY_COLOUR_DOUBLE });
  return image;
}
