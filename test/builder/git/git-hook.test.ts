import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkHook,
  findHookRepository,
  installedHooks,
  installHook,
  removeHooks,
} from '../../../src-server/builder/git/git-hook.ts';
import { Conflict, NotFound } from '../../../src-server/model/base/problems.ts';
import {
  type HookEvent,
  isSameRepository,
  localFolder,
} from '../../../src-server/model/webhooks/git-hook.ts';
import { gitRepository, scratchFolder } from './git-repository.ts';

const TARGET = { project: 'pip', integrationId: 5, secret: 's3cret', server: { url: 'http://127.0.0.1:1' } };

async function install(path: string, event: HookEvent = 'post-commit', target = TARGET): Promise<string> {
  return installHook(await findHookRepository(path), event, target);
}

test('a hook is written to the hooks folder of git, private and executable', async () => {
  const { folder, git } = gitRepository();
  mkdirSync(join(folder, 'docs'));
  const place = await findHookRepository(join(folder, 'docs'));
  expect(place).toEqual({
    folder,
    gitFolder: join(folder, '.git'),
    hooksFolder: join(folder, '.git/hooks'),
    isBare: false,
    remotes: [],
  });
  const file = await install(folder);
  expect(file).toBe(join(folder, '.git/hooks/post-commit'));
  expect(statSync(file).mode & 0o777).toBe(0o700);
  expect(await installedHooks(place)).toEqual([
    { project: 'pip', integrationId: 5, event: 'post-commit', file },
  ]);
  git('remote', 'add', 'origin', 'https://x.org/pip.git');
  expect((await findHookRepository(folder)).remotes).toEqual(['https://x.org/pip.git']);
  expect((await removeHooks(place)).map(({ event }) => event)).toEqual(['post-commit']);
  expect(existsSync(file)).toBe(false);
});

test('an additional working tree shares the hooks of the first', async () => {
  const { folder, git, commit } = gitRepository();
  commit('one', { a: '1' });
  const other = join(scratchFolder(), 'other');
  git('worktree', 'add', '--quiet', '-b', 'side', other);
  expect(await install(other)).toBe(join(folder, '.git/hooks/post-commit'));
});

test('an existing hook is kept with ours before it, and restored when ours is removed', async () => {
  const { folder } = gitRepository();
  const file = join(folder, '.git/hooks/post-commit');
  const theirs = '#!/usr/bin/env bash\nset -e\necho done\nexit 0\n';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, theirs);
  chmodSync(file, 0o755);
  await install(folder);
  await install(folder, 'post-commit', { ...TARGET, integrationId: 6 });
  const text = readFileSync(file, 'utf8');
  expect(text.match(/>>> lectern/g)).toHaveLength(1);
  expect(text).toContain('integration 6 of pip');
  expect(text.indexOf('<<< lectern')).toBeLessThan(text.indexOf('set -e'));
  expect(statSync(file).mode & 0o777).toBe(0o700);
  await removeHooks(await findHookRepository(folder));
  expect(readFileSync(file, 'utf8')).toBe(theirs);
});

test('an existing hook in another language is refused and left unchanged', async () => {
  const { folder } = gitRepository();
  const file = join(folder, '.git/hooks/post-commit');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/usr/bin/env python3\nprint(1)\n');
  await expect(install(folder)).rejects.toThrow(Conflict);
  await expect(install(folder)).rejects.toThrow('it is not a shell script');
  expect(readFileSync(file, 'utf8')).toBe('#!/usr/bin/env python3\nprint(1)\n');
  const place = await findHookRepository(folder);
  await expect(checkHook(place, 'post-receive')).rejects.toThrow('bare repositories only');
});

test('hooks in a committed folder contain no secret', async () => {
  const { folder, git } = gitRepository();
  git('config', 'core.hooksPath', '.hooks');
  await expect(install(folder)).rejects.toThrow('A secret must not be stored there');
  expect(existsSync(join(folder, '.hooks'))).toBe(false);
});

test('hooks shared by several repositories check which one runs them', async () => {
  const { folder, git } = gitRepository();
  const shared = join(scratchFolder(), 'shared');
  git('config', 'core.hooksPath', shared);
  const file = await install(folder);
  expect(file).toBe(join(shared, 'post-commit'));
  expect(readFileSync(file, 'utf8')).toContain(`= '${folder}/.git' ]`);
});

test('a bare repository gets a post-receive hook', async () => {
  const { folder, git } = gitRepository();
  const bare = join(scratchFolder(), 'bare.git');
  git('clone', '--quiet', '--bare', folder, bare);
  const place = await findHookRepository(bare);
  expect(place).toMatchObject({ folder: bare, gitFolder: bare, isBare: true });
  await expect(checkHook(place, 'post-commit')).rejects.toThrow('only post-receive');
  const file = await install(bare, 'post-receive');
  expect(file).toBe(join(bare, 'hooks/post-receive'));
  writeFileSync(file, '#!/bin/sh\ncat\n');
  await expect(install(bare, 'post-receive')).rejects.toThrow('both hooks would read');
});

test('a folder without a repository is reported', async () => {
  const folder = scratchFolder();
  await expect(findHookRepository(folder)).rejects.toThrow(NotFound);
  await expect(findHookRepository(join(folder, 'nope'))).rejects.toThrow('There is no folder');
  const { folder: real } = gitRepository();
  symlinkSync(real, join(folder, 'link'));
  expect((await findHookRepository(join(folder, 'link'))).folder).toBe(real);
});

test.each([
  ['/srv/pip', '/srv/pip/.git', true],
  ['/srv/pip/', 'file:///srv/pip', true],
  ['/srv/a b', 'file:///srv/a%20b', true],
  ['https://github.com/a/pip.git', 'git@github.com:a/pip', true],
  ['ssh://git@github.com:22/a/pip.git', 'https://mira:x@GitHub.com/a/pip/', true],
  ['https://github.com/a/pip', 'https://github.com/b/pip', false],
  ['https://github.com/a/pip', 'https://gitlab.com/a/pip', false],
  ['/srv/pip', '/srv/pip2', false],
])('%s and %s are the same repository: %s', (one, other, same) => {
  expect(isSameRepository(one, other)).toBe(same);
});

test.each([
  ['/srv/pip', '/srv/pip'],
  ['file:///srv/a%20b', '/srv/a b'],
  ['file://localhost/srv/pip', '/srv/pip'],
  ['file://elsewhere/srv/pip', undefined],
  ['https://x.org/pip', undefined],
  ['git@x.org:pip', undefined],
])('%s is the folder %s', (address, folder) => {
  expect(localFolder(address)).toBe(folder);
});
