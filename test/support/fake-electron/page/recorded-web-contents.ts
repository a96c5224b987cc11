import { record } from '../calls.ts';
import { CancellableEmitter } from '../system/events.ts';

/** The part of Electron's WebContents that changes how a page is shown: each call is recorded and has no effect. */
export class RecordedWebContents extends CancellableEmitter {
  #zoom = 1;

  focus(): void {
    record('webContents.focus');
  }
  isFocused(): boolean {
    return true;
  }
  isCrashed(): boolean {
    return false;
  }
  openDevTools(options: object = {}): void {
    record('webContents.openDevTools', options);
  }
  closeDevTools(): void {
    record('webContents.closeDevTools');
  }
  toggleDevTools(): void {
    record('webContents.toggleDevTools');
  }
  isDevToolsOpened(): boolean {
    return false;
  }
  setZoomFactor(factor: number): void {
    this.#zoom = factor;
    record('webContents.setZoomFactor', factor);
  }
  getZoomFactor(): number {
    return this.#zoom;
  }
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level);
  }
  getZoomLevel(): number {
    return Math.log(this.#zoom) / Math.log(1.2);
  }
  setVisualZoomLevelLimits(...limits: readonly number[]): void {
    record('webContents.setVisualZoomLevelLimits', ...limits);
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    record('webContents.setWebRTCIPHandlingPolicy', policy);
  }
}
