import { expect, onTestFinished, test } from 'vitest';
import { liveRouter } from '../../src-server/desk/live/live.ts';
import type { DeskContext } from '../../src-server/desk/procedure.ts';
import { type Actor, systemActor } from '../../src-server/services/kernel/actor.ts';
import { startApi } from '../support/api/api-server.ts';

test('runs are watched as soon as a restored snapshot brings a remote', async () => {
  const api = await startApi({ seed: { users: [{ username: 'alice' }], projects: [] } });
  onTestFinished(() => api.close());
  const { services, store } = api.lectern;
  const alice = services.users.get('alice');
  services.settings.set(systemActor('command'), { localUserId: alice.id });
  const desk: Actor = { kind: 'operator', user: alice, door: 'desk' };
  const service = {
    name: 'live',
    address: 'http://127.0.0.1:8643',
    kind: 'lectern',
    username: 'ana',
  } as const;
  const remote = await services.remotes.add(desk, service, 'a token');
  await services.snapshots.take(desk, { name: 'connected', note: '' });
  store.change(() => store.sync.remotes.removeAll());
  const watching = Promise.withResolvers<true>();
  const runner = {
    onProgress: () => {
      watching.resolve(true);
      return () => {};
    },
  };
  let opened = 0;
  const sync = async () => {
    opened += 1;
    return runner;
  };
  const context = { services, environment: { sync }, actor: desk, browser: null };
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const caller = liveRouter.createCaller(context as unknown as DeskContext, { signal: ended.signal });
  const changes = (await caller.changes())[Symbol.asyncIterator]();
  await changes.next();
  expect([services.remotes.list(desk), opened]).toEqual([[], 0]);

  await services.snapshots.restore(desk, 'connected', { safetyCopy: false });
  expect(services.remotes.list(desk)).toMatchObject([{ id: remote.id }]);
  expect(opened).toBe(1);
  expect(await watching.promise).toBe(true);
});
