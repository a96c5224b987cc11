import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { revealablePath } from '../../../src-main/ipc/revealable-path.ts';
import { openLog } from '../../../src-main/lib/log-file.ts';
import { jsonFile } from '../../../src-main/lib/private-json.ts';
import { Preferences, resolveOpenOptions } from '../../../src-main/server/open-options.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-desktop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a saved file', () => {
  const open = () => jsonFile(join(folder, 'deep', 'desktop.json'), Preferences);

  test('starts with defaults and stores changes, readable by the owner only', () => {
    const file = open();
    expect(file.read()).toEqual({ toldOfTray: false });
    file.update({ data: '/somewhere' });
    file.update({ toldOfTray: true });
    expect(file.read()).toEqual({ data: '/somewhere', toldOfTray: true });
    expect(open().read()).toEqual({ data: '/somewhere', toldOfTray: true });
    expect(statSync(join(folder, 'deep', 'desktop.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['desktop.json']);
  });

  test.each(['{ "data"', '{"data": 5}', '[]', '', 'null'])('that contains %j is set aside', (text) => {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep', 'desktop.json'), text);
    const file = open();
    expect(file.read()).toEqual({ toldOfTray: false });
    file.update({ toldOfTray: true });
    expect(readFileSync(join(folder, 'deep', 'desktop.json.unreadable'), 'utf8')).toBe(text);
    expect(open().read()).toEqual({ toldOfTray: true });
  });

  test('that changes often is read at once and written once', () => {
    vi.useFakeTimers();
    try {
      const path = join(folder, 'deep', 'desktop.json');
      const file = open();
      for (let at = 0; at < 50; at += 1) file.updateSoon({ data: `/folder/${at}` });
      expect(file.read()).toMatchObject({ data: '/folder/49' });
      expect(existsSync(path)).toBe(false);
      vi.runAllTimers();
      expect(open().read()).toMatchObject({ data: '/folder/49' });
      const { ino } = statSync(path);
      file.updateSoon({ data: '/folder/49' });
      vi.runAllTimers();
      file.flush();
      expect(statSync(path).ino).toBe(ino);
      file.updateSoon({ data: '/last' });
      file.flush();
      expect(open().read()).toMatchObject({ data: '/last' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('that cannot be written after a delay is logged, and nothing is thrown', () => {
    writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
    const lines: string[] = [];
    const file = jsonFile(join(folder, 'deep', 'desktop.json'), Preferences, (line) => lines.push(line));
    file.updateSoon({ toldOfTray: true });
    file.flush();
    expect(lines).toEqual([expect.stringMatching(/^desktop\.json cannot be written: /)]);
  });

  test('that cannot be written reports an error', () => {
    writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
    expect(() => open().update({ toldOfTray: true })).toThrow();
    expect(readdirSync(folder)).toEqual(['deep']);
  });

  test('that could not be written is written at the next attempt', () => {
    const file = open();
    writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
    expect(() => file.update({ toldOfTray: true })).toThrow();
    expect(file.read()).toEqual({ toldOfTray: false });
    rmSync(join(folder, 'deep'));
    file.update({ toldOfTray: true });
    expect(open().read()).toEqual({ toldOfTray: true });
  });
});

describe('how the core is opened:', () => {
  const defaultFolder = resolve('/usual');
  test.each([
    ['by default', {}, {}, { data: defaultFolder, port: undefined, keychain: 'auto' }],
    [
      'as configured',
      {},
      { data: '/chosen' },
      { data: resolve('/chosen'), port: undefined, keychain: 'auto' },
    ],
    [
      'as set in the environment',
      { LECTERN_DATA: '/given', LECTERN_PORT: '0', LECTERN_KEYCHAIN: 'off' },
      { data: '/chosen' },
      { data: resolve('/given'), port: 0, keychain: 'off' },
    ],
    [
      'ignoring invalid values',
      { LECTERN_DATA: '', LECTERN_PORT: '70000', LECTERN_KEYCHAIN: 'maybe' },
      {},
      { data: defaultFolder, port: undefined, keychain: 'auto' },
    ],
    [
      'ignoring a port that is not a number',
      { LECTERN_PORT: '80a' },
      {},
      { data: defaultFolder, port: undefined, keychain: 'auto' },
    ],
  ])('%s', (_name, environment, preferences, expected) => {
    expect(resolveOpenOptions(environment, Preferences.parse(preferences), '/usual')).toEqual(expected);
  });
});

describe('S17 a page may show in the file manager', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'data', 'backups'), { recursive: true });
    mkdirSync(join(folder, 'data-not'));
    writeFileSync(join(folder, 'data', 'backups', 'one.sqlite'), '');
    writeFileSync(join(folder, 'secret'), '');
    symlinkSync(join(folder, 'secret'), join(folder, 'data', 'link'));
  });
  const revealedPath = (...path: string[]) =>
    revealablePath(join(folder, ...path), [join(folder, 'data')]) !== undefined;

  test('files in the data folder', () => {
    expect(revealedPath('data')).toBe(true);
    expect(revealedPath('data', 'backups', 'one.sqlite')).toBe(true);
    expect(revealedPath('data', 'backups', '..', 'backups')).toBe(true);
  });

  test('and nothing else', () => {
    expect(revealedPath('secret')).toBe(false);
    expect(revealedPath('data', '..', 'secret')).toBe(false);
    expect(revealedPath('data', 'link')).toBe(false);
    expect(revealedPath('data-not')).toBe(false);
    expect(revealedPath('data', 'gone')).toBe(false);
    expect(revealablePath(join(folder, 'data'), [join(folder, 'gone')])).toBeUndefined();
  });
});

test('the log is readable by the owner only, and a long old one is rotated', () => {
  const at = () => new Date(0);
  const first = openLog(join(folder, 'logs'), at);
  first.write('x'.repeat(1_000_001));
  openLog(join(folder, 'logs'), at).write('begun');
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['lectern.1.log', 'lectern.log']);
  expect(readFileSync(first.path, 'utf8')).toBe('1970-01-01T00:00:00.000Z begun\n');
  expect(statSync(first.path).mode & 0o777).toBe(0o600);
});
