import type { BrowserWindow } from 'electron';

/** Time after which a window is shown whatever its page does: an empty window says more than none. */
const SHOW_DEADLINE_MS = 10_000;

/** Chromium's code of a load that was given up on purpose. */
const ABORTED = -3;

/**
 * Shows a hidden window once its page is drawn, has loaded or failed to load, or after a time limit. On Wayland a hidden
 * window never fires `ready-to-show` (electron#48859). A window that was shown or closed meanwhile is left alone.
 */
export function showWhenReady(
  window: BrowserWindow,
  show: () => void = () => window.show(),
  deadline: number = SHOW_DEADLINE_MS,
): void {
  const { webContents } = window;
  let isDone = false;
  const stop = () => {
    isDone = true;
    clearTimeout(timer);
  };
  const showOnce = () => {
    if (isDone || window.isDestroyed()) return;
    stop();
    show();
  };
  const timer = setTimeout(showOnce, deadline);
  window.once('ready-to-show', showOnce);
  webContents.once('did-finish-load', showOnce);
  webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    // A page that became a download, or that another one replaced, did not fail.
    if (isMainFrame && code !== ABORTED) showOnce();
  });
  window.once('show', stop);
  window.once('closed', stop);
}
