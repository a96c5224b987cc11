/**
 * The commands that do not belong to one screen: the palette, the application's menus and the dialog of shortcuts are
 * made from this table. It is plain data in the model, which both the application and its page may import.
 */
export type Command = {
  readonly id: string;
  readonly label: string;
  /**
   * `mod` is Ctrl, or the command key of a Mac; `G P` is one key after the other. The window also runs in a browser, so
   * that none is one that browsers need: only the palette has mod+K, and forms mod+S.
   */
  readonly keys?: string;
  /** Keys that the application has instead, where there is no browser around the window. */
  readonly desktopKeys?: string;
  /** The screen that it opens; without one, the page runs it by its id. */
  readonly path?: string;
  /** The application's menu that has it, and what differs there. */
  readonly menu?: {
    readonly of: 'File' | 'Edit' | 'Go' | 'Help';
    readonly label?: string;
    /** In Electron's notation, where the page's keys do not fit a menu. */
    readonly accelerator?: string;
    readonly macAccelerator?: string;
  };
  /** Whether the palette and the dialog of shortcuts leave it out. */
  readonly menuOnly?: boolean;
};

/** Every command that does not belong to one screen, in the order of the palette. */
export const COMMANDS = [
  {
    id: 'projects',
    label: 'Go to projects',
    keys: 'G P',
    desktopKeys: 'mod+1',
    path: '/projects',
    menu: { of: 'Go', label: 'Projects' },
  },
  {
    id: 'builds',
    label: 'Go to builds',
    keys: 'G B',
    desktopKeys: 'mod+2',
    path: '/builds',
    menu: { of: 'Go', label: 'Builds' },
  },
  { id: 'live', label: 'Go to the live service', keys: 'G L', path: '/live' },
  {
    id: 'requests',
    label: 'Go to requests',
    keys: 'G R',
    desktopKeys: 'mod+4',
    path: '/requests',
    menu: { of: 'Go', label: 'Requests' },
  },
  {
    id: 'people',
    label: 'Go to tokens and people',
    keys: 'G T',
    desktopKeys: 'mod+3',
    path: '/people',
    menu: { of: 'Go', label: 'Tokens and people' },
  },
  {
    id: 'settings',
    label: 'Go to settings',
    keys: 'G S',
    desktopKeys: 'mod+,',
    path: '/settings',
    menu: { of: 'Go', label: 'Settings' },
  },
  {
    id: 'help',
    label: 'Help for this screen',
    keys: 'F1',
    menu: { of: 'Help', label: 'Help' },
  },
  { id: 'news', label: 'What’s new', menu: { of: 'Help' } },
  { id: 'lessons', label: 'Lessons', menu: { of: 'Help', label: 'Lessons' } },
  { id: 'search', label: 'Search docs', keys: 'G D', path: '/search' },
  {
    id: 'import',
    label: 'Import project',
    keys: 'G I',
    desktopKeys: 'mod+shift+I',
    path: '/import',
    menu: { of: 'File', label: 'Import a project…' },
  },
  { id: 'previews', label: 'Go to previews', path: '/previews' },
  { id: 'preview', label: 'Preview a folder', path: '/previews?folder=' },
  { id: 'sample', label: 'Load the sample library' },
  { id: 'seed', label: 'Load a seed file' },
  { id: 'kits', label: 'Choose a kit to load', path: '/settings/kits' },
  { id: 'backup', label: 'Make a backup now' },
  { id: 'restore', label: 'Restore a backup…' },
  { id: 'light', label: 'Use the light theme' },
  { id: 'dark', label: 'Use the dark theme' },
  { id: 'system-theme', label: 'Use the theme of the system' },
  { id: 'presenter', label: 'Presenter mode on or off', keys: 'mod+alt+P' },
  // In the application's menu Ctrl+Z is the undo of text, which the window leaves to fields.
  {
    id: 'undo',
    label: 'Undo last change',
    keys: 'mod+Z',
    menu: { of: 'Edit', accelerator: 'CmdOrCtrl+Alt+Z' },
  },
  {
    id: 'palette',
    label: 'Search or run a command',
    keys: 'mod+K',
    menu: { of: 'Go', label: 'Command palette' },
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: '?',
    menu: { of: 'Help', accelerator: 'CmdOrCtrl+/' },
  },
  {
    id: 'back',
    label: 'Back',
    menu: { of: 'Go', accelerator: 'Alt+Left', macAccelerator: 'Cmd+[' },
    menuOnly: true,
  },
  {
    id: 'forward',
    label: 'Forward',
    menu: { of: 'Go', accelerator: 'Alt+Right', macAccelerator: 'Cmd+]' },
    menuOnly: true,
  },
] as const satisfies readonly Command[];

/** A command by its id. */
export type CommandId = (typeof COMMANDS)[number]['id'];

/** The commands that open no screen, which the page runs by their ids. */
export type ActionId = Exclude<(typeof COMMANDS)[number], { readonly path: string }>['id'];

/** Finds a command by its id. */
export function commandOf(id: CommandId): Command {
  const found: Command | undefined = COMMANDS.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}

/** The keys of a command: in the application, or in a browser. */
export function keysOf({ keys, desktopKeys }: Command, isDesktop: boolean): string | undefined {
  return (isDesktop ? desktopKeys : undefined) ?? keys;
}

/** Keys that lists and screens handle themselves, for the dialog of shortcuts. */
export const SCREEN_SHORTCUTS: readonly (readonly [keys: string, does: string, where?: 'desktop'])[] = [
  ['/', 'Filter this list, find in a log'],
  ['↓ Enter', 'From the filter to its list'],
  ['↑ ↓', 'Move in a list'],
  ['PageUp PageDown', 'Move by a page'],
  ['Home End', 'First and last row'],
  ['Enter', 'Open the row'],
  ['Shift+F10 Menu', 'Menu of the row, or of what has the focus'],
  ['Space', 'Select the row'],
  ['Shift+Space', 'Select up to the row'],
  ['Shift+↑ Shift+↓', 'Select while moving, also with Home, End and Page keys'],
  ['mod+A', 'Select all rows that match'],
  ['U', 'Test a URL against the redirects'],
  ['Alt+↑ Alt+↓', 'Move a redirect'],
  ['Delete', 'Remove a redirect'],
  ['mod+F', 'Find in a log', 'desktop'],
  ['mod+S', 'Save the settings of a project'],
  ['Escape', 'Clear the selection, close what is open'],
  ['1 2 3', 'Choose where a screen offers choices'],
];
