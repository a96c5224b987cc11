import { calls, record } from './calls.ts';
import { CancellableEmitter } from './system/events.ts';

/** The part of Electron's `app` that changes something on the desktop: nothing changes here, each call is recorded. */
export class RecordedApp extends CancellableEmitter {
  focus(options: object = {}): void {
    record('app.focus', options);
  }
  show(): void {
    record('app.show');
  }
  hide(): void {
    record('app.hide');
  }
  setAsDefaultProtocolClient(...args: readonly unknown[]): boolean {
    record('app.setAsDefaultProtocolClient', ...args);
    return true;
  }
  removeAsDefaultProtocolClient(...args: readonly unknown[]): boolean {
    record('app.removeAsDefaultProtocolClient', ...args);
    return true;
  }
  isDefaultProtocolClient(protocol: string): boolean {
    return calls.some(({ what, args }) => what === 'app.setAsDefaultProtocolClient' && args[0] === protocol);
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id);
  }
  setLoginItemSettings(settings: object): void {
    record('app.setLoginItemSettings', settings);
  }
  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: false };
  }
  setAboutPanelOptions(options: object): void {
    record('app.setAboutPanelOptions', options);
  }
  showAboutPanel(): void {
    record('app.showAboutPanel');
  }
  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count);
    return false;
  }
  enableSandbox(): void {
    record('app.enableSandbox');
  }
  disableHardwareAcceleration(): void {
    record('app.disableHardwareAcceleration');
  }
  setJumpList(categories: unknown): void {
    record('app.setJumpList', categories);
  }
  addRecentDocument(path: string): void {
    record('app.addRecentDocument', path);
  }
}
