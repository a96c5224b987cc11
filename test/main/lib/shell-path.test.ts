import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptShellPath } from '../../../src-main/lib/shell-path.ts';
import { isEmptyShim } from '../../../src-server/builder/steps/developer-tools.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-shell-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const FINDER_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';

describe.skipIf(process.platform === 'win32')('PATH of an application that the Finder started', () => {
  const adopted = async (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'darwin') => {
    const changed: NodeJS.ProcessEnv = { HOME: home, PATH: FINDER_PATH, SHELL: '/bin/bash', ...env };
    await adoptShellPath(changed, platform);
    return changed.PATH;
  };

  test('is extended by what the shell adds, whatever else the shell prints', async () => {
    const lines = ['echo Welcome', 'PATH="/opt/homebrew/bin:$PATH"', 'export PATH'];
    writeFileSync(join(home, '.bash_profile'), lines.join('\n'));
    const path = await adopted({});
    expect(path?.split(':')).toContain('/opt/homebrew/bin');
    expect(path?.split(':')).toEqual(expect.arrayContaining(FINDER_PATH.split(':')));
    expect(new Set(path?.split(':')).size).toBe(path?.split(':').length);
  });

  test('stays as it is from a terminal, on other systems and without a shell that answers', async () => {
    writeFileSync(join(home, '.bash_profile'), 'export PATH="/opt/homebrew/bin:$PATH"');
    expect(await adopted({ TERM: 'xterm' })).toBe(FINDER_PATH);
    expect(await adopted({}, 'linux')).toBe(FINDER_PATH);
    expect(await adopted({ SHELL: '/nowhere/zsh' })).toBe(FINDER_PATH);
    expect(await adopted({ SHELL: '/bin/false' })).toBe(FINDER_PATH);
  });
});

test('git of macOS counts only with the developer tools behind it', () => {
  const tools = join(home, 'CommandLineTools');
  expect(isEmptyShim('/usr/bin/git', 'darwin', [tools])).toBe(true);
  expect(isEmptyShim('/opt/homebrew/bin/git', 'darwin', [tools])).toBe(false);
  expect(isEmptyShim('/usr/bin/curl', 'darwin', [tools])).toBe(false);
  expect(isEmptyShim('/usr/bin/git', 'linux', [tools])).toBe(false);
  mkdirSync(join(tools, 'usr', 'bin'), { recursive: true });
  writeFileSync(join(tools, 'usr', 'bin', 'git'), '');
  expect(isEmptyShim('/usr/bin/git', 'darwin', [tools])).toBe(false);
});
