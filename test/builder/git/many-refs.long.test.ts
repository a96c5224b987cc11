import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectRepository } from '../../../src-server/builder/git/inspect-repository.ts';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { MAX_REFS } from '../../../src-server/model/projects/repository/repository-inspection.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { eventually } from '../../support/program/build-server.ts';
import { measureTurns } from '../../support/program/measure-turns.ts';
import { gitRepository, scratchFolder } from './git-repository.ts';

const TAG_COUNT = 60_000;
/** More entries in one turn would hold the event loop; a build or a sync of `latest` adds a few. */
const MOST_ENTRIES = 400;

/** Creates a repository with many tags, the highest first release in the middle. */
function repositoryOfTags(count: number): string {
  const { folder, commit } = gitRepository();
  const head = commit('First', { 'docs/index.rst': '' });
  const names = Array.from({ length: count }, (_, index) => `ci/run-${index}`);
  names.push('v1.0', 'v2.0');
  const lines = names.sort().map((name) => `${head} refs/tags/${name}\n`);
  appendFileSync(join(folder, '.git', 'packed-refs'), `# pack-refs with: sorted\n${lines.join('')}`);
  return folder;
}

async function open(): Promise<Lectern & { readonly alice: Actor }> {
  const data = join(scratchFolder(), 'data');
  const lectern = await openLectern({ data, port: 0, keychain: 'off', builds: true, trustBuilds: false });
  onTestFinished(lectern.close);
  const user = lectern.services.users.ensure(systemActor('command'), 'alice');
  return { ...lectern, alice: { kind: 'operator', user, door: 'desk' } };
}

/** Counts the journal entries that listeners were notified of in one turn of the event loop, at most. */
function countEntriesPerTurn({ services }: Lectern): () => number {
  let inTurn = 0;
  let most = 0;
  const unsubscribe = services.changes.subscribe(() => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
  });
  onTestFinished(unsubscribe);
  return () => most;
}

test('an inspection of 60,000 tags keeps the first ones, says so, and lets the event loop turn', async () => {
  const folder = repositoryOfTags(TAG_COUNT);
  await inspectRepository(folder);
  const { result, longest, total } = await measureTurns(() => inspectRepository(folder));
  expect(result.refs.tags.length).toBe(MAX_REFS);
  expect(result.refs.tags.slice(0, 2).map(({ name }) => name)).toEqual(['v2.0', 'v1.0']);
  expect(result.refs.leftOut).toBe(TAG_COUNT + 2 - MAX_REFS);
  expect(result.stable).toBe('v2.0');
  expect(longest).toBeLessThan(total / 4);
});

test('a sync with 60,000 tags adds versions in slices, and says how many it left out', async () => {
  const lectern = await open();
  const { services, alice } = lectern;
  const most = countEntriesPerTurn(lectern);
  const url = repositoryOfTags(TAG_COUNT);
  services.projects.create(alice, { name: 'Tides', repository: { url, type: 'git' } });
  const { problem } = await eventually(
    () => services.versionSync.state(alice, 'tides'),
    ({ synced }) => synced !== null,
  );
  expect(problem).toBe(
    'Left out 55,002 branches and tags: a project has at most 5,000 of each, the highest releases first. Delete some that are not needed from the repository to have others.',
  );
  expect(most()).toBeLessThan(MOST_ENTRIES);
  const { rows } = services.versionList.get(alice, 'tides');
  expect(rows.length).toBe(MAX_REFS + 3);
  expect(rows.filter(({ active }) => active).map(({ slug }) => slug)).toEqual(['latest', 'stable']);
});

test('an import of many tags makes the first versions at once, and the sync the others', async () => {
  const lectern = await open();
  const { services, alice } = lectern;
  const url = repositoryOfTags(1000);
  const { refs } = await inspectRepository(url);
  const most = countEntriesPerTurn(lectern);
  const body = {
    ...{ name: 'Tides', repository: { url, type: 'git' as const }, language: 'en', homepage: '' },
    ...{ programming_language: 'py', default_version: 'latest', default_branch: null, tags: [] },
    ...{ documentation_type: 'sphinx' as const, activate_tags: false },
  };
  services.projectImport.importProject(alice, body, refs);
  const names = () => services.versionList.get(alice, 'tides').rows.map(({ slug }) => slug);
  expect(names()).toEqual(expect.arrayContaining(['v2.0', 'stable', 'latest', 'main']));
  await eventually(names, (now) => now.length === 1005);
  expect(most()).toBeLessThan(MOST_ENTRIES);
  expect(() =>
    services.projectImport.importProject(alice, { ...body, name: 'Other', activate_tags: true }, refs),
  ).toThrow(
    expect.objectContaining({
      errors: { activate_tags: [expect.stringMatching(/1,002 tags, and an import activates at most 200/)] },
    }),
  );
});
