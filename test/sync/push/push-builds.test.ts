import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleProjects } from '../sample-projects.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import { edit, lastSteps, outcomes, planned, pushed, rows } from './push-fixture.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld(sampleProjects());
});
beforeEach(() => world.startOver());
afterAll(() => world.close());

const KETTLE = 'projects/kettle/';
const BUILDS = `${KETTLE}versions/latest/builds/`;

const ask = (version = 'latest') =>
  world.here.core.services.sync.requestBuild(world.here.operator, 'kettle', version);
const held = async () => {
  const { sync } = world.here.core.services;
  return (await sync.plan(world.here.operator, world.remoteId)).held.map(({ kind, reason }) => ({
    ...{ kind, reason },
  }));
};

test('a build that was asked for is the last step, says what it does, starts once, and is done', async () => {
  const { here, there } = world;
  const before = (await rows(there, BUILDS)).length;
  ask();
  expect(() => ask()).toThrow('A build of latest is asked for already. Push starts it.');
  expect(() => ask('1.0')).toThrow(/1\.0 of kettle is not active on live/);
  await edit(here, 'PATCH', KETTLE, { name: 'Kettle 2' });
  await edit(here, 'POST', `${KETTLE}subprojects/`, { child: 'lid', alias: 'top' });
  const steps = await planned(world);
  expect(steps.map(({ kind }) => kind)).toEqual(['project', 'subproject', 'build']);
  expect(steps.at(-1)).toMatchObject({
    ...{ key: 'latest', project: 'kettle', action: 'create', from: null, to: null, reversible: false },
    effects: ['Starts a build on the service.', 'A running build of this version is cancelled there.'],
  });
  expect((await pushed(world)).at(-1)).toBe('build create confirmed');
  expect(lastSteps(world).at(-1)?.answer).toMatch(/^Build \d+ was started there\.$/);
  expect(await rows(there, BUILDS)).toHaveLength(before + 1);
  expect(await planned(world)).toEqual([]);
  expect(await pushed(world)).toEqual([]);
  expect(await rows(there, BUILDS)).toHaveLength(before + 1);
});

test.each(['after', 'half'] as const)(
  'one whose answer is lost %s it began is uncertain: neither resume, push nor pull repeats it, and a person chooses',
  async (way) => {
    const { here, there } = world;
    const { sync } = here.core.services;
    const before = (await rows(there, BUILDS)).length;
    ask();
    // The project, the version, the trigger.
    world.breaks.breakAfter(2, way, false);
    expect(await pushed(world)).toEqual(['build create uncertain']);
    expect(lastSteps(world)[0]?.answer).toContain('the build may have started');
    const waits = [{ kind: 'build', reason: expect.stringContaining('the build may have started') }];
    expect(await held()).toEqual(waits);
    expect(await pushed(world)).toEqual([]);
    await world.pull();
    expect(await held()).toEqual(waits);
    expect(await rows(there, BUILDS)).toHaveLength(before + 1);
    ask();
    expect(await pushed(world)).toEqual(['build create confirmed']);
    expect(await rows(there, BUILDS)).toHaveLength(before + 2);
    expect(() => sync.dropBuildRequest(here.operator, 'kettle', 'latest')).toThrow('No build of latest');
  },
);

test('one that is cut off while it is sent is uncertain after the start, and one that never left is sent on resume', async () => {
  const { here, there } = world;
  const before = (await rows(there, BUILDS)).length;
  ask();
  world.breaks.breakAfter(0, 'before', true);
  expect((await world.push())?.state).toBe('paused');
  world.breaks.mend();
  expect(outcomes(world)).toEqual(['build create planned']);
  expect((await world.push())?.state).toBe('done');
  expect(outcomes(world)).toEqual(['build create confirmed']);
  expect(await rows(there, BUILDS)).toHaveLength(before + 1);
  ask();
  // As kill -9 leaves it: marked as sent, and nothing came after it.
  const { sync } = here.core.services;
  const steps = await planned(world);
  const run = await sync.startRun(here.operator, world.remoteId, { kind: 'push', full: false }, steps);
  sync.markBuild(here.operator, run.id, 0, 'sent');
  sync.failInterrupted(here.operator);
  expect((await world.push())?.state).toBe('done');
  expect(outcomes(world)).toEqual(['build create uncertain']);
  expect(await rows(there, BUILDS)).toHaveLength(before + 1);
});

test('one that was taken back, or whose version is off there by now, is not sent', async () => {
  const { here, there } = world;
  const { sync } = here.core.services;
  const before = (await rows(there, BUILDS)).length;
  ask();
  sync.dropBuildRequest(here.operator, 'kettle', 'latest');
  expect(await planned(world)).toEqual([]);
  ask();
  await edit(there, 'PATCH', `${KETTLE}versions/latest/`, { active: false });
  expect(await pushed(world)).toEqual(['build create refused']);
  await world.pull();
  expect(await held()).toEqual([{ kind: 'build', reason: expect.stringContaining('Activating it there') }]);
  expect(await rows(there, BUILDS)).toHaveLength(before);
});
