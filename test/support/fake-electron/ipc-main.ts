import { EventEmitter } from 'node:events';

type Invoked = (event: object, ...args: never[]) => unknown;

/** Electron's `ipcMain`. `_invokeHandlers` has Electron's own name, so that a test can call one as a strange sender. */
export class IpcMain extends EventEmitter {
  readonly _invokeHandlers = new Map<string, Invoked>();

  /** @throws Error when the channel has a handler already */
  handle(channel: string, handler: Invoked): void {
    if (this._invokeHandlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this._invokeHandlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Invoked): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    this._invokeHandlers.delete(channel);
  }

  /** What `ipcRenderer.invoke` gets. @throws what the handler throws */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this._invokeHandlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...(args as never[]));
  }
}
