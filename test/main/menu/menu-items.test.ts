import { describe, expect, test } from 'vitest';
import { type MenuEntry, menuItems } from '../../../src-main/menu/menu-items.ts';

const STATE = { mac: false, packaged: true, theme: 'dark' } as const;

function flat(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...('items' in entry && entry.items ? flat(entry.items) : [])]);
}

const roles = (entries: readonly MenuEntry[]) =>
  flat(entries).flatMap((entry) => ('role' in entry ? [entry.role] : []));
const named = (label: string, state: Parameters<typeof menuItems>[0] = STATE) =>
  flat(menuItems(state)).find((entry) => 'label' in entry && entry.label === label);

describe.each([
  ['Linux and Windows', STATE],
  ['macOS', { ...STATE, mac: true }],
  ['development', { ...STATE, packaged: false }],
] as const)('the menu of %s', (_name, state) => {
  test('uses no shortcut twice', () => {
    const keys = flat(menuItems(state)).flatMap((entry) =>
      'accelerator' in entry && entry.accelerator ? [entry.accelerator] : [],
    );
    expect(keys.length).toBeGreaterThan(8);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('leaves Ctrl+Z to text fields', () => {
    expect(roles(menuItems(state))).toEqual(
      expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']),
    );
    expect(named('Undo last change', state)).toMatchObject({
      accelerator: 'CmdOrCtrl+Alt+Z',
      command: { name: 'run', id: 'undo' },
    });
  });

  test('has an action for every item', () => {
    const idle = flat(menuItems(state)).filter(
      (entry) => 'label' in entry && !entry.command && !entry.action && !entry.items,
    );
    expect(idle).toEqual([]);
  });
});

test('a packaged application has no developer tools', () => {
  expect(roles(menuItems(STATE))).not.toContain('toggleDevTools');
  expect(roles(menuItems({ ...STATE, packaged: false }))).toContain('toggleDevTools');
});

test('the theme in use is checked, the others are not', () => {
  expect(named('Dark')).toMatchObject({ checked: true, command: { name: 'theme', theme: 'dark' } });
  expect(named('Light')).toMatchObject({ checked: false });
  expect(named('System')).toMatchObject({ checked: false });
});

test('macOS has Quit only in the application menu; both ask before builds are lost', () => {
  const mac = { ...STATE, mac: true };
  expect(named('Quit')).toMatchObject({ action: 'quit' });
  expect(named('Quit', mac)).toBeUndefined();
  expect(named('Quit Lectern', mac)).toMatchObject({ action: 'quit', accelerator: 'Cmd+Q' });
  expect(menuItems(mac)[0]).toMatchObject({ label: 'Lectern' });
});
