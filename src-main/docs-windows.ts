import { BrowserWindow, type WebContents } from 'electron';
import { SAFE_PREFERENCES } from './guards.ts';
import { docsHost } from './navigation.ts';

/** Windows for built docs: hostile pages, so each host has a session of its own that is forgotten, and no bridge. */
export type DocsWindows = {
  /** Shows an address of built docs; the window of its host when there is one. Nothing for other addresses. */
  readonly open: (url: string) => void;
  /** Whether these contents are of built docs that may go to this address: their own host alone. */
  readonly mayStay: (contents: WebContents, url: string) => boolean;
  readonly isDocs: (contents: WebContents) => boolean;
  readonly closeAll: () => void;
};

/** @param port where our server answers now */
export function createDocsWindows(port: () => number | undefined): DocsWindows {
  const windows = new Map<string, BrowserWindow>();
  const hosts = new WeakMap<WebContents, string>();

  function make(host: string): BrowserWindow {
    const window = new BrowserWindow({
      width: 1100,
      height: 800,
      title: host,
      autoHideMenuBar: true,
      // Without "persist:" the session lives in memory.
      webPreferences: { ...SAFE_PREFERENCES, partition: `docs-${host}`, devTools: false },
    });
    const { webContents } = window;
    hosts.set(webContents, host);
    windows.set(host, window);
    window.on('closed', () => windows.delete(host));
    return window;
  }

  return {
    open(url) {
      const host = docsHost(url, port());
      if (host === undefined) return;
      const window = windows.get(host) ?? make(host);
      window.show();
      // What cannot be loaded shows in the window itself.
      window.loadURL(url).catch(() => {});
    },
    mayStay: (contents, url) => hosts.has(contents) && docsHost(url, port()) === hosts.get(contents),
    isDocs: (contents) => hosts.has(contents),
    closeAll() {
      for (const window of windows.values()) window.destroy();
    },
  };
}
