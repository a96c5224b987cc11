import type { OpenFailure, RecoveryBackup } from '../../src-server/host/recovery/recovery.ts';
import type { ActionId } from '../../src-server/model/window/commands.ts';
import type { RecoveryAction, RecoveryChoice } from '../windows/recovery-choices.ts';
import type { Theme } from '../windows/themes.ts';

/**
 * A command that the application sends to the page: from the menu, the tray, a notification or a link. `go` opens the
 * screen at a path; `run` runs a command of the table.
 */
export type DesktopCommand =
  | { readonly name: 'go'; readonly path: string }
  | { readonly name: 'theme'; readonly theme: Theme }
  | { readonly name: 'run'; readonly id: ActionId };

/** Content of the recovery page. */
export type RecoveryState = {
  readonly failure: OpenFailure;
  readonly choices: readonly RecoveryChoice[];
  /** Newest first; not yet checked for damage. */
  readonly backups: readonly RecoveryBackup[];
};

/** Result of an action of the recovery page. `done` closes the page; `still` shows the next failure. */
export type RecoveryAnswer =
  | { readonly result: 'done' | 'cancelled' | 'still' }
  | { readonly result: 'refused'; readonly message: string };

/** Result of choosing another data folder. `message` is a sentence to show. */
export type FolderChoice =
  | { readonly result: 'chosen'; readonly folder: string }
  | { readonly result: 'cancelled' }
  | { readonly result: 'refused'; readonly message: string };

/** Point of the page, in its own units. */
export type MenuPosition = { readonly x: number; readonly y: number };

/** Functions that only the application can offer a page: `window.lectern`, absent in a browser. */
export type DesktopBridge = {
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** Asks for a folder; null when the dialog is cancelled. */
  readonly pickFolder: () => Promise<string | null>;
  /** Returns the path of a file or folder that was dropped on the page. */
  readonly pathOf: (file: File) => string;
  /** Shows a file of the data folder in the file manager; false for any other. */
  readonly revealFile: (path: string) => Promise<boolean>;
  /** Opens an https address in the browser; false for any other. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Opens built docs of this server in a window of their own; false for any other address. */
  readonly openDocs: (url: string) => Promise<boolean>;
  /** Asks for another data folder, closes this one and opens Lectern there; the page then reloads. */
  readonly chooseDataFolder: () => Promise<FolderChoice>;
  /** Sets the colours of the window frame to those of the page. */
  readonly setTitleBarTheme: (theme: Theme) => Promise<void>;
  /** Opens the application's menu below a point of the page: a window without a frame has no menu bar. */
  readonly openMenu: (at: MenuPosition) => Promise<void>;
  /** Calls `listener` for each command; returns the function that unsubscribes. */
  readonly onCommand: (listener: (command: DesktopCommand) => void) => () => void;
  /** For the recovery page alone. */
  readonly recovery: {
    readonly state: () => Promise<RecoveryState>;
    /** Returns the name of the newest backup without damage; null when there is none. */
    readonly newestGood: () => Promise<string | null>;
    readonly action: (act: RecoveryAction) => Promise<RecoveryAnswer>;
  };
};

/** The channels between page and application. */
export const CHANNELS = {
  pickFolder: 'lectern:pick-folder',
  revealFile: 'lectern:reveal-file',
  openExternal: 'lectern:open-external',
  openDocs: 'lectern:open-docs',
  chooseDataFolder: 'lectern:choose-data-folder',
  setTitleBarTheme: 'lectern:set-title-bar-theme',
  openMenu: 'lectern:open-menu',
  listening: 'lectern:listening',
  command: 'lectern:command',
  recoveryState: 'lectern:recovery-state',
  recoveryNewestGood: 'lectern:recovery-newest-good',
  recoveryAction: 'lectern:recovery-act',
} as const;

declare global {
  interface Window {
    /** The application around this page; undefined in a browser. */
    readonly lectern?: DesktopBridge;
  }
}
