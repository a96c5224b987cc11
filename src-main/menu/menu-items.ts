import {
  type ActionId,
  type Command,
  type CommandId,
  commandOf,
  keysOf,
} from '../../src-server/model/window/commands.ts';
import type { DesktopCommand } from '../ipc/bridge.ts';
import { THEMES, type Theme } from '../windows/themes.ts';

/** Actions of the application itself. */
export type MenuAction = 'quit' | 'log' | 'dataFolder' | 'restore' | 'about';

/** Actions of the system, by Electron's names. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'close'
  | 'minimize'
  | 'reload'
  | 'toggleDevTools'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen';

/** An item of the application menu. */
export type MenuEntry =
  | { readonly separator: true }
  | { readonly role: MenuRole; readonly accelerator?: string }
  | {
      readonly label: string;
      readonly accelerator?: string;
      readonly command?: DesktopCommand;
      readonly action?: MenuAction;
      readonly checked?: boolean;
      readonly items?: readonly MenuEntry[];
    };

/** The state that the menu depends on. */
export type MenuState = {
  readonly mac: boolean;
  /** A packaged application has no developer tools. */
  readonly packaged: boolean;
  readonly theme: Theme;
};

const SEPARATOR: MenuEntry = { separator: true };
const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

/** Replaces Electron's own application menu, whose Quit does not ask. */
const MAC_ITEMS: readonly MenuEntry[] = [
  { role: 'about' },
  SEPARATOR,
  { role: 'services' },
  SEPARATOR,
  { role: 'hide' },
  { role: 'hideOthers' },
  { role: 'unhide' },
  SEPARATOR,
  { label: 'Quit Lectern', accelerator: 'Cmd+Q', action: 'quit' },
];

/** Makes the application menu with every shortcut. Ctrl+Z stays the undo of text, which the window takes where no field has the focus. */
export function menuItems({ mac, packaged, theme }: MenuState): readonly MenuEntry[] {
  const items = (...ids: readonly CommandId[]) => ids.map((id) => commandItem(commandOf(id), mac));
  return [
    ...(mac ? [{ label: 'Lectern', items: MAC_ITEMS }] : []),
    {
      label: 'File',
      items: [
        ...items('import'),
        SEPARATOR,
        { label: 'Show data folder', action: 'dataFolder' },
        { label: 'Restore a backup…', action: 'restore' },
        SEPARATOR,
        { role: 'close' },
        ...(mac ? [] : [{ label: 'Quit', accelerator: 'CmdOrCtrl+Q', action: 'quit' } as const]),
      ],
    },
    {
      label: 'Edit',
      items: [
        { role: 'undo' },
        { role: 'redo' },
        SEPARATOR,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        SEPARATOR,
        ...items('undo'),
      ],
    },
    { label: 'View', items: viewItems(mac, packaged, theme) },
    {
      label: 'Go',
      items: [
        ...items('palette'),
        SEPARATOR,
        ...items('back', 'forward'),
        SEPARATOR,
        ...items('projects', 'builds', 'people', 'settings'),
      ],
    },
    {
      label: 'Help',
      items: [
        ...items('help', 'lessons', 'shortcuts'),
        SEPARATOR,
        ...items('news'),
        { label: 'Show log', action: 'log' },
        ...(mac ? [] : [{ label: 'About Lectern', action: 'about' } as const]),
      ],
    },
  ];
}

function commandItem(command: Command, mac: boolean): MenuEntry {
  const { id, label, path, menu } = command;
  const keys = keysOf(command, true);
  const accelerator =
    (mac ? menu?.macAccelerator : undefined) ?? menu?.accelerator ?? keys?.replace('mod', 'CmdOrCtrl');
  return {
    label: menu?.label ?? label,
    ...(accelerator !== undefined && { accelerator: capitalizeModifiers(accelerator) }),
    command: path === undefined ? { name: 'run', id: id as ActionId } : { name: 'go', path },
  };
}

function capitalizeModifiers(accelerator: string): string {
  return accelerator.replace(/\b(?:shift|alt)\b/g, (key) => key.charAt(0).toUpperCase() + key.slice(1));
}

function viewItems(mac: boolean, packaged: boolean, theme: Theme): readonly MenuEntry[] {
  return [
    {
      label: 'Appearance',
      items: THEMES.map((option) => ({
        label: THEME_LABELS[option],
        checked: option === theme,
        command: { name: 'theme', theme: option },
      })),
    },
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'reload' },
    { role: 'togglefullscreen' },
    ...(mac ? [{ role: 'minimize' } as const] : []),
    ...(packaged ? [] : [{ role: 'toggleDevTools', accelerator: 'F12' } as const]),
  ];
}
