import { describe, expect, test } from 'vitest';
import { Invalid, NotAuthenticated } from '../../../src-server/model/base/problems.ts';
import { ProjectListFilter, ProjectListQuery } from '../../../src-server/model/projects/project-list.ts';
import { type Actor, anonymous, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const RUNNING = { state: 'building', success: null, duration: null } as const;
const FAILED = { success: false, error: 'Build exited due to time out', duration: 99 } as const;

async function open() {
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [
      seedProject('tide-10', { name: 'Tide 10', tags: ['sea'], language: 'es', programming_language: 'py' }),
      seedProject('tide-9', { name: 'tide 9', tags: ['sea', 'old'], users: ['alice', 'bob'] }),
      seedProject('almanac', {
        name: 'Almanac',
        default_version: '2.0',
        versions: [
          seedVersion('latest'),
          seedVersion('2.0'),
          seedVersion('1.0', { active: false }),
          seedVersion('5', { type: 'external' }),
        ],
        subprojects: [{ child: 'tide-9' }],
      }),
      seedProject('hidden', { name: 'Hidden', users: ['bob'], privacy_level: 'private' }),
      seedProject('almanac-de', { name: 'Almanac (de)', language: 'de', translation_of: 'almanac' }),
    ],
  });
  const { services, operator, addBuild } = fixture;
  const page = (query: object = {}, actor: Actor = operator) =>
    services.projectList.page(actor, ProjectListQuery.parse(query));
  const slugs = (query: object = {}, actor: Actor = operator) =>
    page(query, actor).rows.map(({ slug }) => slug);
  addBuild('almanac', '2.0', FAILED);
  addBuild('tide-9', 'latest');
  addBuild('tide-10', 'latest', RUNNING);
  return { ...fixture, page, slugs };
}

describe('the project list', () => {
  test('is not read again after a refused change', async () => {
    const { services, store, operator, page } = await open();
    page();
    const revision = store.projectList.revision();
    const { projects } = services;
    const repository = { url: 'https://example.org/tide.git', type: 'git' } as const;
    expect(() => projects.create(operator, { name: 'Tide 9', repository })).toThrow(Invalid);
    const refused = () =>
      store.change(() => {
        projects.update(operator, 'tide-9', { name: 'Renamed' });
        throw new Error('no');
      });
    expect(refused).toThrow('no');
    page();
    expect(store.projectList.revision()).toBe(revision);
  });

  test('shows a project with everything in its row', async () => {
    const { page, store, addBuild } = await open();
    const of = (slug: string) => page().rows.find((row) => row.slug === slug);
    expect(of('almanac')).toMatchObject({
      ...{
        name: 'Almanac',
        language: 'en',
        programmingLanguage: 'words',
        defaultVersion: '2.0',
        state: 'failing',
      },
      ...{ versions: 3, activeVersions: 2, people: ['alice'], tags: [], privacyLevel: 'public' },
      ...{ subprojectOf: null, translationOf: null },
      lastBuild: { version: '2.0', success: false, duration: 99, error: 'Build exited due to time out' },
      recentBuilds: [{ success: false, duration: 99 }],
    });
    expect(of('tide-9')).toMatchObject({
      subprojectOf: 'almanac',
      people: ['alice', 'bob'],
      state: 'passing',
    });
    expect(of('almanac-de')).toMatchObject({ translationOf: 'almanac', lastBuild: null, state: 'never' });
    for (let at = 0; at < 20; at++) addBuild('almanac', 'latest', { duration: at });
    expect(of('almanac')?.recentBuilds.map(({ duration }) => duration)).toEqual([
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8,
    ]);
    const external = addBuild('almanac', '5');
    expect(of('almanac')?.lastBuild?.id).toBe(external.id - 1);
    expect(store.projectList.projects().size).toBe(5);
  });

  test('shows the operator everything and a user what they maintain', async () => {
    const { page, slugs, as } = await open();
    expect(page()).toMatchObject({ count: 5, total: 5, groups: { running: 1, failing: 1, rest: 3 } });
    expect(page({}, systemActor('desk')).total).toBe(5);
    expect(slugs({}, as('bob'))).toEqual(['hidden', 'tide-9']);
    expect(slugs({}, as('alice'))).toEqual(['almanac', 'almanac-de', 'tide-9', 'tide-10']);
    expect(page({ text: 'hidden' }, as('alice'))).toMatchObject({ count: 0, total: 4, rows: [] });
    expect(() => page({}, anonymous)).toThrow(NotAuthenticated);
  });

  test('puts a running build before those that wait', async () => {
    const { page, slugs, addBuild } = await open();
    const waiting = { state: 'triggered', success: null, duration: null } as const;
    addBuild('almanac', 'latest', waiting);
    addBuild('tide-10', 'latest', waiting);
    expect(slugs({ grouped: true }).slice(0, 2)).toEqual(['tide-10', 'almanac']);
    const [building, queued] = page({ grouped: true }).rows;
    expect([building?.lastBuild?.state, queued?.lastBuild?.state]).toEqual(['building', 'triggered']);
  });

  test('does not name a private parent or main project to who may not see it', async () => {
    const { page, services, as, operator } = await open();
    const parentAsSeenBy = (name: 'alice' | 'bob') =>
      page({ text: 'tide-9' }, as(name)).rows[0]?.subprojectOf;
    expect(parentAsSeenBy('bob')).toBe('almanac');
    services.projects.update(operator, 'almanac', { privacy_level: 'private' });
    expect([parentAsSeenBy('bob'), parentAsSeenBy('alice')]).toEqual([null, 'almanac']);
  });

  test.each([
    [{ text: 'TIDE' }, ['tide-9', 'tide-10']],
    [{ text: '10 ti' }, ['tide-10']],
    [{ text: 'nope' }, []],
    [{ languages: ['es', 'de'] }, ['almanac-de', 'tide-10']],
    [{ programmingLanguages: ['py'] }, ['tide-10']],
    [{ people: ['bob'] }, ['hidden', 'tide-9']],
    [{ states: ['failing', 'running'] }, ['almanac', 'tide-10']],
    [{ states: ['never'] }, ['almanac-de', 'hidden']],
    [{ tags: ['old'] }, ['tide-9']],
    [{ tags: ['sea'], languages: ['en'] }, ['tide-9']],
  ])('filters by %j', async (filter, expected) => {
    const { page, slugs } = await open();
    expect(slugs(filter)).toEqual(expected);
    expect(page(filter).count).toBe(expected.length);
  });

  test.each([
    [{ sort: 'name' }, ['almanac', 'almanac-de', 'hidden', 'tide-9', 'tide-10']],
    [{ sort: 'name', direction: 'desc' }, ['tide-10', 'tide-9', 'hidden', 'almanac-de', 'almanac']],
    [{ sort: 'last-build', direction: 'desc' }, ['tide-10', 'tide-9', 'almanac', 'almanac-de', 'hidden']],
    [{ sort: 'last-build' }, ['almanac', 'tide-9', 'tide-10', 'almanac-de', 'hidden']],
    [{ sort: 'took', direction: 'desc' }, ['almanac', 'tide-9', 'almanac-de', 'hidden', 'tide-10']],
    [{ sort: 'active', direction: 'desc' }, ['almanac', 'almanac-de', 'hidden', 'tide-9', 'tide-10']],
    [{ sort: 'default' }, ['almanac', 'almanac-de', 'hidden', 'tide-9', 'tide-10']],
    [{ sort: 'language' }, ['almanac-de', 'almanac', 'hidden', 'tide-9', 'tide-10']],
    [{ grouped: true, direction: 'desc' }, ['tide-10', 'almanac', 'tide-9', 'hidden', 'almanac-de']],
  ])('sorts by %j', async (query, expected) => {
    const { slugs } = await open();
    expect(slugs(query)).toEqual(expected);
    expect([...slugs({ ...query, limit: 2 }), ...slugs({ ...query, offset: 2, limit: 3 })]).toEqual(expected);
  });

  test('counts the values of a filter while the other filters apply', async () => {
    const { services, operator, as } = await open();
    const facets = (filter: object, actor = operator) =>
      services.projectList.facets(actor, ProjectListFilter.parse(filter));
    const all = facets({});
    expect(all.languages).toEqual([
      { value: 'en', count: 3 },
      { value: 'de', count: 1 },
      { value: 'es', count: 1 },
    ]);
    expect(all.people).toEqual([
      { value: 'alice', count: 4 },
      { value: 'bob', count: 2 },
    ]);
    expect(all.tags).toEqual([
      { value: 'sea', count: 2 },
      { value: 'old', count: 1 },
    ]);
    const spanish = facets({ languages: ['es'] });
    expect(spanish.languages).toEqual(all.languages);
    expect(spanish.tags).toEqual([{ value: 'sea', count: 1 }]);
    expect(facets({ languages: ['es'], tags: ['old'] }).languages).toEqual([{ value: 'en', count: 1 }]);
    expect(facets({}, as('bob')).people).toEqual([
      { value: 'bob', count: 2 },
      { value: 'alice', count: 1 },
    ]);
  });

  test('shows every change immediately', async () => {
    const { services, page, slugs, operator, as, addBuild, store, load } = await open();
    const state = (slug: string) => page({ text: slug }).rows.find((row) => row.slug === slug)?.state;
    services.builds.trigger(operator, 'tide-9', 'latest');
    expect([state('tide-9'), page().groups.running]).toEqual(['running', 2]);
    const running = store.builds.byId(page({ text: 'tide-10' }).rows[0]?.lastBuild?.id ?? 0);
    if (running)
      store.builds.update({ ...running, state: 'finished', success: false, error: 'Cancelled by alice.' });
    expect(state('tide-10')).toBe('cancelled');
    addBuild('tide-10', 'latest');
    expect(state('tide-10')).toBe('passing');
    services.projects.update(operator, 'almanac', { name: 'Zodiac' });
    expect(slugs().at(-1)).toBe('almanac');
    services.maintainers.add(operator, 'hidden', 'alice');
    expect(slugs({}, as('alice'))).toContain('hidden');
    services.versions.update(operator, 'almanac', '2.0', { active: false });
    expect(page({ text: 'almanac' }).rows.find(({ slug }) => slug === 'almanac')).toMatchObject({
      ...{ defaultVersion: 'latest', activeVersions: 1 },
    });
    services.subprojects.remove(operator, 'almanac', 'tide-9');
    expect(page({ text: 'tide-9' }).rows[0]?.subprojectOf).toBeNull();
    services.projects.remove(operator, 'tide-9');
    expect(slugs()).not.toContain('tide-9');
    await load({ users: [], projects: [seedProject('zz-new', { users: ['alice'] })] });
    expect(slugs()).toEqual(['almanac-de', 'hidden', 'tide-10', 'almanac', 'zz-new']);
    expect(() =>
      store.change(() => {
        services.projects.update(operator, 'hidden', { name: 'Aaa' });
        expect(slugs()[0]).toBe('hidden');
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(slugs()[0]).toBe('almanac-de');
  });
});
