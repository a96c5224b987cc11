import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { OWNER } from '../in-process-side.ts';
import { sampleProject, sampleProjects } from '../sample-projects.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import { edit, lastSteps, outcomes, planned, pushed, rows } from './push-fixture.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld(sampleProjects());
});
beforeEach(() => world.startOver());
afterAll(() => world.close());

const KETTLE = 'projects/kettle/';

/** Adds projects of a user to one side. */
async function seed(side: 'here' | 'there', projects: readonly object[], username = OWNER): Promise<void> {
  const { core, operator } = world[side];
  await core.services.seeds.load(operator, parseSeed({ users: [{ username }], projects }));
}

/** Chooses a project that is to be created there. */
function choose(slug: string): void {
  const { core, operator } = world.here;
  core.services.sync.create(operator, world.remoteId, [slug]);
}

test('a project is created there with all that belongs to it once it was chosen, and no other', async () => {
  const { here, there } = world;
  await seed('here', [
    sampleProject('spout', { redirects: [{ type: 'page', from_url: '/a', to_url: '/b' }] }),
    sampleProject('secret'),
  ]);
  expect(await planned(world)).toEqual([]);
  await edit(here, 'PATCH', 'projects/spout/', { homepage: 'https://example.org/spout', tags: ['steam'] });
  choose('spout');
  await pushed(world);
  expect(outcomes(world)[0]).toBe('project create confirmed');
  expect(await edit(there, 'GET', 'projects/spout/')).toMatchObject({
    homepage: 'https://example.org/spout',
    tags: ['steam'],
  });
  // What belongs to it follows with the next push, when it has an address there.
  await pushed(world);
  expect(await rows(there, 'projects/spout/redirects/')).toHaveLength(1);
  expect(await planned(world)).toEqual([]);
  expect((await there.call('GET', 'projects/secret/')).status).toBe(404);
});

test('a name that somebody else has there is refused, and theirs is neither linked nor changed', async () => {
  const { there, here } = world;
  await seed('there', [sampleProject('spout', { users: ['bob'] })], 'bob');
  await seed('here', [sampleProject('spout')]);
  choose('spout');
  const before = await edit(there, 'GET', 'projects/spout/');
  expect(await pushed(world)).toEqual(['project create refused']);
  expect(lastSteps(world)[0]?.answer).toContain('Project with slug "spout" already exists');
  expect(await edit(there, 'GET', 'projects/spout/')).toEqual(before);
  expect(await planned(world)).toHaveLength(1);
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
  expect(await pushed(world)).toEqual(['project create refused', 'project update confirmed']);
});

test('a token that is revoked in the middle of a push pauses it, and another one of the account goes on', async () => {
  const { here, there } = world;
  const { tokens, users } = there.core.services;
  const owner = users.ensure(there.operator, OWNER);
  await edit(here, 'PATCH', KETTLE, { name: 'Kettle 2' });
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
  world.breaks.onArrival(({ method }) => {
    if (method !== 'PATCH') return;
    world.breaks.mend();
    for (const { id } of tokens.list(there.operator, owner)) tokens.revoke(there.operator, id);
  });
  const end = await world.push();
  expect(end?.state).toBe('paused');
  expect(end?.outcome).toMatch(/token/i);
  const { token } = await tokens.create(there.operator, owner, 'second');
  await here.core.services.remotes.replaceToken(here.operator, world.remoteId, token, OWNER);
  expect(await pushed(world)).toEqual(['project update confirmed', 'project update confirmed']);
  const names = there.core.database.prepare('SELECT name FROM projects').pluck().all();
  expect(names).toEqual(expect.arrayContaining(['Kettle 2', 'Lid 2']));
  // Rows start over before each test, and the vault does not.
  await here.core.services.remotes.replaceToken(here.operator, world.remoteId, there.token, OWNER);
});

test('after a backup was restored a push is refused until everything was pulled, and that pull deletes nothing', async () => {
  const { here, there } = world;
  world.backUp();
  await edit(here, 'PATCH', KETTLE, { name: 'Kettle 2' });
  const [redirect] = await rows(here, `${KETTLE}redirects/`);
  await edit(here, 'DELETE', `${KETTLE}redirects/${String(redirect?.pk)}/`);
  await pushed(world);
  world.restore();
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
  await expect(world.push()).rejects.toThrow('Pull everything first (pull --full), then push.');
  await world.pull(false);
  expect(await edit(there, 'GET', 'projects/lid/')).toMatchObject({ name: 'lid' });
  await world.pull();
  expect(await edit(here, 'GET', KETTLE)).toMatchObject({ name: 'Kettle 2' });
  expect(await rows(here, `${KETTLE}redirects/`)).toHaveLength(2);
  await pushed(world);
  expect(await edit(there, 'GET', 'projects/lid/')).toMatchObject({ name: 'Lid 2' });
});
