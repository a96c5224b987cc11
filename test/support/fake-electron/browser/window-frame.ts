import { record } from '../calls.ts';
import { CancellableEmitter } from '../system/events.ts';

/** A window's place and size, in points. */
export type Bounds = { x: number; y: number; width: number; height: number };

/** What the one screen offers. */
export const WORK_AREA: Bounds = { x: 0, y: 0, width: 1920, height: 1080 };

/** The part of a window that has no page in it: remembered, and told to listeners, as a window manager would. */
export class WindowFrame extends CancellableEmitter {
  #bounds: Bounds;
  #normal: Bounds;
  #visible = false;
  #focused = false;
  #state: 'normal' | 'minimized' | 'maximized' | 'fullscreen' = 'normal';
  #title: string;

  constructor(options: Partial<Bounds> & { readonly title?: string }) {
    super();
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#normal = this.#bounds;
    this.#title = options.title ?? '';
  }

  show(): void {
    this.#visible = true;
    this.emit('show', {});
    this.focus();
  }
  showInactive(): void {
    this.#visible = true;
    this.emit('show', {});
  }
  hide(): void {
    this.#visible = false;
    this.blur();
    this.emit('hide', {});
  }
  isVisible(): boolean {
    return this.#visible;
  }
  focus(): void {
    if (this.#focused || !this.#visible) return;
    this.#focused = true;
    this.emit('focus', {});
  }
  blur(): void {
    if (!this.#focused) return;
    this.#focused = false;
    this.emit('blur', {});
  }
  isFocused(): boolean {
    return this.#focused;
  }
  moveTop(): void {
    record('window.moveTop');
  }

  minimize(): void {
    this.#state = 'minimized';
    this.blur();
    this.emit('minimize', {});
  }
  maximize(): void {
    this.#become('maximized', WORK_AREA, 'maximize');
  }
  unmaximize(): void {
    if (this.isMaximized()) this.#become('normal', this.#normal, 'unmaximize');
  }
  restore(): void {
    const event = this.isMinimized() ? 'restore' : 'unmaximize';
    this.#become('normal', this.#normal, event);
  }
  setFullScreen(full: boolean): void {
    if (full) this.#become('fullscreen', WORK_AREA, 'enter-full-screen');
    else this.#become('normal', this.#normal, 'leave-full-screen');
  }
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }
  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }
  isNormal(): boolean {
    return this.#state === 'normal';
  }

  getBounds(): Bounds {
    return { ...this.#bounds };
  }
  getNormalBounds(): Bounds {
    return { ...this.#normal };
  }
  getContentBounds(): Bounds {
    return this.getBounds();
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#normal = { ...this.#bounds, ...bounds };
    this.#take(this.#normal);
  }
  getSize(): [number, number] {
    return [this.#bounds.width, this.#bounds.height];
  }
  getContentSize(): [number, number] {
    return this.getSize();
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getPosition(): [number, number] {
    return [this.#bounds.x, this.#bounds.y];
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }
  setMinimumSize(width: number, height: number): void {
    record('window.setMinimumSize', width, height);
  }
  center(): void {
    record('window.center');
  }

  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  setBackgroundColor(colour: string): void {
    record('window.setBackgroundColor', colour);
  }
  setTitleBarOverlay(options: object): void {
    record('window.setTitleBarOverlay', options);
  }
  setMenu(menu: unknown): void {
    record('window.setMenu', menu);
  }
  setMenuBarVisibility(visible: boolean): void {
    record('window.setMenuBarVisibility', visible);
  }
  setAutoHideMenuBar(hide: boolean): void {
    record('window.setAutoHideMenuBar', hide);
  }
  removeMenu(): void {
    record('window.removeMenu');
  }
  setProgressBar(progress: number): void {
    record('window.setProgressBar', progress);
  }
  flashFrame(flash: boolean): void {
    record('window.flashFrame', flash);
  }
  setIcon(icon: unknown): void {
    record('window.setIcon', icon);
  }

  #become(state: 'normal' | 'maximized' | 'fullscreen', bounds: Bounds, event: string): void {
    this.#state = state;
    this.#take(bounds);
    this.emit(event, {});
  }
  #take(bounds: Bounds): void {
    const before = this.#bounds;
    this.#bounds = bounds;
    if (before.width !== bounds.width || before.height !== bounds.height) {
      this.emit('resized-content');
      this.emit('resize', {});
    }
    if (before.x !== bounds.x || before.y !== bounds.y) this.emit('move', {});
  }
}
