import { dialog, type IpcMainInvokeEvent, ipcMain, shell } from 'electron';
import { z } from 'zod';
import { sendAway } from '../security/guards.ts';
import { mayAsk } from '../security/navigation.ts';
import { RecoveryAct } from '../windows/recovery-choices.ts';
import type { RecoveryWindow } from '../windows/recovery-window.ts';
import { THEMES, type Theme } from '../windows/themes.ts';
import type { MainWindow } from '../windows/window.ts';
import { CHANNELS, type FolderChoice } from './bridge.ts';
import { revealable } from './reveal.ts';

/** What the handlers work on; asked at each call, since windows come and go. */
export type BridgeHands = {
  readonly main: () => MainWindow | undefined;
  readonly recovery: () => RecoveryWindow | undefined;
  readonly port: () => number | undefined;
  /** The folders whose files may be shown. */
  readonly folders: () => readonly string[];
  readonly openDocs: (url: string) => void;
  readonly chooseTheme: (theme: Theme) => void;
  /** Opens Lectern in another data folder. */
  readonly moveTo: (folder: string) => Promise<FolderChoice>;
};

const Text = z.string().min(1).max(4096);

/** Answers the bridge. Each call is checked for its sender and for its shape (safety S17). */
export function answerBridge(hands: BridgeHands): void {
  const { main, recovery } = hands;

  function answer<T>(
    channel: string,
    part: 'window' | 'recovery',
    schema: z.ZodType<T>,
    run: (input: T) => unknown,
  ): void {
    ipcMain.handle(channel, (event, given: unknown) => {
      const window = part === 'window' ? main()?.browserWindow : recovery()?.browserWindow;
      if (!window || event.sender !== window.webContents || !isOurs(event, part)) {
        throw new Error('Not for this page.');
      }
      return run(schema.parse(given));
    });
  }

  answer(CHANNELS.listening, 'window', z.undefined(), () => main()?.heard());
  answer(CHANNELS.pickFolder, 'window', z.undefined(), () => pickFolder(main(), 'Choose a folder'));
  answer(CHANNELS.revealFile, 'window', Text, (path) => {
    const file = revealable(path, hands.folders());
    if (file !== undefined) shell.showItemInFolder(file);
    return file !== undefined;
  });
  answer(CHANNELS.openExternal, 'window', Text, (url) => {
    if (!url.startsWith('https:')) return false;
    return sendAway(url, hands);
  });
  answer(CHANNELS.openDocs, 'window', Text, (url) => {
    if (url.startsWith('https:')) return false;
    return sendAway(url, hands);
  });
  answer(CHANNELS.setTitleBarTheme, 'window', z.enum(THEMES), hands.chooseTheme);
  answer(CHANNELS.chooseDataFolder, 'window', z.undefined(), async (): Promise<FolderChoice> => {
    const folder = await pickFolder(main(), 'Choose a data folder');
    return folder === null ? { result: 'cancelled' } : hands.moveTo(folder);
  });

  answer(CHANNELS.recoveryState, 'recovery', z.undefined(), () => recovery()?.state());
  answer(CHANNELS.recoveryNewestGood, 'recovery', z.undefined(), () => recovery()?.newestGood());
  answer(CHANNELS.recoveryAct, 'recovery', RecoveryAct, (act) => recovery()?.act(act));
}

function isOurs({ senderFrame }: IpcMainInvokeEvent, part: 'window' | 'recovery'): boolean {
  return senderFrame !== null && mayAsk({ url: senderFrame.url, isTop: !senderFrame.parent }, part);
}

async function pickFolder(main: MainWindow | undefined, title: string): Promise<string | null> {
  if (!main) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(main.browserWindow, {
    title,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
