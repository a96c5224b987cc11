import { expect, test } from 'vitest';
import { NotFound } from '../../../src-server/model/base/problems.ts';
import { kettle, listing, openRemoteFixture, redirect, variable, version } from './remote-fixture.ts';

const ALL = { limit: 100, offset: 0 };
const NO_FILTER = {};

/** Changes everything on both sides. */
async function openConflicts() {
  const fixture = await openRemoteFixture();
  const { apply, services, desk, rowsOf, remote } = fixture;
  apply(kettle());
  const [first, second] = rowsOf('kettle').redirects;
  services.projects.update(desk, 'kettle', { name: 'Mine', homepage: 'https://mine.example/' });
  services.versions.update(desk, 'kettle', '1.0', { hidden: true });
  services.redirects.save(desk, 'kettle', first?.id ?? 0, {
    ...{ type: 'page', fromUrl: '/a', toUrl: '/mine', dialect: 'current' },
  });
  services.redirects.remove(desk, 'kettle', second?.id ?? 0);
  await services.environmentVariables.replace(desk, 'kettle', 'SEARCH_KEY', 'typed here');
  apply(
    kettle({
      fields: { name: 'Theirs', homepage: 'https://theirs.example/' },
      versions: listing(version(1, 'latest', { active: true }), version(2, '2.0', { active: true })),
      redirects: listing(
        redirect(11, '/a', '/theirs'),
        redirect(12, '/c', '/theirs'),
        redirect(13, '/guide/*', '/manual/:splat'),
      ),
      variables: listing(),
    }),
  );
  const list = () => services.sync.conflicts(desk, remote.id, NO_FILTER, ALL);
  return { ...fixture, list };
}

test('each is shown with all three values, and nothing was overwritten', async () => {
  const { list, rowsOf } = await openConflicts();
  const { count, items } = list();
  expect(count).toBe(6);
  expect(
    items.map(({ kind, key, field, base, mine, theirs, what }) => [
      kind,
      key,
      field,
      base,
      mine,
      theirs,
      what,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['project', 'kettle', 'name', 'Kettle', 'Mine', 'Theirs', 'changed'],
      ['redirect', '/a', 'to_url', '/b', '/mine', '/theirs', 'changed'],
      ['redirect', '12', 'to_url', '/d', null, '/theirs', 'deleted-here'],
      ['version', '1.0', null, expect.anything(), expect.anything(), null, 'deleted-there'],
      ['variable', 'SEARCH_KEY', null, expect.anything(), expect.anything(), null, 'deleted-there'],
    ]),
  );
  expect(rowsOf('kettle').project?.name).toBe('Mine');
  expect(JSON.stringify(items)).not.toContain('typed here');
});

test('theirs is written here, many at once, and can be undone', async () => {
  const { list, services, desk, remote, rowsOf, store } = await openConflicts();
  const before = rowsOf('kettle');
  expect(await services.sync.resolve(desk, remote.id, NO_FILTER, 'theirs')).toEqual({ resolved: 6 });
  expect(list().count).toBe(0);
  const { project, versions, redirects, variables } = rowsOf('kettle');
  expect(project).toMatchObject({ name: 'Theirs', homepage: 'https://theirs.example/' });
  expect(versions.map(({ slug }) => slug)).toEqual(['latest', '2.0']);
  expect(redirects.map(({ fromUrl, toUrl }) => [fromUrl, toUrl]).sort()).toEqual([
    ['/a', '/theirs'],
    ['/c', '/theirs'],
    ['/guide/*', '/manual/:splat'],
  ]);
  expect(variables).toEqual([]);
  const { steps } = await services.sync.plan(desk, remote.id);
  expect(steps.filter(({ kind }) => kind !== 'project')).toEqual([]);
  services.undo.apply(desk, store.journal.newest(0, 1)[0]?.batch ?? 0);
  expect(list().count).toBe(6);
  const after = rowsOf('kettle');
  expect(after.project?.name).toBe('Mine');
  expect(after.versions).toEqual(before.versions);
  expect(after.variables).toEqual(before.variables);
});

test('mine is outgoing', async () => {
  const { list, services, desk, remote, rowsOf } = await openConflicts();
  const before = rowsOf('kettle');
  const held = await services.sync.plan(desk, remote.id);
  expect(held.steps).toEqual([]);
  expect(held.held.map(({ kind }) => kind).sort()).toEqual(['redirect', 'variable', 'version']);
  await services.sync.resolve(desk, remote.id, NO_FILTER, 'mine');
  expect(list().count).toBe(0);
  expect(rowsOf('kettle')).toEqual(before);
  const { steps } = await services.sync.plan(desk, remote.id);
  const shown = steps.map(({ kind, key, action, from, to }) => ({ kind, key, action, from, to }));
  expect(shown).toEqual([
    {
      ...{ kind: 'project', key: 'kettle', action: 'update' },
      from: { name: 'Theirs', homepage: 'https://theirs.example/' },
      to: { name: 'Mine', homepage: 'https://mine.example/' },
    },
    {
      kind: 'redirect',
      key: '/c',
      action: 'delete',
      from: expect.objectContaining({ to_url: '/theirs' }),
      to: null,
    },
    { kind: 'redirect', key: '/a', action: 'update', from: { to_url: '/theirs' }, to: { to_url: '/mine' } },
    // What was deleted there is made there again.
    {
      kind: 'variable',
      key: 'SEARCH_KEY',
      action: 'create',
      from: null,
      to: expect.objectContaining({ name: 'SEARCH_KEY' }),
    },
  ]);
});

test('one field or one object is decided by its id; an unknown id is refused', async () => {
  const { list, services, desk, remote, rowsOf } = await openConflicts();
  const name = list().items.find(({ field }) => field === 'name');
  await services.sync.resolve(desk, remote.id, [name?.id ?? ''], 'theirs');
  expect(rowsOf('kettle').project).toMatchObject({ name: 'Theirs', homepage: 'https://mine.example/' });
  expect(list().count).toBe(5);
  await expect(services.sync.resolve(desk, remote.id, ['999999'], 'mine')).rejects.toThrow(NotFound);
  expect(services.sync.conflicts(desk, remote.id, { kind: 'redirect' }, ALL).count).toBe(2);
  await services.sync.resolve(desk, remote.id, { kind: 'redirect' }, 'mine');
  expect(list().count).toBe(3);
});

test.each(['mine', 'theirs'] as const)(
  'a value that was typed here and a variable that was replaced there are a conflict, decided as %s',
  async (side) => {
    const { services, desk, remote, apply, store } = await openRemoteFixture();
    apply(kettle());
    await services.environmentVariables.replace(desk, 'kettle', 'SEARCH_KEY', 'typed here');
    const replaced = kettle({ variables: listing(variable(22, 'SEARCH_KEY')) });
    const open = () =>
      services.sync.conflicts(desk, remote.id, {}, { limit: 10, offset: 0 }).items.map(({ field }) => field);
    apply(replaced);
    expect(open()).toEqual(['value_at']);
    apply(replaced);
    expect(open()).toEqual(['value_at']);
    expect((await services.sync.plan(desk, remote.id)).steps).toEqual([]);
    await services.sync.resolve(desk, remote.id, {}, side);
    expect(open()).toEqual([]);
    const { steps } = await services.sync.plan(desk, remote.id);
    expect(steps.map(({ kind, action }) => `${kind} ${action}`)).toEqual(
      side === 'mine' ? ['variable update'] : [],
    );
    apply(replaced);
    expect(open()).toEqual([]);
    expect((await services.sync.plan(desk, remote.id)).steps).toHaveLength(steps.length);
    expect(store.sync.links.byKey(remote.id, 'variable', 22)).toBeDefined();
  },
);
