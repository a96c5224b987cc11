import { describe, expect, test } from 'vitest';
import { Conflict } from '../../../src-server/model/base/problems.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { openUndoFixture, type UndoFixture } from './undo-fixture.ts';

const RUNNER = systemActor('runner');
const NEW_RULE = { type: 'exact', from_url: '/docs/', to_url: '/' } as const;
const NEW_PROJECT = { name: 'Almanac', repository: { url: 'https://x.org/a', type: 'git' } } as const;

type InvalidatedUndo = readonly [
  what: string,
  act: (fixture: UndoFixture, actor: Actor) => unknown,
  meanwhile: (fixture: UndoFixture) => unknown,
  reason: RegExp,
];

/** What somebody does, what happens then, and why the former can no longer be undone. */
const INVALIDATED_UNDOS: readonly InvalidatedUndo[] = [
  [
    'a field changed again',
    ({ services }, actor) => services.projects.update(actor, 'pip', { homepage: 'https://x.org' }),
    ({ services }) => services.projects.update(RUNNER, 'pip', { homepage: 'https://y.org' }),
    /^pip has changed since/,
  ],
  [
    'an address with a password left, which the journal does not keep (safety S7)',
    ({ services }, actor) => {
      const address = (url: string) => ({ repository: { url, type: 'git' } as const });
      services.projects.update(RUNNER, 'pip', address('https://mira:hunter22@x.org/a.git'));
      services.projects.update(actor, 'pip', address('https://x.org/b.git'));
    },
    () => {},
    /had a password, which the history does not keep/,
  ],
  [
    'a translation into the language of before',
    ({ services }, actor) => services.projects.update(actor, 'pip-es', { language: 'de' }),
    ({ services }) => {
      services.projects.update(RUNNER, 'theirs', { language: 'es' });
      services.translations.add(OPERATOR, 'pip', 'theirs');
    },
    /already a "es" translation/,
  ],
  [
    'a redirect changed again',
    ({ services }, actor) => services.redirects.update(actor, 'pip', 5, { to_url: '/x' }),
    ({ services }) => services.redirects.update(RUNNER, 'pip', 5, { to_url: '/y' }),
    /^The redirect \/a.html has changed since/,
  ],
  [
    'a redirect removed',
    ({ services }, actor) => services.redirects.create(actor, 'pip', NEW_RULE),
    ({ services }) => services.redirects.remove(RUNNER, 'pip', 6),
    /^The redirect \/docs\/ is gone/,
  ],
  [
    'redirects sorted again',
    ({ services }, actor) => {
      services.redirects.create(RUNNER, 'pip', NEW_RULE);
      services.redirects.reorder(actor, 'pip', [5, 6]);
    },
    ({ services }) => services.redirects.reorder(RUNNER, 'pip', [6, 5]),
    /sorted since/,
  ],
  [
    'a value replaced again',
    ({ services }, actor) => services.environmentVariables.replace(actor, 'pip', 'KEY', 'one'),
    ({ services }) => services.environmentVariables.replace(OPERATOR, 'pip', 'KEY', 'two'),
    /^The variable KEY has changed since/,
  ],
  [
    'another variable of the name',
    ({ services }, actor) => services.environmentVariables.remove(actor, 'pip', 3),
    ({ services }) => services.environmentVariables.create(OPERATOR, 'pip', { name: 'KEY', value: 'two' }),
    /^pip has another variable called KEY now/,
  ],
  [
    'a version switched back',
    ({ services }, actor) => services.versions.update(actor, 'pip', '10', { active: false }),
    ({ services }) => services.versions.update(RUNNER, 'pip', '10', { active: true }),
    /^10 has changed since/,
  ],
  [
    'an import that people have worked on',
    ({ services }, actor) => services.projects.create(actor, NEW_PROJECT),
    ({ services }) => services.redirects.create(OPERATOR, 'almanac', NEW_RULE),
    /^almanac has changed since/,
  ],
  [
    'an import that is linked',
    ({ services }, actor) => services.projects.create(actor, NEW_PROJECT),
    ({ services }) => services.subprojects.create(OPERATOR, 'theirs', { child: 'almanac', alias: undefined }),
    /^almanac has changed since/,
  ],
  [
    'another project of the name',
    ({ services }, actor) => services.projects.remove(actor, 'plugin'),
    ({ services, person }) =>
      services.projects.create(person('stranger'), { ...NEW_PROJECT, name: 'Plugin' }),
    /another project called plugin now/,
  ],
  [
    'the parent removed',
    ({ services }, actor) => services.projects.remove(actor, 'plugin'),
    ({ services }) => services.projects.remove(OPERATOR, 'pip'),
    /linked with is gone/,
  ],
  [
    'the main project removed',
    ({ services }, actor) => services.projects.remove(actor, 'pip-es'),
    ({ services }) => services.projects.remove(OPERATOR, 'pip'),
    /The main project of pip-es is gone/,
  ],
  [
    'the alias taken',
    ({ services }, actor) => services.subprojects.remove(actor, 'pip', 'plug'),
    ({ services }) => services.subprojects.create(OPERATOR, 'pip', { child: 'theirs', alias: 'plug' }),
    /alias plug is in use again/,
  ],
  [
    'a child that has children',
    ({ services }, actor) => services.subprojects.remove(actor, 'pip', 'plug'),
    ({ services }) => services.subprojects.create(OPERATOR, 'plugin', { child: 'theirs', alias: 'x' }),
    /has subprojects of its own/,
  ],
  [
    'a translation of another project',
    ({ services }, actor) => services.translations.remove(actor, 'pip', 'pip-es'),
    ({ services }) => services.translations.add(OPERATOR, 'theirs', 'pip-es'),
    /pip-es has changed since/,
  ],
  [
    'somebody who has been at work',
    ({ services }, actor) => services.users.add(actor, 'carl'),
    ({ services }) => services.maintainers.add(OPERATOR, 'pip', 'carl'),
    /^carl has been active since/,
  ],
  [
    'a token revoked',
    ({ services }, actor) => services.tokens.create(actor, services.users.get('alice'), 'laptop'),
    ({ services }) => services.tokens.revoke(OPERATOR, 1),
    /^The token laptop is gone/,
  ],
  [
    'a setting chosen again',
    ({ services }, actor) => services.settings.set(actor, { port: 9000 }),
    ({ services }) => services.settings.set(OPERATOR, { port: 9001 }),
    /has changed since/,
  ],
  [
    'the trash emptied',
    ({ services }, actor) => services.projects.remove(actor, 'pip'),
    ({ services }) => services.trash.empty(OPERATOR),
    /^The trash that held it has been emptied/,
  ],
];

/** What the history says before anybody tries. */
const KNOWN_BEFOREHAND = new Set([
  'an import that people have worked on',
  'an import that is linked',
  'somebody who has been at work',
  'the trash emptied',
]);

describe('an undo is refused, and changes nothing, after', () => {
  test.each(INVALIDATED_UNDOS)('%s', async (what, act, meanwhile, reason) => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    await act(fixture, operator);
    const batch = services.history.list(operator, { limit: 1 })[0]?.batch ?? 0;
    await meanwhile(fixture);
    const told = services.history.list(operator, { limit: 5 }).find((entry) => entry.batch === batch)?.reason;
    if (KNOWN_BEFOREHAND.has(what)) expect(told).toMatch(reason);
    const before = fixture.dump();
    const undo = () => services.undo.apply(operator, batch);
    expect(undo).toThrow(Conflict);
    expect(undo).toThrow(reason);
    expect(fixture.dump()).toEqual(before);
  });

  test.each<[string, (fixture: UndoFixture, actor: Actor) => unknown, RegExp]>([
    [
      'a revoked token',
      ({ services }, actor) => {
        services.tokens.create(OPERATOR, services.users.get('alice'), 'laptop');
        services.tokens.revoke(actor, 1);
      },
      /secret of a revoked token is gone/,
    ],
    ['a build', ({ services }, actor) => services.builds.trigger(actor, 'pip', '10'), /^Builds are history/],
    [
      'a wish to sync',
      ({ services }, actor) => services.versionSync.request(actor, 'pip'),
      /nothing to undo/,
    ],
    [
      'an emptied trash',
      ({ services }, actor) => {
        services.projects.remove(OPERATOR, 'pip');
        services.trash.empty(actor);
      },
      /gone for good/,
    ],
  ])('%s', async (_, act, reason) => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    act(fixture, operator);
    expect(services.undo.last(operator)).toBeNull();
    expect(services.history.list(operator, { limit: 1 })[0]?.reason).toMatch(reason);
    expect(() => services.undo.apply(operator, fixture.newestBatch())).toThrow(reason);
  });
});
