import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { DesktopCommand } from '../ipc/bridge.ts';
import { type MenuAct, type MenuEntry, type MenuState, menuItems } from './menu-items.ts';

/** Who does what the menu asks. */
export type MenuHands = {
  readonly command: (command: DesktopCommand) => void;
  readonly act: (act: MenuAct) => void;
};

/** Puts up the application menu for this state. */
export function showMenu(state: MenuState, hands: MenuHands): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuItems(state).map((entry) => toTemplate(entry, hands))));
}

function toTemplate(entry: MenuEntry, hands: MenuHands): MenuItemConstructorOptions {
  if ('separator' in entry) return { type: 'separator' };
  if ('role' in entry) {
    const { role, accelerator } = entry;
    return { role, ...(accelerator && { accelerator }) };
  }
  const { label, accelerator, command, act, checked, items } = entry;
  return {
    id: label,
    label,
    ...(accelerator && { accelerator }),
    ...(checked === undefined ? {} : { type: 'radio' as const, checked }),
    ...(items && { submenu: items.map((each) => toTemplate(each, hands)) }),
    ...((command || act) && {
      click: () => {
        if (command) hands.command(command);
        if (act) hands.act(act);
      },
    }),
  };
}
