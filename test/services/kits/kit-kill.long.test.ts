import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCore } from '../../../src-server/core.ts';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { killWhileLoading } from './kill-while-loading.ts';

test('R16 kill -9 while a kit is loaded leaves the old data', async () => {
  expect(['old', 'new']).toContain(await killWhileLoading(0));
});

test('R16 a folder of a kit that a kill left empty, before it was marked, is removed; others stay', async () => {
  const data = join(scratchFolder(), 'data');
  const [empty, full] = ['first-steps', 'mine'].map((name) => join(data, 'repositories', name)) as [
    string,
    string,
  ];
  for (const folder of [empty, full]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(full, 'kept'), '');
  await (await openCore({ data, keychain: 'off' })).close();
  expect([existsSync(empty), existsSync(join(full, 'kept'))]).toEqual([false, true]);
});
