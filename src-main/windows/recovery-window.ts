import { app, type BrowserWindow, dialog, shell } from 'electron';
import {
  explainOpenFailure,
  findNewestGoodBackup,
  listRecoveryBackups,
  type OpenFailure,
  recoverFolder,
  recoverReadable,
  restoreFromFile,
  startEmpty,
  unusableFolderReason,
} from '../../src-server/host/recovery/recovery.ts';
import type { RecoveryAnswer, RecoveryState } from '../ipc/bridge.ts';
import { withInheritedMode } from '../lib/file-mode.ts';
import { ORIGIN, RECOVERY_PATH } from '../security/origin.ts';
import type { OpenOptions } from '../server/open-options.ts';
import { createPageWindow } from './page-window.ts';
import { type RecoveryAction, recoveryChoices } from './recovery-choices.ts';
import { showWhenReady } from './show-when-ready.ts';

/** Window that explains why Lectern cannot open and what can be done. */
export type RecoveryWindow = {
  readonly browserWindow: BrowserWindow;
  readonly state: () => RecoveryState;
  readonly newestGood: () => Promise<string | null>;
  /** Applies a choice, then tries to open again. One at a time; never throws. */
  readonly action: (act: RecoveryAction) => Promise<RecoveryAnswer>;
};

type Options = {
  readonly preload: string;
  readonly openOptions: OpenOptions;
  readonly error: unknown;
  readonly log: (line: string) => void;
  /** Opens the core; when that succeeds, the caller closes this window. @throws what openLectern throws */
  readonly open: (openOptions: OpenOptions) => Promise<void>;
  /** Saves another data folder as the chosen one. */
  readonly saveFolder: (folder: string) => void;
};

/** Shows why the core cannot open (safety R2, R6, R8, R9, R11). */
export async function showRecovery(options: Options): Promise<RecoveryWindow> {
  const { preload, log, open, saveFolder } = options;
  let { openOptions } = options;
  let failure: OpenFailure = await explainOpenFailure(options.error, openOptions.data);
  let busy = false;
  const window = createPageWindow(preload, { width: 900, height: 640, title: 'Lectern cannot open' });
  showWhenReady(window);
  // A running recovery must not be interrupted; the window closes when it is done.
  window.on('close', (event) => {
    event.preventDefault();
    if (!busy) app.quit();
  });

  async function tryToOpen(next: OpenOptions): Promise<RecoveryAnswer> {
    try {
      await open(next);
      return { result: 'done' };
    } catch (error) {
      openOptions = next;
      failure = await explainOpenFailure(error, next.data);
      log(`Still cannot open: ${failure.kind}.`);
      return { result: 'still' };
    }
  }

  async function otherFolder(): Promise<RecoveryAnswer> {
    const folder = await pickPath(window, 'Choose a data folder', ['openDirectory', 'createDirectory']);
    if (folder === undefined) return { result: 'cancelled' };
    const rejection = unusableFolderReason(folder);
    if (rejection !== undefined) return { result: 'refused', message: rejection };
    const answer = await tryToOpen({ ...openOptions, data: folder });
    if (answer.result === 'done') saveFolder(folder);
    return answer;
  }

  async function restoreFile(): Promise<RecoveryAnswer> {
    const file = await pickPath(window, 'Choose a backup', ['openFile']);
    if (file === undefined) return { result: 'cancelled' };
    await restoreFromFile(openOptions.data, file, log);
    return tryToOpen(openOptions);
  }

  async function performAction(action: RecoveryAction): Promise<RecoveryAnswer> {
    switch (action.choice) {
      case 'again':
        return tryToOpen(openOptions);
      case 'freePort':
        return tryToOpen({ ...openOptions, port: 0, savePort: false });
      case 'otherPort':
        return tryToOpen({ ...openOptions, port: action.port, savePort: true });
      case 'otherFolder':
        return otherFolder();
      case 'restoreFile':
        return restoreFile();
      case 'restoreNewest':
      case 'restoreOne':
        await recoverFolder(openOptions.data, action.choice === 'restoreOne' ? action.name : undefined, log);
        return tryToOpen(openOptions);
      case 'continueReadable':
        await recoverReadable(openOptions.data, log);
        return tryToOpen(openOptions);
      case 'startEmpty':
        await startEmpty(openOptions.data, log);
        return tryToOpen(openOptions);
      case 'showFolder':
        await withInheritedMode(() => shell.openPath(openOptions.data));
        return { result: 'cancelled' };
      case 'quit':
        app.quit();
        return { result: 'cancelled' };
    }
  }

  const recovery: RecoveryWindow = {
    browserWindow: window,
    state() {
      const backups = listRecoveryBackups(openOptions.data);
      return { failure, backups, choices: recoveryChoices(failure.kind, backups.length) };
    },
    newestGood: async () => (await findNewestGoodBackup(openOptions.data)) ?? null,
    async action(act) {
      if (busy) return { result: 'refused', message: 'Wait until the other choice is done.' };
      if (!recovery.state().choices.includes(act.choice))
        return { result: 'refused', message: 'This choice does not apply to this problem.' };
      busy = true;
      try {
        return await performAction(act);
      } catch (error) {
        log(
          `${act.choice} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        return { result: 'refused', message: await failureMessage(error, openOptions.data) };
      } finally {
        busy = false;
      }
    },
  };
  window.loadURL(ORIGIN + RECOVERY_PATH).catch((error: unknown) => log(`No recovery page: ${String(error)}`));
  return recovery;
}

async function pickPath(
  window: BrowserWindow,
  title: string,
  properties: ('openDirectory' | 'createDirectory' | 'openFile')[],
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title, properties });
  return canceled ? undefined : filePaths[0];
}

/** Words the refusal of a restore, which leaves the database unchanged. */
async function failureMessage(error: unknown, folder: string): Promise<string> {
  const failure = await explainOpenFailure(error, folder);
  switch (failure.kind) {
    case 'damaged':
    case 'log':
      return `That backup is damaged too: ${failure.findings[0]}. Nothing was changed.`;
    case 'newer':
      return 'That backup was made by a newer Lectern. Nothing was changed.';
    case 'foreign':
      return 'That file is not a backup of Lectern. Nothing was changed.';
    case 'held':
      return 'Another program is using the data folder. Nothing was changed.';
    case 'full':
      return 'The disk is full. Nothing was changed.';
    case 'folder':
    case 'other':
      return failure.reason;
    default:
      return 'That did not work. Nothing was changed.';
  }
}
