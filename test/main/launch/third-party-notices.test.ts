import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  NOTICES_FILE,
  noticesOf,
  packageFolder,
  productionFolders,
} from '../../../src-main/launch/third-party-notices.ts';
import { ROOT } from '../../architecture/repository.ts';

/** Returns name, version and the first licence text of an installed package. */
function installed(folder: string) {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const [file] = readdirSync(join(ROOT, folder)).filter((each) => /^licen[cs]e/i.test(each));
  return {
    title: `${name} ${version}\n`,
    text: file && readFileSync(join(ROOT, folder, file), 'utf8').trim(),
  };
}

/** Returns the packages whose name, version or licence text the notices lack. */
function missingFrom(notices: string, folders: readonly string[]): string[] {
  return folders.filter((folder) => {
    const { title, text = '' } = installed(folder);
    return !notices.includes(title) || !notices.includes(text);
  });
}

describe('the notices of third parties', () => {
  const folders = productionFolders(ROOT);

  test('have every production dependency with its licence text', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const direct = Object.keys(dependencies).map((name) => `node_modules/${name}`);
    expect(direct.filter((folder) => !folders.includes(folder))).toEqual([]);
    expect(missingFrom(noticesOf(ROOT, folders), folders)).toEqual([]);
    // CC0 has no text that must go along; every other package has one.
    const withoutText = folders.filter((folder) => installed(folder).text === undefined);
    expect(withoutText.filter((folder) => folder !== 'node_modules/binary-search')).toEqual([]);
  });

  test.runIf(existsSync(join(ROOT, 'out/renderer', NOTICES_FILE)))(
    'are built beside the window, with the packages and fonts in it',
    () => {
      const notices = readFileSync(join(ROOT, 'out/renderer', NOTICES_FILE), 'utf8');
      const inWindow = ['react', '@mantine/core', '@fontsource-variable/source-serif-4', 'react-markdown'];
      expect(missingFrom(notices, [...folders, ...inWindow.map((name) => `node_modules/${name}`)])).toEqual(
        [],
      );
    },
  );

  test.each([
    ['/x/node_modules/react/index.js', 'node_modules/react'],
    ['/x/node_modules/@mantine/core/esm/a.mjs', 'node_modules/@mantine/core'],
    ['/x/node_modules/a/node_modules/b/c.js?v=1', 'node_modules/a/node_modules/b'],
    ['/x/src-renderer/main.tsx', undefined],
  ])('%s is of %s', (module, folder) => {
    expect(packageFolder(module)).toBe(folder);
  });
});
