import { BrowserWindow, type Session, session, type WebContents } from 'electron';
import type { Notify } from '../lib/notifications.ts';
import { SAFE_PREFERENCES } from '../security/guards.ts';
import { docsHost } from '../security/navigation.ts';
import { handleDownloads } from './docs-downloads.ts';
import { bringToFront } from './page-window.ts';
import { showWhenReady } from './show-when-ready.ts';

/** Windows for built docs. These pages are hostile: each host has a temporary session of its own and no bridge. */
export type DocsWindows = {
  /** Shows an address of built docs, in the window of its host when there is one. Ignores other addresses. */
  readonly open: (url: string) => void;
  /** Returns whether these contents show built docs that may go to this address: their own host alone. */
  readonly allowsNavigation: (contents: WebContents, url: string) => boolean;
  readonly isDocs: (contents: WebContents) => boolean;
  readonly closeAll: () => void;
};

type DocsWindowsOptions = {
  /** Port of our server. */
  readonly port: () => number | undefined;
  readonly notify: Notify;
  /** Returns a link that gives the window of this address its session, where one is asked for. */
  readonly link: (url: string) => string;
};

/** Path of a host's downloads (behaviour.md 14), which need no window. */
const DOWNLOADS = '/_/downloads/';

/** Creates windows for built docs on request. */
export function createDocsWindows({ port, notify, link }: DocsWindowsOptions): DocsWindows {
  const windows = new Map<string, BrowserWindow>();
  const hosts = new WeakMap<WebContents, string>();
  const sessions = new Map<string, Session>();
  const loads = new WeakMap<BrowserWindow, symbol>();

  function sessionFor(host: string): Session {
    const known = sessions.get(host);
    if (known) return known;
    // Without "persist:" the session is kept in memory.
    const made = session.fromPartition(`docs-${host}`);
    handleDownloads(made, (url) => docsHost(url, port()) === host, notify);
    sessions.set(host, made);
    return made;
  }

  function make(host: string): BrowserWindow {
    const window = new BrowserWindow({
      width: 1100,
      height: 800,
      title: host,
      show: false,
      autoHideMenuBar: true,
      webPreferences: { ...SAFE_PREFERENCES, session: sessionFor(host), devTools: false },
    });
    const { webContents } = window;
    hosts.set(webContents, host);
    windows.set(host, window);
    showWhenReady(window);
    window.on('closed', () => {
      if (windows.get(host) === window) windows.delete(host);
    });
    return window;
  }

  /** Shows a failure to load in the window; closes a window whose address was no page. */
  function load(host: string, window: BrowserWindow, url: string): void {
    const load = Symbol(url);
    loads.set(window, load);
    window.loadURL(url).catch(() => {
      // A load that another one replaced says nothing about the window.
      if (window.isDestroyed() || loads.get(window) !== load) return;
      if (window.webContents.getURL() !== '') return window.show();
      windows.delete(host);
      window.destroy();
    });
  }

  return {
    open(url) {
      const host = docsHost(url, port());
      if (host === undefined) return;
      if (new URL(url).pathname.startsWith(DOWNLOADS)) {
        sessionFor(host).downloadURL(link(url));
        return;
      }
      const known = windows.get(host);
      if (known) bringToFront(known);
      load(host, known ?? make(host), link(url));
    },
    allowsNavigation: (contents, url) => hosts.has(contents) && docsHost(url, port()) === hosts.get(contents),
    isDocs: (contents) => hosts.has(contents),
    closeAll() {
      for (const window of windows.values()) window.destroy();
    },
  };
}
