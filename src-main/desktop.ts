import { join } from 'node:path';
import { app, BrowserWindow, dialog, protocol, shell } from 'electron';
import { objectionToFolder, usualDataFolder } from '../src-server/host/recovery/recovery.ts';
import { VERSION } from '../src-server/lectern.ts';
import type { DesktopCommand, FolderChoice } from './ipc/bridge.ts';
import { answerBridge } from './ipc/bridge-handlers.ts';
import { openLog } from './lib/log-file.ts';
import { createNotifier } from './lib/notifications.ts';
import { jsonFile } from './lib/private-json.ts';
import { showMenu } from './menu/menu.ts';
import type { MenuAct } from './menu/menu-items.ts';
import { createAppRequests } from './security/app-requests.ts';
import { screenOfLink } from './security/deep-links.ts';
import { guardEverything } from './security/guards.ts';
import { pathWithin, SCHEME } from './security/origin.ts';
import { createClosing } from './server/closing.ts';
import { type OpenCore, openDesktopCore } from './server/open-core.ts';
import { type Opening, openingFor, Preferences } from './server/opening.ts';
import { createDocsWindows } from './windows/docs-windows.ts';
import { bringForward } from './windows/page-window.ts';
import { buildsRunning, QUIT, quitQuestion } from './windows/quit-question.ts';
import { type RecoveryWindow, showRecovery } from './windows/recovery-window.ts';
import type { Theme } from './windows/themes.ts';
import { chooseTheme, createMainWindow, type MainWindow } from './windows/window.ts';
import { WindowState } from './windows/window-state.ts';

/** Where the built parts lie. */
export type DesktopParts = { readonly renderer: string; readonly preload: string };

/** The application, once Electron is ready. */
export type Desktop = {
  /** Opens the core and a window: the main one, or the recovery window. Never throws. */
  readonly start: () => Promise<void>;
  /** Shows the window; Lectern was started again, or its icon or a link clicked. */
  readonly comeForward: (link?: string) => void;
  /** Ends in order and without a question, as a machine that shuts down wants it; the second time at once. */
  readonly quit: () => void;
};

const NEW_FOLDER_SCREEN = '/projects';

/** Wires the application. @param firstLink the link with which it was started */
export function createDesktop({ renderer, preload }: DesktopParts, firstLink: string | undefined): Desktop {
  const userData = app.getPath('userData');
  const { path: logPath, write: log } = openLog(join(userData, 'logs'));
  const preferences = jsonFile(join(userData, 'desktop.json'), Preferences);
  const state = jsonFile(join(userData, 'window.json'), WindowState);
  const notify = createNotifier();
  const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

  let opening: Opening = openingFor(process.env, preferences.read(), usualDataFolder());
  let core: OpenCore | undefined;
  let main: MainWindow | undefined;
  let recovery: RecoveryWindow | undefined;
  /** Whether the question before quitting is being answered. */
  let asking = false;
  /** The screen to begin with instead of the last one. */
  let firstScreen = firstLink === undefined ? undefined : screenOfLink(firstLink);

  const port = () => core?.lectern.port;
  const docs = createDocsWindows({ port, notify });
  const closing = createClosing(closeAll, () => app.exit(0), log);

  async function closeCore(): Promise<void> {
    const closed = core;
    core = undefined;
    await closed?.close();
  }

  async function closeAll(): Promise<void> {
    docs.closeAll();
    main?.browserWindow.hide();
    recovery?.browserWindow.hide();
    await closeCore();
  }

  /** @throws what openLectern throws; nothing is open then */
  async function open(next: Opening): Promise<void> {
    const opened = await openDesktopCore(next, { log, notify, show, quit: askedToQuit });
    if (closing.begun()) return opened.close();
    core = opened;
    if (next.keepPort) opened.keepPort();
    opening = { ...next, keepPort: false };
    if (main) main.load(firstScreen);
    else main = makeMain();
    firstScreen = undefined;
    recovery?.browserWindow.destroy();
    recovery = undefined;
  }

  function makeMain(): MainWindow {
    const made = createMainWindow({ preload, state, log, onClose: closeOrHide });
    made.load(firstScreen);
    return made;
  }

  async function openOrRecover(): Promise<void> {
    try {
      await open(opening);
    } catch (error) {
      log(
        `Cannot open ${opening.data}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      const keepFolder = (data: string) => preferences.update({ data });
      recovery = await showRecovery({ preload, opening, error, log, open, keepFolder });
      main?.browserWindow.destroy();
      main = undefined;
    }
  }

  function closeOrHide(): void {
    if (!core?.keepsServing()) {
      askedToQuit();
      return;
    }
    main?.browserWindow.hide();
    if (preferences.read().toldOfTray) return;
    const body = `It serves on ${new URL(core.lectern.url).host} until you quit it from the tray.`;
    notify({ title: 'Lectern is still running', body }, () => show());
    preferences.update({ toldOfTray: true });
  }

  /** Somebody wants to quit: asks first where builds would be lost. The answer may take as long as it takes. */
  function askedToQuit(): void {
    const question = quitQuestion(core?.running() ?? 0);
    if (!question) app.quit();
    if (!question || asking) return;
    asking = true;
    const window = main?.browserWindow.isVisible() ? main.browserWindow : undefined;
    const asked = window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question);
    void asked
      .then(({ response }) => response === QUIT && app.quit())
      .finally(() => {
        asking = false;
      });
  }

  function show(path?: string): void {
    if (recovery) bringForward(recovery.browserWindow);
    if (path !== undefined && main) main.send({ name: 'go', path });
    else if (path !== undefined) firstScreen = path;
    main?.show();
  }

  async function moveTo(folder: string): Promise<FolderChoice> {
    if (folder === opening.data) return { result: 'chosen', folder };
    const message = objectionToFolder(folder);
    if (message !== undefined) return { result: 'refused', message };
    const running = core?.running() ?? 0;
    if (running > 0) {
      const message = `${buildsRunning(running)} in this folder. Cancel or wait, then choose again.`;
      return { result: 'refused', message };
    }
    docs.closeAll();
    await closeCore();
    preferences.update({ data: folder });
    opening = { ...opening, data: folder };
    firstScreen = NEW_FOLDER_SCREEN;
    await openOrRecover();
    return { result: 'chosen', folder };
  }

  function command(asked: DesktopCommand): void {
    const focused = BrowserWindow.getFocusedWindow();
    if (focused && docs.isDocs(focused.webContents) && (asked.name === 'back' || asked.name === 'forward')) {
      const { navigationHistory } = focused.webContents;
      if (asked.name === 'back') navigationHistory.goBack();
      else navigationHistory.goForward();
      return;
    }
    if (asked.name === 'theme') theme(asked.theme);
    main?.send(asked);
    main?.show();
  }

  function act(asked: MenuAct): void {
    if (asked === 'quit') askedToQuit();
    if (asked === 'log') shell.showItemInFolder(logPath);
    if (asked === 'dataFolder') void shell.openPath(opening.data);
    if (asked === 'about')
      void dialog.showMessageBox({ message: `Lectern ${VERSION}`, detail: opening.data });
  }

  function theme(chosen: Theme): void {
    chooseTheme(chosen, state, log);
    const mac = process.platform === 'darwin';
    showMenu({ mac, packaged: app.isPackaged, theme: chosen }, { command, act });
  }

  return {
    async start() {
      const mayStay = (contents: Electron.WebContents, url: string) =>
        docs.isDocs(contents) ? docs.mayStay(contents, url) : pathWithin(url) !== undefined;
      guardEverything({ port, openDocs: docs.open, mayStay }, devServer !== undefined);
      const desk = () => core?.lectern.desk().then(({ fetch }) => fetch);
      protocol.handle(SCHEME, createAppRequests({ root: renderer, desk, devServer, log }));
      answerBridge({
        main: () => main,
        recovery: () => recovery,
        port,
        folders: () => [opening.data],
        openDocs: docs.open,
        chooseTheme: theme,
        moveTo,
      });
      theme(state.read().theme);
      await openOrRecover();
    },
    comeForward(link) {
      show(link === undefined ? undefined : screenOfLink(link));
    },
    quit: () => closing.ask(),
  };
}
