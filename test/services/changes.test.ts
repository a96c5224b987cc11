import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../../src-server/services/actor.ts';
import { createChanges } from '../../src-server/services/changes.ts';
import type { Services } from '../../src-server/services/open-services.ts';
import type { JournalEntry } from '../../src-server/store/journal.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { OPERATOR, openSeedStore } from '../support/seed-store.ts';
import { NOON } from '../support/store-folder.ts';
import { DESK_DEEDS, WAITING_DESK_DEEDS } from './desk-deeds.ts';
import { expectJournalled } from './journal-ground.ts';
import { MACHINE_DEEDS } from './machine-deeds.ts';

const RUNNER = systemActor('runner');
const SECRET = 'a value that nobody may read';
const COMMAND = {
  description: '',
  command: `echo ${SECRET}`,
  output: SECRET,
  exitCode: 0,
  startTime: NOON,
  endTime: NOON,
};
const PROJECT = { name: 'New', repository: { url: 'https://x.org/new', type: 'git' } } as const;

async function open() {
  const seeds = await openSeedStore();
  await seeds.load(SAMPLE_SEED);
  const alice: Actor = { kind: 'user', user: seeds.services.users.named('alice'), door: 'api' };
  const since = (id: number) => seeds.store.journal.newest(id, 1000).reverse();
  return { ...seeds, alice, since };
}
type Ground = Awaited<ReturnType<typeof open>>;

type Deed = {
  readonly name: string;
  readonly actor?: (ground: Ground) => Actor;
  /** Prepares the ground; its changes are not counted. */
  readonly before?: (services: Services, ground: Ground) => void;
  readonly act: (services: Services, actor: Actor, ground: Ground) => unknown;
  readonly actions: readonly string[];
};

const asRunner = () => RUNNER;
const asOperator = () => OPERATOR;
const handOut = (services: Services) => {
  services.builds.trigger(RUNNER, 'pip', '10');
  services.buildRuns.next(RUNNER);
};

/** Every function of the services that changes data. */
const DEEDS: readonly Deed[] = [
  {
    name: 'projects.create',
    act: (services, actor) => services.projects.create(actor, PROJECT),
    actions: ['project.create', 'version.create', 'build.trigger'],
  },
  {
    name: 'projects.update',
    act: (services, actor) =>
      services.projects.update(actor, 'pip', { name: 'Other', homepage: 'https://x.org' }),
    actions: ['project.update'],
  },
  {
    name: 'projects.update of the default branch',
    before: (services) => services.versionSync.apply(RUNNER, 'plugin', { branches: [], tags: [] }),
    act: (services, actor) => services.projects.update(actor, 'plugin', { default_branch: 'dev' }),
    actions: ['project.update', 'version.update'],
  },
  {
    name: 'versions.update, on',
    before: (services) => services.versions.update(RUNNER, 'pip', '10', { active: false }),
    act: (services, actor) => services.versions.update(actor, 'pip', '10', { active: true }),
    actions: ['version.activate', 'build.trigger'],
  },
  {
    name: 'versions.update, off',
    act: (services, actor) => services.versions.update(actor, 'pip', '10', { active: false }),
    actions: ['version.deactivate'],
  },
  {
    name: 'versions.update, as it is',
    act: (services, actor) => services.versions.update(actor, 'pip', '10', { active: true }),
    actions: [],
  },
  {
    name: 'builds.trigger',
    act: (services, actor) => services.builds.trigger(actor, 'pip', '10'),
    actions: ['build.trigger'],
  },
  {
    name: 'buildRuns.next',
    actor: asRunner,
    before: (services) => services.builds.trigger(RUNNER, 'pip', '10'),
    act: (services, actor) => services.buildRuns.next(actor),
    actions: ['build.progress'],
  },
  {
    name: 'buildRuns.progress',
    actor: asRunner,
    before: handOut,
    act: (services, actor) =>
      services.buildRuns.progress(actor, 8, { state: 'building', config: { version: '2' } }),
    actions: ['build.progress'],
  },
  {
    name: 'buildRuns.addCommand',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.addCommand(actor, 8, COMMAND),
    actions: ['build.command'],
  },
  {
    name: 'buildRuns.beginCommand',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.beginCommand(actor, 8, { command: SECRET }),
    actions: ['build.command'],
  },
  {
    name: 'buildRuns.endCommand, with what it wrote at last',
    actor: asRunner,
    before(services) {
      handOut(services);
      services.buildRuns.beginCommand(RUNNER, 8, { command: SECRET });
    },
    act(services, actor) {
      services.buildRuns.appendOutput(actor, 8, 2, SECRET);
      services.buildRuns.endCommand(actor, 8, 2, { exitCode: 1 });
    },
    actions: ['build.command'],
  },
  {
    name: 'buildRuns.finish',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.finish(actor, 8, { success: true, downloads: ['epub'] }),
    actions: ['build.finish', 'version.update'],
  },
  {
    name: 'buildRuns.finish, failing',
    actor: asRunner,
    before: handOut,
    act: (services, actor) => services.buildRuns.finish(actor, 8, { success: false }),
    actions: ['build.finish'],
  },
  {
    name: 'buildRuns.failInterrupted',
    actor: () => systemActor('start'),
    before: handOut,
    act: (services, actor) => services.buildRuns.failInterrupted(actor),
    actions: ['build.finish'],
  },
  {
    name: 'versionSync.request',
    act: (services, actor) => services.versionSync.request(actor, 'pip'),
    actions: ['project.request-sync'],
  },
  {
    name: 'versionSync.request, again',
    before: (services) => services.versionSync.request(RUNNER, 'pip'),
    act: (services, actor) => services.versionSync.request(actor, 'pip'),
    actions: [],
  },
  {
    name: 'versionSync.giveUp',
    actor: asRunner,
    before: (services) => services.versionSync.request(RUNNER, 'pip'),
    act: (services, actor) => services.versionSync.giveUp(actor, 'pip'),
    actions: ['project.give-up-sync'],
  },
  {
    name: 'versionSync.apply',
    actor: asRunner,
    before: (services) => services.versions.update(RUNNER, 'pip', '10', { active: false }),
    act: (services, actor) =>
      services.versionSync.apply(actor, 'pip', {
        branches: [{ name: 'dev', identifier: 'origin/dev' }],
        tags: [{ name: '11', identifier: 'b' }],
        defaultBranch: 'dev',
      }),
    actions: [
      'version.create',
      'version.create',
      'version.delete',
      'version.update',
      'version.create',
      'build.trigger',
      'project.sync',
    ],
  },
  {
    name: 'subprojects.create',
    before: (services) => services.subprojects.remove(RUNNER, 'pip', 'plug'),
    act: (services, actor) => services.subprojects.create(actor, 'pip', { child: 'plugin' }),
    actions: ['subproject.create'],
  },
  {
    name: 'subprojects.remove',
    act: (services, actor) => services.subprojects.remove(actor, 'pip', 'plug'),
    actions: ['subproject.delete'],
  },
  {
    name: 'redirects.create',
    act: (services, actor) =>
      services.redirects.create(actor, 'pip', { type: 'sphinx_html', from_url: '', to_url: '' }),
    actions: ['redirect.create'],
  },
  {
    name: 'redirects.replace',
    act: (services, actor) =>
      services.redirects.replace(actor, 'pip', 5, { type: 'page', from_url: '/c', to_url: '/d' }),
    actions: ['redirect.update'],
  },
  {
    name: 'redirects.update',
    act: (services, actor) => services.redirects.update(actor, 'pip', 5, { to_url: '/d' }),
    actions: ['redirect.update'],
  },
  {
    name: 'redirects.remove',
    act: (services, actor) => services.redirects.remove(actor, 'pip', 5),
    actions: ['redirect.delete'],
  },
  {
    name: 'environmentVariables.remove',
    act: (services, actor) => services.environmentVariables.remove(actor, 'pip', 3),
    actions: ['environment-variable.delete'],
  },
  {
    name: 'users.add',
    actor: asOperator,
    act: (services, actor) => services.users.add(actor, 'carl'),
    actions: ['user.create'],
  },
  {
    name: 'users.ensure, of somebody known',
    actor: asOperator,
    act: (services, actor) => services.users.ensure(actor, 'alice'),
    actions: [],
  },
  {
    name: 'users.setActive',
    actor: asOperator,
    act: (services, actor) => services.users.setActive(actor, 'alice', false),
    actions: ['user.deactivate'],
  },
  {
    name: 'users.setActive, as it is',
    actor: asOperator,
    act: (services, actor) => services.users.setActive(actor, 'alice', true),
    actions: [],
  },
  {
    name: 'tokens.create',
    act: (services, actor) => services.tokens.create(actor, services.users.named('alice'), 'laptop'),
    actions: ['token.create'],
  },
  {
    name: 'tokens.replace',
    before: (services) => services.tokens.create(OPERATOR, services.users.named('alice'), 'laptop'),
    act: (services, actor) => services.tokens.replace(actor, services.users.named('alice'), 'laptop'),
    actions: ['token.revoke', 'token.create'],
  },
  {
    name: 'tokens.revoke',
    before: (services) => services.tokens.create(OPERATOR, services.users.named('alice'), 'laptop'),
    act: (services, actor) => services.tokens.revoke(actor, 1),
    actions: ['token.revoke'],
  },
  ...DESK_DEEDS,
  ...MACHINE_DEEDS,
];

const WAITING: readonly Deed[] = [
  {
    name: 'environmentVariables.create',
    act: (services, actor) =>
      services.environmentVariables.create(actor, 'pip', { name: 'NEW', value: SECRET }),
    actions: ['environment-variable.create'],
  },
  ...WAITING_DESK_DEEDS,
];

async function prepared(deed: Deed) {
  const ground = await open();
  deed.before?.(ground.services, ground);
  const heard: JournalEntry[] = [];
  ground.services.changes.subscribe((entry) => heard.push(entry));
  const last = ground.store.journal.newest(0, 1)[0]?.id ?? 0;
  return { ...ground, heard, actor: deed.actor?.(ground) ?? ground.alice, since: () => ground.since(last) };
}

describe('the journal tells of', () => {
  test.each([...DEEDS, ...WAITING].map((deed) => [deed.name, deed] as const))('%s', async (_, deed) => {
    const ground = await prepared(deed);
    const { services, store, dump, heard, actor } = ground;
    const before = dump();
    await deed.act(services, actor, ground);
    const entries = ground.since();
    expect(entries.map(({ action }) => action)).toEqual(deed.actions);
    expectJournalled(before, dump(), entries);
    expect(heard).toEqual(entries);
    for (const entry of entries) {
      const user =
        actor.kind === 'user'
          ? { userId: actor.user.id, username: 'alice' }
          : { userId: null, username: null };
      expect(entry).toMatchObject({ at: NOON, door: actor.door, ...user });
      const isOfProject = !/^(user|token|settings|trash)\./.test(entry.action);
      expect(entry.projectId).toEqual(isOfProject ? expect.any(Number) : null);
    }
    expect(JSON.stringify(store.journal.newest(0, 1000))).not.toContain(SECRET);
  });

  test.each(DEEDS.map((deed) => [deed.name, deed] as const))('nothing of an undone %s', async (_, deed) => {
    const ground = await prepared(deed);
    const { services, store, dump, heard, actor } = ground;
    const before = dump();
    const undo = new Error('undone');
    expect(() =>
      store.change(() => {
        deed.act(services, actor, ground);
        throw undo;
      }),
    ).toThrow(undo);
    expect(dump()).toEqual(before);
    expect(heard).toEqual([]);
    services.users.add(OPERATOR, 'next');
    expect(heard.map(({ action }) => action)).toEqual(['user.create']);
  });

  test('no token’s text, whoever makes it', async () => {
    const { services, store, alice } = await open();
    const user = services.users.named('alice');
    const { token } = services.tokens.create(alice, user, 'laptop');
    services.tokens.adopt(OPERATOR, user, 'given', 'c'.repeat(40));
    services.tokens.replace(OPERATOR, user, 'laptop');
    const journal = JSON.stringify(store.journal.newest(0, 1000));
    expect(journal).not.toContain(token);
    expect(journal).not.toContain('c'.repeat(10));
  });

  test('every function of the services that writes', async () => {
    const { services } = await open();
    // Those that only read, or are part of others; a new function has to be put here or into the table above.
    const others =
      /^(access|changes|publicCatalog|badges|seeds|shelf|overview|versionBoard|buildHistory|buildLog|palette)\.|^bulk\w+\.(preview\w*|remove$)|\.(list\w*|get|next|superproject|publishedOf|record|commandsOf|appendOutput|onOutput|prune|named|identify|generation|noteUse|text|forBuild|save|createLatest|moveLatest|start|adopt|candidates|projectsAt|secretOf|has|announcements|test|put|wouldPut|removal|find|all|localUser|last|history|look|newest|name|checkName|putBack|tokenToCopy|waitingSince|checkKey|state|isTrusted|untrusted|standing|order|pagesOf|projectOf|ofProject|endWaiting)$|^(undo\.apply|trash\.restore|projectImport\.importProject|sampleLibrary\.load|bulkRedirects\.apply)$/;
    const names = Object.entries(services).flatMap(([service, functions]) =>
      typeof functions === 'function' ? [] : Object.keys(functions).map((name) => `${service}.${name}`),
    );
    const told = new Set([...DEEDS, ...WAITING].map(({ name }) => name.split(/[ ,]/)[0]));
    expect(names.filter((name) => !told.has(name) && !others.test(name))).toEqual([]);
    expect([...told].filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });
});

describe('a subscriber', () => {
  test('hears in the order of the changes, also of those that hearing causes', async () => {
    const { services, since } = await open();
    const heard: number[] = [];
    services.changes.subscribe(({ action, subjectId }) => {
      if (action === 'project.create') services.users.add(OPERATOR, `user-${subjectId}`);
    });
    services.changes.subscribe(({ id }) => heard.push(id));
    const last = since(0).at(-1)?.id ?? 0;
    const alice: Actor = { kind: 'user', user: services.users.named('alice'), door: 'desk' };
    services.projects.create(alice, PROJECT);
    expect(heard).toEqual(since(last).map(({ id }) => id));
    expect(heard).toHaveLength(4);
  });

  test('hears nothing once it has left, not even of what is under way', async () => {
    const { services, store } = await open();
    const heard: string[] = [];
    const leave = services.changes.subscribe(({ action }) => heard.push(action));
    services.users.add(OPERATOR, 'one');
    store.change(() => {
      services.users.add(OPERATOR, 'two');
      leave();
    });
    services.users.add(OPERATOR, 'three');
    expect(heard).toEqual(['user.create']);
  });

  test('that fails keeps the others, and whoever made the change, from nothing', async () => {
    const { store } = await open();
    const lines: string[] = [];
    const changes = createChanges(
      store,
      () => NOON,
      (line) => lines.push(line),
    );
    const heard: string[] = [];
    changes.subscribe(() => {
      throw new Error('deaf');
    });
    changes.subscribe(({ action }) => heard.push(action));
    store.change(() => {
      changes.record(OPERATOR, { action: 'a.b' });
      changes.record(OPERATOR, { action: 'c.d' });
    });
    expect(lines).toEqual([
      expect.stringMatching(/^A listener failed at a\.b .*deaf/),
      expect.stringMatching(/^A listener failed at c\.d .*deaf/),
    ]);
    expect(heard).toEqual(['a.b', 'c.d']);
    expect(store.journal.newest(0, 2).map(({ action }) => action)).toEqual(['c.d', 'a.b']);
  });
});
