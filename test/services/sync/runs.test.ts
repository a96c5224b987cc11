import { expect, test } from 'vitest';
import { Conflict, Forbidden, Invalid } from '../../../src-server/model/base/problems.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { kettle, openRemoteFixture, SYNC, TOKEN } from './remote-fixture.ts';

const PULL = { kind: 'pull', full: true } as const;
const PUSH = { kind: 'push', full: false } as const;

test('one run of a remote at a time; it rests, goes on and ends', async () => {
  const { services, remote } = await openRemoteFixture();
  const { sync } = services;
  const { id } = await sync.startRun(SYNC, remote.id, PULL);
  await expect(sync.startRun(SYNC, remote.id, PULL)).rejects.toThrow('A pull of live is under way.');
  sync.noteCursor(SYNC, id, { after: 7 }, { counts: { projects: 1 }, requests: 5 });
  expect(sync.failInterrupted(OPERATOR)).toBe(1);
  await expect(sync.startRun(SYNC, remote.id, PUSH)).rejects.toThrow('A pull of live is paused.');
  expect(await sync.resumeRun(SYNC, id)).toMatchObject({
    state: 'running',
    cursor: { after: 7 },
    requests: 5,
  });
  await sync.finishRun(SYNC, id, 'done', 'Pulled 1 project.');
  await expect(sync.finishRun(SYNC, id, 'done', 'Again.')).rejects.toThrow(Conflict);
  expect(sync.run(SYNC, id)).toMatchObject({ state: 'done', outcome: 'Pulled 1 project.', steps: [] });
  expect(sync.runs(SYNC, remote.id, { limit: 10, offset: 0 })).toMatchObject({ count: 1, items: [{ id }] });
  expect(services.remotes.get(SYNC, remote.id).lastPull).not.toBeNull();
});

test('a database from before the last run pushes nothing until everything was pulled', async () => {
  const { services, remote, store } = await openRemoteFixture();
  const { sync, remotes } = services;
  const whole = async () => {
    const { id } = await sync.startRun(SYNC, remote.id, PULL);
    await sync.finishRun(SYNC, id, 'done', 'Done.');
  };
  await whole();
  const before = remotes.get(SYNC, remote.id).run;
  await whole();
  expect((await remotes.credentials(SYNC, remote.id)).isOutdated).toBe(false);
  // As after a restore: the number beside the token is higher.
  store.change(() => store.sync.remotes.setRun(remote.id, before));
  expect((await remotes.credentials(SYNC, remote.id)).isOutdated).toBe(true);
  await expect(sync.startRun(SYNC, remote.id, PUSH)).rejects.toThrow('Pull everything first');
  const quick = await sync.startRun(SYNC, remote.id, { kind: 'pull', full: false });
  await sync.finishRun(SYNC, quick.id, 'done', 'Done.');
  expect((await remotes.credentials(SYNC, remote.id)).isOutdated).toBe(true);
  await whole();
  expect((await remotes.credentials(SYNC, remote.id)).isOutdated).toBe(false);
  await sync.startRun(SYNC, remote.id, PUSH);
});

test('the token is in the vault alone, and goes with its remote', async () => {
  const { services, remote, secrets, dump, desk, apply, store } = await openRemoteFixture();
  const { remotes } = services;
  apply(kettle());
  expect(await remotes.credentials(desk, remote.id)).toEqual({ token: TOKEN, isOutdated: false });
  await remotes.rename(desk, remote.id, 'docs');
  expect(await remotes.credentials(desk, remote.id)).toEqual({ token: TOKEN, isOutdated: false });
  expect(await secrets.remotes.read('live', 'token')).toBeUndefined();
  await expect(remotes.replaceToken(desk, remote.id, 'x'.repeat(40), 'somebody')).rejects.toThrow(Conflict);
  await remotes.replaceToken(desk, remote.id, 'y'.repeat(40), 'ana');
  await expect(
    remotes.add(
      desk,
      { name: 'docs', address: 'https://docs.example', kind: 'lectern', username: null },
      TOKEN,
    ),
  ).rejects.toThrow(Invalid);
  await expect(
    remotes.add(desk, { name: 'more', address: remote.address, kind: 'community', username: 'ana' }, TOKEN),
  ).rejects.toThrow(Invalid);
  const text = JSON.stringify(dump());
  expect(text).not.toContain(TOKEN);
  expect(text).not.toContain('y'.repeat(10));
  await remotes.remove(desk, remote.id);
  expect(await secrets.remotes.read('docs', 'token')).toBeUndefined();
  expect(await secrets.remotes.read('docs', 'run')).toBeUndefined();
  const { remote_links: links, sync_runs: runs, remote_builds: builds } = dump();
  expect([links, runs, builds]).toEqual([[], [], []]);
  expect(store.projects.idOf('kettle')).toBeDefined();
});

test('remotes and sync are for the operator alone', async () => {
  const { services, remote, alice } = await openRemoteFixture();
  const user = { kind: 'user', user: alice, door: 'api' } as const;
  expect(() => services.remotes.list(user)).toThrow(Forbidden);
  expect(() => services.sync.applyProject(user, remote.id, kettle(), { mayDelete: true })).toThrow(Forbidden);
  await expect(services.remotes.credentials(user, remote.id)).rejects.toThrow(Forbidden);
  await expect(services.sync.startRun(user, remote.id, PULL)).rejects.toThrow(Forbidden);
  await expect(services.sync.variableValue(user, 1)).rejects.toThrow(Forbidden);
});

test('of two remotes that are connected at once under a name or for an account, one is refused, and the vault keeps the secrets of the other alone', async () => {
  const { services, desk, secrets } = await openRemoteFixture();
  const { remotes } = services;
  const input = {
    name: 'twin',
    address: 'https://docs.example.org',
    kind: 'lectern',
    username: 'a',
  } as const;
  const [first, second] = await Promise.allSettled([
    remotes.add(desk, input, 'first-token'),
    remotes.add(desk, { ...input, username: 'b' }, 'second-token'),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { errors: { name: ['A remote called twin is being connected already. Give another name.'] } },
  });
  expect(await secrets.remotes.read('twin', 'token')).toBe('first-token');
  const other = { ...input, username: 'c' };
  const [one, two] = await Promise.allSettled([
    remotes.add(desk, { ...other, name: 'one' }, 'token-one'),
    remotes.add(desk, { ...other, name: 'two' }, 'token-two'),
  ]);
  expect([one.status, two.status]).toEqual(['fulfilled', 'rejected']);
  expect(await secrets.remotes.read('two', 'token')).toBeUndefined();
  expect(await secrets.remotes.read('two', 'run')).toBeUndefined();
  const { id } = remotes.byName(desk, 'one');
  const both = await Promise.allSettled([
    remotes.rename(desk, id, 'three'),
    remotes.add(desk, { ...input, name: 'three', username: 'd' }, 'token-d'),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await secrets.remotes.read('three', 'token')).toBe('token-d');
  expect(await secrets.remotes.read('one', 'token')).toBe('token-one');
});
