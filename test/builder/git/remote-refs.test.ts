import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listRefs, prepareSource } from '../../../src-server/builder/git/remote-refs.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from './git-repository.ts';

test.skipIf(!hasProgram('git'))('the short form of Launchpad names a repository there', async () => {
  const { folder, commit } = gitRepository();
  const head = commit('First', { 'words.txt': 'first' });
  const home = scratchFolder();
  // The person's own settings lead to another server, as they may for every address.
  const nearby = pathToFileURL(`${dirname(folder)}/`).href;
  writeFileSync(join(home, '.gitconfig'), `[url "${nearby}"]\n\tinsteadOf = https://git.launchpad.net/\n`);
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const source = await prepareSource(`lp:${basename(folder)}`, home);
  expect(await listRefs(source, 600_000, undefined)).toContain(`${head}\trefs/heads/main`);
});
