import { describe, expect, test } from 'vitest';
import { openLectern } from '../../../src-server/lectern.ts';
import { Conflict, Forbidden, Invalid, NotAuthenticated } from '../../../src-server/model/base/problems.ts';
import { readSettings } from '../../../src-server/model/settings/settings.ts';
import { type Actor, anonymous, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { makeDataFolder } from '../../support/store/store-folder.ts';

const DEFAULTS = {
  ...{
    localUserId: null,
    port: null,
    dialect: '2020',
    closeKeepsServer: true,
    notifyBuilds: true,
    askBeforePrivateDocs: null,
    pageMenus: true,
  },
  ...{
    buildsAtOnce: null,
    buildMinutes: 15,
    buildMemoryMegabytes: null,
    outputMegabytes: 50,
    scriptSpeed: null,
    acceptInstalledCopies: false,
    editor: '',
    keepLogsDays: 90,
    keepLogsMegabytes: 1024,
  },
  ...{ keepJournalDays: 365, keepJournalMegabytes: 256 },
  ...{ logRequests: true, keepRequests: 50_000, keepRequestsMegabytes: 200 },
  ...{ keepPagesDays: 30, keepPagesMegabytes: null, keepCacheMegabytes: 2048 },
  ...{ keepEnvironmentDays: 7, keepBuildStateMegabytes: 10_240 },
  ...{ syncRequestsPerMinute: 40, syncBuilds: 20 },
};

async function open() {
  const seeds = await openSeedStore();
  await seeds.load(SAMPLE_SEED);
  const alice = seeds.services.users.get('alice');
  return { ...seeds, alice, operator: { kind: 'operator', user: alice, door: 'desk' } as Actor };
}

describe('settings', () => {
  test('have their defaults until somebody changes them', async () => {
    const { services, store, operator } = await open();
    expect(services.settings.all(OPERATOR)).toEqual(DEFAULTS);
    services.settings.set(operator, { port: 9000, notifyBuilds: false });
    expect(services.settings.all(operator)).toEqual({ ...DEFAULTS, port: 9000, notifyBuilds: false });
    expect(services.settings.get(operator, 'port')).toBe(9000);
    expect(store.journal.newest(0, 1)).toMatchObject([
      {
        ...{ action: 'settings.update', username: 'alice', subjectId: null, projectId: null },
        before: { port: null, notifyBuilds: true },
        after: { port: 9000, notifyBuilds: false },
      },
    ]);
  });

  test.each([
    [{ port: 65_536 }, { port: [expect.stringMatching(/0 to 65535/)] }],
    [{ port: 1.5 }, { port: [expect.stringMatching(/0 to 65535/)] }],
    [{ port: '80' }, { port: [expect.stringMatching(/0 to 65535/)] }],
    [
      { notifyBuilds: 1, port: -1 },
      { notifyBuilds: [expect.any(String)], port: [expect.any(String)] },
    ],
    [{ buildMinutes: 0 }, { buildMinutes: ['A whole number from 1 to 1440.'] }],
    [{ buildsAtOnce: 65 }, { buildsAtOnce: ['A whole number from 1 to 64.'] }],
    [{ keepPagesDays: null }, { keepPagesDays: ['A whole number from 1 to 3650.'] }],
    [{ keepPagesMegabytes: 9 }, { keepPagesMegabytes: ['A whole number from 10 to 10000000.'] }],
    [{ keepCacheMegabytes: 2.5 }, { keepCacheMegabytes: ['A whole number from 10 to 1000000.'] }],
    [{ localUserId: 99 }, { localUserId: [expect.any(String)] }],
    [{ colour: 'red' }, { colour: ['There is no such setting.'] }],
  ])('refuse %j and keep what they had', async (patch, errors) => {
    const { services, dump } = await open();
    const before = dump();
    expect(errorsOf(() => services.settings.set(OPERATOR, patch as { port: number }))).toEqual(errors);
    expect(dump()).toEqual(before);
  });

  test('are for the person at the machine', async () => {
    const { services, alice } = await open();
    for (const actor of [{ kind: 'user', user: alice, door: 'desk' }, anonymous] as const) {
      expect(() => services.settings.all(actor)).toThrow(Forbidden);
      expect(() => services.settings.get(actor, 'port')).toThrow(Forbidden);
      expect(() => services.settings.set(actor, { port: 1 })).toThrow(Forbidden);
      expect(() => services.settings.setLocalUser(actor, 'dora')).toThrow(Forbidden);
    }
  });

  test('that are invalid, as another release may leave them, count as not set', () => {
    expect(readSettings({ port: 'eighty', closeKeepsServer: false, future: [1] })).toEqual({
      ...DEFAULTS,
      closeKeepsServer: false,
    });
  });
});

describe('the welcome', () => {
  test('makes the local user, in one change', async () => {
    const { services, store } = await open();
    expect(services.settings.localUser()).toBeUndefined();
    const dora = services.settings.setLocalUser(systemActor('desk'), 'dora');
    expect(services.settings.localUser()).toEqual(dora);
    const entries = store.journal.newest(0, 2);
    expect(entries.map(({ action }) => action)).toEqual(['settings.update', 'user.create']);
    expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
  });

  test('finds a user of that name, unless they are deactivated', async () => {
    const { services, alice, dump } = await open();
    expect(services.settings.setLocalUser(OPERATOR, 'alice')).toEqual(alice);
    services.users.setActive(OPERATOR, 'stranger', false);
    const before = dump();
    expect(() => services.settings.setLocalUser(OPERATOR, 'stranger')).toThrow(Conflict);
    expect(errorsOf(() => services.settings.setLocalUser(OPERATOR, 'no spaces'))).toHaveProperty('username');
    expect(() => services.settings.setLocalUser(OPERATOR, '')).toThrow(Invalid);
    expect(dump()).toEqual(before);
  });
});

describe('the operator', () => {
  test('may do everything, and what they make is theirs', async () => {
    const { services, store, operator } = await open();
    const { project } = services.projects.create(operator, {
      name: 'Almanac',
      repository: { url: 'https://x.org/a', type: 'git' },
    });
    expect(store.projects.byId(project.id)?.maintainers.map(({ username }) => username)).toEqual(['alice']);
    services.projects.update(operator, 'theirs', { name: 'Mine now' });
    services.users.add(operator, 'carl');
    services.tokens.create(operator, services.users.get('stranger'), 'laptop');
    expect(services.users.list(operator)).toHaveLength(3);
    const entries = store.journal.newest(0, 4);
    expect(new Set(entries.map(({ username, door }) => `${username} ${door}`))).toEqual(
      new Set(['alice desk']),
    );
  });

  test('is no caller without a name: a system actor makes nothing of its own', async () => {
    const { services } = await open();
    expect(() =>
      services.projects.create(OPERATOR, { name: 'X', repository: { url: 'https://x.org/a', type: 'git' } }),
    ).toThrow(NotAuthenticated);
  });
});

test('a server listens where the settings say, unless an option says otherwise', async () => {
  const { root } = makeDataFolder();
  const first = await openLectern({ data: root, keychain: 'off', port: 0 });
  const free = first.port;
  first.services.settings.set(OPERATOR, { port: free });
  await first.close();
  const second = await openLectern({ data: root, keychain: 'off' });
  expect(second.port).toBe(free);
  expect(second.url).toBe(`http://127.0.0.1:${free}`);
  await second.close();
  const third = await openLectern({ data: root, keychain: 'off', port: 0 });
  expect(third.port).toBeGreaterThan(0);
  await third.close();
});
