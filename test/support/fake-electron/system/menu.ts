import { record } from '../calls.ts';
import { CancellableEmitter } from './events.ts';

/** An entry of a menu's template; Electron's other properties are kept as they are. */
export type MenuOptions = {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly submenu?: readonly MenuOptions[] | Menu;
  readonly click?: (item: MenuItem, window: unknown, event: object) => void;
};
type MenuContext = { focusedWindow(): unknown; runRole(role: string): void };

let menuContext: MenuContext = { focusedWindow: () => null, runRole: () => undefined };

/** Sets what a click is told about, and what the roles do; electron.ts does, once. */
export function setMenuContext(context: MenuContext): void {
  menuContext = context;
}

/** Electron's MenuItem. Tests click it: `menu.getMenuItemById('new').click()`. */
export class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly type: string;
  label: string;
  enabled = true;
  visible = true;
  checked = false;
  readonly click: () => void;

  constructor(options: MenuOptions) {
    Object.assign(this, options);
    this.id = options.id;
    this.role = options.role;
    this.accelerator = options.accelerator;
    this.label = options.label ?? options.role ?? '';
    this.submenu =
      options.submenu instanceof Menu
        ? options.submenu
        : options.submenu && Menu.buildFromTemplate(options.submenu);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.checked = true;
      if (options.click) options.click(this, menuContext.focusedWindow(), {});
      else if (this.role) menuContext.runRole(this.role);
    };
  }
}

let applicationMenu: Menu | null = null;

/** Electron's Menu. */
export class Menu extends CancellableEmitter {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (MenuOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const each of template) menu.append(each instanceof MenuItem ? each : new MenuItem(each));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }
  insert(at: number, item: MenuItem): void {
    this.items.splice(at, 0, item);
  }
  popup(options: object = {}): void {
    record('menu.popup', this, options);
  }
  closePopup(): void {
    record('menu.closePopup');
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
