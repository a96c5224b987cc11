import { EventEmitter } from 'node:events';
import { record } from '../calls.ts';
import type { Menu } from './menu.ts';

/** Every notification that was shown, and every tray icon; a test clicks one with `emit('click')`. */
export const notifications: Notification[] = [];
export const trays: Tray[] = [];

type NotificationOptions = { readonly title?: string; readonly body?: string };

/** Electron's Notification. */
export class Notification extends EventEmitter {
  readonly options: NotificationOptions;
  title: string;
  body: string;
  static isSupported(): boolean {
    return true;
  }
  constructor(options: NotificationOptions = {}) {
    super();
    this.options = options;
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }
  show(): void {
    notifications.push(this);
    record('notification.show', this.options);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}

/** Electron's Tray. */
export class Tray extends EventEmitter {
  image: unknown;
  toolTip = '';
  title = '';
  menu: Menu | null = null;
  #dead = false;
  constructor(image: unknown) {
    super();
    this.image = image;
    trays.push(this);
  }
  setImage(image: unknown): void {
    this.image = image;
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setTitle(text: string): void {
    this.title = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
  popUpContextMenu(menu: Menu | null = this.menu): void {
    record('tray.popUpContextMenu', menu);
  }
  setIgnoreDoubleClickEvents(ignore: boolean): void {
    record('tray.setIgnoreDoubleClickEvents', ignore);
  }
  isDestroyed(): boolean {
    return this.#dead;
  }
  destroy(): void {
    this.#dead = true;
    trays.splice(trays.indexOf(this), 1);
  }
}
