import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { DesktopCommand } from '../ipc/bridge.ts';
import { type MenuAction, type MenuEntry, type MenuState, menuItems } from './menu-items.ts';

/** Handlers of the menu's items. */
export type MenuHandlers = {
  readonly command: (command: DesktopCommand) => void;
  readonly action: (act: MenuAction) => void;
};

/** Shows the application menu for this state. */
export function showMenu(state: MenuState, handlers: MenuHandlers): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuItems(state).map((entry) => toTemplate(entry, handlers))),
  );
}

function toTemplate(entry: MenuEntry, handlers: MenuHandlers): MenuItemConstructorOptions {
  if ('separator' in entry) return { type: 'separator' };
  if ('role' in entry) {
    const { role, accelerator } = entry;
    return { role, ...(accelerator && { accelerator }) };
  }
  const { label, accelerator, command, action, checked, items } = entry;
  return {
    id: label,
    label,
    ...(accelerator && { accelerator }),
    ...(checked === undefined ? {} : { type: 'radio' as const, checked }),
    ...(items && { submenu: items.map((each) => toTemplate(each, handlers)) }),
    ...((command || action) && {
      click: () => {
        if (command) handlers.command(command);
        if (action) handlers.action(action);
      },
    }),
  };
}
