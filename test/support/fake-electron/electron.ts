// What `import 'electron'` gives in the main process: the part of Electron's API that Lectern uses.
import { App } from './app.ts';
import { BrowserWindow } from './browser/browser-window.ts';
import { setWindowApplication } from './browser/window-application.ts';
import { calls, record } from './calls.ts';
import { IpcMain } from './ipc-main.ts';
import { onSessionCreated, Session, sessionOf } from './page/session.ts';
import { WebContents } from './page/web-contents.ts';
import { Menu, MenuItem, setMenuContext } from './system/menu.ts';
import { Notification, notifications, Tray, trays } from './system/notification.ts';
import {
  clipboard,
  crashReporter,
  dialog,
  dialogAnswers,
  globalShortcut,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  safeStorage,
  screen,
  shell,
} from './system/system.ts';

const ipcMain = new IpcMain();

/** Electron's `session`. */
const session = {
  get defaultSession() {
    return sessionOf('');
  },
  fromPartition: (partition: string) => sessionOf(partition),
};

const protocol = session.defaultSession.protocol;

/** Electron's `webContents`: the class, and what finds its instances. */
const webContents = {
  getAllWebContents: () => BrowserWindow.getAllWindows().map((window) => window.webContents),
  getFocusedWebContents: () => BrowserWindow.getFocusedWindow()?.webContents ?? null,
  fromId: (id: number) => BrowserWindow.fromId(id)?.webContents,
  fromDevToolsTargetId: (targetId: string) =>
    webContents.getAllWebContents().find((contents) => contents.hasTarget(targetId)),
};

const app = new App({
  answer: (request, partition) => sessionOf(partition).protocol.answer(request),
  closeAll: async () => {
    for (const window of BrowserWindow.getAllWindows()) {
      const closed = new Promise((resolve) => window.once('closed', resolve));
      if (!window.closeUnlessRefused()) return false;
      await closed;
    }
    return true;
  },
});

setWindowApplication({
  isReady: () => app.isReady(),
  ipcMain,
  announce: (event, subject) => app.emit(event, {}, subject),
  allClosed: () => {
    if (!app.isEnding && !app.emit('window-all-closed')) app.quit();
  },
});

onSessionCreated((made) => app.emit('session-created', made));

setMenuContext({
  focusedWindow: () => BrowserWindow.getFocusedWindow(),
  runRole: (role) => {
    const window = BrowserWindow.getFocusedWindow();
    if (role === 'quit') app.quit();
    else if (role === 'close') window?.close();
    else if (role === 'minimize') window?.minimize();
    else if (role === 'reload' || role === 'forceReload') window?.reload();
    else if (role === 'togglefullscreen') window?.setFullScreen(!window.isFullScreen());
    else record('menu.role', role);
  },
});

/** What only the fake Electron has, for tests that look behind the API. */
const fakeElectron = { calls, dialogAnswers, notifications, trays };

const electron = {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  Session,
  session,
  shell,
  fakeElectron,
  Tray,
  WebContents,
  webContents,
};

export {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  // biome-ignore lint/style/noDefaultExport: the package has one, and bundles ask for it
  electron as default,
  // What `require('electron')` gives, as Playwright does: an object whose parts can be replaced.
  electron as 'module.exports',
  fakeElectron,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  Session,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  WebContents,
  webContents,
};
