import { describe, expect, test } from 'vitest';
import { Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import { actionsOf, commit, openSyncFixture, READER, toRefs } from './sync-fixture.ts';

describe('a first sync', () => {
  test('brings branches and tags, inactive and not built (behaviour.md 8)', async () => {
    const { sync, version } = await openSyncFixture();
    const report = sync({ branches: ['main'], tags: ['1.0rc1'] });
    expect(report).toEqual({ added: ['main', '1.0rc1'], moved: [], removed: [] });
    const common = { active: false, built: false, uploaded: false, machine: false, downloads: [] };
    expect(version('main')).toMatchObject({
      ...common,
      verboseName: 'main',
      identifier: 'origin/main',
      type: 'branch',
    });
    expect(version('1.0rc1')).toMatchObject({ ...common, identifier: commit('1.0rc1'), type: 'tag' });
  });

  test('gives slugs in order of arrival (behaviour.md 19, example 9)', async () => {
    const { sync } = await openSyncFixture();
    expect(sync({ branches: ['release/1.0', 'release-1.0'] }).added).toEqual(
      expect.arrayContaining(['release-1.0', 'release-1.0_a']),
    );
    const { added } = sync({
      branches: ['release/1.0', 'release-1.0', 'release!1.0', '版', '本'],
      tags: ['版'],
    });
    expect(added).toEqual(['release-1.0_b', 'unknown', 'unknown_a', 'unknown_b']);
  });

  test('gives a branch and a tag of one name a version each, and slugs around those of pull requests', async () => {
    const { sync, version } = await openSyncFixture({
      versions: [
        { verbose_name: '7', identifier: 'f'.repeat(40), type: 'external', active: true, built: false },
      ],
    });
    sync({ branches: ['1.0', '7'], tags: ['1.0'] });
    expect(version('1.0')).toMatchObject({ type: 'branch', identifier: 'origin/1.0' });
    expect(version('1.0_a')).toMatchObject({ type: 'tag', identifier: commit('1.0') });
    expect(version('7')).toMatchObject({ type: 'external', identifier: 'f'.repeat(40) });
    expect(version('7_a')).toMatchObject({ type: 'branch', verboseName: '7' });
  });

  test('takes a ref that is listed twice once', async () => {
    const { sync, versions } = await openSyncFixture();
    const refs = { branches: ['main', 'main'], tags: ['a', 'a'] };
    sync(refs);
    expect(Object.keys(versions()).sort()).toEqual(['a', 'latest', 'main']);
    expect(sync(refs)).toEqual({ added: [], moved: [], removed: [] });
  });
});

describe('a further sync', () => {
  test('changes and journals nothing when nothing has changed', async () => {
    const { sync, dump, journalled } = await openSyncFixture();
    const refs = { branches: ['main', 'stable'], tags: ['1.0', '2.0'], defaultBranch: 'main' };
    sync(refs);
    const before = dump();
    expect(sync(refs)).toEqual({ added: [], moved: [], removed: [] });
    expect(dump()).toEqual(before);
    expect(journalled().length).toBeGreaterThan(0);
    expect(journalled()).toEqual([]);
  });

  test('moves a tag to its new commit; its slug, pages and state stay', async () => {
    const { sync, version, store, journalled } = await openSyncFixture();
    sync({ tags: ['nightly'] });
    const before = version('nightly');
    if (!before) throw new Error('There is no nightly.');
    store.versions.update({ ...before, active: true, built: true, downloads: ['pdf'] });
    journalled();
    const moved = { name: 'nightly', identifier: 'b'.repeat(40) };
    expect(sync({ tags: [moved] })).toEqual({ added: [], moved: ['nightly'], removed: [] });
    const { identifier: _, ...rest } = { ...before, active: true, built: true, downloads: ['pdf'] };
    expect(version('nightly')).toEqual({ ...rest, identifier: moved.identifier });
    expect(journalled()).toMatchObject([
      {
        action: 'version.update',
        subjectId: before.id,
        projectId: 1,
        before: { identifier: before.identifier },
        after: { identifier: moved.identifier },
      },
      { action: 'project.sync', after: { added: [], moved: ['nightly'], removed: [] } },
    ]);
  });

  test('counts a tag that became a branch as one that went and one that came', async () => {
    const { sync, version } = await openSyncFixture();
    sync({ tags: ['x'] });
    expect(sync({ branches: ['x'] })).toEqual({ added: ['x_a'], moved: [], removed: ['x'] });
    expect(version('x_a')).toMatchObject({ type: 'branch', verboseName: 'x' });
  });
});

describe('a version that vanished', () => {
  const GONE = { verbose_name: 'gone', identifier: 'c'.repeat(40), type: 'tag', active: false, built: false };

  test('goes, with its builds and their commands', async () => {
    const { sync, rows, dump, journalled } = await openSyncFixture({
      versions: [
        {
          ...GONE,
          builds: [
            {
              created: '2019-04-29T10:00:00Z',
              state: 'finished',
              success: true,
              commit: null,
              duration: 1,
              commands: [
                {
                  description: '',
                  command: 'true',
                  output: '',
                  exit_code: 0,
                  start_time: '2019-04-29T10:00:00Z',
                  end_time: '2019-04-29T10:00:00Z',
                },
              ],
            },
          ],
        },
      ],
    });
    expect([rows('builds').length, rows('build_commands').length]).toEqual([1, 1]);
    expect(sync({})).toMatchObject({ removed: ['gone'] });
    expect(rows('versions').map(({ slug }) => slug)).toEqual(['latest']);
    // What is left belongs to the `latest` that was missing.
    expect(rows('builds').map(({ state }) => state)).toEqual(['triggered']);
    expect(dump().build_commands).toEqual([]);
    expect(journalled()).toContainEqual(
      expect.objectContaining({
        action: 'version.delete',
        before: expect.objectContaining({ slug: 'gone', identifier: GONE.identifier }),
      }),
    );
  });

  test.each([
    ['active', { active: true }],
    ['uploaded', { uploaded: true }],
    ['of a pull request', { type: 'external' }],
    ['latest', { slug: 'latest', verbose_name: 'latest', type: 'branch' }],
    ['stable', { slug: 'stable', verbose_name: 'stable' }],
  ])('stays when it is %s', async (_, more) => {
    const { sync, versions, rows } = await openSyncFixture({ versions: [{ ...GONE, ...more }] });
    const [{ id } = {}] = rows('versions');
    expect(sync({ branches: ['main'] }).removed).toEqual([]);
    expect(Object.values(versions()).map((version) => version.id)).toContain(id);
  });

  test('goes at the next sync once it was switched off', async () => {
    const { sync, services } = await openSyncFixture({ versions: [{ ...GONE, active: true }] });
    expect(sync({}).removed).toEqual([]);
    services.versions.update(READER, 'pip', 'gone', { active: false });
    expect(sync({}).removed).toEqual(['gone']);
  });

  test('comes back as another, with another id', async () => {
    const { sync, version } = await openSyncFixture();
    sync({ tags: ['x'] });
    const before = version('x');
    sync({});
    expect(version('x')).toBeUndefined();
    sync({ tags: ['x'] });
    expect(version('x')?.id).toBeGreaterThan(before?.id ?? Number.NaN);
  });

  test('removes a build that a runner holds as well', async () => {
    const { sync, services } = await openSyncFixture();
    sync({ branches: ['main'] });
    const { build } = services.builds.trigger(READER, 'pip', 'main');
    for (let order = services.buildRuns.dequeue(READER); order && order.id !== build.id; ) {
      order = services.buildRuns.dequeue(READER);
    }
    sync({});
    expect(() => services.buildRuns.progress(READER, build.id, { state: 'building' })).toThrow(NotFound);
    expect(() => services.buildRuns.finish(READER, build.id, { success: true })).toThrow(NotFound);
  });
});

describe('who syncs', () => {
  test('is a maintainer or Lectern itself', async () => {
    const { services, load } = await openSyncFixture();
    await load({ users: [{ username: 'stranger' }], projects: [] });
    const { versionSync, users } = services;
    const as = (username: string) => ({ kind: 'user', user: users.get(username), door: 'desk' }) as const;
    for (const act of [
      () => versionSync.apply(as('stranger'), 'pip', toRefs({ tags: ['1.0'] })),
      () => versionSync.request(as('stranger'), 'pip'),
      () => versionSync.recordFailure(as('stranger'), 'pip'),
    ]) {
      expect(act).toThrow(Forbidden);
    }
    expect(() => versionSync.apply(READER, 'nope', toRefs({}))).toThrow(NotFound);
    expect(versionSync.apply(as('alice'), 'pip', toRefs({ tags: ['a'] })).added).toEqual(['a']);
  });
});

describe('a request to sync', () => {
  test('waits its turn, once, until somebody applies or gives up', async () => {
    const { services, load, journalled, sync } = await openSyncFixture();
    await load({
      projects: [{ name: 'Other', users: ['alice'], repository: { url: 'https://x.org/o', type: 'git' } }],
    });
    const { versionSync } = services;
    expect(versionSync.next()).toBeUndefined();
    journalled();
    versionSync.request(READER, 'other');
    versionSync.request(READER, 'pip');
    versionSync.request(READER, 'other');
    expect(journalled().map(({ action, projectId }) => [action, projectId])).toEqual([
      ['project.request-sync', 2],
      ['project.request-sync', 1],
    ]);
    expect(versionSync.next()?.slug).toBe('other');
    expect(versionSync.next()?.slug).toBe('other');
    versionSync.recordFailure(READER, 'other');
    expect(actionsOf(journalled())).toEqual(['project.give-up-sync']);
    versionSync.recordFailure(READER, 'other');
    expect(journalled()).toEqual([]);
    expect(versionSync.next()?.slug).toBe('pip');
    sync({});
    expect(versionSync.next()).toBeUndefined();
  });

  test('goes on waiting when the sync is refused', async () => {
    const { services, sync } = await openSyncFixture();
    services.versionSync.request(READER, 'pip');
    expect(() => sync({ branches: ['latest'], tags: ['latest'] })).toThrow();
    expect(services.versionSync.next()?.slug).toBe('pip');
  });
});
