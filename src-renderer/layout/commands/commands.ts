import { spotlight } from '@mantine/spotlight';
import { navigate } from 'wouter/use-browser-location';
import { type ActionId, COMMANDS, type Command } from '../../../src-server/model/window/commands.ts';
import { backUp } from '../../features/backups/back-up.ts';
import { useRestoreDialog } from '../../features/backups/restore-dialog-state.ts';
import { helpPath } from '../../features/handbook/help-for-screen.ts';
import { useLessonPanel } from '../../features/lessons/lesson-panel-state.ts';
import { SAMPLE, useLoadDialog } from '../../features/load-data/load-dialog-state.ts';
import { chooseSeedFile } from '../../features/load-data/open-files.ts';
import { useNews } from '../../features/news/news-state.ts';
import { usePresenterMode } from '../../features/presenter/presenter-mode.ts';
import { chooseTheme } from '../../theme/choose-theme.ts';
import { notify, undoLast } from '../../ui/feedback/notify.tsx';
import { capitalize } from '../../ui/format.ts';
import { isSequence } from './key-sequence.ts';
import { useShortcutsDialog } from './shortcuts-dialog-state.ts';

const ACTIONS: Readonly<Record<ActionId, () => void>> = {
  back: () => history.back(),
  backup: () => void backUp(),
  dark: () => chooseTheme('dark'),
  forward: () => history.forward(),
  help: () => navigate(currentHelp()),
  lessons: () => useLessonPanel.getState().toggle(),
  light: () => chooseTheme('light'),
  news: () => useNews.getState().open(),
  palette: () => spotlight.open(),
  presenter() {
    const { isOn, setOn } = usePresenterMode.getState();
    setOn(!isOn);
    notify(isOn ? 'Presenter mode is off' : 'Presenter mode is on: secrets are hidden');
  },
  restore: () => useRestoreDialog.getState().open(),
  sample: () => useLoadDialog.getState().open(SAMPLE),
  seed: chooseSeedFile,
  shortcuts: () => useShortcutsDialog.getState().setOpened(true),
  'system-theme': () => chooseTheme('auto'),
  undo: () => void undoLast(),
};

/** Returns the address of the page about what has the focus, or else about the screen. */
function currentHelp(): string {
  const focused = document.activeElement;
  // The panel of lessons has the keys where nothing has the focus.
  const place =
    focused === document.body ? document.querySelector('aside[data-help]') : focused?.closest('[data-help]');
  return place?.getAttribute('data-help') ?? helpPath(location.pathname);
}

/** Runs a command of the table that opens no screen. */
export function runAction(id: ActionId): void {
  ACTIONS[id]();
}

/** Runs a command of the table. */
export function runCommand({ id, path }: Command): void {
  if (path !== undefined) navigate(path);
  else runAction(id as ActionId);
}

/** The commands of the window, without those of the application's menu alone. */
export const WINDOW_COMMANDS: readonly Command[] = (COMMANDS as readonly Command[]).filter(
  ({ menuOnly }) => !menuOnly,
);

/** Whether the window is the application's, without a browser around it. */
export const IS_DESKTOP = window.lectern !== undefined;

const IS_MAC = /Mac/.test(navigator.platform);

/** Formats a shortcut as this machine's keyboard names it: `mod+shift+P` is `Ctrl Shift P` or `⇧⌘P`. */
export function formatShortcut(shortcut: string): string {
  if (isSequence(shortcut)) return shortcut.replace(' ', ' then ');
  const keys = shortcut.split('+');
  if (!IS_MAC) return keys.map((key) => (key === 'mod' ? 'Ctrl' : capitalize(key))).join(' ');
  const symbols: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' };
  return keys.map((key) => symbols[key] ?? capitalize(key)).join('');
}
