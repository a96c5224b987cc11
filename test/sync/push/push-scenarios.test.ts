import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleProjects } from '../sample-projects.ts';
import { sideState } from '../side-state.ts';
import { openSyncWorld, type SyncWorld } from '../sync-world.ts';
import {
  conflicts,
  edit,
  expectEqualSides,
  lastSteps,
  outcomes,
  planned,
  pushed,
  rows,
} from './push-fixture.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld(sampleProjects());
});
beforeEach(() => world.startOver());
afterAll(() => world.close());

const KETTLE = 'projects/kettle/';
const REDIRECT = { type: 'page', from_url: '/new', to_url: '/target' };

test('all fields of all kinds arrive, and the plan before is what is done', async () => {
  const { here, there } = world;
  await edit(here, 'PATCH', KETTLE, {
    ...{ name: 'Kettle 2', homepage: 'https://example.org/', language: 'pt-br', programming_language: 'py' },
    ...{ tags: ['steam', 'water'], default_version: '1.0', default_branch: 'develop' },
    ...{ readthedocs_yaml_path: 'docs/.readthedocs.yaml', repository: { url: 'https://example.org/2.git' } },
    versioning_scheme: 'single_version_without_translations',
  });
  await edit(here, 'PATCH', `${KETTLE}versions/1.0/`, { active: true, hidden: true });
  await edit(here, 'POST', `${KETTLE}redirects/`, {
    ...REDIRECT,
    position: 1,
    force: true,
    http_status: 301,
  });
  await edit(here, 'POST', `${KETTLE}redirects/`, { type: 'clean_url_to_html', enabled: false, position: 9 });
  const [first, , last] = await rows(here, `${KETTLE}redirects/`);
  await edit(here, 'PATCH', `${KETTLE}redirects/${String(first?.pk)}/`, {
    description: 'moved',
    to_url: '/e',
    position: 2,
  });
  await edit(here, 'DELETE', `${KETTLE}redirects/${String(last?.pk)}/`);
  await edit(here, 'POST', `${KETTLE}environmentvariables/`, { name: 'NEW', value: 'secret', public: true });
  await here.core.services.environmentVariables.replace(here.operator, 'kettle', 'KEY', 'typed here');
  await edit(here, 'POST', `${KETTLE}subprojects/`, { child: 'lid', alias: 'top' });
  const plan = await planned(world);
  await pushed(world);
  expect(new Set(outcomes(world).map((each) => each.split(' ').at(-1)))).toEqual(new Set(['confirmed']));
  expect(lastSteps(world).map(({ step }) => step.id)).toEqual(plan.map(({ id }) => id));
  await expectEqualSides(world);
  const { kettle } = await sideState(there);
  expect(kettle?.variables).toEqual([
    { name: 'KEY', public: false, value: 'typed here' },
    { name: 'NEW', public: true, value: 'secret' },
  ]);
  expect((await world.pull()).state).toBe('done');
  await expectEqualSides(world);
});

test('a value that the service does not take is ignored until it is changed here', async () => {
  const { here } = world;
  const { versions } = here.core.services;
  // The service of companies takes the privacy of versions; the one that is tested against ignores it.
  here.core.database.exec("UPDATE remotes SET kind = 'business'");
  versions.update(here.operator, 'kettle', '1.0', { privacy_level: 'private', hidden: true });
  expect(await pushed(world)).toEqual(['version update ignored']);
  expect(await planned(world)).toEqual([]);
  const [version] = await rows(world.there, `${KETTLE}versions/`);
  expect(version).toMatchObject({ slug: 'latest', privacy_level: 'public' });
  await world.pull();
  const { version: own } = versions.get(here.operator, 'kettle', '1.0', false);
  expect(own).toMatchObject({ privacyLevel: 'private' });
  expect(await planned(world)).toEqual([]);
});

test('what the service refuses is told in its words, and the rest is sent', async () => {
  const { here, there } = world;
  const { projects } = here.core.services;
  projects.update(here.operator, 'kettle', { repository: { url: 'git@example.org:k.git' } });
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
  expect(await pushed(world)).toEqual(['project update refused', 'project update confirmed']);
  expect(lastSteps(world)[0]?.answer).toContain('Manual cloning via SSH is not supported');
  expect(await edit(there, 'GET', 'projects/lid/')).toMatchObject({ name: 'Lid 2' });
  expect(await planned(world)).toHaveLength(1);
});

test('what was changed there since is a conflict, and nothing is sent', async () => {
  const { here, there } = world;
  await edit(here, 'PATCH', KETTLE, { name: 'Mine' });
  await edit(there, 'PATCH', KETTLE, { name: 'Theirs' });
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Mine' });
  await edit(there, 'PATCH', 'projects/lid/', { homepage: 'https://example.org/theirs' });
  await pushed(world);
  expect(await edit(there, 'GET', KETTLE)).toMatchObject({ name: 'Theirs' });
  // Another field of the other project was changed there: both changes are kept.
  const both = { name: 'Mine', homepage: 'https://example.org/theirs' };
  expect(await edit(there, 'GET', 'projects/lid/')).toMatchObject(both);
  expect(await edit(here, 'GET', 'projects/lid/')).toMatchObject(both);
  expect(conflicts(world)).toEqual(['project.name: Mine / Theirs']);
  expect(await planned(world)).toEqual([]);
  await world.resolve('mine');
  expect(await pushed(world)).toEqual(['project update confirmed']);
  await expectEqualSides(world);
});

test('an object that was deleted there is a conflict, and one that was deleted on both sides is none', async () => {
  const { here, there } = world;
  const [one, two] = await rows(there, `${KETTLE}redirects/`);
  const [ownOne, ownTwo] = await rows(here, `${KETTLE}redirects/`);
  await edit(there, 'DELETE', `${KETTLE}redirects/${String(one?.pk)}/`);
  await edit(there, 'DELETE', `${KETTLE}redirects/${String(two?.pk)}/`);
  await edit(here, 'PATCH', `${KETTLE}redirects/${String(ownOne?.pk)}/`, { description: 'kept here' });
  await edit(here, 'DELETE', `${KETTLE}redirects/${String(ownTwo?.pk)}/`);
  await pushed(world);
  expect(await rows(there, `${KETTLE}redirects/`)).toEqual([]);
  expect(conflicts(world)).toHaveLength(1);
  await world.resolve('mine');
  expect(await pushed(world)).toEqual(['redirect create confirmed']);
  await expectEqualSides(world);
});

test('equal objects that both sides made are one object, and what differs in them is a conflict', async () => {
  const { here, there } = world;
  for (const side of [here, there]) {
    await edit(side, 'POST', `${KETTLE}redirects/`, REDIRECT);
    await edit(side, 'POST', `${KETTLE}environmentvariables/`, { name: 'BOTH', value: 'the same' });
    await edit(side, 'POST', `${KETTLE}subprojects/`, { child: 'lid' });
  }
  const other = { ...REDIRECT, from_url: '/other' };
  await edit(here, 'POST', `${KETTLE}redirects/`, { ...other, description: 'mine' });
  await edit(there, 'POST', `${KETTLE}redirects/`, { ...other, description: 'theirs' });
  await pushed(world);
  expect(await rows(there, `${KETTLE}redirects/`)).toHaveLength(4);
  expect(await rows(there, `${KETTLE}subprojects/`)).toHaveLength(1);
  expect(conflicts(world)).toEqual(['redirect.description: mine / theirs']);
  await world.resolve('theirs');
  await pushed(world);
  await expectEqualSides(world);
  await world.pull();
  await expectEqualSides(world);
  expect(await rows(here, `${KETTLE}environmentvariables/`)).toHaveLength(2);
});

test('a creation whose answer is lost is uncertain until it was read, and is not sent again', async () => {
  const { here, there } = world;
  await edit(here, 'POST', `${KETTLE}redirects/`, REDIRECT);
  // The project, the list, the write: nothing arrives after it until the line is mended.
  world.breaks.breakAfter(2, 'after', true);
  expect((await world.push())?.state).toBe('paused');
  expect(outcomes(world)).toEqual(['redirect create uncertain']);
  expect(await rows(there, `${KETTLE}redirects/`)).toHaveLength(3);
  world.breaks.mend();
  expect(await pushed(world)).toEqual(['redirect create confirmed']);
  expect(await rows(there, `${KETTLE}redirects/`)).toHaveLength(3);
  await expectEqualSides(world);
});

test('a push stops between two steps and goes on where it stopped', async () => {
  const { here } = world;
  await edit(here, 'PATCH', KETTLE, { name: 'Kettle 2' });
  await edit(here, 'PATCH', 'projects/lid/', { name: 'Lid 2' });
  const stop = new AbortController();
  const end = await world.push(() => true, {
    signal: stop.signal,
    onProgress: ({ push }) => push?.done === 1 && stop.abort(),
  });
  expect(end?.state).toBe('paused');
  expect(outcomes(world)).toEqual(['project update confirmed', 'project update planned']);
  expect(await pushed(world)).toEqual(['project update confirmed', 'project update confirmed']);
  await expectEqualSides(world);
});
