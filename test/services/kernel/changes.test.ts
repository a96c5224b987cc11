import { describe, expect, test } from 'vitest';
import type { Signal } from '../../../src-server/model/journal/actions.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import { createChanges } from '../../../src-server/services/kernel/changes.ts';
import type { JournalEntry } from '../../../src-server/store/tables/journal/journal.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';
import {
  ASYNC_SERVICE_ACTIONS,
  openServiceFixture,
  PROJECT,
  SECRET,
  SERVICE_ACTIONS,
  type ServiceAction,
} from '../undo/service-actions.ts';
import { expectJournalled } from './expect-journalled.ts';

async function prepareFixture(action: ServiceAction) {
  const fixture = await openServiceFixture();
  action.before?.(fixture.services, fixture);
  const events: JournalEntry[] = [];
  fixture.services.changes.subscribe((entry) => events.push(entry));
  const signals: Signal[] = [];
  fixture.services.changes.onSignal((signal) => signals.push(signal.action));
  const last = fixture.store.journal.newest(0, 1)[0]?.id ?? 0;
  return {
    ...fixture,
    events,
    signals,
    actor: action.actor?.(fixture) ?? fixture.alice,
    since: () => fixture.since(last),
  };
}

describe('the journal records', () => {
  test.each([...SERVICE_ACTIONS, ...ASYNC_SERVICE_ACTIONS].map((action) => [action.name, action] as const))(
    '%s',
    async (_, action) => {
      const fixture = await prepareFixture(action);
      const { services, store, dump, events, actor } = fixture;
      const before = dump();
      await action.run(services, actor, fixture);
      const entries = fixture.since();
      expect(entries.map((entry) => entry.action)).toEqual(action.journalActions);
      expect(fixture.signals).toEqual(action.signals ?? []);
      if (!action.signals) expectJournalled(before, dump(), entries);
      expect(events).toEqual(entries);
      for (const entry of entries) {
        const user =
          actor.kind === 'user'
            ? { userId: actor.user.id, username: 'alice' }
            : { userId: null, username: null };
        expect(entry).toMatchObject({ at: NOON, door: actor.door, ...user });
        const isOfProject = !/^(user|token|settings|trash|build-script|fault|clock)\./.test(entry.action);
        expect(entry.projectId).toEqual(isOfProject ? expect.any(Number) : null);
      }
      expect(JSON.stringify(store.journal.newest(0, 1000))).not.toContain(SECRET);
    },
  );

  test.each(SERVICE_ACTIONS.map((action) => [action.name, action] as const))(
    'nothing of an undone %s',
    async (_, action) => {
      const fixture = await prepareFixture(action);
      const { services, store, dump, events, actor } = fixture;
      const before = dump();
      const undo = new Error('undone');
      expect(() =>
        store.change(() => {
          action.run(services, actor, fixture);
          throw undo;
        }),
      ).toThrow(undo);
      expect(dump()).toEqual(before);
      expect(events).toEqual([]);
      services.users.add(OPERATOR, 'next');
      expect(events.map(({ action }) => action)).toEqual(['user.create']);
    },
  );

  test('no text of a token', async () => {
    const { services, store, alice } = await openServiceFixture();
    const user = services.users.get('alice');
    const { token } = services.tokens.create(alice, user, 'laptop');
    services.tokens.register(OPERATOR, user, 'given', 'c'.repeat(40));
    services.tokens.replace(OPERATOR, user, 'laptop');
    const journal = JSON.stringify(store.journal.newest(0, 1000));
    expect(journal).not.toContain(token);
    expect(journal).not.toContain('c'.repeat(10));
  });

  test('every function of the services that writes', async () => {
    const { services } = await openServiceFixture();
    // Those that only read, or are part of others; a new function has to be put here or into the table above.
    const others =
      /^(access|changes|snapshots|lessons|v2Reads|badges|seeds|projectList|projectRelatives|overview|versionList|buildHistory|buildLog|palette|search|pageIndex|docsSite|docsSessions|docsMenu|kits|playedBuilds|replays|requests|visible\w+|remotes|sync|syncFiles)\.|^bulk\w+\.(preview\w*|remove$)|\.(list\w*|get|next|superproject|publishedOf|record|commandsOf|appendOutput|onOutput|prune|isFull|get|identify|generation|noteUse|text|forBuild|save|createLatest|moveLatest|start|startOrJoin|startUnlessRefused|insert|isRefused|isUnbuildable|unbuildable|unbuildableReason|requireRunnable|register|candidates|projectsOfRepository|secretOf|sign|has|hasProject|fieldErrors|fieldErrorsAsToday|notifications|test|put|problem|rebuild|stop|attach|at|onChange|isBuilding|previewPut|contents|find|all|localUser|operatorUser|last|get|newest|name|checkName|restoreItem|tokenToCopy|pendingSince|checkKey|state|isTrusted|remediesOf|untrusted|states|unmeasured|owners|load|projectOf|ofProject|endWaiting|wantedRefs|applyInSlices|addSwitchedOff|turnOff|namesOn|versionOf|records|getMine|namesForBuild|ofBuild|getOfBuild|getOfProject|ofUser|getOfUser|mine|ofDesk|unreadOfDesk)$|^(undo\.(apply|ofCall|describe)|history\.people|buildScripts\.ofBuilder|faults\.(reload|playFor|isAnyOn)|trash\.restore|projectImport\.importProject|bulkRedirects\.apply)$/;
    const names = Object.entries(services).flatMap(([service, functions]) =>
      typeof functions === 'function' ? [] : Object.keys(functions).map((name) => `${service}.${name}`),
    );
    const listed = new Set(
      [...SERVICE_ACTIONS, ...ASYNC_SERVICE_ACTIONS].map(({ name }) => name.split(/[ ,]/)[0]),
    );
    expect(names.filter((name) => !listed.has(name) && !others.test(name))).toEqual([]);
    expect([...listed].filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });
});

test('a call collects the batches that it committed, and nothing that others commit meanwhile', async () => {
  const { services, store } = await openServiceFixture();
  const { changes, users } = services;
  const batchOf = (name: string) =>
    store.journal.newest(0, 100).find(({ after }) => after?.username === name)?.batch;
  changes.subscribe(({ after }) => {
    if (after?.username === 'mine') users.add(OPERATOR, 'started-by-a-listener');
  });
  const { promise: other, resolve } = Promise.withResolvers<void>();
  const call = changes.collect(async () => {
    users.add(OPERATOR, 'mine');
    expect(() =>
      store.change(() => {
        users.add(OPERATOR, 'undone');
        throw new Error('refused');
      }),
    ).toThrow('refused');
    await other;
    return users.add(OPERATOR, 'mine-too').username;
  });
  users.add(OPERATOR, 'elsewhere');
  resolve();
  expect(await call).toEqual({ result: 'mine-too', batches: [batchOf('mine'), batchOf('mine-too')] });
});

describe('a subscriber', () => {
  test('is called in the order of the changes, also for those that it causes', async () => {
    const { services, since } = await openServiceFixture();
    const events: number[] = [];
    services.changes.subscribe(({ action, subjectId }) => {
      if (action === 'project.create') services.users.add(OPERATOR, `user-${subjectId}`);
    });
    services.changes.subscribe(({ id }) => events.push(id));
    const last = since(0).at(-1)?.id ?? 0;
    const alice: Actor = { kind: 'user', user: services.users.get('alice'), door: 'desk' };
    services.projects.create(alice, PROJECT);
    expect(events).toEqual(since(last).map(({ id }) => id));
    expect(events).toHaveLength(4);
  });

  test('is not called once it has unsubscribed, not even for the change under way', async () => {
    const { services, store } = await openServiceFixture();
    const events: string[] = [];
    const unsubscribe = services.changes.subscribe(({ action }) => events.push(action));
    services.users.add(OPERATOR, 'one');
    store.change(() => {
      services.users.add(OPERATOR, 'two');
      unsubscribe();
    });
    services.users.add(OPERATOR, 'three');
    expect(events).toEqual(['user.create']);
  });

  test('that fails does not affect the others, nor the caller who made the change', async () => {
    const { store } = await openServiceFixture();
    const lines: string[] = [];
    const changes = createChanges(
      store,
      () => NOON,
      (line) => lines.push(line),
    );
    const events: string[] = [];
    changes.subscribe(() => {
      throw new Error('deaf');
    });
    changes.subscribe(({ action }) => events.push(action));
    store.change(() => {
      changes.record(OPERATOR, { action: 'token.create' });
      changes.record(OPERATOR, { action: 'token.revoke' });
    });
    expect(lines).toEqual([
      expect.stringMatching(/^A listener failed at token\.create .*deaf/),
      expect.stringMatching(/^A listener failed at token\.revoke .*deaf/),
    ]);
    expect(events).toEqual(['token.create', 'token.revoke']);
    expect(store.journal.newest(0, 2).map(({ action }) => action)).toEqual(['token.revoke', 'token.create']);
  });
});
