import type { IpcMain } from '../ipc-main.ts';
import { forApplication } from '../origins.ts';
import { navigate, openPage, type Page, type PageOptions } from './page.ts';
import { forwardPageEvent } from './page-events.ts';
import { deliverExpression } from './page-script.ts';
import { RecordedWebContents } from './recorded-web-contents.ts';
import type { Session } from './session.ts';

type Opened = {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
};
type OpenAnswer = { readonly action: 'allow' | 'deny'; readonly overrideBrowserWindowOptions?: object };

/** The part of Electron's NativeImage that a picture of a page needs. */
type Picture = {
  isEmpty(): boolean;
  getSize(): { width: number; height: number };
  toPNG(): Buffer;
};

/** What a page's contents ask of the window that holds them. */
export type ContentsOwner = {
  close(): void;
  destroyed(): void;
  openAnother(url: string, options: object): void;
};

let lastId = 0;

/** Electron's WebContents: one page. */
export class WebContents extends RecordedWebContents {
  readonly id: number;
  readonly session: Session;
  readonly ipcMain: IpcMain;
  readonly page: Promise<Page>;
  readonly #preferences: object;
  readonly #holder: ContentsOwner;
  mainFrameId = '';
  #url = '';
  #targetId = '';
  #expected = false;
  #dead = false;
  #loading = false;
  #openHandler: ((opened: Opened) => OpenAnswer) | undefined;

  constructor(options: PageOptions & { preferences: object; ipcMain: IpcMain; owner: ContentsOwner }) {
    super();
    lastId += 1;
    this.id = lastId;
    this.session = options.session;
    this.ipcMain = options.ipcMain;
    this.#preferences = options.preferences;
    this.#holder = options.owner;
    this.on('did-navigate', (_event, url: string) => this.navigated(url));
    this.on('did-start-loading', () => this.setLoading(true));
    this.on('did-stop-loading', () => this.setLoading(false));
    this.page = openPage(options, (method, params) => forwardPageEvent(this, method, params)).then((page) => {
      this.#targetId = page.targetId;
      this.mainFrameId = page.targetId;
      return page;
    });
    this.page.catch(() => this.onDestroyed());
  }

  get mainFrame() {
    const url = this.getURL();
    const origin = /^\w+:\/\/[^/]*/.exec(url)?.[0] ?? 'null';
    return { url, origin, parent: null, processId: 1, routingId: 1, isDestroyed: () => this.#dead };
  }
  getURL(): string {
    return this.#url;
  }
  getTitle(): Promise<unknown> {
    return this.executeJavaScript('document.title');
  }
  getType(): string {
    return 'window';
  }
  getLastWebPreferences(): object {
    return this.#preferences;
  }
  isDestroyed(): boolean {
    return this.#dead;
  }
  isLoading(): boolean {
    return this.#loading;
  }

  /** Loads a page, and waits until it has loaded. @throws Error `ERR_… loading 'URL'` */
  async loadURL(url: string): Promise<void> {
    const page = await this.page;
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const destroyed = new Promise<void>((resolve) => this.once('destroyed', () => resolve()));
    this.#expected = true;
    const { loaderId, errorText } = await navigate(page, url);
    if (errorText) {
      this.#expected = false;
      const text = errorText.replace(/^net::/, '');
      const code = text === 'ERR_ABORTED' ? -3 : -2;
      this.emit('did-fail-load', {}, code, text, url, true);
      throw Object.assign(new Error(`${text} (${code}) loading '${url}'`), { code: text, url });
    }
    if (loaderId) await Promise.race([loaded, destroyed]);
    else this.#expected = false;
  }
  reload(): void {
    this.#expected = true;
    this.#command('Page.reload');
  }
  reloadIgnoringCache(): void {
    this.reload();
  }
  stop(): void {
    this.#command('Page.stopLoading');
  }
  readonly navigationHistory = {
    canGoBack: () => false,
    canGoForward: () => false,
    goBack: () => this.#command('Runtime.evaluate', { expression: 'history.back()' }),
    goForward: () => this.#command('Runtime.evaluate', { expression: 'history.forward()' }),
    clear: () => this.#command('Page.resetNavigationHistory'),
  };

  send(channel: string, ...args: readonly unknown[]): void {
    this.#command('Runtime.evaluate', { expression: deliverExpression({ channel, args }) });
  }
  /** @throws Error with what the script threw */
  async executeJavaScript(expression: string): Promise<unknown> {
    const page = await this.page;
    const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const answer = await page.send<{ result: { value?: unknown }; exceptionDetails?: { text: string } }>(
      'Runtime.evaluate',
      options,
    );
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
  }
  /** @throws Error when the page has gone */
  async capturePage(): Promise<Picture> {
    const page = await this.page;
    const { data } = await page.send<{ data: string }>('Page.captureScreenshot', { format: 'png' });
    const png = Buffer.from(data, 'base64');
    return {
      isEmpty: () => png.length === 0,
      getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
      toPNG: () => png,
    };
  }
  setWindowOpenHandler(handler: (opened: Opened) => OpenAnswer): void {
    this.#openHandler = handler;
  }
  close(): void {
    this.#holder.close();
  }
  forcefullyCrashRenderer(): void {
    this.#command('Page.crash');
  }
  /** Whether the navigation that is starting is one that the application asked for. */
  takeExpected(): boolean {
    const expected = this.#expected;
    this.#expected = false;
    return expected;
  }
  navigated(url: string): void {
    this.#url = forApplication(url);
  }
  setLoading(loading: boolean): void {
    this.#loading = loading;
  }
  /** A page asked for a new window. Chromium opens none by itself. */
  opened(url: string, frameName: string, features: string): void {
    const disposition = features ? 'new-window' : 'foreground-tab';
    const answer = this.#openHandler?.({ url, frameName, features, disposition }) ?? { action: 'allow' };
    if (answer.action === 'allow') this.#holder.openAnother(url, answer.overrideBrowserWindowOptions ?? {});
  }
  hasTarget(targetId: string): boolean {
    return this.#targetId === targetId;
  }
  /** The page has ended, whatever ended it. */
  onDestroyed(): void {
    if (this.#dead) return;
    this.#dead = true;
    this.emit('destroyed', {});
    this.#holder.destroyed();
  }

  #command(method: string, params: object = {}): void {
    this.page.then((page) => page.send(method, params)).catch(() => undefined);
  }
}
