import { navigate } from 'wouter/use-browser-location';
import { undoLast } from '../ui/feedback/notify.tsx';
import { usePalette } from './palette/palette-state.ts';
import { useShortcutsDialog } from './shortcuts-dialog-state.ts';

/** Something that a key, the palette and the application's menu can do. */
export type Command = {
  readonly id: string;
  readonly label: string;
  /** `mod` is Ctrl, or the command key of a Mac. */
  readonly keys?: string;
  readonly run: () => void;
};

/** Every command that does not belong to one screen. */
export const COMMANDS: readonly Command[] = [
  { id: 'projects', label: 'Go to projects', keys: 'mod+1', run: () => navigate('/projects') },
  { id: 'builds', label: 'Go to builds', keys: 'mod+2', run: () => navigate('/builds') },
  { id: 'people', label: 'Go to tokens and people', keys: 'mod+3', run: () => navigate('/people') },
  { id: 'settings', label: 'Go to settings', keys: 'mod+,', run: () => navigate('/settings') },
  { id: 'search', label: 'Search docs', run: () => navigate('/search') },
  { id: 'import', label: 'Import project', keys: 'mod+shift+I', run: () => navigate('/import') },
  { id: 'undo', label: 'Undo last change', keys: 'mod+alt+Z', run: () => void undoLast() },
  {
    id: 'palette',
    label: 'Search or run a command',
    keys: 'mod+K',
    run: () => usePalette.getState().setOpened(true),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: '?',
    run: () => useShortcutsDialog.getState().setOpened(true),
  },
];

/** Keys that lists and screens hear themselves, for the sheet. */
export const SCREEN_SHORTCUTS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Filter this list'],
  ['↑ ↓', 'Move in a list'],
  ['Home End', 'First and last row'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row'],
  ['Shift+Space', 'Select up to the row'],
  ['Escape', 'Clear the selection, close what is open'],
  ['1 2 3', 'Choose where a screen offers choices'],
];

/** The command of this name. */
export function findCommand(id: string): Command | undefined {
  return COMMANDS.find((command) => command.id === id);
}
