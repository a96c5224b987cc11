import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import { createChanges } from '../../../src-server/services/kernel/changes.ts';
import type { JournalEntry } from '../../../src-server/store/tables/journal/journal.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';
import { DEEDS, type Deed, open, PROJECT, SECRET, WAITING } from '../undo/service-deeds.ts';
import { expectJournalled } from './journal-ground.ts';

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
      /^(access|changes|publicCatalog|badges|seeds|shelf|overview|versionBoard|buildHistory|buildLog|palette|search|pageIndex|docsSite)\.|^bulk\w+\.(preview\w*|remove$)|\.(list\w*|get|next|superproject|publishedOf|record|commandsOf|appendOutput|onOutput|prune|isFull|named|identify|generation|noteUse|text|forBuild|save|createLatest|moveLatest|start|adopt|candidates|projectsAt|secretOf|has|announcements|test|put|wouldPut|removal|find|all|localUser|last|history|look|newest|name|checkName|putBack|tokenToCopy|waitingSince|checkKey|state|isTrusted|untrusted|standing|order|pagesOf|projectOf|ofProject|endWaiting)$|^(undo\.apply|trash\.restore|projectImport\.importProject|sampleLibrary\.load|bulkRedirects\.apply)$/;
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
