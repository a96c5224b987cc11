import { describe, expect, test } from 'vitest';
import { RESERVED_TWICE } from '../../../src-server/services/versions/version-refs.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { actionsOf, commit, openSyncFixture, READER } from './sync-fixture.ts';

/** What `stable` is said to follow. */
function refOf(fixture: Awaited<ReturnType<typeof openSyncFixture>>): string | undefined {
  return fixture.services.versions.get(READER, 'pip', 'stable', false).follows?.slug;
}

describe('stable', () => {
  test('is the highest tag that is no pre-release, even below a branch (behaviour.md 19, example 8)', async () => {
    const fixture = await openSyncFixture();
    const { sync, version, builds } = fixture;
    sync({ branches: ['3.0'], tags: ['1.0', '2.0rc1'] });
    expect(refOf(fixture)).toBe('1.0');
    expect(version('stable')).toMatchObject({
      verboseName: 'stable',
      identifier: commit('1.0'),
      type: 'tag',
      active: true,
      built: false,
      machine: true,
    });
    expect(builds()).toEqual(['stable']);
  });

  test('is a branch where there is no such tag', async () => {
    const fixture = await openSyncFixture();
    fixture.sync({ branches: ['1.x', '3.0', 'main'], tags: ['2.0b1'] });
    expect(refOf(fixture)).toBe('3.0');
    expect(fixture.version('stable')).toMatchObject({ identifier: 'origin/3.0', type: 'branch' });
  });

  test('is not made before there is a release', async () => {
    const { sync, version, builds } = await openSyncFixture();
    sync({ branches: ['main', 'latest-fixes'], tags: ['1.0rc1', 'nightly'] });
    expect(version('stable')).toBeUndefined();
    expect(builds()).toEqual([]);
  });

  test('moves with the highest release and is built again', async () => {
    const fixture = await openSyncFixture();
    const { sync, version, builds } = fixture;
    sync({ tags: ['1.0'] });
    const id = version('stable')?.id;
    expect(sync({ tags: ['1.0', '1.1'] })).toEqual({ added: ['1.1'], moved: ['stable'], removed: [] });
    expect(version('stable')).toMatchObject({ id, identifier: commit('1.1') });
    expect(refOf(fixture)).toBe('1.1');
    expect(builds()).toEqual(['stable', 'stable']);
    sync({ tags: ['1.0', '1.1', '1.2rc1', '0.9'] });
    expect(builds()).toEqual(['stable', 'stable']);
  });

  test('moves with a moved tag, too', async () => {
    const { sync, version, builds } = await openSyncFixture();
    sync({ tags: ['1.0'] });
    sync({ tags: [{ name: '1.0', identifier: 'd'.repeat(40) }] });
    expect(version('stable')?.identifier).toBe('d'.repeat(40));
    expect(builds()).toEqual(['stable', 'stable']);
  });

  test('is not built while it is switched off', async () => {
    const { sync, services, version, builds } = await openSyncFixture();
    sync({ tags: ['1.0'] });
    services.versions.update(READER, 'pip', 'stable', { active: false });
    sync({ tags: ['1.0', '2.0'] });
    expect(version('stable')).toMatchObject({ active: false, identifier: commit('2.0') });
    expect(builds()).toEqual(['stable']);
  });

  test('falls back when the highest release vanishes, and stays where it is when all do', async () => {
    const fixture = await openSyncFixture();
    const { sync, version, builds } = fixture;
    sync({ tags: ['1.0', '2.0'] });
    sync({ tags: ['1.0'] });
    expect(version('stable')?.identifier).toBe(commit('1.0'));
    expect(sync({})).toEqual({ added: [], moved: [], removed: ['1.0'] });
    expect(version('stable')).toMatchObject({ identifier: commit('1.0'), machine: true, active: true });
    expect(refOf(fixture)).toBeUndefined();
    expect(builds()).toEqual(['stable', 'stable']);
  });
});

describe('a new highest release', () => {
  test.each([
    ['is activated and built when the one before it was active', true, ['stable', '1.0', 'stable', '2.0']],
    ['stays inactive when the one before it was', false, ['stable', 'stable']],
  ])('%s', async (_, active, builds) => {
    const fixture = await openSyncFixture();
    const { sync, services, version } = fixture;
    sync({ tags: ['1.0'] });
    if (active) services.versions.update(READER, 'pip', '1.0', { active: true });
    fixture.journalled();
    sync({ tags: ['1.0', '2.0', '1.5'] });
    expect(version('2.0')?.active).toBe(active);
    expect(version('1.5')?.active).toBe(false);
    expect(fixture.builds()).toEqual(builds);
    expect(actionsOf(fixture.journalled())).toEqual([
      'version.create',
      'version.create',
      'version.update',
      'build.trigger',
      ...(active ? ['version.activate', 'build.trigger'] : []),
      'project.sync',
    ]);
  });

  test('that was switched off again stays off', async () => {
    const { sync, services, version } = await openSyncFixture();
    sync({ tags: ['0.9'] });
    services.versions.update(READER, 'pip', '0.9', { active: true });
    sync({ tags: ['0.9', '1.0'] });
    expect(version('1.0')?.active).toBe(true);
    services.versions.update(READER, 'pip', '1.0', { active: false });
    sync({ tags: ['0.9', '1.0'] });
    expect(version('1.0')?.active).toBe(false);
  });
});

describe('latest', () => {
  test.each([
    ['the project’s own choice', { default_branch: 'dev' }, 'main', 'dev'],
    ['what the repository says', {}, 'main', 'main'],
    ['what the version control system calls it', {}, undefined, 'master'],
  ])('follows %s', async (_, project, defaultBranch, identifier) => {
    const { sync, version, builds } = await openSyncFixture(project);
    const id = version('latest')?.id;
    sync({ branches: ['main', 'dev', 'master'], ...(defaultBranch && { defaultBranch }) });
    expect(version('latest')).toMatchObject({ id, identifier, type: 'branch', machine: true, active: true });
    expect(builds()).toEqual([]);
  });

  test('is made, active and to be built, where a file left it out', async () => {
    const { sync, version, builds } = await openSyncFixture({
      versions: [{ verbose_name: 'x', identifier: 'origin/x', type: 'branch', active: true, built: true }],
    });
    expect(version('latest')).toBeUndefined();
    expect(sync({ branches: ['x'], defaultBranch: 'x' })).toEqual({
      added: ['latest'],
      moved: [],
      removed: [],
    });
    expect(version('latest')).toMatchObject({ identifier: 'x', machine: true, active: true, built: false });
    expect(builds()).toEqual(['latest']);
  });
});

describe.each(['latest', 'stable'] as const)('a real %s', (name) => {
  const refs = { tags: ['1.0'], defaultBranch: 'main' };

  test.each([
    ['branch', 'branches', `origin/${name}`],
    ['tag', 'tags', commit(name)],
  ] as const)(
    'that is a %s takes the slot over, and gives it back when it vanishes',
    async (type, key, identifier) => {
      const fixture = await openSyncFixture();
      const { sync, version, builds } = fixture;
      sync(refs);
      const ours = version(name);
      const others = refs[key as 'tags'] ?? [];
      expect(sync({ ...refs, [key]: [...others, name] })).toEqual({ added: [], moved: [name], removed: [] });
      expect(version(name)).toEqual({ ...ours, identifier, type, machine: false });
      expect(refOf(fixture)).toBe('1.0');
      // While it is theirs, releases and the default branch leave it alone.
      sync({
        tags: ['1.0', '2.0', ...(type === 'tag' ? [name] : [])],
        branches: type === 'branch' ? [name] : [],
        defaultBranch: 'dev',
      });
      expect(version(name)).toEqual({ ...ours, identifier, type, machine: false });
      expect(refOf(fixture)).toBe('2.0');
      const built = builds().length;
      sync(refs);
      expect(version(name)).toEqual(ours);
      // Given back or not, `stable` follows the release that is the highest again.
      expect(builds().slice(built)).toEqual(['stable']);
    },
  );

  test('may turn from a branch into a tag', async () => {
    const { sync, version, versions } = await openSyncFixture();
    sync({ branches: [name] });
    const { id } = version(name) ?? {};
    sync({ tags: [name] });
    expect(version(name)).toMatchObject({ id, type: 'tag', machine: false, identifier: commit(name) });
    expect(Object.keys(versions())).not.toContain(`${name}_a`);
  });

  test('keeps its slot for its name alone', async () => {
    const { sync, version } = await openSyncFixture();
    const similar = name === 'latest' ? 'Latest' : 'Stable';
    sync({ branches: [similar], tags: ['1.0'] });
    expect(version(`${name}_a`)).toMatchObject({ verboseName: similar, machine: false });
    expect(version(name)).toMatchObject({ verboseName: name, machine: true });
  });

  test('and a tag of the same name are refused, and nothing is changed', async () => {
    const { sync, dump } = await openSyncFixture();
    sync({ branches: ['main'], tags: ['1.0'] });
    const before = dump();
    const refused = errorsOf(() => sync({ branches: ['new', name], tags: [name, '3.0'] }));
    expect(refused).toEqual({ non_field_errors: [RESERVED_TWICE] });
    expect(RESERVED_TWICE).toBe('You can not have two versions with the name latest or stable.');
    expect(dump()).toEqual(before);
  });
});

test('a real stable that was there first is never ours, and is ours once it vanishes without a release', async () => {
  const fixture = await openSyncFixture();
  const { sync, version, builds, journalled } = fixture;
  const refs = { branches: ['stable'], tags: ['1.0'] };
  sync(refs);
  expect(version('stable')).toMatchObject({ identifier: 'origin/stable', machine: false, active: false });
  expect(builds()).toEqual([]);
  journalled();
  sync(refs);
  expect(journalled()).toEqual([]);
  sync({});
  expect(version('stable')).toMatchObject({ identifier: 'origin/stable', machine: true });
  expect(refOf(fixture)).toBeUndefined();
});

test('a slot that a file calls otherwise gets its name, and the ref of that other name a version', async () => {
  const { sync, version } = await openSyncFixture({
    versions: [
      {
        slug: 'latest',
        verbose_name: 'main',
        identifier: 'origin/main',
        type: 'branch',
        active: true,
        built: true,
      },
    ],
  });
  const refs = { branches: ['main'], defaultBranch: 'main' };
  sync(refs);
  expect(version('latest')).toMatchObject({ verboseName: 'latest', identifier: 'main', machine: true });
  expect(version('main')).toMatchObject({ verboseName: 'main', identifier: 'origin/main' });
  expect(sync(refs)).toEqual({ added: [], moved: [], removed: [] });
});
