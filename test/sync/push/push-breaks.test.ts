import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf, IS_FAULTS_RUN } from '../../support/faults-run.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { WAYS } from '../breaking-fetch.ts';
import { sampleProjects } from '../sample-projects.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import { copyTables, putTables, type TableCopies } from '../table-copies.ts';
import { edit, expectEqualSides, outcomes, planned, rows } from './push-fixture.ts';

const KETTLE = 'projects/kettle/';
/**
 * Each request is broken in one of so many runs, together with each one that is so many behind it. A step has three, and
 * four when one is repeated: with this number the breaks do not always fall on the same one.
 */
const EVERY = 11;
const RESTS = Array.from({ length: EVERY }, (_, rest) => rest);
/** So many requests lie between two at which the service is lost. */
const STRIDE = propertyRuns(IS_FAULTS_RUN ? 47 : 97, 1);

let world: SyncWorld;
/** The side here with sixty changes to push. */
let changed: TableCopies;
beforeAll(async () => {
  world = await openSyncWorld(sampleProjects());
  await changeEverything(world);
  changed = copyTables(world.here.core);
});
afterAll(() => world.close());

/** Changes all kinds of objects in each way that they can be changed. */
async function changeEverything({ here }: SyncWorld): Promise<void> {
  const [first, second] = await rows(here, `${KETTLE}redirects/`);
  const [variable] = await rows(here, `${KETTLE}environmentvariables/`);
  for (const slug of ['kettle', 'lid']) {
    await edit(here, 'PATCH', `projects/${slug}/`, {
      name: `${slug} 2`,
      tags: ['new'],
      default_version: '1.0',
    });
    await edit(here, 'PATCH', `projects/${slug}/versions/latest/`, { hidden: true });
    await edit(here, 'PATCH', `projects/${slug}/versions/1.0/`, { active: true });
  }
  for (let number = 0; number < 30; number += 1) {
    const rule = { type: 'page', from_url: `/from-${number}`, to_url: `/to-${number}`, position: number };
    await edit(here, 'POST', `${KETTLE}redirects/`, rule);
  }
  await edit(here, 'PATCH', `${KETTLE}redirects/${String(first?.pk)}/`, {
    description: 'moved',
    position: 40,
  });
  await edit(here, 'PATCH', `${KETTLE}redirects/${String(second?.pk)}/`, { force: true });
  for (let number = 0; number < 20; number += 1)
    await edit(here, 'POST', `${KETTLE}environmentvariables/`, {
      name: `NAME_${number}`,
      value: `${number}`,
    });
  await edit(here, 'DELETE', `${KETTLE}environmentvariables/${String(variable?.pk)}/`);
  await edit(here, 'POST', `${KETTLE}subprojects/`, { child: 'lid', alias: 'top' });
}

/** Goes back to the changes that are to be pushed, and to a service without them. */
async function startOver(): Promise<void> {
  world.startOver();
  const run = world.here.core.database.prepare('SELECT run FROM remotes').pluck().get();
  putTables(world.here.core, changed);
  world.here.core.database.prepare('UPDATE remotes SET run = ?').run(run);
}

/** Pushes until the run is done; whatever breaks is mended before it is resumed. */
async function pushToTheEnd(): Promise<void> {
  for (let end = await world.push(); end?.state !== 'done'; end = await world.push()) world.breaks.mend();
  expect(new Set(outcomes(world).map((each) => each.split(' ').at(-1)))).toEqual(new Set(['confirmed']));
  await expectEqualSides(world);
}

test('sixty changes arrive once and whole, whichever request breaks and how', async () => {
  await startOver();
  expect((await planned(world)).length).toBeGreaterThanOrEqual(60);
  for (const way of WAYS) {
    for (const rest of casesOf(RESTS, 5)) {
      await startOver();
      world.breaks.breakEvery(EVERY, rest, way);
      await pushToTheEnd();
    }
  }
});

test('a push that loses the service goes on where it stopped', async () => {
  await startOver();
  const before = world.breaks.count();
  await pushToTheEnd();
  const requests = world.breaks.count() - before;
  for (const way of WAYS) {
    for (let at = 0; at < requests; at += STRIDE) {
      await startOver();
      world.breaks.breakAfter(at, way, true);
      expect((await world.push())?.state, `${way}, request ${at}`).toBe('paused');
      world.breaks.mend();
      await pushToTheEnd();
    }
  }
});
