import { expect, test } from 'vitest';
import { kettle, openRemoteFixture, redirect, SYNC, version } from './remote-fixture.ts';

const PUSH = { kind: 'push', full: false } as const;

/** Pulls kettle, edits it with `edit`, and starts a push of all its changes. */
async function openPush(edit: (fixture: Awaited<ReturnType<typeof openRemoteFixture>>) => unknown) {
  const fixture = await openRemoteFixture();
  fixture.apply(kettle());
  await edit(fixture);
  const { services, desk, remote } = fixture;
  const { steps } = await services.sync.plan(desk, remote.id);
  const run = await services.sync.startRun(SYNC, remote.id, PUSH, steps);
  const plan = async () => (await services.sync.plan(desk, remote.id)).steps;
  const stateOf = (number: number) => services.sync.run(SYNC, run.id).steps[number]?.state;
  return { ...fixture, steps, runId: run.id, plan, stateOf };
}

const hide = ({ services, desk }: Awaited<ReturnType<typeof openRemoteFixture>>) =>
  services.versions.update(desk, 'kettle', '1.0', { hidden: true });

test('only what was sent moves what was agreed; the rest merges as in a pull', async () => {
  const { services, runId, plan, stateOf, rowsOf } = await openPush(hide);
  expect(services.sync.checkStep(SYNC, runId, 0, version(3, '1.0'))).toBe('send');
  services.sync.markStep(SYNC, runId, 0, 'sent');
  expect(services.sync.confirmStep(SYNC, runId, 0, version(3, '1.0', { hidden: true, active: true }))).toBe(
    'confirmed',
  );
  expect(stateOf(0)).toBe('confirmed');
  expect(rowsOf('kettle').versions.find(({ slug }) => slug === '1.0')).toMatchObject({
    hidden: true,
    active: true,
  });
  expect(await plan()).toEqual([]);
});

test('what the service did not take is shown, stays, and is not sent again until it is changed here', async () => {
  const { services, runId, plan, stateOf, rowsOf, desk } = await openPush(hide);
  expect(services.sync.confirmStep(SYNC, runId, 0, version(3, '1.0'))).toBe('ignored');
  expect(stateOf(0)).toBe('ignored');
  expect(rowsOf('kettle').versions.find(({ slug }) => slug === '1.0')?.hidden).toBe(true);
  expect(await plan()).toEqual([]);
  services.versions.update(desk, 'kettle', '1.0', { hidden: false });
  services.versions.update(desk, 'kettle', '1.0', { active: true });
  expect(await plan()).toMatchObject([{ to: { active: true } }]);
});

test.each([
  ['there already', version(3, '1.0', { hidden: true }), 'agreed', 0],
  ['another object at its address', version(99, '1.0'), 'conflict', 0],
  ['gone', null, 'conflict', 1],
] as const)('nothing is sent when it is %s', async (_, there, verdict, conflicts) => {
  const { services, runId, desk, remote } = await openPush(hide);
  expect(services.sync.checkStep(SYNC, runId, 0, there)).toBe(verdict);
  expect(services.sync.conflicts(desk, remote.id, {}, { limit: 5, offset: 0 }).count).toBe(conflicts);
});

test('a redirect that an earlier answer made is adopted, not made twice', async () => {
  const { services, runId, steps, plan, rowsOf, apply } = await openPush(
    ({ services: { redirects }, desk }) =>
      redirects.add(desk, 'kettle', { type: 'page', fromUrl: '/new', toUrl: '/page', dialect: 'current' }),
  );
  expect(steps).toMatchObject([{ action: 'create', to: { from_url: '/new', position: 0 } }]);
  const listed = [redirect(50, '/new', '/page'), ...kettle().redirects.objects];
  const found = services.sync.adoptable(SYNC, runId, 0, listed);
  expect(found?.key).toBe(50);
  const order = listed.map(({ key }) => key);
  services.sync.confirmStep(SYNC, runId, 0, found ?? null, { adopted: true, order });
  expect(services.sync.adoptable(SYNC, runId, 0, [redirect(11, '/new', '/page')])).toBeUndefined();
  expect(await plan()).toEqual([]);
  const { kind: _, ...lists } = { kind: '', ...kettle() };
  expect(apply({ ...lists, redirects: { objects: listed, complete: true } })).toMatchObject({
    outcome: 'same',
  });
  expect(rowsOf('kettle').redirects).toHaveLength(4);
});

test('a value typed here is outgoing once, and is in no row as it is', async () => {
  const { services, runId, steps, plan, rowsOf, dump } = await openPush(
    ({ services: { environmentVariables }, desk }) =>
      environmentVariables.replace(desk, 'kettle', 'SEARCH_KEY', 'nobody may read it'),
  );
  expect(steps).toMatchObject([{ kind: 'variable', action: 'update' }]);
  const id = rowsOf('kettle').variables[0]?.id ?? 0;
  expect(await services.sync.variableValue(SYNC, id)).toBe('nobody may read it');
  const made = { ...kettle().variables.objects[0], kind: 'variable', key: 77, address: '77' } as const;
  services.sync.confirmStep(SYNC, runId, 0, {
    ...made,
    fields: { name: 'SEARCH_KEY', public: false },
    shown: {},
  });
  expect(await plan()).toEqual([]);
  expect(JSON.stringify(dump())).not.toContain('nobody may read it');
});

test('a project is created there only when that was chosen', async () => {
  const { services, desk, remote, store, lastEntry } = await openRemoteFixture();
  expect((await services.sync.plan(desk, remote.id)).steps).toEqual([]);
  expect(services.sync.creatable(desk, remote.id, 'plug', 5)).toMatchObject([{ slug: 'plugin' }]);
  services.sync.create(desk, remote.id, ['plugin']);
  expect((await services.sync.plan(desk, remote.id)).steps).toMatchObject([
    { kind: 'project', action: 'create', key: 'plugin', reversible: false },
  ]);
  services.undo.apply(desk, store.journal.ofBatch(lastEntry())[0]?.batch ?? 0);
  expect((await services.sync.plan(desk, remote.id)).steps).toEqual([]);
});
