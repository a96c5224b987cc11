import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleProject, sampleProjects } from '../sample-projects.ts';
import { sideState } from '../side-state.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import { edit, expectEqualSides, outcomes, pushed, rows } from './push-fixture.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld([...sampleProjects(), sampleProject('spout')]);
});
beforeEach(() => world.startOver());
afterAll(() => world.close());

const KETTLE = 'projects/kettle/';
const VARIABLES = `${KETTLE}environmentvariables/`;

/** Types a value here, and loses the service once the new variable is there beside the old one. */
async function giveUpChange(): Promise<void> {
  const { here, there } = world;
  await here.core.services.environmentVariables.replace(here.operator, 'kettle', 'KEY', 'typed here');
  // The project, the list, the new variable.
  world.breaks.breakAfter(2, 'after', true);
  expect((await world.push())?.state).toBe('paused');
  world.breaks.mend();
  await world.stop();
  expect(outcomes(world)).toEqual(['variable update uncertain']);
  expect(await rows(there, VARIABLES)).toHaveLength(2);
}

async function valuesThere(): Promise<readonly unknown[]> {
  const { kettle } = await sideState(world.there);
  return kettle?.variables.map(({ value }) => value) ?? [];
}

describe('a change of a variable that is given up after a lost answer leaves it once', () => {
  test('when the next push follows at once', async () => {
    await giveUpChange();
    expect(await pushed(world)).toEqual(['variable update confirmed']);
    expect(await valuesThere()).toEqual(['typed here']);
    await expectEqualSides(world);
  });

  test('when a pull comes before the next push', async () => {
    await giveUpChange();
    await world.pull();
    expect(await rows(world.here, VARIABLES)).toHaveLength(1);
    expect(await pushed(world)).toEqual(['variable update confirmed']);
    expect(await valuesThere()).toEqual(['typed here']);
    await world.pull();
    await expectEqualSides(world);
  });

  test('when another value is typed meanwhile', async () => {
    const { here } = world;
    await giveUpChange();
    await here.core.services.environmentVariables.replace(here.operator, 'kettle', 'KEY', 'typed later');
    await world.pull();
    expect(await pushed(world)).toEqual(['variable update confirmed']);
    expect(await valuesThere()).toEqual(['typed later']);
    await world.pull();
    await expectEqualSides(world);
  });

  test('and leaves none of it when it is deleted here', async () => {
    const { here } = world;
    await giveUpChange();
    const [variable] = await rows(here, VARIABLES);
    await edit(here, 'DELETE', `${VARIABLES}${String(variable?.pk)}/`);
    await world.pull();
    expect(await pushed(world)).toEqual(['variable delete confirmed']);
    expect(await valuesThere()).toEqual([]);
    await world.pull();
    await expectEqualSides(world);
  });

  test('while one of the same name that is added there later is no part of it', async () => {
    const { there } = world;
    await giveUpChange();
    expect(await pushed(world)).toEqual(['variable update confirmed']);
    await edit(there, 'POST', VARIABLES, { name: 'KEY', value: 'theirs' });
    await world.pull();
    expect(await rows(world.here, VARIABLES)).toHaveLength(2);
    await expectEqualSides(world);
  });
});

test('subprojects that swap their aliases are swapped there', async () => {
  const { here } = world;
  const path = `${KETTLE}subprojects/`;
  await edit(here, 'POST', path, { child: 'lid', alias: 'one' });
  await edit(here, 'POST', path, { child: 'spout', alias: 'two' });
  await pushed(world);
  await expectEqualSides(world);
  await edit(here, 'DELETE', `${path}one/`);
  await edit(here, 'DELETE', `${path}two/`);
  await edit(here, 'POST', path, { child: 'lid', alias: 'two' });
  await edit(here, 'POST', path, { child: 'spout', alias: 'one' });
  await pushed(world);
  await expectEqualSides(world);
});

test('aliases that both sides gave the other way round are those of the side that is kept', async () => {
  const { here, there } = world;
  const path = `${KETTLE}subprojects/`;
  await edit(here, 'POST', path, { child: 'lid', alias: 'one' });
  await edit(here, 'POST', path, { child: 'spout', alias: 'two' });
  await edit(there, 'POST', path, { child: 'lid', alias: 'two' });
  await edit(there, 'POST', path, { child: 'spout', alias: 'one' });
  await world.pull();
  expect(await world.resolve('mine')).toBe(2);
  const [deleted, created] = ['subproject delete confirmed', 'subproject create confirmed'];
  expect(await pushed(world)).toEqual([deleted, deleted, created, created]);
  expect(
    (await rows(there, path)).map(({ alias, child }) => [alias, (child as { slug: string }).slug]),
  ).toEqual(
    expect.arrayContaining([
      ['one', 'lid'],
      ['two', 'spout'],
    ]),
  );
  await expectEqualSides(world);
});

test('a pause while the first half of a change is on its way sends the second half too', async () => {
  const { here, there } = world;
  await here.core.services.environmentVariables.replace(here.operator, 'kettle', 'KEY', 'typed here');
  const pause = new AbortController();
  world.breaks.onArrival(({ method }) => method === 'POST' && pause.abort());
  expect((await world.push(() => true, { signal: pause.signal }))?.state).toBe('paused');
  expect(await rows(there, VARIABLES)).toHaveLength(1);
  expect(await valuesThere()).toEqual(['typed here']);
  expect(await pushed(world)).toEqual(['variable update confirmed']);
  await expectEqualSides(world);
});
