import { expect, test } from 'vitest';
import { Conflict } from '../../../src-server/model/base/problems.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { kettle, listing, openRemoteFixture, redirect, variable, version } from './remote-fixture.ts';

const CHANGED = kettle({
  fields: { homepage: 'https://new.example/' },
  versions: listing(version(1, 'latest', { active: true }), version(2, '2.0'), version(4, '3.0')),
  redirects: listing(redirect(12, '/c', '/x'), redirect(11, '/a', '/b'), redirect(14, '/n', '/m')),
  variables: listing(variable(22, 'MORE', true)),
});
const IGNORED = ['journal', 'sqlite_sequence', 'trash', 'trash_rows', 'remote_builds'];

async function openPulled() {
  const fixture = await openRemoteFixture();
  const created = fixture.apply(kettle());
  /** Rows of people, without the times of changes. */
  const state = () =>
    Object.fromEntries(
      Object.entries(fixture.dump())
        .filter(([table]) => !IGNORED.includes(table))
        .map(([table, rows]) => [
          table,
          rows.map((row) => JSON.stringify({ ...(row as object), modified: 0, rank: 0, outgoing: 0 })).sort(),
        ]),
    );
  return { ...fixture, created, state };
}

test('a pull of a project is undone whole, with what was agreed', async () => {
  const { apply, services, desk, state, rowsOf } = await openPulled();
  const before = state();
  const order = () => rowsOf('kettle').redirects.map(({ fromUrl }) => fromUrl);
  const orderBefore = order();
  const { batch } = apply(CHANGED);
  expect(order()).toEqual(['/c', '/a', '/n']);
  expect(services.undo.describe(desk, [batch ?? 0])).toMatchObject([{ name: 'Pull kettle', reason: null }]);
  services.undo.apply(desk, batch ?? 0);
  expect(state()).toEqual(before);
  expect(order()).toEqual(orderBefore);
  expect(() => services.undo.apply(desk, batch ?? 0)).toThrow(Conflict);
  // What is there is incoming again.
  expect(apply(CHANGED)).toMatchObject({ outcome: 'changed', conflicts: 0 });
});

test('what was changed here since is named and stays, with what was agreed about it', async () => {
  const { apply, services, desk, store, rowsOf } = await openPulled();
  const { batch, projectId } = apply(CHANGED);
  services.projects.update(desk, 'kettle', { homepage: 'https://mine.example/' });
  services.versions.update(desk, 'kettle', '3.0', { hidden: true });
  const { left } = services.undo.apply(desk, batch ?? 0);
  expect(left).toEqual(expect.arrayContaining(['3.0', 'kettle']));
  const { project, versions, variables } = rowsOf('kettle');
  expect(project?.homepage).toBe('https://mine.example/');
  expect(versions.map(({ slug }) => slug).sort()).toEqual(['1.0', '2.0', '3.0', 'latest']);
  expect(variables.map(({ name }) => name)).toEqual(['SEARCH_KEY']);
  const [entry] = store.journal.newest(0, 1);
  expect(entry).toMatchObject({ action: 'sync.pull-project', undoes: batch });
  expect(entry?.after?.left).toEqual(expect.arrayContaining(['3.0', 'kettle']));
  expect(store.sync.links.byLocal('project', projectId ?? 0)?.base?.homepage).toBe('https://new.example/');
});

test('a pull of which everything has changed since is not undone, and says so', async () => {
  const { apply, services, desk, store, rowsOf } = await openPulled();
  const { batch } = apply(kettle({ fields: { homepage: 'https://new.example/' } }));
  services.projects.update(desk, 'kettle', { homepage: 'https://mine.example/' });
  const entries = store.journal.newest(0, 1);
  expect(() => services.undo.apply(desk, batch ?? 0)).toThrow('nothing can be undone');
  expect(store.journal.newest(0, 1)).toEqual(entries);
  expect(rowsOf('kettle').project?.homepage).toBe('https://mine.example/');
});

test('the first pull of a project is undone into the trash, unless somebody has worked on it', async () => {
  const { apply, created, services, desk, store } = await openPulled();
  services.undo.apply(desk, created.batch ?? 0);
  expect(store.projects.idOf('kettle')).toBeUndefined();
  const again = apply(kettle());
  expect(again.outcome).toBe('created');
  services.projects.update(desk, 'kettle', { name: 'Mine' });
  expect(() => services.undo.apply(desk, again.batch ?? 0)).toThrow('has changed since it was pulled');
});

test('a removed project and its links come back together', async () => {
  const { apply, services, desk, store } = await openPulled();
  services.projects.remove(desk, 'kettle');
  const removal = store.journal.newest(0, 1)[0]?.batch ?? 0;
  expect(apply(kettle()).outcome).toBe('left-out');
  services.undo.apply(desk, removal);
  expect(apply(kettle())).toMatchObject({ outcome: 'same' });
});

test('an unlinked project keeps its copy, and is linked again by undo', async () => {
  const { apply, services, desk, store, remote } = await openPulled();
  const links = store.sync.links.projects(remote.id).length;
  services.remotes.unlink(desk, 'kettle');
  expect(services.sync.linkOf(desk, 'kettle')).toBeNull();
  expect(store.projects.idOf('kettle')).toBeDefined();
  expect(services.remotes.toPull(desk, remote.id, { after: 0, limit: 10 })).toEqual([]);
  services.undo.apply(desk, store.journal.newest(0, 1)[0]?.batch ?? 0);
  expect(store.sync.links.projects(remote.id)).toHaveLength(links);
  expect(apply(kettle())).toMatchObject({ outcome: 'same' });
});

test('a repository sync neither removes, moves nor activates versions of a linked project', async () => {
  const { services, rowsOf, apply } = await openPulled();
  const before = rowsOf('kettle').versions;
  const refs = {
    branches: [{ name: 'trunk', identifier: 'origin/trunk' }],
    tags: [],
    defaultBranch: 'trunk',
  };
  services.versionSync.apply(OPERATOR, 'kettle', refs);
  const after = rowsOf('kettle').versions;
  expect(after.filter(({ id }) => before.some((version) => version.id === id))).toEqual(before);
  expect(after.map(({ slug }) => slug)).toContain('trunk');
  // It is only here until the service shows it, and then stands for that one.
  const there = version(9, 'trunk', { active: true }, { type: 'branch' });
  apply(kettle({ versions: listing(...kettle().versions.objects, there) }));
  expect(rowsOf('kettle').versions.filter(({ slug }) => slug === 'trunk')).toMatchObject([{ active: true }]);
});
