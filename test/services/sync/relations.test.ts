import { expect, test } from 'vitest';
import type { Fields } from '../../../src-server/model/sync/sync-fields.ts';
import { kettle, listing, openRemoteFixture, SYNC, there } from './remote-fixture.ts';

const NOTHING = { versions: listing(), redirects: listing(), variables: listing(), builds: [] };

/** Pulls a parent, a child, a translation and a project that is not there to be a parent. */
async function openRelated(children: readonly Fields[], languages: readonly string[] = ['de']) {
  const fixture = await openRemoteFixture();
  const { apply, services, remote, store } = fixture;
  const project = (key: number, slug: string, fields: Fields = {}) => ({
    ...kettle({ ...NOTHING, fields }),
    project: { ...kettle({ fields }).project, key, address: slug },
  });
  const subprojects = () =>
    listing(
      ...children.map((fields, index) => there('subproject', 200 + index, String(fields.alias), fields)),
    );
  apply({ ...project(100, 'parent', { language: 'en' }), subprojects: subprojects() });
  apply(project(200, 'child', { language: 'en' }));
  for (const [index, language] of languages.entries())
    apply(project(300 + index, `parent-${index}`, { language }));
  services.remotes.noteListed(SYNC, remote.id, [
    { key: 100, slug: 'parent', name: 'Parent', parent: null, translationOf: null },
    { key: 200, slug: 'child', name: 'Child', parent: 'parent', translationOf: null },
    ...languages.map((_, index) => ({
      ...{
        key: 300 + index,
        slug: `parent-${index}`,
        name: 'Translation',
        parent: null,
        translationOf: 'parent',
      },
    })),
  ]);
  const relate = () => services.sync.applyRelations(SYNC, remote.id, { mayDelete: true });
  const parent = store.projects.idOf('parent') ?? 0;
  const aliases = () =>
    store.subprojects.ofParent(parent, null, { limit: 10, offset: 0 }).items.map(({ alias }) => alias);
  const setSubprojects = (...fields: readonly Fields[]) =>
    apply({
      ...project(100, 'parent', { language: 'en' }),
      subprojects: listing(
        ...fields.map((each, index) => there('subproject', 200 + index, String(each.alias), each)),
      ),
    });
  return { ...fixture, relate, aliases, parent, setSubprojects };
}

test('relations come once all projects are here, and a second time nothing', async () => {
  const { relate, aliases, store, parent, lastEntry, services, desk } = await openRelated([
    { child: 'child', alias: 'kid' },
  ]);
  expect(aliases()).toEqual([]);
  expect(await relate()).toEqual({ applied: 2, notes: [] });
  expect(aliases()).toEqual(['kid']);
  expect(store.translations.of(parent).map(({ slug }) => slug)).toEqual(['parent-0']);
  const last = lastEntry();
  expect(await relate()).toEqual({ applied: 0, notes: [] });
  expect(lastEntry()).toBe(last);
  // Undo takes the relation and what was agreed, so that it is not deleted there by the next push.
  for (const { batch } of store.journal.newest(0, 3).filter(({ action }) => action === 'sync.pull-relations'))
    services.undo.apply(desk, batch);
  expect(aliases()).toEqual([]);
  expect((await services.sync.plan(desk, 1)).steps).toEqual([]);
});

test('a changed alias and a removed subproject are taken', async () => {
  const { relate, aliases, setSubprojects, services, desk, remote } = await openRelated([
    { child: 'child', alias: 'kid' },
  ]);
  await relate();
  setSubprojects({ child: 'child', alias: 'other' });
  await relate();
  expect(aliases()).toEqual(['other']);
  expect((await services.sync.plan(desk, remote.id)).steps).toEqual([]);
  setSubprojects();
  await relate();
  expect(aliases()).toEqual([]);
});

test('what does not fit is told and not applied', async () => {
  const { relate, aliases, store, parent } = await openRelated(
    [
      { child: 'child', alias: 'kid' },
      { child: 'absent', alias: 'absent' },
      { child: 'parent', alias: 'self' },
    ],
    ['de', 'de', 'en'],
  );
  const { applied, notes } = await relate();
  expect(applied).toBe(2);
  expect(notes).toEqual([
    'absent is not made a subproject of parent: it is not here.',
    expect.stringMatching(/^parent is not made a subproject of parent: parent /),
    'parent-1 is not made a translation of parent: another translation here has its language.',
    'parent-2 is not made a translation of parent: both have the same language.',
  ]);
  expect(aliases()).toEqual(['kid']);
  expect(store.translations.of(parent).map(({ slug }) => slug)).toEqual(['parent-0']);
});

test.each([
  ['theirs', 'kid', []],
  ['mine', 'mine', [{ alias: 'mine' }]],
] as const)(
  'a subproject that was made on both sides with two aliases is decided as %s',
  async (side, alias, sent) => {
    const { relate, aliases, services, desk, remote } = await openRelated(
      [{ child: 'child', alias: 'kid' }],
      [],
    );
    services.subprojects.create(desk, 'parent', { child: 'child', alias: 'mine' });
    expect(await relate()).toEqual({ applied: 0, notes: [] });
    const { items } = services.sync.conflicts(desk, remote.id, {}, { limit: 10, offset: 0 });
    expect(items).toMatchObject([{ kind: 'subproject', field: 'alias', mine: 'mine', theirs: 'kid' }]);
    await services.sync.resolve(desk, remote.id, {}, side);
    expect(aliases()).toEqual([alias]);
    const { steps } = await services.sync.plan(desk, remote.id);
    expect(steps.map(({ to }) => to)).toEqual(sent);
    expect(await relate()).toEqual({ applied: 0, notes: [] });
    expect(aliases()).toEqual([alias]);
  },
);

test('a translation that is removed here stays removed, until it is added again or the pull that made it is undone', async () => {
  const { relate, services, desk, store, parent } = await openRelated([], ['de']);
  const translations = () => store.translations.of(parent).map(({ slug }) => slug);
  await relate();
  expect(translations()).toEqual(['parent-0']);
  services.translations.remove(desk, 'parent', 'parent-0');
  const removal = store.journal.newest(0, 1)[0]?.batch ?? 0;
  expect(await relate()).toEqual({
    applied: 0,
    notes: [
      'parent-0 is not made a translation of parent: it is not wanted here. Add it again in the settings of parent, if you want it.',
    ],
  });
  expect(translations()).toEqual([]);
  services.undo.apply(desk, removal);
  expect(translations()).toEqual(['parent-0']);
  expect(await relate()).toEqual({ applied: 0, notes: [] });
});
