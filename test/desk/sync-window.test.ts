import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Actor, systemActor } from '../../src-server/services/kernel/actor.ts';
import { NEW_PROJECT } from '../../src-server/services/projects/projects.ts';
import { kettle, MAY_DELETE, SYNC } from '../services/sync/remote-fixture.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

let api: ApiServer;
let desk: Actor;
beforeEach(async () => {
  api = await startApi({ seed: SAMPLE_SEED });
  onTestFinished(() => api.close());
  const { services } = api.lectern;
  const alice = services.users.get('alice');
  services.settings.set(systemActor('command'), { localUserId: alice.id });
  desk = { kind: 'operator', user: alice, door: 'desk' };
});

const connect = async (address = 'https://app.readthedocs.org') => {
  const { id } = await api.lectern.services.remotes.add(
    desk,
    { name: 'live', address, kind: 'community', username: 'ana' },
    'a token',
  );
  return id;
};
const call = <T>(procedure: string, input: unknown) => callDesk(api.lectern, procedure, input) as Promise<T>;

/** Adds so many projects that the next push creates, so that their changes have to be counted. */
function addUncounted(remote: number, count: number): void {
  const { services, store } = api.lectern;
  const slugs = Array.from({ length: count }, (_, index) => `manual-${String(index).padStart(3, '0')}`);
  store.change(() => {
    for (const slug of slugs)
      store.projects.insert({
        ...{ ...NEW_PROJECT, slug, name: slug, created: 1, modified: 1, language: 'en' },
        ...{ repositoryUrl: `https://example.org/${slug}.git`, repositoryType: 'git' as const },
        ...{ homepage: '', programmingLanguage: 'py', tags: [] },
      });
  });
  services.sync.create(desk, remote, slugs);
}

type Outgoing = { readonly count: number; readonly pending: number; readonly rows: readonly unknown[] };

test('Outgoing answers with what is counted, goes on counting, and tells windows', async () => {
  const remote = await connect();
  addUncounted(remote, 520);
  const signals: unknown[] = [];
  onTestFinished(api.lectern.services.changes.onSignal((signal) => signals.push(signal)));
  const first = await call<Outgoing>('sync.outgoing', { remote });
  expect(first.pending).toBeGreaterThan(0);
  expect(first.count).toBeGreaterThan(0);
  expect(first.rows).toHaveLength(first.count);
  await expect
    .poll(() => signals)
    .toContainEqual({ action: 'sync.count', subjectId: remote, projectId: null });
  await expect
    .poll(() => call<Outgoing>('sync.outgoing', { remote, limit: 500 }))
    .toMatchObject({ count: 520, pending: 0 });
  const part = await call('sync.outgoing', { remote, limit: 2, offset: 518 });
  expect(part).toMatchObject({ rows: [{ slug: 'manual-518', isNew: true }, { slug: 'manual-519' }] });
  const found = await call('sync.outgoing', { remote, text: 'manual-00' });
  expect(found).toMatchObject({ count: 10, changes: 520 });
});

test('the changes of one project are compared without those of the others', async () => {
  const remote = await connect();
  addUncounted(remote, 130);
  const plan = await call('sync.projectPlan', { remote, slug: 'manual-129' });
  expect(plan).toMatchObject({ steps: [{ action: 'create', kind: 'project', project: 'manual-129' }] });
  expect(api.lectern.services.remotes.list(desk)).toMatchObject([{ pending: 130 }]);
});

test('the numbers of remotes are counted when they are asked for', async () => {
  const remote = await connect();
  addUncounted(remote, 3);
  expect(await call('sync.remotes', undefined)).toMatchObject([{ id: remote, outgoing: 3 }]);
});

type Pulled = { readonly slug: string; readonly reason: string | null; readonly isUndone: boolean };

test('Incoming says of each pull why it cannot be undone', async () => {
  const { services } = api.lectern;
  const remote = await connect();
  const apply = (fields = {}) =>
    services.sync.applyProject(SYNC, remote, kettle({ fields }), { ...MAY_DELETE, builds: 20 });
  apply();
  apply({ homepage: 'https://one.example/' });
  apply({ homepage: 'https://two.example/', name: 'Kettle two' });
  const reasons = async () =>
    (await call<readonly Pulled[]>('sync.incoming', { remote })).map(({ reason }) => reason);
  const changedAgain = 'All of it has changed again since, so nothing can be undone.';
  expect(await reasons()).toEqual([null, changedAgain, null]);
  services.projects.update(desk, 'kettle', { homepage: 'https://mine.example/' });
  const worked = expect.stringContaining('kettle has changed since it was pulled');
  expect(await reasons()).toEqual([changedAgain, changedAgain, worked]);
  const [newest] = await call<readonly { readonly batch: number }[]>('sync.incoming', { remote });
  await expect(call('undo.revert', { batch: newest?.batch })).rejects.toThrow(changedAgain);
});

test.each([
  ['https://app.readthedocs.org/api/v3/', 'https://app.readthedocs.org/projects/kettle/'],
  ['https://app.readthedocs.com/api/v3/', 'https://app.readthedocs.com/projects/kettle/'],
  ['http://127.0.0.1:8643/docs/api/v3/', 'http://127.0.0.1:8643/docs/projects/kettle/'],
])('a project linked with %s leads to the same place there', async (address, url) => {
  const remote = await connect(address);
  api.lectern.services.sync.applyProject(SYNC, remote, kettle(), { ...MAY_DELETE, builds: 20 });
  expect(await call('sync.link', { slug: 'kettle' })).toMatchObject({ url });
});
