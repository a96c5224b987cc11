import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBuildState } from '../../../src-server/builder/kept/build-state.ts';
import { pruneKept } from '../../../src-server/builder/kept/prune-kept.ts';
import { scratchFolder } from '../git/git-repository.ts';

test('what builds kept goes with its version or project, and what was used longest ago beyond the limit', async () => {
  const workFolder = scratchFolder();
  const item = (path: string, daysAgo: number) => {
    const folder = join(workFolder, 'kept', path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'data'), Buffer.alloc(6_000_000));
    const used = new Date(Date.now() - daysAgo * 86_400_000);
    utimesSync(folder, used, used);
    return folder;
  };
  const [old, used] = [item('versions/1', 9), item('versions/2', 2)];
  const [template, mirror] = [item('templates/ab', 1), item('repositories/7-ab', 3)];
  const orphans = [item('versions/4', 0), item('repositories/8-ab', 0)];
  const owners = { versions: new Set([1, 2]), projects: new Set([7]) };
  const prune = (megabytes: number | null, isIdle = true) =>
    pruneKept(workFolder, owners, megabytes, () => isIdle, new AbortController().signal);
  expect(await prune(10, false)).toBe(0);
  expect(await prune(null)).toBe(2);
  expect(orphans.filter(existsSync)).toEqual([]);
  expect(await prune(15)).toBe(2);
  expect([old, mirror, used, template].map(existsSync)).toEqual([false, false, true, true]);
  // A build has it.
  const { release } = openBuildState(workFolder, 2);
  expect(await prune(0)).toBe(1);
  expect(existsSync(used)).toBe(true);
  release();
});

test('two builds of one version at once do not share what it keeps', () => {
  const workFolder = scratchFolder();
  const [first, second] = [openBuildState(workFolder, 2), openBuildState(workFolder, 2)];
  expect(first.own).toBe(join(workFolder, 'kept/versions/2'));
  expect(second.own).toBeUndefined();
  expect(second.folder).not.toBe(first.folder);
  second.release();
  first.release();
  const third = openBuildState(workFolder, 2);
  expect([third.own, third.folder]).toEqual([first.own, first.folder]);
  third.release();
});
