import { app, type BrowserWindow, dialog, shell } from 'electron';
import {
  backupsIn,
  explainOpenFailure,
  goBackTo,
  goBackToFile,
  newestGoodIn,
  type OpenFailure,
  objectionToFolder,
  startEmpty,
} from '../../src-server/host/recovery/recovery.ts';
import type { RecoveryAnswer, RecoveryState } from '../ipc/bridge.ts';
import { ORIGIN, RECOVERY_PATH } from '../security/origin.ts';
import type { Opening } from '../server/opening.ts';
import { createPageWindow } from './page-window.ts';
import { type RecoveryAct, recoveryChoices } from './recovery-choices.ts';

/** The window that says why Lectern cannot open and what can be done. */
export type RecoveryWindow = {
  readonly browserWindow: BrowserWindow;
  readonly state: () => RecoveryState;
  readonly newestGood: () => Promise<string | null>;
  /** Does what was chosen, then tries to open again. One at a time; never throws. */
  readonly act: (act: RecoveryAct) => Promise<RecoveryAnswer>;
};

type Options = {
  readonly preload: string;
  readonly opening: Opening;
  readonly error: unknown;
  readonly log: (line: string) => void;
  /** Opens the core; when that succeeds, this window is closed by whoever opened. @throws what openLectern throws */
  readonly open: (opening: Opening) => Promise<void>;
  /** Remembers another data folder. */
  readonly keepFolder: (folder: string) => void;
};

/** Shows why the core cannot open (safety R2, R6, R8, R9, R11). */
export async function showRecovery(options: Options): Promise<RecoveryWindow> {
  const { preload, log, open, keepFolder } = options;
  let { opening } = options;
  let failure: OpenFailure = await explainOpenFailure(options.error, opening.data);
  let busy = false;
  const window = createPageWindow(preload, { width: 900, height: 640, title: 'Lectern cannot open' });
  window.once('ready-to-show', () => window.show());
  // A recovery that is under way must not be cut off half-way; the window closes when it is done.
  window.on('close', (event) => {
    event.preventDefault();
    if (!busy) app.quit();
  });

  async function tryToOpen(next: Opening): Promise<RecoveryAnswer> {
    try {
      await open(next);
      return { result: 'done' };
    } catch (error) {
      opening = next;
      failure = await explainOpenFailure(error, next.data);
      log(`Still cannot open: ${failure.kind}.`);
      return { result: 'still' };
    }
  }

  async function otherFolder(): Promise<RecoveryAnswer> {
    const folder = await pick(window, 'Choose a data folder', ['openDirectory', 'createDirectory']);
    if (folder === undefined) return { result: 'cancelled' };
    const objection = objectionToFolder(folder);
    if (objection !== undefined) return { result: 'refused', message: objection };
    const answer = await tryToOpen({ ...opening, data: folder });
    if (answer.result === 'done') keepFolder(folder);
    return answer;
  }

  async function restoreFile(): Promise<RecoveryAnswer> {
    const file = await pick(window, 'Choose a backup', ['openFile']);
    if (file === undefined) return { result: 'cancelled' };
    await goBackToFile(opening.data, file, log);
    return tryToOpen(opening);
  }

  async function carryOut(act: RecoveryAct): Promise<RecoveryAnswer> {
    switch (act.choice) {
      case 'again':
        return tryToOpen(opening);
      case 'freePort':
        return tryToOpen({ ...opening, port: 0, keepPort: false });
      case 'otherPort':
        return tryToOpen({ ...opening, port: act.port, keepPort: true });
      case 'otherFolder':
        return otherFolder();
      case 'restoreFile':
        return restoreFile();
      case 'restoreNewest':
      case 'restoreOne':
        await goBackTo(opening.data, act.choice === 'restoreOne' ? act.name : undefined, log);
        return tryToOpen(opening);
      case 'startEmpty':
        await startEmpty(opening.data, log);
        return tryToOpen(opening);
      case 'showFolder':
        await shell.openPath(opening.data);
        return { result: 'cancelled' };
      case 'quit':
        app.quit();
        return { result: 'cancelled' };
    }
  }

  const recovery: RecoveryWindow = {
    browserWindow: window,
    state() {
      const backups = backupsIn(opening.data);
      return { failure, backups, choices: recoveryChoices(failure.kind, backups.length) };
    },
    newestGood: async () => (await newestGoodIn(opening.data)) ?? null,
    async act(act) {
      if (busy) return { result: 'refused', message: 'Wait until the other choice is done.' };
      if (!recovery.state().choices.includes(act.choice))
        return { result: 'refused', message: 'That does not help here.' };
      busy = true;
      try {
        return await carryOut(act);
      } catch (error) {
        log(
          `${act.choice} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        return { result: 'refused', message: await reasonOf(error, opening.data) };
      } finally {
        busy = false;
      }
    },
  };
  window.loadURL(ORIGIN + RECOVERY_PATH).catch((error: unknown) => log(`No recovery page: ${String(error)}`));
  return recovery;
}

async function pick(
  window: BrowserWindow,
  title: string,
  properties: ('openDirectory' | 'createDirectory' | 'openFile')[],
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { title, properties });
  return canceled ? undefined : filePaths[0];
}

/** What a refused restore says; the database is then as it was. */
async function reasonOf(error: unknown, folder: string): Promise<string> {
  const failure = await explainOpenFailure(error, folder);
  switch (failure.kind) {
    case 'damaged':
      return `That backup is damaged too: ${failure.faults[0]}. Nothing was changed.`;
    case 'newer':
      return 'That backup is of a newer Lectern. Nothing was changed.';
    case 'foreign':
      return 'That file is no backup of Lectern. Nothing was changed.';
    case 'held':
      return 'Another program works on the data folder. Nothing was changed.';
    case 'full':
      return 'The disk is full. Nothing was changed.';
    case 'folder':
    case 'other':
      return failure.reason;
    default:
      return 'That did not work. Nothing was changed.';
  }
}
