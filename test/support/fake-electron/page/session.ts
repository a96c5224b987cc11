import { EventEmitter } from 'node:events';
import { devtools } from '../browser/engine.ts';
import { record } from '../calls.ts';
import { addScheme } from '../origins.ts';
import { download } from './downloads.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type PermissionRequest = (
  contents: unknown,
  name: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
type PermissionCheck = (contents: unknown, name: string, origin: string, details: object) => boolean;

/** Electron's `protocol` of one session. */
export class Protocol {
  #handlers = new Map<string, Handler>();
  registerSchemesAsPrivileged(
    schemes: readonly { readonly scheme: string; readonly privileges?: object }[],
  ): void {
    record('protocol.registerSchemesAsPrivileged', schemes);
    for (const { scheme } of schemes) addScheme(scheme);
  }
  /** @throws Error when the scheme has a handler already */
  handle(scheme: string, handler: Handler): void {
    if (this.#handlers.has(scheme)) throw new Error(`The scheme has been registered: ${scheme}`);
    this.#handlers.set(scheme, handler);
  }
  unhandle(scheme: string): void {
    this.#handlers.delete(scheme);
  }
  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }
  /** The handler's answer; undefined when the session does not know the scheme. */
  async answer(request: Request): Promise<Response | undefined> {
    return this.#handlers.get(new URL(request.url).protocol.slice(0, -1))?.(request);
  }
}

/** Electron's Session: a browser context of Chromium. What handlers an application sets can be read by tests. */
export class Session extends EventEmitter {
  readonly protocol = new Protocol();
  readonly storagePath = null;
  readonly partition: string;
  permissionRequestHandler: PermissionRequest | null = null;
  permissionCheckHandler: PermissionCheck | null = null;
  devicePermissionHandler: unknown = null;
  readonly preloads: object[] = [];
  #context: Promise<string | undefined> | undefined;
  readonly webRequest = {
    onBeforeRequest: (...args: unknown[]) =>
      record('session.webRequest.onBeforeRequest', this.partition, ...args),
    onBeforeSendHeaders: (...args: unknown[]) =>
      record('session.webRequest.onBeforeSendHeaders', this.partition, ...args),
    onHeadersReceived: (...args: unknown[]) =>
      record('session.webRequest.onHeadersReceived', this.partition, ...args),
  };

  constructor(partition: string) {
    super();
    this.partition = partition;
  }
  /** Chromium's name for it; undefined for the default one. */
  get context(): Promise<string | undefined> {
    this.#context ??= this.#openContext();
    return this.#context;
  }
  async #openContext(): Promise<string | undefined> {
    const browserContextId = this.partition
      ? (
          await devtools().send<{ browserContextId: string }>('Target.createBrowserContext', {
            disposeOnDetach: true,
          })
        ).browserContextId
      : undefined;
    // Without it, a Chromium without a window of its own says nothing of downloads.
    const params = { behavior: 'deny', eventsEnabled: true, ...(browserContextId && { browserContextId }) };
    await devtools().send('Browser.setDownloadBehavior', params);
    return browserContextId;
  }
  isPersistent(): boolean {
    return this.partition === '' || this.partition.startsWith('persist:');
  }
  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    this.permissionRequestHandler = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.permissionCheckHandler = handler;
  }
  setDevicePermissionHandler(handler: unknown): void {
    this.devicePermissionHandler = handler;
  }
  setDisplayMediaRequestHandler(handler: unknown): void {
    record('session.setDisplayMediaRequestHandler', handler);
  }
  setCertificateVerifyProc(verify: unknown): void {
    record('session.setCertificateVerifyProc', verify);
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    record('session.setSpellCheckerEnabled', enabled);
  }
  setUserAgent(agent: string): void {
    record('session.setUserAgent', agent);
  }
  async setProxy(config: object): Promise<void> {
    record('session.setProxy', this.partition, config);
  }
  async clearStorageData(options: object = {}): Promise<void> {
    record('session.clearStorageData', this.partition, options);
  }
  async clearCache(): Promise<void> {
    record('session.clearCache', this.partition);
  }
  /** Starts a download that no page asked for. */
  downloadURL(url: string): void {
    record('session.downloadURL', this.partition, url);
    download(this, url).catch(() => undefined);
  }
  registerPreloadScript(script: object): void {
    this.preloads.push(script);
  }
}

const sessions = new Map<string, Session>();
let announce: (session: Session) => void = () => undefined;

/** Sets who hears of sessions that are made from now on. */
export function onSessionCreated(listener: (session: Session) => void): void {
  announce = listener;
}

/** The session of a partition; '' is the default one. */
export function sessionOf(partition: string): Session {
  const known = sessions.get(partition);
  if (known) return known;
  const made = new Session(partition);
  sessions.set(partition, made);
  announce(made);
  return made;
}
