/** The function through which a page calls out; it is taken away before the page's own scripts run. */
export const BINDING = '__fakeElectronCall';

/** What a page sends: an invoke waits for an answer, a send does not. */
export type PageCall = {
  readonly kind: 'invoke' | 'send';
  readonly id: number;
  readonly channel: string;
  readonly args: readonly unknown[];
};

/** What is sent to a page: the answer to an invoke, or a message of its own. */
export type PageMessage =
  | { readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly channel: string; readonly args: readonly unknown[] };

/** An expression that hands a message to the page's end. */
export function deliverExpression(message: PageMessage): string {
  return `globalThis[Symbol.for('fake-electron')]?.(${JSON.stringify(message)})`;
}

/** The script that runs a built CommonJS preload before the scripts of the page, and keeps the rest out of reach. */
export function pageScript(preload: string): string {
  const processInfo = JSON.stringify({ platform: process.platform, versions: process.versions });
  return `(${bootstrap.toString()})(${JSON.stringify(BINDING)}, ${processInfo}, (require, module, exports, process) => {
${preload}
})`;
}

type Preload = (
  require: (name: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
) => void;
type Listener = (event: object, ...args: readonly unknown[]) => void;

/** Runs in the page, so it may use nothing from outside itself. Its types are erased before. */
function bootstrap(binding: string, processInfo: object, preload: Preload): void {
  const call = Reflect.get(window, binding);
  Reflect.deleteProperty(window, binding);
  if (window !== window.top) return;
  const waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void; channel: string }
  >();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;
  const ipcRenderer = {
    invoke: (channel: string, ...args: readonly unknown[]) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject, channel });
        call(JSON.stringify({ kind: 'invoke', id: lastId, channel, args }));
      }),
    send: (channel: string, ...args: readonly unknown[]) => {
      call(JSON.stringify({ kind: 'send', id: 0, channel, args }));
    },
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((each) => each !== listener),
      );
      return ipcRenderer;
    },
    removeAllListeners: (channel: string) => {
      listeners.delete(channel);
      return ipcRenderer;
    },
  };
  const receive = (message: {
    id: number;
    value?: unknown;
    error?: string;
    channel: string;
    args: unknown[];
  }) => {
    if (message.channel !== undefined) {
      for (const listener of listeners.get(message.channel) ?? [])
        listener({ sender: ipcRenderer }, ...message.args);
      return;
    }
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) pending?.resolve(message.value);
    else pending?.reject(new Error(`Error invoking remote method '${pending.channel}': ${message.error}`));
  };
  Object.defineProperty(window, Symbol.for('fake-electron'), { value: receive, enumerable: false });
  // Electron gives null for a window that it refuses; one that is allowed is a window of its own here.
  const open = window.open.bind(window);
  window.open = (url, target, features) => {
    // Without an opener it is a page of another process: while that one is held, this one goes on.
    open(url, target, features ? `${features},noopener` : 'noopener');
    return null;
  };
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
    Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      if (name in window)
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(window, name, { value: freeze(api), enumerable: true });
    },
  };
  const electron = {
    contextBridge,
    ipcRenderer: Object.assign(ipcRenderer, { addListener: ipcRenderer.on, removeListener: ipcRenderer.off }),
    webUtils: { getPathForFile: (file: File) => file.name },
  };
  const require = (name: string) => {
    if (/^electron(\/|$)/.test(name)) return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const process = {
    ...processInfo,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    argv: [],
  };
  preload(require, module, module.exports, process);
}
