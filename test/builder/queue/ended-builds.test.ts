import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putAside, removeEnded } from '../../../src-server/builder/queue/ended-builds.ts';
import { scratchFolder } from '../git/git-repository.ts';

/** Ends as many builds, one after the other; returns the folder in which theirs wait. */
async function endBuilds(workFolder: string, count: number): Promise<string> {
  for (let at = 1; at <= count; at += 1) {
    const folder = join(workFolder, `version-${at}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'page.html'), `${at}`);
    await putAside(folder, workFolder);
    expect(existsSync(folder)).toBe(false);
  }
  return join(workFolder, 'ended');
}

test('folders of builds that have ended wait a minute, and sixteen at the most', async () => {
  const workFolder = scratchFolder();
  const ended = await endBuilds(workFolder, 18);
  const waiting = readdirSync(ended);
  expect(waiting).toHaveLength(16);

  await removeEnded(workFolder, 'old');
  expect(readdirSync(ended).sort()).toEqual(waiting.sort());

  const [old = '', ...young] = waiting;
  const before = new Date(statSync(join(ended, old)).mtimeMs - 61_000);
  utimesSync(join(ended, old), before, before);
  await removeEnded(workFolder, 'old');
  expect(readdirSync(ended).sort()).toEqual(young.sort());

  await removeEnded(workFolder, 'all');
  expect(readdirSync(ended)).toEqual([]);
});

test('the end of a build without a folder, and a look before the first build, change nothing', async () => {
  const workFolder = scratchFolder();
  await removeEnded(workFolder, 'all');
  await putAside(join(workFolder, 'version-1'), workFolder);
  await removeEnded(workFolder, 'all');
  expect(readdirSync(workFolder).flatMap((name) => readdirSync(join(workFolder, name)))).toEqual([]);
});
