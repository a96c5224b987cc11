import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { startRepository } from '../../../src-server/builder/git/start-repository.ts';
import { scratchFolder } from './git-repository.ts';

test('a folder of documentation becomes a repository with one commit, and no other folder does', async () => {
  const folder = scratchFolder();
  await expect(startRepository(folder)).rejects.toThrow('not a folder of documentation');
  expect(existsSync(join(folder, '.git'))).toBe(false);

  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'conf.py'), '');
  writeFileSync(join(folder, '.gitignore'), 'secret\n');
  writeFileSync(join(folder, 'secret'), 'x');
  await startRepository(folder);
  const { refs, files } = await inspectRepository(folder);
  expect(refs.branches.map(({ name }) => name)).toEqual(['main']);
  expect(files?.commit.subject).toBe('Add the documentation');
  expect(files?.docs?.file).toBe('docs/conf.py');

  await expect(startRepository(folder)).rejects.toThrow('not a folder of documentation');
  await expect(startRepository(join(folder, 'docs'))).rejects.toThrow('not a folder of documentation');
  expect(existsSync(join(folder, 'docs', '.git'))).toBe(false);
});
