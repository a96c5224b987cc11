import { useMantineColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { DesktopCommand } from '../../src-main/ipc/bridge.ts';
import { COMMANDS, findCommand } from './commands.ts';

/** Lets keys and the application's menu run the commands. */
export function useCommands(): void {
  const { setColorScheme } = useMantineColorScheme();
  useHotkeys(
    COMMANDS.flatMap(({ keys, run }) =>
      keys === undefined || keys === 'mod+K'
        ? []
        : [[hotkey(keys), shortcutHandler(keys, run), { preventDefault: false }]],
    ),
    [],
  );
  useEffect(
    () =>
      window.lectern?.onCommand((command: DesktopCommand) => {
        if (command.name === 'go') navigate(command.path);
        else if (command.name === 'theme')
          setColorScheme(command.theme === 'system' ? 'auto' : command.theme);
        else if (command.name === 'back') history.back();
        else if (command.name === 'forward') history.forward();
        else findCommand(command.name)?.run();
      }),
    [setColorScheme],
  );
}

/** `?` is typed with Shift on most keyboards. */
function hotkey(keys: string): string {
  return keys === '?' ? 'shift+?' : keys;
}

const NON_TEXT_INPUT = /^(?:button|checkbox|color|file|radio|range|reset|submit)$/;

/** Runs the command wherever the keyboard is, unless the keys could be text there: AltGr counts as Ctrl and Alt. */
function shortcutHandler(keys: string, run: () => void): (event: KeyboardEvent) => void {
  const couldBeText = !keys.includes('mod') || keys.includes('alt');
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
