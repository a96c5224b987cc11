import type { IpcMain } from '../ipc-main.ts';

/** What windows need of the application's object. */
export type WindowHome = {
  isReady(): boolean;
  readonly ipcMain: IpcMain;
  announce(event: string, subject: object): void;
  /** The last window has closed. */
  allClosed(): void;
};

let home: WindowHome | undefined;

/** Sets the application that windows belong to; electron.ts does, once. */
export function setWindowHome(application: WindowHome): void {
  home = application;
}

/** The application that windows belong to. @throws Error when there is none yet */
export function windowHome(): WindowHome {
  if (!home) throw new Error('There is no application');
  return home;
}
