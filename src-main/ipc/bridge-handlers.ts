import { dialog, type IpcMainInvokeEvent, ipcMain, Menu, shell } from 'electron';
import { z } from 'zod';
import { openOutside } from '../security/guards.ts';
import { isAllowedFrame } from '../security/navigation.ts';
import type { MainWindow } from '../windows/main-window.ts';
import { RecoveryAction } from '../windows/recovery-choices.ts';
import type { RecoveryWindow } from '../windows/recovery-window.ts';
import { THEMES, type Theme } from '../windows/themes.ts';
import { CHANNELS, type FolderChoice } from './bridge.ts';
import { revealablePath } from './revealable-path.ts';

/** Gives the handlers what they work on; read at each call, since windows are opened and closed. */
export type BridgeHandlers = {
  readonly main: () => MainWindow | undefined;
  readonly recovery: () => RecoveryWindow | undefined;
  readonly port: () => number | undefined;
  /** The folders whose files may be shown. */
  readonly folders: () => readonly string[];
  readonly openDocs: (url: string) => void;
  readonly chooseTheme: (theme: Theme) => void;
  /** Opens Lectern in another data folder. */
  readonly switchDataFolder: (folder: string) => Promise<FolderChoice>;
};

const Text = z.string().min(1).max(4096);
const Point = z.strictObject({ x: z.number().min(0).max(20_000), y: z.number().min(0).max(20_000) });

/** Handles calls over the bridge. Checks the sender and the shape of each call (safety S17). */
export function handleBridge(handlers: BridgeHandlers): void {
  const { main, recovery } = handlers;

  function handle<T>(
    channel: string,
    part: 'window' | 'recovery',
    schema: z.ZodType<T>,
    run: (input: T) => unknown,
  ): void {
    ipcMain.handle(channel, (event, payload: unknown) => {
      const window = part === 'window' ? main()?.browserWindow : recovery()?.browserWindow;
      if (!window || event.sender !== window.webContents || !isAllowedSender(event, part)) {
        throw new Error('Not for this page.');
      }
      return run(schema.parse(payload));
    });
  }

  handle(CHANNELS.listening, 'window', z.undefined(), () => main()?.onPageListening());
  handle(CHANNELS.pickFolder, 'window', z.undefined(), () => pickFolder(main(), 'Choose a folder'));
  handle(CHANNELS.revealFile, 'window', Text, (path) => {
    const file = revealablePath(path, handlers.folders());
    if (file !== undefined) shell.showItemInFolder(file);
    return file !== undefined;
  });
  handle(CHANNELS.openExternal, 'window', Text, (url) => {
    if (!url.startsWith('https:')) return false;
    return openOutside(url, handlers);
  });
  handle(CHANNELS.openDocs, 'window', Text, (url) => {
    if (url.startsWith('https:')) return false;
    return openOutside(url, handlers);
  });
  handle(CHANNELS.setTitleBarTheme, 'window', z.enum(THEMES), handlers.chooseTheme);
  handle(CHANNELS.openMenu, 'window', Point, ({ x, y }) => {
    const window = main()?.browserWindow;
    if (!window) return;
    // The page may be zoomed; the menu is placed in the units of the window.
    const zoom = window.webContents.getZoomFactor();
    Menu.getApplicationMenu()?.popup({ window, x: Math.round(x * zoom), y: Math.round(y * zoom) });
  });
  handle(CHANNELS.chooseDataFolder, 'window', z.undefined(), async (): Promise<FolderChoice> => {
    const folder = await pickFolder(main(), 'Choose a data folder');
    return folder === null ? { result: 'cancelled' } : handlers.switchDataFolder(folder);
  });

  handle(CHANNELS.recoveryState, 'recovery', z.undefined(), () => recovery()?.state());
  handle(CHANNELS.recoveryNewestGood, 'recovery', z.undefined(), () => recovery()?.newestGood());
  handle(CHANNELS.recoveryAction, 'recovery', RecoveryAction, (action) => recovery()?.action(action));
}

function isAllowedSender({ senderFrame }: IpcMainInvokeEvent, part: 'window' | 'recovery'): boolean {
  return senderFrame !== null && isAllowedFrame({ url: senderFrame.url, isTop: !senderFrame.parent }, part);
}

async function pickFolder(main: MainWindow | undefined, title: string): Promise<string | null> {
  if (!main) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(main.browserWindow, {
    title,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
