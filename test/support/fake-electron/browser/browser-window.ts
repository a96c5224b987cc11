import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resizePage } from '../page/page.ts';
import { type Session, sessionOf } from '../page/session.ts';
import { WebContents } from '../page/web-contents.ts';
import { devtools } from './engine.ts';
import { closeTarget } from './targets.ts';
import { windowApplication } from './window-application.ts';
import { type Bounds, WindowFrame } from './window-frame.ts';

type WebPreferences = { readonly preload?: string; readonly partition?: string; readonly session?: Session };

/** The options that mean something here; `options` keeps them all for tests. */
export type WindowOptions = Partial<Bounds> & {
  readonly show?: boolean;
  readonly title?: string;
  readonly parent?: BrowserWindow;
  readonly webPreferences?: WebPreferences;
};

/** Electron's BrowserWindow: a page of Chromium, and a frame that is only remembered. */
export class BrowserWindow extends WindowFrame {
  static #all = new Set<BrowserWindow>();
  readonly webContents: WebContents;
  readonly id: number;
  readonly options: WindowOptions;
  #dead = false;

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.id === id) ?? null;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.isFocused()) ?? null;
  }

  /** @throws Error before the application is ready, and when the preload cannot be read */
  constructor(options: WindowOptions = {}) {
    super(options);
    const home = windowApplication();
    if (!home.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { preload, partition = '', session = sessionOf(partition) } = options.webPreferences ?? {};
    const { width, height } = this.getBounds();
    this.options = options;
    this.webContents = new WebContents({
      session,
      size: { width, height },
      preload: preload ? readFileSync(preload, 'utf8') : '',
      preferences: options.webPreferences ?? {},
      ipcMain: home.ipcMain,
      owner: {
        close: () => this.close(),
        destroyed: () => this.#ended(),
        openAnother: (url, more) => new BrowserWindow(more).loadURL(url).catch(() => undefined),
      },
    });
    this.id = this.webContents.id;
    this.webContents.once('did-finish-load', () => {
      // As on Wayland (electron#48859): a window that is hidden is never ready.
      if (process.env.FAKE_ELECTRON_WAYLAND === '1' && !this.isVisible()) return;
      this.emit('ready-to-show', {});
    });
    this.on('resized-content', () => this.#fit());
    BrowserWindow.#all.add(this);
    home.announce('browser-window-created', this);
    home.announce('web-contents-created', this.webContents);
    if (options.show !== false) this.show();
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
  }
  async loadFile(path: string): Promise<void> {
    await this.loadURL(pathToFileURL(path).href);
  }
  reload(): void {
    this.webContents.reload();
  }

  close(): void {
    this.closeUnlessRefused();
  }
  /** Asks to close; false when a listener refused. */
  closeUnlessRefused(): boolean {
    if (this.#dead) return true;
    if (!this.emitCancellable('close')) return false;
    this.destroy();
    return true;
  }
  /** Ends the window without asking; `closed` follows once its page has gone. */
  destroy(): void {
    // By the browser: a page that crashed answers to nothing any more.
    this.webContents.page
      .then((page) => closeTarget(devtools(), page.targetId))
      .catch(() => undefined)
      .finally(() => this.webContents.onDestroyed());
  }
  isDestroyed(): boolean {
    return this.#dead;
  }
  #ended(): void {
    if (this.#dead) return;
    this.#dead = true;
    BrowserWindow.#all.delete(this);
    this.emit('closed');
    if (BrowserWindow.#all.size === 0) windowApplication().allClosed();
  }

  override focus(): void {
    for (const window of BrowserWindow.#all) if (window !== this) window.blur();
    super.focus();
  }
  #fit(): void {
    const { width, height } = this.getBounds();
    this.webContents.page.then((page) => resizePage(page, { width, height })).catch(() => undefined);
  }
  capturePage(): ReturnType<WebContents['capturePage']> {
    return this.webContents.capturePage();
  }
}
