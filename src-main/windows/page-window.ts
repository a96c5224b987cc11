import { app, BrowserWindow, type BrowserWindowConstructorOptions, dialog, nativeTheme } from 'electron';
import { SAFE_PREFERENCES } from '../security/guards.ts';
import { frameColours, TITLE_BAR_HEIGHT } from './themes.ts';
import { MIN_SIZE } from './window-state.ts';

/** Creates a window for a page of ours, hidden until it is drawn, with a frame in the colours of the theme. */
export function createPageWindow(preload: string, options: BrowserWindowConstructorOptions): BrowserWindow {
  const mac = process.platform === 'darwin';
  const { background } = frameColours(nativeTheme.shouldUseDarkColors);
  const window = new BrowserWindow({
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Lectern',
    backgroundColor: background,
    // The page draws the title bar; the system adds its window buttons.
    titleBarStyle: mac ? 'hiddenInset' : 'hidden',
    ...(mac ? {} : { titleBarOverlay: titleBarOverlay() }),
    autoHideMenuBar: true,
    webPreferences: { ...SAFE_PREFERENCES, preload, devTools: !app.isPackaged, spellcheck: false },
    ...options,
  });
  const applyTheme = () => {
    window.setBackgroundColor(frameColours(nativeTheme.shouldUseDarkColors).background);
    if (!mac) window.setTitleBarOverlay(titleBarOverlay());
  };
  nativeTheme.on('updated', applyTheme);
  window.on('closed', () => nativeTheme.removeListener('updated', applyTheme));
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') void offerReload(window, reason);
  });
  return window;
}

/** Shows a window in front, even when it is minimized or hidden. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function titleBarOverlay() {
  const { background, symbols } = frameColours(nativeTheme.shouldUseDarkColors);
  return { color: background, symbolColor: symbols, height: TITLE_BAR_HEIGHT - 1 };
}

/** Offers to reload a crashed page; the server still answers and no data is touched. */
async function offerReload(window: BrowserWindow, reason: string): Promise<void> {
  if (window.isDestroyed()) return;
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window stopped working.',
    detail: `The server still answers and nothing was lost (${reason}).`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) app.quit();
  else if (!window.isDestroyed()) window.webContents.reload();
}
