import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Side } from './in-process-side.ts';
import { conflicts, edit, expectEqualSides, lastSteps, planned, pushed, rows } from './push/push-fixture.ts';
import { sampleProject, sampleProjects } from './sample-projects.ts';
import { sideState, withoutValues } from './side-state.ts';
import type { Keep } from './sync-side.ts';
import { openSyncWorld, type SyncWorld } from './sync-world.ts';

const KETTLE = 'projects/kettle/';
const [REDIRECTS, VARIABLES, SUBPROJECTS] = [
  `${KETTLE}redirects/`,
  `${KETTLE}environmentvariables/`,
  `${KETTLE}subprojects/`,
];

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld([
    ...sampleProjects(),
    sampleProject('spout', { subprojects: [{ child: 'handle', alias: 'grip' }] }),
    sampleProject('handle'),
  ]);
});
beforeEach(() => world.startOver());
afterAll(() => world.close());

/** An edit of one side. */
type EditSide = (side: Side) => Promise<unknown>;

const redirectOf = async (side: Side, from: string) => {
  const found = (await rows(side, REDIRECTS)).find((row) => row.from_url === from);
  return `${REDIRECTS}${String(found?.pk)}/`;
};
const patch =
  (path: string, body: object): EditSide =>
  (side) =>
    edit(side, 'PATCH', path, body);
const patchRedirect =
  (body: object): EditSide =>
  async (side) =>
    edit(side, 'PATCH', await redirectOf(side, '/a'), body);
const deleteRedirect: EditSide = async (side) => edit(side, 'DELETE', await redirectOf(side, '/a'));
const replaceVariable: EditSide = ({ core, operator }) =>
  core.services.environmentVariables.replace(operator, 'kettle', 'KEY', 'typed here');
const deleteVariable: EditSide = async (side) => {
  const [variable] = await rows(side, VARIABLES);
  await edit(side, 'DELETE', `${VARIABLES}${String(variable?.pk)}/`);
};
const aliasOfSpout =
  (alias: string): EditSide =>
  async (side) => {
    await edit(side, 'DELETE', 'projects/spout/subprojects/grip/');
    await edit(side, 'POST', 'projects/spout/subprojects/', { child: 'handle', alias });
  };

/** What both sides do to the same object, by the kind of conflict. */
const CONFLICTS: Readonly<Record<string, readonly [here: EditSide, there: EditSide]>> = {
  'a field of a project': [patch(KETTLE, { name: 'Mine' }), patch(KETTLE, { name: 'Theirs' })],
  'the address of a repository': [
    patch(KETTLE, { repository: { url: 'https://example.org/mine.git' } }),
    patch(KETTLE, { repository: { url: 'https://example.org/theirs.git' } }),
  ],
  'a list of tags': [patch(KETTLE, { tags: ['mine'] }), patch(KETTLE, { tags: ['theirs', 'too'] })],
  'a field of a redirect': [patchRedirect({ to_url: '/mine' }), patchRedirect({ to_url: '/theirs' })],
  'the order of redirects': [
    async (side) => {
      await edit(side, 'POST', REDIRECTS, { type: 'page', from_url: '/z', to_url: '/z', position: 2 });
      await edit(side, 'PATCH', await redirectOf(side, '/c'), { position: 0 });
    },
    async (side) => {
      await edit(side, 'POST', REDIRECTS, { type: 'page', from_url: '/y', to_url: '/y', position: 0 });
      await edit(side, 'PATCH', await redirectOf(side, '/a'), { position: 2 });
    },
  ],
  'a redirect deleted there': [patchRedirect({ description: 'kept' }), deleteRedirect],
  'a redirect deleted here': [deleteRedirect, patchRedirect({ description: 'kept' })],
  'a variable replaced there': [
    replaceVariable,
    async (side) => {
      await deleteVariable(side);
      await edit(side, 'POST', VARIABLES, { name: 'KEY', value: 'theirs' });
    },
  ],
  'a variable deleted there': [replaceVariable, deleteVariable],
  'the alias of a subproject': [aliasOfSpout('mine'), aliasOfSpout('theirs')],
  'a subproject that both made': [
    (side) => edit(side, 'POST', SUBPROJECTS, { child: 'lid', alias: 'mine' }),
    (side) => edit(side, 'POST', SUBPROJECTS, { child: 'lid', alias: 'theirs' }),
  ],
};

describe.each(Object.entries(CONFLICTS))('%s', (name, [editHere, editThere]) => {
  test.each(['mine', 'theirs'] as const)('is decided as %s, and both sides end so', async (keep) => {
    const { here, there } = world;
    await editHere(here);
    await editThere(there);
    const [ours, theirs] = [withoutValues(await sideState(here)), withoutValues(await sideState(there))];
    await world.pull();
    await decide(keep);
    await pushed(world);
    await decide(keep);
    await pushed(world);
    await world.pull();
    expect(conflicts(world), name).toEqual([]);
    await expectEqualSides(world);
    // Whatever only one of them has added is kept besides.
    if (!/order|made|replaced/.test(name))
      expect(withoutValues(await sideState(there))).toEqual(keep === 'mine' ? ours : theirs);
  });
});

/** Decides all conflicts, and types the values that are needed to send variables. */
async function decide(keep: Keep): Promise<void> {
  await world.resolve(keep);
  await world.typeValues(() => 'typed again');
}

test('versions that both sides changed to different states merge field by field', async () => {
  const { here, there } = world;
  const path = `${KETTLE}versions/1.0/`;
  await edit(here, 'PATCH', path, { active: true });
  await edit(there, 'PATCH', path, { hidden: true });
  await pushed(world);
  expect(conflicts(world)).toEqual([]);
  expect(await edit(there, 'GET', path)).toMatchObject({ active: true, hidden: true });
  await expectEqualSides(world);
});

test('a pull that is undone after a later push keeps what was pushed, and what is there comes again', async () => {
  const { here, there } = world;
  const { undo, history } = here.core.services;
  await edit(there, 'PATCH', KETTLE, { name: 'There', homepage: 'https://example.org/there' });
  await edit(there, 'PATCH', await redirectOf(there, '/c'), { description: 'there' });
  await edit(there, 'POST', VARIABLES, { name: 'THERE', value: 'x' });
  await world.pull();
  const pull = history.list(here.operator, { limit: 5 }).find(({ name }) => name === 'Pull kettle');
  await edit(here, 'PATCH', KETTLE, { name: 'Here' });
  await edit(here, 'PATCH', await redirectOf(here, '/a'), { description: 'here' });
  expect(await pushed(world)).toEqual(['project update confirmed', 'redirect update confirmed']);
  const after = withoutValues(await sideState(there));

  const { left } = undo.apply(here.operator, pull?.batch ?? 0);
  expect(left).toEqual(['kettle']);
  // Nothing of what is there becomes a change of this side.
  expect(await planned(world)).toEqual([]);
  expect(await pushed(world)).toEqual([]);
  expect(withoutValues(await sideState(there))).toEqual(after);
  await world.pull();
  expect(conflicts(world)).toEqual([]);
  expect(withoutValues(await sideState(here))).toEqual(after);
  await expectEqualSides(world);
});

test('a token of another account that stands in the vault pulls nothing and sends nothing', async () => {
  const { here, there } = world;
  const { users, tokens } = there.core.services;
  const stranger = await tokens.create(there.operator, users.ensure(there.operator, 'bea'), 'hers');
  const before = withoutValues(await sideState(there));
  await edit(here, 'PATCH', KETTLE, { name: 'Mine' });
  await edit(here, 'POST', REDIRECTS, { type: 'page', from_url: '/new', to_url: '/x' });
  const ours = withoutValues(await sideState(here));
  await here.core.secrets.remotes.write('live', 'token', stranger.token);
  try {
    const pulled = await world.pull();
    expect(pulled.state).toBe('paused');
    expect(pulled.outcome).toMatch(/The token is not one of ana on .*Nothing was changed/);
    await world.stop();
    const sent = await world.push();
    expect(sent?.outcome).toMatch(/^0 of 2 changes sent/);
    for (const { state, answer } of lastSteps(world)) {
      expect(state).toBe('refused');
      expect(answer).toMatch(/no longer yours to change/);
    }
    expect(withoutValues(await sideState(there))).toEqual(before);
    expect(withoutValues(await sideState(here))).toEqual(ours);
  } finally {
    await here.core.secrets.remotes.write('live', 'token', there.token);
  }
  await pushed(world);
  await expectEqualSides(world);
});

test('restored data finds its redirects again, of two with the same addresses the one that is equal', async () => {
  const { here, there } = world;
  const add = (description: string) =>
    edit(here, 'POST', REDIRECTS, {
      ...{ type: 'page', from_url: '/same', to_url: '/one', description, position: 0 },
    });
  await add('first');
  world.backUp();
  await add('second');
  await pushed(world);
  world.restore();
  await world.pull();
  await world.pull();
  expect(conflicts(world)).toEqual([]);
  await pushed(world);
  const same = async (side: Side) =>
    (await rows(side, REDIRECTS)).flatMap((row) => (row.from_url === '/same' ? [row.description] : []));
  expect(await same(there)).toEqual(['second', 'first']);
  expect(await same(here)).toEqual(['second', 'first']);
  await expectEqualSides(world);
});

test('a repository that is replaced there keeps the branch that was chosen there before', async () => {
  const { here, there } = world;
  await edit(there, 'PATCH', KETTLE, { default_branch: 'trunk' });
  await world.pull();
  await edit(there, 'PATCH', KETTLE, { repository: { url: 'https://example.org/other.git' } });
  await world.pull();
  expect(await edit(here, 'GET', KETTLE)).toMatchObject({ default_branch: 'trunk' });
  await expectEqualSides(world);
});

const SPOUT_SUBPROJECTS = 'projects/spout/subprojects/';
const childrenOf = async (side: Side) => (await rows(side, SPOUT_SUBPROJECTS)).map(({ alias }) => alias);

test('a subproject whose pull is undone comes again as a subproject', async () => {
  const { here, there } = world;
  const { undo, history } = here.core.services;
  const pull = history.list(here.operator, { limit: 20 }).find(({ name }) => name === 'Pull handle');
  undo.apply(here.operator, pull?.batch ?? 0);
  expect(await childrenOf(here)).toEqual([]);
  expect(await planned(world)).toEqual([]);
  await world.pull();
  expect(await childrenOf(here)).toEqual(['grip']);
  expect(await childrenOf(there)).toEqual(['grip']);
  await expectEqualSides(world);
});

test('a subproject that is removed here as a project stays one there', async () => {
  const { here, there } = world;
  here.core.services.projects.remove(here.operator, 'handle');
  // Another change compares the parent.
  await edit(here, 'PATCH', 'projects/spout/', { name: 'Another spout' });
  expect(await pushed(world)).toEqual(['project update confirmed']);
  expect(await childrenOf(there)).toEqual(['grip']);
  await world.pull();
  expect(await planned(world)).toEqual([]);
});

test('a subproject that both sides removed is made again, whether its removal is sent before or not', async () => {
  const { here, there } = world;
  const remove = (side: Side) => edit(side, 'DELETE', 'projects/spout/subprojects/grip/');
  await remove(here);
  await remove(there);
  await edit(here, 'POST', SPOUT_SUBPROJECTS, { child: 'handle', alias: 'knob' });
  const creations = (await planned(world)).map(({ action }) => action === 'create');
  expect(creations).toContain(true);
  await world.push((index) => creations[index] === true);
  await pushed(world);
  await world.pull();
  expect(await childrenOf(there)).toEqual(['knob']);
  await expectEqualSides(world);
});
