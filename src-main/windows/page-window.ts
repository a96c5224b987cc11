import { app, BrowserWindow, type BrowserWindowConstructorOptions, dialog, nativeTheme } from 'electron';
import { SAFE_PREFERENCES } from '../security/guards.ts';
import { frameColours, titleBar } from './themes.ts';
import { MIN_SIZE } from './window-state.ts';

/** Creates a window for a page of ours, hidden until it is drawn, with a frame in the colours of the theme. */
export function createPageWindow(preload: string, options: BrowserWindowConstructorOptions): BrowserWindow {
  const { background } = frameColours(nativeTheme.shouldUseDarkColors);
  const window = new BrowserWindow({
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Lectern',
    backgroundColor: background,
    ...titleBar(process.platform, nativeTheme.shouldUseDarkColors),
    autoHideMenuBar: true,
    webPreferences: { ...SAFE_PREFERENCES, preload, devTools: !app.isPackaged, spellcheck: false },
    ...options,
  });
  const applyTheme = () => {
    const dark = nativeTheme.shouldUseDarkColors;
    window.setBackgroundColor(frameColours(dark).background);
    // macOS draws its buttons in its own colours, and knows no such call.
    if (process.platform !== 'darwin') {
      window.setTitleBarOverlay(titleBar(process.platform, dark).titleBarOverlay);
    }
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

/** Hides a window; on macOS out of full screen first, since its space would stay behind, black. */
export function hideWindow(window: BrowserWindow): void {
  if (window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
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
