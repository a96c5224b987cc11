import { useMantineColorScheme } from '@mantine/core';
import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DesktopCommand } from '../../../src-main/ipc/bridge.ts';
import { commandOf, keysOf } from '../../../src-server/model/window/commands.ts';
import { onAnyKeyboard } from '../../ui/shifted-keys.ts';
import { IS_DESKTOP, runAction, runCommand, WINDOW_COMMANDS } from './commands.ts';
import { isSequence, onKeySequences } from './key-sequence.ts';

/** Runs commands by their keys and from the application's menu. */
export function useCommands(): void {
  const { setColorScheme } = useMantineColorScheme();
  useHotkeys(
    WINDOW_COMMANDS.flatMap((command) => {
      const keys = keysOf(command, IS_DESKTOP);
      // The palette has its keys also inside a field.
      if (keys === undefined || isSequence(keys) || command.id === 'palette') return [];
      const run = shortcutHandler(keys, () => runCommand(command));
      return hotkeys(keys).map((each): HotkeyItem => [each, run, { preventDefault: false }]);
    }),
    [],
  );
  useEffect(() => {
    const sequences = WINDOW_COMMANDS.flatMap((command) =>
      command.keys !== undefined && isSequence(command.keys)
        ? [[command.keys, () => runCommand(command)] as const]
        : [],
    );
    return onKeySequences(new Map(sequences), isTyping);
  }, []);
  useEffect(
    () =>
      window.lectern?.onCommand((command: DesktopCommand) => {
        if (command.name === 'go') navigate(command.path);
        else if (command.name === 'theme')
          setColorScheme(command.theme === 'system' ? 'auto' : command.theme);
        else runAction(command.id);
      }),
    [setColorScheme],
  );
}

/** Which signs are typed with Shift depends on the keyboard's language. */
function hotkeys(keys: string): readonly string[] {
  return /^[^A-Za-z0-9]$/.test(keys) ? onAnyKeyboard(keys) : [keys];
}

const UNDO_KEYS = commandOf('undo').keys;
const NON_TEXT_INPUT = /^(?:button|checkbox|color|file|radio|range|reset|submit)$/;

/** Runs a command wherever the focus is, unless the keys are the field's own or could be text: AltGr counts as Ctrl and Alt. */
function shortcutHandler(keys: string, run: () => void): (event: KeyboardEvent) => void {
  const isFunctionKey = /^F\d/.test(keys);
  const couldBeText = !isFunctionKey && (!keys.includes('mod') || keys.includes('alt'));
  const isFieldsOwn = couldBeText || keys === UNDO_KEYS;
  return (event) => {
    if (isFieldsOwn && isTyping(event.target)) return;
    // What is behind an open dialog is not changed.
    if (keys === UNDO_KEYS && event.target instanceof Element && event.target.closest('[role="dialog"]'))
      return;
    event.preventDefault();
    run();
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUT.test(target.type);
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
