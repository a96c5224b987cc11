import type { IpcMain } from '../ipc-main.ts';

/** What windows need of the application's object. */
export type WindowApplication = {
  isReady(): boolean;
  readonly ipcMain: IpcMain;
  announce(event: string, subject: object): void;
  /** The last window has closed. */
  allClosed(): void;
};

let current: WindowApplication | undefined;

/** Sets the application that windows belong to; electron.ts does, once. */
export function setWindowApplication(application: WindowApplication): void {
  current = application;
}

/** The application that windows belong to. @throws Error when there is none yet */
export function windowApplication(): WindowApplication {
  if (!current) throw new Error('There is no application');
  return current;
}
