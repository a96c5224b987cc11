import { useMantineColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DesktopCommand } from '../../../src-main/ipc/bridge.ts';
import { runAction, runCommand, WINDOW_COMMANDS } from './commands.ts';

/** Runs commands by their keys and from the application's menu. */
export function useCommands(): void {
  const { setColorScheme } = useMantineColorScheme();
  useHotkeys(
    WINDOW_COMMANDS.flatMap((command) => {
      const { id, keys } = command;
      // The palette has its keys also inside a field.
      if (keys === undefined || id === 'palette') return [];
      return [[hotkey(keys), shortcutHandler(keys, () => runCommand(command)), { preventDefault: false }]];
    }),
    [],
  );
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

/** `?` is typed with Shift on most keyboards. */
function hotkey(keys: string): string {
  return keys === '?' ? 'shift+?' : keys;
}

const NON_TEXT_INPUT = /^(?:button|checkbox|color|file|radio|range|reset|submit)$/;

/** Runs a command wherever the focus is, unless the keys could be text there: AltGr counts as Ctrl and Alt. */
function shortcutHandler(keys: string, run: () => void): (event: KeyboardEvent) => void {
  const couldBeText = !/^F\d/.test(keys) && (!keys.includes('mod') || keys.includes('alt'));
  return (event) => {
    if (couldBeText && isTyping(event.target)) return;
    event.preventDefault();
    run();
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUT.test(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
