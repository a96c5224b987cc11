import { join } from 'node:path';
import { app, BrowserWindow, clipboard, dialog, protocol, shell } from 'electron';
import { VERSION } from '../src-server/core.ts';
import { platformDataFolder, unusableFolderReason } from '../src-server/host/recovery/recovery.ts';
import type { DesktopCommand, FolderChoice } from './ipc/bridge.ts';
import { handleBridge } from './ipc/bridge-handlers.ts';
import { withInheritedMode } from './lib/file-mode.ts';
import type { LogFile } from './lib/log-file.ts';
import { createNotifier } from './lib/notifications.ts';
import { jsonFile } from './lib/private-json.ts';
import { showMenu } from './menu/menu.ts';
import type { MenuAction } from './menu/menu-items.ts';
import { createStatusIcons, type StatusIcons } from './menu/status-icons.ts';
import type { TrayEntry } from './menu/tray-items.ts';
import { createAppProtocol } from './security/app-protocol.ts';
import { parseDeepLink } from './security/deep-links.ts';
import { installGuards } from './security/guards.ts';
import { createLeaveGuard, type LeaveGuard } from './security/leave-guard.ts';
import { appPath, SCHEME } from './security/origin.ts';
import { createDesktopWorkspaces } from './server/desktop-workspaces.ts';
import { createGracefulShutdown } from './server/graceful-shutdown.ts';
import { type OpenCore, openDesktopCore } from './server/open-core.ts';
import { type OpenOptions, Preferences, resolveOpenOptions } from './server/open-options.ts';
import { createQuitRequests } from './server/quit-requests.ts';
import { restoreChosenBackup } from './server/restore-chosen.ts';
import { createCloseHandler } from './windows/close-handler.ts';
import { createDocsWindows } from './windows/docs-windows.ts';
import { createMainWindow, type MainWindow, setTheme } from './windows/main-window.ts';
import { bringToFront } from './windows/page-window.ts';
import { QUIT, type Question, runningBuildsText } from './windows/quit-question.ts';
import { type RecoveryWindow, showRecovery } from './windows/recovery-window.ts';
import type { Theme } from './windows/themes.ts';
import { WindowState } from './windows/window-state.ts';

/** Names the folders of the built parts. */
export type BundlePaths = { readonly renderer: string; readonly preload: string };

/** Controls the application once Electron is ready. */
export type DesktopApp = {
  /** Opens the core and a window: the main one, or the recovery window. Never throws. */
  readonly start: () => Promise<void>;
  /** Shows the window; called when Lectern is started again, or its icon or a link is clicked. */
  readonly focusWindow: (link?: string) => void;
  /** Handles Electron's request to quit. */
  readonly quit: () => void;
  /** Closes in order without a question, since the machine or its session ends. */
  readonly endWithSystem: () => void;
  readonly isClosing: () => boolean;
};

const NEW_FOLDER_SCREEN = '/projects';

/** Connects the parts of the application. @param firstLink the link with which it was started */
export function createDesktopApp(
  { renderer, preload }: BundlePaths,
  firstLink: string | undefined,
  { path: logPath, write: log }: LogFile,
): DesktopApp {
  const userData = app.getPath('userData');
  const preferences = jsonFile(join(userData, 'desktop.json'), Preferences);
  const state = jsonFile(join(userData, 'window.json'), WindowState, log);
  const notify = createNotifier();
  const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

  let openOptions: OpenOptions = resolveOpenOptions(process.env, preferences.read(), platformDataFolder());
  let core: OpenCore | undefined;
  let main: MainWindow | undefined;
  let recovery: RecoveryWindow | undefined;
  let icons: StatusIcons | undefined;
  /** Port of the core that was closed for another workspace. */
  let lastPort: number | undefined;
  /** Path of the first screen, in place of the one shown last. */
  let firstScreen = firstLink === undefined ? undefined : parseDeepLink(firstLink);

  const port = () => core?.lectern.port;
  const docs = createDocsWindows({ port, notify, link: (url) => core?.docsLink(url) ?? url });
  const gracefulShutdown = createGracefulShutdown(closeAll, () => app.exit(0), log);
  const quitRequests = createQuitRequests({
    running: () => core?.running() ?? 0,
    ask: askToQuit,
    shutdown: gracefulShutdown,
    platform: process.platform,
  });

  const closeWindow = createCloseHandler({
    window: () => main?.browserWindow,
    keepsServing: () => (core?.keepsServing() ? new URL(core.lectern.url).host : undefined),
    quit: quitRequests.fromPerson,
    show,
    notify,
    isToldOfTray: () => preferences.read().toldOfTray,
    onToldOfTray: () => void savePreference({ toldOfTray: true }),
  });

  const workspaces = createDesktopWorkspaces({
    home: () => preferences.read().data ?? platformDataFolder(),
    environment: process.env,
    keychain: openOptions.keychain,
    current: () => core?.lectern,
    open(data) {
      firstScreen = NEW_FOLDER_SCREEN;
      return open({ ...openOptions, data, port: lastPort });
    },
    close() {
      docs.closeAll();
      lastPort = port();
      return closeCore();
    },
    onLost: openOrRecover,
    log,
  });

  async function closeCore(): Promise<void> {
    const closed = core;
    core = undefined;
    await closed?.close();
  }

  async function closeAll(): Promise<void> {
    state.flush();
    docs.closeAll();
    main?.browserWindow.hide();
    recovery?.browserWindow.hide();
    await closeCore();
  }

  /** @throws what openLectern throws; nothing is open then */
  async function open(next: OpenOptions): Promise<void> {
    icons ??= createStatusIcons(runTrayAction);
    const opened = await openDesktopCore(next, { log, notify, show, icons, workspaces });
    if (gracefulShutdown.isStarted()) return opened.close();
    core = opened;
    if (next.savePort) opened.savePort();
    openOptions = { ...next, savePort: false };
    if (main) main.load(firstScreen);
    else main = makeMain();
    firstScreen = undefined;
    recovery?.browserWindow.destroy();
    recovery = undefined;
  }

  function makeMain(): MainWindow {
    const window = createMainWindow({ preload, state, log, onClose: closeWindow });
    window.load(firstScreen);
    return window;
  }

  async function openOrRecover(): Promise<void> {
    try {
      await open(openOptions);
    } catch (error) {
      log(
        `Cannot open ${openOptions.data}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      const saveFolder = (data: string) => void savePreference({ data });
      recovery = await showRecovery({ preload, openOptions, error, log, open, saveFolder });
      main?.browserWindow.destroy();
      main = undefined;
    }
  }

  async function askToQuit(question: Question): Promise<boolean> {
    const window = main?.browserWindow.isVisible() ? main.browserWindow : undefined;
    const answer = window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question);
    return (await answer).response === QUIT;
  }

  /** Saves a preference; logs one that cannot be saved. @returns the reason then */
  function savePreference(change: Partial<Preferences>): string | undefined {
    try {
      preferences.update(change);
      return undefined;
    } catch (error) {
      log(`desktop.json cannot be written: ${String(error)}`);
      return error instanceof Error ? error.message : String(error);
    }
  }

  function show(path?: string): void {
    if (recovery) bringToFront(recovery.browserWindow);
    if (path !== undefined && main) main.send({ name: 'go', path });
    else if (path !== undefined) firstScreen = path;
    main?.show();
  }

  async function switchDataFolder(folder: string): Promise<FolderChoice> {
    if (folder === openOptions.data) return { result: 'chosen', folder };
    const message = unusableFolderReason(folder);
    if (message !== undefined) return { result: 'refused', message };
    const running = core?.running() ?? 0;
    if (running > 0) {
      const message = `${runningBuildsText(running)} in this folder. Cancel or wait, then choose again.`;
      return { result: 'refused', message };
    }
    const failure = savePreference({ data: folder });
    if (failure !== undefined) {
      return {
        result: 'refused',
        message: `The choice could not be saved: ${failure}. Nothing was changed.`,
      };
    }
    docs.closeAll();
    // What could not be closed must not keep the other folder from opening: there would be no server any more.
    await closeCore().catch((error: unknown) => log(`Closing failed: ${String(error)}`));
    openOptions = { ...openOptions, data: folder };
    firstScreen = NEW_FOLDER_SCREEN;
    await openOrRecover();
    return { result: 'chosen', folder };
  }

  async function restore(): Promise<void> {
    if (!main || !core) return;
    await restoreChosenBackup({
      window: main.browserWindow,
      data: openOptions.data,
      running: () => core?.running() ?? 0,
      log,
      reopen: openOrRecover,
      close() {
        docs.closeAll();
        return closeCore();
      },
    });
  }

  function runCommand(desktopCommand: DesktopCommand): void {
    const focused = BrowserWindow.getFocusedWindow();
    if (
      focused &&
      docs.isDocs(focused.webContents) &&
      desktopCommand.name === 'run' &&
      (desktopCommand.id === 'back' || desktopCommand.id === 'forward')
    ) {
      const { navigationHistory } = focused.webContents;
      if (desktopCommand.id === 'back') navigationHistory.goBack();
      else navigationHistory.goForward();
      return;
    }
    if (desktopCommand.name === 'theme') applyTheme(desktopCommand.theme);
    main?.send(desktopCommand);
    main?.show();
  }

  function runTrayAction(action: NonNullable<TrayEntry['action']>): void {
    if (action === 'open') show();
    if (action === 'copy' && core) clipboard.writeText(core.lectern.url);
    if (action === 'quit') quitRequests.fromPerson();
  }

  function runAction(action: MenuAction): void {
    if (action === 'quit') quitRequests.fromPerson();
    if (action === 'log') shell.showItemInFolder(logPath);
    if (action === 'dataFolder') void withInheritedMode(() => shell.openPath(openOptions.data));
    if (action === 'restore') void restore();
    if (action === 'about')
      void dialog.showMessageBox({ message: `Lectern ${VERSION}`, detail: openOptions.data });
  }

  function applyTheme(chosen: Theme): void {
    setTheme(chosen, state);
    const mac = process.platform === 'darwin';
    showMenu({ mac, packaged: app.isPackaged, theme: chosen }, { command: runCommand, action: runAction });
  }

  return {
    async start() {
      const mayStay = (contents: Electron.WebContents, url: string) =>
        docs.isDocs(contents) ? docs.allowsNavigation(contents, url) : appPath(url) !== undefined;
      const askToLeave = createLeaveGuard();
      const mayLeave: LeaveGuard = async (contents, url) =>
        !docs.isDocs(contents) || askToLeave(contents, url);
      installGuards(
        { port, openDocs: docs.open, allowsNavigation: mayStay, mayLeave },
        devServer !== undefined,
      );
      const desk = () => core?.lectern.desk().then(({ fetch }) => fetch);
      protocol.handle(SCHEME, createAppProtocol({ root: renderer, desk, devServer, log }));
      handleBridge({
        main: () => main,
        recovery: () => recovery,
        port,
        folders: () => [openOptions.data],
        openDocs: docs.open,
        chooseTheme: applyTheme,
        switchDataFolder,
      });
      applyTheme(state.read().theme);
      await openOrRecover();
    },
    focusWindow(link) {
      show(link === undefined ? undefined : parseDeepLink(link));
    },
    quit: quitRequests.fromElectron,
    endWithSystem: quitRequests.fromSystem,
    isClosing: gracefulShutdown.isStarted,
  };
}
