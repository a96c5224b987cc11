import { type BrowserWindow, nativeTheme, screen } from 'electron';
import { CHANNELS, type DesktopCommand } from '../ipc/bridge.ts';
import type { JsonFile } from '../lib/private-json.ts';
import { appPath, ORIGIN } from '../security/origin.ts';
import { bringToFront, createPageWindow } from './page-window.ts';
import { showWhenReady } from './show-when-ready.ts';
import { placeWindow, screenToRestore, type WindowState } from './window-state.ts';

/** Main window. */
export type MainWindow = {
  readonly browserWindow: BrowserWindow;
  readonly show: () => void;
  /** Sends a command to the page once it listens. */
  readonly send: (command: DesktopCommand) => void;
  /** Notes that the page listens. */
  readonly onPageListening: () => void;
  /** Reloads the page at a path, or at the screen shown last. */
  readonly load: (path?: string) => void;
};

type MainWindowOptions = {
  readonly preload: string;
  readonly state: JsonFile<WindowState>;
  /** Called before the window closes: hide it or quit. */
  readonly onClose: () => void;
  readonly log: (line: string) => void;
};

const SAVE_DELAY_MS = 250;

/** Creates the main window at its last position, without loading the page. */
export function createMainWindow({ preload, state, onClose, log }: MainWindowOptions): MainWindow {
  const { bounds, maximized } = state.read();
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  const window = createPageWindow(preload, placeWindow(bounds, displays));
  let listening = false;
  let pending: DesktopCommand[] = [];

  showWhenReady(window, () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', (event) => {
    saveBounds(window, state, log);
    event.preventDefault();
    onClose();
  });
  trackBounds(window, state, log);
  const { webContents } = window;
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listening = false;
  });
  const saveScreen = (url: string) => {
    const path = appPath(url);
    if (path !== undefined) updateState(state, { screen: path }, log);
  };
  // At once, so that a killed process shows the same screen at its next start.
  webContents.on('did-navigate', (_event, url) => saveScreen(url));
  webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame) saveScreen(url);
  });

  return {
    browserWindow: window,
    show: () => bringToFront(window),
    send(command) {
      if (listening) webContents.send(CHANNELS.command, command);
      else pending.push(command);
    },
    onPageListening() {
      listening = true;
      for (const command of pending.splice(0)) webContents.send(CHANNELS.command, command);
    },
    load(path) {
      pending = pending.filter(({ name }) => name !== 'go');
      // The error page or `render-process-gone` reports a failure to load.
      window.loadURL(ORIGIN + (path ?? screenToRestore(state.read().screen))).catch((error: unknown) => {
        log(`The window could not be loaded: ${String(error)}`);
      });
    },
  };
}

/** Makes the native parts of every window follow the page's theme, now and at the next start. */
export function setTheme(
  theme: WindowState['theme'],
  state: JsonFile<WindowState>,
  log: MainWindowOptions['log'],
): void {
  nativeTheme.themeSource = theme;
  updateState(state, { theme }, log);
}

function trackBounds(
  window: BrowserWindow,
  state: MainWindowOptions['state'],
  log: MainWindowOptions['log'],
): void {
  let timer: NodeJS.Timeout | undefined;
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => saveBounds(window, state, log), SAVE_DELAY_MS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('closed', () => clearTimeout(timer));
}

function saveBounds(
  window: BrowserWindow,
  state: MainWindowOptions['state'],
  log: MainWindowOptions['log'],
): void {
  if (window.isDestroyed()) return;
  updateState(state, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }, log);
}

/** Logs a state that cannot be saved, and goes on. */
function updateState(
  state: MainWindowOptions['state'],
  change: Partial<WindowState>,
  log: MainWindowOptions['log'],
): void {
  try {
    state.update(change);
  } catch (error) {
    log(`window.json cannot be written: ${String(error)}`);
  }
}
