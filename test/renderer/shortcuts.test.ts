import { expect, test } from 'vitest';
import { COMMANDS, type Command, keysOf, SCREEN_SHORTCUTS } from '../../src-server/model/window/commands.ts';
import { codeFiles } from '../architecture/repository.ts';

const commands: readonly Command[] = COMMANDS;
/** Keys of browsers, on one system at least; `mod+K` is none that anyone still needs, `mod+S` saves what is edited, and F1 is help. */
const BROWSER_KEYS =
  /^(?:mod\+(?:shift\+)?[TWNLRFPDHJOUIEGQ+\-=0-9]|mod\+,|alt\+\d|F(?!1$)\d+|mod\+shift\+(?:C|Delete))$/i;

/** The keys that the window's code registers by itself, beside those of commands. */
const registered = [...codeFiles(/^src-renderer\//)].flatMap(([path, source]) => {
  const lists = [...source.matchAll(/useHotkeys\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, list = '']) => list);
  const inLists = lists.flatMap((list) => [...list.matchAll(/\[\s*'([^']+)',/g)]);
  const signs = [...source.matchAll(/onAnyKeyboard\('([^']+)'\)/g)];
  return [...inLists, ...signs].map(([, keys = '']) => ({ path, keys }));
});

test('the dialog of shortcuts lists every key that a screen registers', () => {
  const listed = new Set(SCREEN_SHORTCUTS.flatMap(([keys]) => keys.split(' ')));
  expect(registered.map(({ keys }) => keys)).toEqual(expect.arrayContaining(['/', 'Escape', 'mod+S']));
  expect(registered.filter(({ keys }) => !listed.has(keys))).toEqual([]);
});

test('no shortcut of a window in a browser is one of the browser’s own', () => {
  const ofScreens = SCREEN_SHORTCUTS.flatMap(([keys, , where]) =>
    where === 'desktop' ? [] : keys.split(' '),
  );
  const ofCommands = commands.flatMap((command) => keysOf(command, false) ?? []);
  expect([...ofScreens, ...ofCommands].filter((keys) => BROWSER_KEYS.test(keys))).toEqual([]);
  // What a screen registers for the application alone is marked so in the dialog.
  const desktopOnly = new Set(
    SCREEN_SHORTCUTS.flatMap(([keys, , where]) => (where === 'desktop' ? [keys] : [])),
  );
  expect(registered.filter(({ keys }) => BROWSER_KEYS.test(keys) && !desktopOnly.has(keys))).toEqual([]);
});

test('no two commands have the same keys', () => {
  for (const isDesktop of [false, true]) {
    const keys = commands.flatMap((command) => keysOf(command, isDesktop) ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
