import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { packTexts } from './broken-kits.ts';

const SYSTEM = systemActor('command');

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Mira', '-c', 'user.email=mira@example.org', ...args], {
    encoding: 'utf8',
  }).trim();

async function open(data: string) {
  const lectern = await openLectern({ port: 0, keychain: 'off', data });
  onTestFinished(() => lectern.close().catch(() => {}));
  return lectern;
}

test('a snapshot keeps the repositories of kits as they were, and a restore brings them back', async () => {
  const data = join(scratchFolder(), 'data');
  const { services } = await open(data);
  services.users.ensure(SYSTEM, 'mira');
  await services.kits.load(SYSTEM, { name: 'first-steps' });
  const repository = services.projects.get(SYSTEM, 'almanac').project.repositoryUrl;
  const first = git(repository, 'rev-parse', 'HEAD');
  await services.snapshots.take(SYSTEM, { name: 'before', note: '' });

  writeFileSync(join(repository, 'new.txt'), 'new');
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', 'Later');
  const second = git(repository, 'rev-parse', 'HEAD');
  await services.snapshots.take(SYSTEM, { name: 'after', note: '' });

  await services.snapshots.restore(SYSTEM, 'before', { safetyCopy: false });
  expect(git(repository, 'rev-parse', 'HEAD')).toBe(first);
  expect(existsSync(join(repository, 'new.txt'))).toBe(false);
  expect(git(repository, 'fsck', '--strict')).toBe('');

  // What happens to a repository later does not reach into a snapshot.
  writeFileSync(join(repository, 'other.txt'), 'other');
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', 'Elsewhere');
  await services.snapshots.restore(SYSTEM, 'after', { safetyCopy: false });
  expect(git(repository, 'rev-parse', 'HEAD')).toBe(second);
  await services.snapshots.restore(SYSTEM, 'before', { safetyCopy: false });
  expect(git(repository, 'rev-parse', 'HEAD')).toBe(first);
});

test('the lessons of a kit are listed with the built-in ones', async () => {
  const data = join(scratchFolder(), 'data');
  const { services } = await open(data);
  services.users.ensure(SYSTEM, 'mira');
  const text = readFileSync(
    join(
      import.meta.dirname,
      '../../../src-server/services/kits/built-in/first-steps/lessons/01-first-call.md',
    ),
    'utf8',
  );
  const kit = await packTexts({
    'kit.yaml': 'format: 1\nname: Mine\ndescription: One lesson.\n',
    'seed.json': '{"users": [], "projects": []}',
    'lessons/07-mine.md': text,
  });
  const ids = async () => (await services.lessons.list(SYSTEM)).map(({ id }) => id);
  const before = await ids();
  await services.kits.load(SYSTEM, { path: kit });
  expect(await ids()).toEqual([...before, '07-mine'].sort());
});
