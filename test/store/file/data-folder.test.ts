import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  dataFolderPaths,
  defaultDataFolder,
  prepareDataFolder,
  writePrivateFile,
} from '../../../src-server/store/file/data-folder.ts';
import { fileTimestamp, parseFileTimestamp } from '../../../src-server/store/file/file-timestamp.ts';
import { makeDataFolder, NOON, withDatabase } from '../../support/store/store-folder.ts';

const posix = process.platform !== 'win32';

function modes(path: string): Record<string, string> {
  const names = ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(path, name)).mode & 0o777).toString(8)]),
  );
}

test.runIf(posix)(
  'only the owner can access anything in the folder, even with a permissive umask (safety S18)',
  async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const folder = makeDataFolder();
    const open = await withDatabase(folder, () => modes(folder.root));
    expect(open).toMatchObject({
      '.': '700',
      backups: '700',
      builds: '700',
      docs: '700',
      'lectern.sqlite': '600',
      'lectern.sqlite-wal': '600',
    });
    expect(Object.entries(open).filter(([, mode]) => !['600', '700'].includes(mode))).toEqual([]);
  },
);

test.runIf(posix)('permissions for other users are removed again (safety S18)', async () => {
  const folder = makeDataFolder();
  await withDatabase(folder, () => undefined);
  for (const file of [folder.vaultFile, folder.usage, join(folder.backups, 'lectern-x.sqlite')])
    writeFileSync(file, '');
  for (const file of readdirSync(folder.root)) chmodSync(join(folder.root, file), 0o755);
  chmodSync(join(folder.backups, 'lectern-x.sqlite'), 0o644);
  chmodSync(folder.root, 0o755);

  prepareDataFolder(folder.root);

  expect(modes(folder.root)).toEqual({
    '.': '700',
    backups: '700',
    builds: '700',
    docs: '700',
    snapshots: '700',
    [join('backups', 'lectern-x.sqlite')]: '600',
    'lectern.sqlite': '600',
    'usage.sqlite': '600',
    'vault.json': '600',
  });
});

test('folders that others need are refused and left unchanged', () => {
  const shared = mkdtempSync(join(tmpdir(), 'lectern-shared-'));
  onTestFinished(() => rmSync(shared, { recursive: true }));
  chmodSync(shared, 0o1777);
  const before = statSync(shared).mode;
  if (posix) expect(() => prepareDataFolder(shared)).toThrow('is used by others too');
  expect(() => prepareDataFolder(homedir())).toThrow('is used by others too');
  expect(() => prepareDataFolder('/')).toThrow('is used by others too');
  expect(statSync(shared).mode).toBe(before);
  expect(readdirSync(shared)).toEqual([]);
});

test('a file instead of the folder is refused', () => {
  const folder = makeDataFolder();
  writeFileSync(folder.vaultFile, '');
  expect(() => prepareDataFolder(folder.vaultFile)).toThrow('is not a folder');
});

test('paths are absolute, and computing them creates nothing', () => {
  const parent = makeDataFolder().root;
  const folder = dataFolderPaths(join(parent, 'not', 'there'));
  expect(Object.values(folder).every(isAbsolute)).toBe(true);
  expect(readdirSync(parent).sort()).toEqual(['backups', 'builds', 'docs', 'snapshots']);
  prepareDataFolder(folder.root);
  expect(readdirSync(folder.root).sort()).toEqual(['backups', 'builds', 'docs', 'snapshots']);
});

test('the default folder has the name of the program', () => {
  expect(defaultDataFolder()).toContain('lectern');
  expect(basename(defaultDataFolder())).not.toContain('nodejs');
});

test('a private file is replaced as a whole', () => {
  const folder = makeDataFolder();
  mkdirSync(join(folder.root, 'x'));
  writePrivateFile(folder.vaultFile, 'old');
  writePrivateFile(folder.vaultFile, 'new');
  expect(readdirSync(folder.root).sort()).toEqual([
    'backups',
    'builds',
    'docs',
    'snapshots',
    'vault.json',
    'x',
  ]);
  expect(() => writePrivateFile(join(folder.root, 'x'), 'text')).toThrow();
});

test.each([
  [NOON, '20261121T101500.123456Z'],
  [0, '19700101T000000.000000Z'],
])('%i converts to %s in a file name and back', (at, stamp) => {
  expect(fileTimestamp(at)).toBe(stamp);
  expect(parseFileTimestamp(stamp)).toBe(at);
});

test.each(['', '20261121T101500Z', '20261121T101500.123456', '20261321T101500.123456Z'])(
  '%j is not a timestamp',
  (text) => {
    expect(parseFileTimestamp(text)).toBeUndefined();
  },
);
