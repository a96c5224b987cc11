import { app, dialog, shell } from 'electron';
import type { LogFile } from './log-file.ts';

/** Reports a fault that nothing else has handled. Never throws. */
export type ReportFault = (fault: unknown) => void;

const BUTTONS = ['Continue', 'Show log', 'Quit'];

/**
 * Reports uncaught exceptions and rejections of the main process: in the log, and in one dialog at a time. Node's own
 * answer, to end, would cut builds off; without a handler Electron ignores rejections.
 */
export function reportFaults(log: LogFile, isClosing: () => boolean): ReportFault {
  let isShowing = false;

  const report: ReportFault = (fault) => {
    log.write(`Unexpected fault: ${describe(fault)}`);
    if (isShowing || isClosing() || !app.isReady()) return;
    isShowing = true;
    void showFault(fault, log.path)
      .catch((error: unknown) => log.write(`The fault could not be shown: ${String(error)}`))
      .finally(() => {
        isShowing = false;
      });
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
  // The terminal that started the application may be gone; what is printed there is in the log too.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return report;
}

/** Reports a fault that leaves the application without any window, and ends it. */
export function endWithFault(log: LogFile, fault: unknown): void {
  log.write(`Lectern cannot start: ${describe(fault)}`);
  dialog.showErrorBox(
    'Lectern cannot start.',
    `${messageOf(fault)}\n\nNothing was changed. The log says more: ${log.path}`,
  );
  app.exit(1);
}

async function showFault(fault: unknown, logPath: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Something went wrong inside Lectern.',
    detail: `${messageOf(fault)}\n\nEverything that was saved is on the disk. Restart Lectern if it does not work as before.`,
    buttons: BUTTONS,
    defaultId: 0,
    cancelId: 0,
  });
  if (BUTTONS[response] === 'Show log') shell.showItemInFolder(logPath);
  if (BUTTONS[response] === 'Quit') app.quit();
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
