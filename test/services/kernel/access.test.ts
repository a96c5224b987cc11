import { describe, expect, test } from 'vitest';
import { Forbidden, NotAuthenticated, NotFound } from '../../../src-server/model/base/problems.ts';
import { type AccessLevel, createAccess, isListedFor } from '../../../src-server/services/kernel/access.ts';
import { type Actor, anonymous, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { openSeedStore, type SeedStore } from '../../support/store/seed-store.ts';

const REPOSITORY = { url: 'https://x.org/r', type: 'git' };
const LEVELS = ['public', 'protected', 'private'] as const;

type ActorName = 'nobody' | 'owner' | 'other' | 'system';
type Outcome = 'yes' | 'no' | typeof NotAuthenticated | typeof NotFound | typeof Forbidden;

/** Every caller's outcome, in this order. */
const ACTOR_NAMES: readonly ActorName[] = ['nobody', 'other', 'owner', 'system'];

async function open(): Promise<{
  seeds: SeedStore;
  access: ReturnType<typeof createAccess>;
  actors: Record<ActorName, Actor>;
}> {
  const seeds = await openSeedStore();
  await seeds.load({
    users: [{ username: 'owner' }, { username: 'other' }],
    projects: LEVELS.map((level) => ({
      name: level,
      users: ['owner'],
      privacy_level: level,
      repository: REPOSITORY,
    })),
  });
  const user = (name: string): Actor => ({
    kind: 'user',
    user: seeds.services.users.get(name),
    door: 'api',
  });
  const actors = {
    nobody: anonymous,
    owner: user('owner'),
    other: user('other'),
    system: systemActor('command'),
  };
  return { seeds, access: createAccess(seeds.store), actors };
}

/** `yes` when it passes or says true, `no` when it says false, else the kind of problem that it throws. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run() === false ? 'no' : 'yes';
  } catch (error) {
    return error instanceof Error ? error.constructor : error;
  }
}

/** The number of the project of this level, as seeded. */
const idOf = (level: (typeof LEVELS)[number]) => LEVELS.indexOf(level) + 1;

describe('authorize (behaviour.md 2)', () => {
  const rows: [AccessLevel, string | undefined, readonly Outcome[]][] = [
    ['open', undefined, ['yes', 'yes', 'yes', 'yes']],
    ['open', 'nope', ['yes', 'yes', 'yes', 'yes']],
    ['signed-in', undefined, [NotAuthenticated, 'yes', 'yes', 'yes']],
    ['signed-in', 'nope', [NotAuthenticated, 'yes', 'yes', 'yes']],
    ['reader', 'public', [NotAuthenticated, 'yes', 'yes', 'yes']],
    ['reader', 'nope', [NotAuthenticated, NotFound, NotFound, NotFound]],
    ['maintainer', 'nope', [NotAuthenticated, NotFound, NotFound, NotFound]],
    ...LEVELS.map((level): [AccessLevel, string, readonly Outcome[]] => [
      'maintainer',
      level,
      [NotAuthenticated, Forbidden, 'yes', 'yes'],
    ]),
  ];
  test.each(rows)('%s of %s', async (level, slug, outcomes) => {
    const { access, actors } = await open();
    expect(
      ACTOR_NAMES.map((actorName) => outcomeOf(() => access.authorize(actors[actorName], level, slug))),
    ).toEqual(outcomes);
  });
});

describe('a project', () => {
  const rows: [string, readonly Outcome[], readonly Outcome[]][] = [
    ['public', ['yes', 'yes', 'yes', 'yes'], [Forbidden, Forbidden, 'yes', 'yes']],
    ['protected', [NotFound, NotFound, 'yes', 'yes'], [Forbidden, Forbidden, 'yes', 'yes']],
    ['private', [NotFound, NotFound, 'yes', 'yes'], [Forbidden, Forbidden, 'yes', 'yes']],
    ['nope', [NotFound, NotFound, NotFound, NotFound], [NotFound, NotFound, NotFound, NotFound]],
  ];
  test.each(rows)('that is %s: who sees it and who maintains it', async (slug, visible, maintained) => {
    const { access, actors } = await open();
    expect(
      ACTOR_NAMES.map((actorName) => outcomeOf(() => access.visibleProject(actors[actorName], slug))),
    ).toEqual(visible);
    expect(
      ACTOR_NAMES.map((actorName) => outcomeOf(() => access.maintainedProject(actors[actorName], slug))),
    ).toEqual(maintained);
  });

  test.each(LEVELS)('that is %s is visible by id as by slug', async (level) => {
    const { access, actors } = await open();
    const project = { id: idOf(level), privacyLevel: level };
    const visible = ACTOR_NAMES.map((actorName) => access.canSeeProject(actors[actorName], project));
    expect(visible).toEqual(level === 'public' ? [true, true, true, true] : [false, false, true, true]);
    expect(ACTOR_NAMES.map((actorName) => access.maintains(actors[actorName], project.id))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('a version', () => {
  test.each([
    ['public', 'tag', [true, true, true, true]],
    ['protected', 'branch', [false, false, true, true]],
    ['private', 'branch', [false, false, true, true]],
    ['private', 'unknown', [false, false, true, true]],
    ['public', 'external', [false, false, false, false]],
    ['private', 'external', [false, false, false, false]],
  ] as const)('that is %s and of type %s', async (privacyLevel, type, visible) => {
    const { access, actors } = await open();
    const version = { projectId: 1, privacyLevel, type };
    expect(ACTOR_NAMES.map((actorName) => access.canSeeVersion(actors[actorName], version))).toEqual(visible);
  });
});

describe("a version's pages", () => {
  test.each([
    ['public', [true, true, true, true]],
    ['protected', [false, false, true, true]],
    ['private', [false, false, true, true]],
  ] as const)('that are %s, of a pull request too', async (privacyLevel, visible) => {
    const { access, actors } = await open();
    const version = { projectId: 1, privacyLevel };
    expect(ACTOR_NAMES.map((actorName) => access.canSeePages(actors[actorName], version))).toEqual(visible);
  });
});

describe('a list', () => {
  test('shows a user their own projects and the operator everything, and needs a user', async () => {
    const { access, actors } = await open();
    const { owner } = actors;
    const maintainers = owner.kind === 'user' ? [owner.user] : [];
    const shown = ACTOR_NAMES.map((actorName) =>
      outcomeOf(() => isListedFor(access.viewerOf(actors[actorName]), maintainers)),
    );
    expect(shown).toEqual([NotAuthenticated, 'no', 'yes', 'yes']);
  });
});

describe('what belongs to no project', () => {
  test('is for users, for a user alone, or for the person at the machine', async () => {
    const { access, actors } = await open();
    const run = (question: (actor: Actor) => unknown) =>
      ACTOR_NAMES.map((actorName) => outcomeOf(() => question(actors[actorName])));
    const { owner } = actors;
    const ownerId = owner.kind === 'user' ? owner.user.id : 0;
    expect(run((actor) => access.requireUser(actor))).toEqual([
      NotAuthenticated,
      'yes',
      'yes',
      NotAuthenticated,
    ]);
    expect(run((actor) => access.requireSelf(actor, ownerId))).toEqual([Forbidden, Forbidden, 'yes', 'yes']);
    expect(run((actor) => access.requireOperator(actor))).toEqual([Forbidden, Forbidden, Forbidden, 'yes']);
  });

  test('a user is the one that the token names', async () => {
    const { access, actors, seeds } = await open();
    expect(access.requireUser(actors.other)).toEqual(seeds.services.users.get('other'));
  });
});

test('a new maintainer has the rights of one immediately', async () => {
  const { access, actors, seeds } = await open();
  const { other } = actors;
  expect(access.maintains(other, 3)).toBe(false);
  seeds.store.change(() => seeds.store.projects.addMaintainer(3, other.kind === 'user' ? other.user.id : 0));
  expect(access.maintains(other, 3)).toBe(true);
  expect(access.visibleProject(other, 'private').maintainers.map(({ username }) => username)).toEqual([
    'owner',
    'other',
  ]);
});
