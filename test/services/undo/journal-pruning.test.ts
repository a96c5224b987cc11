import { expect, test } from 'vitest';
import { Forbidden } from '../../../src-server/model/base/problems.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import { UNDO_REACH } from '../../../src-server/services/undo/undo.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { openUndoFixture } from './undo-fixture.ts';

const DAY = 86_400;

async function open() {
  const fixture = await openUndoFixture();
  const { services, store } = fixture;
  const api: Actor = { kind: 'user', user: services.users.get('alice'), door: 'api' };
  const entries = () => store.journal.newest(0, 10_000);
  return {
    ...fixture,
    api,
    entries,
    prune: () => services.journalPruning.prune(OPERATOR),
    newestId: () => entries()[0]?.id ?? 0,
    ids: () => entries().map(({ id }) => id),
    /** Changes a redirect by the API, which no one undoes. */
    changeByApi: (to: string) => services.redirects.update(api, 'pip', 5, { to_url: to }),
  };
}

test('old entries go, and the newest stays', async () => {
  const { services, clock, api, ids, prune, changeByApi, newestId, store } = await open();
  services.settings.set(OPERATOR, { keepJournalDays: 30 });
  changeByApi('/one/');
  const old = newestId();
  clock.advance(31 * DAY);
  expect(await prune()).toBeGreaterThan(0);
  expect(ids(), 'the newest of all').toEqual([old]);
  services.maintainers.add(api, 'pip', 'stranger');
  const recent = newestId();
  expect(await prune()).toBe(1);
  expect(ids()).toEqual([recent]);
  expect(store.journal.ofBatch(old)).toEqual([]);
  expect(await prune()).toBe(0);
  await expect(services.journalPruning.prune(api)).rejects.toThrow(Forbidden);
});

test('the oldest go when they take more room than the settings give them', async () => {
  const { services, entries, prune, api, ids, store } = await open();
  services.settings.set(OPERATOR, { keepJournalDays: null, keepJournalMegabytes: 1 });
  const change = { action: 'redirect.update', after: { text: 'x'.repeat(50_000) } } as const;
  for (let count = 0; count < 30; count++) store.change(() => services.changes.record(api, change));
  const before = ids();
  const removed = await prune();
  expect(removed).toBeGreaterThan(0);
  expect(ids()).toEqual(before.slice(0, before.length - removed));
  const bytes = entries().reduce(
    (sum, { before: was, after: is }) => sum + JSON.stringify([was, is]).length,
    0,
  );
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  expect(await prune()).toBe(0);
});

test('what undo needs stays: the change, what was done in its project since, and that it was undone', async () => {
  const fixture = await open();
  const { services, clock, operator, api, prune, changeByApi, newestBatch, ids } = fixture;
  changeByApi('/before/');
  const before = newestBatch();
  services.projects.create(operator, {
    name: 'Tide',
    repository: { url: 'https://example.org/tide', type: 'git' },
    language: 'en',
    programming_language: 'py',
    homepage: '',
  });
  const imported = newestBatch();
  services.projects.update(api, 'tide', { name: 'Tides' });
  const later = newestBatch();
  services.settings.set(operator, { port: 9000 });
  const undone = newestBatch();
  services.undo.apply(operator, undone);
  const undo = newestBatch();
  clock.advance(400 * DAY);
  changeByApi('/after/');
  await prune();
  expect(ids()).toEqual(expect.arrayContaining([imported, later, undone, undo]));
  expect(ids()).not.toContain(before);
  expect(() => services.undo.apply(operator, imported)).toThrow('has changed since');
  expect(() => services.undo.apply(operator, undone)).toThrow('undone already');
  for (let count = 0; count < UNDO_REACH; count++) services.settings.set(operator, { port: 9001 + count });
  await prune();
  expect(ids()).not.toContain(imported);
});

test('what the trash needs stays until the trash is emptied', async () => {
  const { services, clock, api, operator, prune, changeByApi, newestBatch, ids } = await open();
  services.settings.set(OPERATOR, { keepJournalDays: 1 });
  services.projects.remove(api, 'pip');
  const removed = newestBatch();
  clock.advance(2 * DAY);
  services.users.add(OPERATOR, 'somebody');
  await prune();
  expect(ids()).toContain(removed);
  services.undo.apply(operator, removed);
  changeByApi('/back/');
  services.projects.remove(api, 'pip');
  const again = newestBatch();
  clock.advance(2 * DAY);
  services.trash.empty(OPERATOR);
  await prune();
  expect(ids()).not.toContain(again);
});

test('builds that have not ended keep the entry of their request', async () => {
  const { services, clock, api, prune, changeByApi, newestBatch, ids } = await open();
  services.settings.set(OPERATOR, { keepJournalDays: 1 });
  services.builds.trigger(api, 'pip', '10');
  const waiting = newestBatch();
  clock.advance(2 * DAY);
  changeByApi('/after/');
  await prune();
  expect(ids()).toContain(waiting);
});
