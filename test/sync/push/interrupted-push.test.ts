import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSyncOperations } from '../../../src-server/host/remotes/sync-operations.ts';
import { sampleProjects } from '../sample-projects.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import { edit, expectEqualSides, lastSteps, outcomes, planned, pushed, rows } from './push-fixture.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld(sampleProjects());
});
beforeEach(() => world.startOver());
afterAll(() => world.close());

const KETTLE = 'projects/kettle/';
const REDIRECT = { type: 'page', from_url: '/new', to_url: '/target' };

/** Pushes, and pauses after some steps; `onStep` is called after each. */
async function pushSteps(most: number, onStep: (done: number) => void = () => {}): Promise<void> {
  const stop = new AbortController();
  const end = await world.push(() => true, {
    signal: stop.signal,
    onProgress({ push }) {
      onStep(push?.done ?? 0);
      if (push?.done === most) stop.abort();
    },
  });
  expect(end?.state).toBe('paused');
}

/** What commands of sync call. */
function operations() {
  const { here, runner } = world;
  return createSyncOperations({ services: here.core.services, runner, actor: here.operator });
}

/** Edits projects and redirects here; returns the redirects that a push leaves there. */
async function editAll(): Promise<number> {
  const { here, there } = world;
  const [first] = await rows(here, `${KETTLE}redirects/`);
  await edit(here, 'PATCH', KETTLE, { name: 'Kettle 2' });
  await edit(here, 'POST', `${KETTLE}redirects/`, REDIRECT);
  await edit(here, 'DELETE', `${KETTLE}redirects/${first?.pk}/`);
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
  return (await rows(there, `${KETTLE}redirects/`)).length;
}

test('a backup of a running push is restored before the push has ended: what it has sent is found, not sent again', async () => {
  const { here } = world;
  const redirects = await editAll();
  const { length } = await planned(world);
  await pushSteps(length - 1, (done) => done === 1 && world.backUp());
  world.restore();
  expect(here.core.services.sync.failInterrupted(here.operator)).toBe(1);
  // The numbers of the run agree here and in the vault, since no run has ended or begun since.
  expect(await world.isOutdated()).toBe(false);
  await pushed(world);
  expect(new Set(lastSteps(world).map(({ state }) => state))).toEqual(new Set(['confirmed']));
  expect(await rows(world.there, `${KETTLE}redirects/`)).toHaveLength(redirects);
  await expectEqualSides(world);
});

test('an interrupted push that a restore brings back is stopped by the next pull, so that neither waits for the other', async () => {
  const redirects = await editAll();
  await pushSteps(1);
  world.backUp();
  await pushed(world);
  world.restore();
  expect([world.isCutOff(), await world.isOutdated()]).toEqual([true, true]);
  await expect(world.push()).rejects.toThrow('Pull everything first');
  expect(await operations().pull({ full: false, projects: [] }, () => {})).toMatchObject({ done: true });
  expect([world.isCutOff(), await world.isOutdated()]).toEqual([false, false]);
  await pushed(world);
  expect(await rows(world.there, `${KETTLE}redirects/`)).toHaveLength(redirects);
  await expectEqualSides(world);
});

test('a command sends what it has shown: an interrupted push goes on only where all of it was chosen again', async () => {
  const { here, there } = world;
  const { name } = await edit(here, 'GET', 'projects/lid/');
  const cutOff = async () => {
    await edit(here, 'PATCH', KETTLE, { name: 'Kettle 2' });
    await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
    await pushSteps(1);
    expect(outcomes(world)).toEqual(['project update confirmed', 'project update planned']);
  };
  await cutOff();
  await edit(here, 'PATCH', 'projects/lid/', { name });
  expect(await operations().push({ projects: [], only: [] }, () => {})).toMatchObject({ steps: [] });
  expect(await edit(there, 'GET', 'projects/lid/')).toMatchObject({ name });
  await expectEqualSides(world);

  await edit(here, 'PATCH', KETTLE, { name: 'Kettle' });
  await pushed(world);
  await cutOff();
  const only = (await planned(world)).map(({ id }) => id);
  expect((await operations().push({ projects: [], only }, () => {})).steps).toHaveLength(2);
  await expectEqualSides(world);
});

test('a default branch that was pushed and is no longer chosen here is left as it is there', async () => {
  const { here, there } = world;
  await edit(here, 'PATCH', KETTLE, { default_branch: 'dev' });
  expect(await pushed(world)).toEqual(['project update confirmed']);
  await edit(here, 'PATCH', KETTLE, { default_branch: null });
  expect(await planned(world)).toEqual([]);
  await world.pull();
  expect(await planned(world)).toEqual([]);
  expect(await edit(there, 'GET', KETTLE)).toMatchObject({ default_branch: 'dev' });
});

test('a branch that was chosen there is still that of here when the repository is changed here', async () => {
  const { here, there } = world;
  await edit(there, 'PATCH', KETTLE, { default_branch: 'dev' });
  await world.pull();
  expect(await edit(here, 'GET', KETTLE)).toMatchObject({ default_branch: 'dev' });
  await edit(here, 'PATCH', KETTLE, { repository: { url: 'https://example.org/moved.git' } });
  expect(await pushed(world)).toEqual(['project update confirmed']);
  await world.pull();
  expect(await edit(here, 'GET', KETTLE)).toMatchObject({ default_branch: 'dev' });
  await expectEqualSides(world);
  await world.pull();
  await expectEqualSides(world);
});
