import type { DesktopCommand } from '../ipc/bridge.ts';
import { THEMES, type Theme } from '../windows/themes.ts';

/** What the application itself does for an item. */
export type MenuAction = 'quit' | 'log' | 'dataFolder' | 'about';

/** What the system does for an item, by Electron's name of it. */
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

/** One item of the application menu. */
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

/** What the menu depends on. */
export type MenuState = {
  readonly mac: boolean;
  /** A packaged application has no developer tools. */
  readonly packaged: boolean;
  readonly theme: Theme;
};

const SEPARATOR: MenuEntry = { separator: true };
const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

/** Electron's own menu of the application has a Quit that asks nothing. */
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

/** The application menu with every shortcut. Ctrl+Z stays the undo of text; undoing a change has a key of its own. */
export function menuItems({ mac, packaged, theme }: MenuState): readonly MenuEntry[] {
  return [
    ...(mac ? [{ label: 'Lectern', items: MAC_ITEMS }] : []),
    {
      label: 'File',
      items: [
        { label: 'Import a project…', accelerator: 'CmdOrCtrl+Shift+I', command: { name: 'import' } },
        SEPARATOR,
        { label: 'Show data folder', action: 'dataFolder' },
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
        { label: 'Undo last change', accelerator: 'CmdOrCtrl+Alt+Z', command: { name: 'undo' } },
      ],
    },
    { label: 'View', items: viewItems(mac, packaged, theme) },
    {
      label: 'Go',
      items: [
        { label: 'Command palette', accelerator: 'CmdOrCtrl+K', command: { name: 'palette' } },
        SEPARATOR,
        { label: 'Back', accelerator: mac ? 'Cmd+[' : 'Alt+Left', command: { name: 'back' } },
        { label: 'Forward', accelerator: mac ? 'Cmd+]' : 'Alt+Right', command: { name: 'forward' } },
        SEPARATOR,
        { label: 'Projects', accelerator: 'CmdOrCtrl+1', command: { name: 'go', path: '/projects' } },
        { label: 'Builds', accelerator: 'CmdOrCtrl+2', command: { name: 'go', path: '/builds' } },
        { label: 'Tokens and people', accelerator: 'CmdOrCtrl+3', command: { name: 'go', path: '/people' } },
        { label: 'Settings', accelerator: 'CmdOrCtrl+,', command: { name: 'go', path: '/settings' } },
      ],
    },
    {
      label: 'Help',
      items: [
        { label: 'Keyboard shortcuts', accelerator: 'F1', command: { name: 'shortcuts' } },
        { label: 'Show log', action: 'log' },
        ...(mac ? [] : [{ label: 'About Lectern', action: 'about' } as const]),
      ],
    },
  ];
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
