import { type BrowserWindow, nativeTheme, screen } from 'electron';
import { CHANNELS, type DesktopCommand } from '../ipc/bridge.ts';
import type { JsonFile } from '../lib/private-json.ts';
import { ORIGIN, pathWithin } from '../security/origin.ts';
import { bringForward, createPageWindow } from './page-window.ts';
import { placeWindow, screenToRestore, type WindowState } from './window-state.ts';

/** The window that people work in. */
export type MainWindow = {
  readonly browserWindow: BrowserWindow;
  readonly show: () => void;
  /** Hands a command to the page, as soon as it listens. */
  readonly send: (command: DesktopCommand) => void;
  /** The page listens now. */
  readonly heard: () => void;
  /** Loads the page anew, at a path or at the screen shown last. */
  readonly load: (path?: string) => void;
};

type Options = {
  readonly preload: string;
  readonly state: JsonFile<WindowState>;
  /** Asked when somebody closes the window, which is still there: hide it or quit. */
  readonly onClose: () => void;
  readonly log: (line: string) => void;
};

const SETTLE_MS = 250;

/** Makes the main window where it was, not yet loaded. */
export function createMainWindow({ preload, state, onClose, log }: Options): MainWindow {
  const { bounds, maximized } = state.read();
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  const window = createPageWindow(preload, placeWindow(bounds, displays));
  let listening = false;
  let waiting: DesktopCommand[] = [];

  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', (event) => {
    remember(window, state, log);
    event.preventDefault();
    onClose();
  });
  rememberBounds(window, state, log);
  const { webContents } = window;
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listening = false;
  });
  const rememberScreen = (url: string) => {
    const path = pathWithin(url);
    if (path !== undefined) keep(state, { screen: path }, log);
  };
  // At once: a screen is to be found again after the process was killed.
  webContents.on('did-navigate', (_event, url) => rememberScreen(url));
  webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame) rememberScreen(url);
  });

  return {
    browserWindow: window,
    show: () => bringForward(window),
    send(command) {
      if (listening) webContents.send(CHANNELS.command, command);
      else waiting.push(command);
    },
    heard() {
      listening = true;
      for (const command of waiting.splice(0)) webContents.send(CHANNELS.command, command);
    },
    load(path) {
      waiting = waiting.filter(({ name }) => name !== 'go');
      // A failure to load is told by the page of the failure itself, or by `render-process-gone`.
      window.loadURL(ORIGIN + (path ?? screenToRestore(state.read().screen))).catch((error: unknown) => {
        log(`The window could not be loaded: ${String(error)}`);
      });
    },
  };
}

/** Makes the machine's own parts of every window follow the page's theme, now and at the next start. */
export function chooseTheme(
  theme: WindowState['theme'],
  state: JsonFile<WindowState>,
  log: Options['log'],
): void {
  nativeTheme.themeSource = theme;
  keep(state, { theme }, log);
}

function rememberBounds(window: BrowserWindow, state: Options['state'], log: Options['log']): void {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => remember(window, state, log), SETTLE_MS);
  };
  window.on('resize', soon);
  window.on('move', soon);
  window.on('maximize', soon);
  window.on('unmaximize', soon);
  window.on('closed', () => clearTimeout(timer));
}

function remember(window: BrowserWindow, state: Options['state'], log: Options['log']): void {
  if (window.isDestroyed()) return;
  keep(state, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }, log);
}

/** What cannot be remembered is no reason to stop. */
function keep(state: Options['state'], change: Partial<WindowState>, log: Options['log']): void {
  try {
    state.update(change);
  } catch (error) {
    log(`window.json cannot be written: ${String(error)}`);
  }
}
