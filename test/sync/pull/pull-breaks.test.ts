import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_FAULTS_RUN } from '../../support/faults-run.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { WAYS } from '../breaking-fetch.ts';
import { conflicts, edit, planned, rows } from '../push/push-fixture.ts';
import { sampleProject, sampleProjects } from '../sample-projects.ts';
import { sideState, twice } from '../side-state.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import { copyTables, putTables, type TableCopies } from '../table-copies.ts';

const KETTLE = 'projects/kettle/';
/** So many requests lie between two that are broken. */
const STRIDE = propertyRuns(IS_FAULTS_RUN ? 41 : 67, 1);
const MORE = Array.from({ length: 13 }, (_, number) =>
  sampleProject(`part-${number}`, { redirects: [{ type: 'page', from_url: '/a', to_url: '/b' }] }),
);

let world: SyncWorld;
let changed: { readonly here: TableCopies; readonly there: TableCopies };
beforeAll(async () => {
  world = await openSyncWorld([...sampleProjects(), ...MORE]);
  await changeBoth(world);
  changed = { here: copyTables(world.here.core), there: copyTables(world.there.core) };
});
afterAll(() => world.close());

/** Changes, adds and deletes all kinds of objects there, and some of the same and others here. */
async function changeBoth({ here, there }: SyncWorld): Promise<void> {
  for (const { slug } of await rows(there, 'projects/')) {
    const path = `projects/${String(slug)}/`;
    await edit(there, 'PATCH', path, { name: `${String(slug)} there`, tags: ['there'] });
    await edit(there, 'PATCH', `${path}versions/latest/`, { hidden: true });
    const [redirect] = await rows(there, `${path}redirects/`);
    if (redirect) await edit(there, 'DELETE', `${path}redirects/${String(redirect.pk)}/`);
    await edit(there, 'POST', `${path}redirects/`, {
      type: 'page',
      from_url: '/new',
      to_url: '/x',
      position: 0,
    });
    await edit(there, 'POST', `${path}environmentvariables/`, { name: 'NEW', value: 'there' });
  }
  await edit(there, 'POST', `${KETTLE}subprojects/`, { child: 'lid', alias: 'top' });
  await edit(there, 'POST', `${KETTLE}subprojects/`, { child: 'part-0' });
  await edit(here, 'PATCH', KETTLE, { name: 'Kettle here', homepage: 'https://example.org/here' });
  await edit(here, 'PATCH', 'projects/part-1/', { name: 'Part here' });
  const [redirect] = await rows(here, 'projects/part-2/redirects/');
  await edit(here, 'PATCH', `projects/part-2/redirects/${String(redirect?.pk)}/`, {
    description: 'kept here',
  });
  await edit(here, 'POST', 'projects/part-3/redirects/', { type: 'page', from_url: '/mine', to_url: '/y' });
}

/** Goes back to before the pull. */
function startOver(): void {
  const { database } = world.here.core;
  const run = database.prepare('SELECT run FROM remotes').pluck().get();
  putTables(world.there.core, changed.there);
  putTables(world.here.core, changed.here);
  database.prepare('UPDATE remotes SET run = ?').run(run);
  world.breaks.mend();
}

/** What a pull leaves: the state here, conflicts, what is outgoing, and how many rows there are of each kind. */
async function result() {
  const { here } = world;
  const state = await sideState(here);
  expect(twice(state)).toEqual([]);
  const tables = ['versions', 'redirects', 'environment_variables', 'subprojects', 'remote_links', 'trash'];
  const count = (table: string) => here.core.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return {
    ...{ state, conflicts: conflicts(world), counts: tables.map(count) },
    outgoing: (await planned(world)).map(({ kind, action, key, project }) => [kind, action, key, project]),
  };
}

test('a pull of changes that loses the service at any request goes on, and leaves what a whole one leaves', async () => {
  startOver();
  const before = world.breaks.count();
  expect((await world.pull()).state).toBe('done');
  const requests = world.breaks.count() - before;
  expect(requests).toBeGreaterThanOrEqual(60);
  const whole = await result();
  expect(whole.conflicts).toHaveLength(3);
  for (const way of WAYS) {
    for (let at = 0; at < requests; at += STRIDE) {
      startOver();
      world.breaks.breakAfter(at, way, true);
      expect((await world.pull()).state, `${way}, request ${at}`).toBe('paused');
      world.breaks.mend();
      expect((await world.pull()).state, `${way}, request ${at}`).toBe('done');
      expect(await result(), `${way}, request ${at}`).toEqual(whole);
    }
  }
});
