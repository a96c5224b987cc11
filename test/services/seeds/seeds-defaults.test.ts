import { describe, expect, test } from 'vitest';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';

const TIME = '2019-04-29T10:00:00Z';
/** As little as a project needs. */
const LEAST = { name: 'Least', users: [], repository: { url: '/srv/least', type: 'hg' } };

/** The versions that a project of this kind gets, by slug. */
async function loadVersions(versions: readonly object[], more: object = {}) {
  const seeds = await openSeedStore();
  await seeds.load({ projects: [{ ...LEAST, ...more, versions }] });
  const found = seeds.store.versions.ofProject(1);
  return new Map(found.map((version) => [version.slug, version]));
}

function version(name: string, more: object = {}) {
  return { verbose_name: name, identifier: 'a1b2c3', type: 'tag', active: false, built: false, ...more };
}

describe('what a file leaves out', () => {
  test('of a project is as in an import, and now', async () => {
    const seeds = await openSeedStore();
    await seeds.load({ projects: [LEAST] });
    expect(seeds.store.projects.bySlug('least')?.project).toMatchObject({
      description: '',
      homepage: '',
      language: 'en',
      programmingLanguage: 'words',
      defaultVersion: 'latest',
      defaultBranch: null,
      versioningScheme: 'multiple_versions_with_translations',
      privacyLevel: 'public',
      tags: [],
      translationOf: null,
      created: NOON,
      modified: NOON,
    });
  });

  test('the versions: our own latest, without a build', async () => {
    const versions = await loadVersions([]);
    expect([...versions.values()]).toEqual([
      {
        id: 1,
        projectId: 1,
        slug: 'latest',
        verboseName: 'latest',
        identifier: 'default',
        type: 'branch',
        active: true,
        built: false,
        uploaded: false,
        machine: true,
        privacyLevel: 'public',
        hidden: false,
        fastRebuild: false,
        downloads: [],
        pagesBuild: null,
      },
    ]);
    const seeds = await openSeedStore();
    await seeds.load({ projects: [{ ...LEAST, default_branch: 'trunk' }] });
    expect(seeds.store.versions.bySlug(1, 'latest')?.identifier).toBe('trunk');
    expect(seeds.rows('builds')).toEqual([]);
  });

  test('a slug: it gives way to those that are given further on', async () => {
    const names = [version('1/0'), version('1 0', { type: 'branch' }), version('x', { slug: '1-0' })];
    expect([...(await loadVersions(names)).keys()].sort()).toEqual(['1-0', '1-0_a', '1-0_b']);
    expect((await loadVersions(names)).get('1-0')?.verboseName).toBe('x');
  });

  test('of a build in flight is unknown', async () => {
    const seeds = await openSeedStore();
    const build = { created: TIME, state: 'building', success: true, commit: '' };
    await seeds.load({ projects: [{ ...LEAST, versions: [version('1', { builds: [build] })] }] });
    expect(seeds.store.builds.byId(1)).toMatchObject({
      ...{ state: 'building', success: null, error: '', commit: null, duration: null, configText: '{}' },
    });
  });
});

describe('latest and stable', () => {
  test.each<[string, boolean, object]>([
    ['latest on the default branch', true, version('latest', { type: 'branch', identifier: 'default' })],
    ['latest on some branch', true, version('latest', { type: 'branch', identifier: 'origin/main' })],
    ['a branch called latest', false, version('latest', { type: 'branch', identifier: 'origin/latest' })],
    [
      'a branch called latest, not of git',
      false,
      version('latest', { type: 'branch', identifier: 'latest' }),
    ],
    ['a tag called latest', false, version('latest')],
    ['stable on a tag', true, version('stable')],
    ['stable on a branch', true, version('stable', { type: 'branch', identifier: 'origin/3.0' })],
    ['a branch called stable', false, version('stable', { type: 'branch', identifier: 'origin/stable' })],
    ['another name under our slug', false, version('1.0', { slug: 'stable' })],
    ['a pull request', false, version('stable', { type: 'external' })],
    ['any other', false, version('1.0')],
  ])('%s is ours: %s', async (_, machine, input) => {
    const [found] = (await loadVersions([input])).values();
    expect(found?.machine).toBe(machine);
  });
});

describe('builds that have not finished', () => {
  test('are records: no runner takes them, and no start ends them', async () => {
    const seeds = await openSeedStore();
    const build = (state: string, id: number) => ({ id, created: TIME, state });
    const builds = [build('building', 1), build('triggered', 2), build('cloning', 3)];
    await seeds.load({ projects: [{ ...LEAST, versions: [version('1', { builds })] }] });
    expect(seeds.services.buildRuns.failInterrupted(OPERATOR)).toEqual([]);
    expect(seeds.services.buildRuns.dequeue(OPERATOR)).toBeUndefined();
  });
});
