import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { lookAtFolder } from '../../../src-server/builder/import/look-at-folder.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

test('a look says what is at a path, and what documents it', async () => {
  const { folder, commit } = gitRepository();
  commit('Begin', { 'docs/source/conf.py': '', 'docs/index.rst': '' });
  expect(await lookAtFolder(folder)).toEqual({ kind: 'repository', docs: 'Sphinx' });
  expect(await lookAtFolder(pathToFileURL(folder).href)).toEqual({ kind: 'repository', docs: 'Sphinx' });
  const inside = { kind: 'inside', root: folder, docs: 'Sphinx' };
  expect(await lookAtFolder(join(folder, 'docs'))).toEqual(inside);
  expect(await lookAtFolder(join(folder, 'docs', 'index.rst'))).toEqual({ kind: 'file' });
  expect(await lookAtFolder(join(folder, 'nothing'))).toEqual({ kind: 'missing' });
  expect(await lookAtFolder('file://elsewhere/srv')).toEqual({ kind: 'missing' });

  const bare = join(scratchFolder(), 'bare.git');
  execFileSync('git', ['clone', '--quiet', '--bare', folder, bare]);
  expect(await lookAtFolder(bare)).toEqual({ kind: 'repository', docs: null });

  const plain = join(scratchFolder(), 'plain');
  mkdirSync(plain);
  expect(await lookAtFolder(plain)).toEqual({ kind: 'folder', docs: null });
  writeFileSync(join(plain, 'mkdocs.yml'), '');
  expect(await lookAtFolder(plain)).toEqual({ kind: 'folder', docs: 'MkDocs' });
});
