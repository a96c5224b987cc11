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
    event.preventDefault();
    onClose();
  });
  trackBounds(window, state);
  const { webContents } = window;
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listening = false;
  });
  const saveScreen = (url: string) => {
    const path = appPath(url);
    if (path !== undefined) state.updateSoon({ screen: path });
  };
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
export function setTheme(theme: WindowState['theme'], state: JsonFile<WindowState>): void {
  nativeTheme.themeSource = theme;
  state.updateSoon({ theme });
}

function trackBounds(window: BrowserWindow, state: MainWindowOptions['state']): void {
  const save = () => {
    if (window.isDestroyed()) return;
    state.updateSoon({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  window.on('resize', save);
  window.on('move', save);
  window.on('maximize', save);
  window.on('unmaximize', save);
  window.on('close', save);
}
