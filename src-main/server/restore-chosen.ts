import { join } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { restoreFromFile } from '../../src-server/host/recovery/recovery.ts';
import { runningBuildsText } from '../windows/quit-question.ts';

type RestoreOptions = {
  readonly window: BrowserWindow;
  readonly data: string;
  readonly running: () => number;
  readonly close: () => Promise<void>;
  /** Opens the core again, or the recovery window. */
  readonly reopen: () => Promise<void>;
  readonly log: (line: string) => void;
};

const RESTORE = 0;

/** Restores a backup that the person chooses (safety R8). The present data is backed up first; a failure changes nothing. */
export async function restoreChosenBackup(options: RestoreOptions): Promise<void> {
  const { window, data, running, close, reopen, log } = options;
  const file = await chooseBackup(window, join(data, 'backups'));
  if (file === undefined || !(await confirm(window, file, running()))) return;
  await close().catch((error: unknown) => log(`Closing failed: ${String(error)}`));
  let failure: unknown;
  try {
    await restoreFromFile(data, file, log);
  } catch (error) {
    failure = error;
  }
  await reopen();
  if (failure === undefined) return;
  log(`The backup was not restored: ${failure instanceof Error ? failure.stack : String(failure)}`);
  await dialog.showMessageBox({
    type: 'error',
    message: 'The backup was not restored. Nothing was changed.',
    detail: failure instanceof Error ? failure.message : String(failure),
  });
}

async function chooseBackup(window: BrowserWindow, folder: string): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a backup',
    defaultPath: folder,
    filters: [{ name: 'Backups', extensions: ['sqlite'] }],
    properties: ['openFile'],
  });
  return canceled ? undefined : filePaths[0];
}

async function confirm(window: BrowserWindow, file: string, running: number): Promise<boolean> {
  const builds = running === 0 ? '' : ` ${runningBuildsText(running)} and will be ended.`;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Replace the present data by this backup?',
    detail: `${file}\n\nThe present data is backed up first, so that you can go back the same way.${builds}`,
    buttons: ['Restore', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === RESTORE;
}
