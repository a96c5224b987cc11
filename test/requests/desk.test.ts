import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiServer } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { lastLogged, logged, OPERATOR, startLogged } from './request-log.ts';

let server: ApiServer;
beforeEach(async () => {
  server = await startLogged();
  await callDesk(server.lectern, 'system.welcome', { username: 'mira' });
});
afterEach(() => server.close());

const REDIRECT = { type: 'page', from_url: '/old.html', to_url: '/new.html' };
const REDIRECTS = '/api/v3/projects/pip/redirects/';
const get = (id: number) => callDesk(server.lectern, 'requests.get', { id });
const redirects = async () =>
  ((await server.request('GET', REDIRECTS, { user: 'alice' })).json as { count: number }).count;

test('a change is shown with its name, and undone', async () => {
  await server.request('POST', REDIRECTS, { user: 'alice', body: REDIRECT });
  const { id, batches } = await lastLogged(server, 'changed:yes');
  expect(await get(id)).toMatchObject({
    request: { method: 'POST', path: REDIRECTS, status: 201 },
    changes: [{ name: expect.stringContaining('/old.html'), isUndone: false, reason: null }],
  });
  const before = await redirects();
  await callDesk(server.lectern, 'undo.revert', { batch: batches[0] });
  expect(await redirects()).toBe(before - 1);
  expect(await get(id)).toMatchObject({ changes: [{ isUndone: true }] });
});

test('a path that no route has is answered with the nearest one', async () => {
  await server
    .request('POST', '/api/v3/project/pip/redirect/', { user: 'alice', body: REDIRECT })
    .catch(() => {});
  const { id } = await lastLogged(server);
  expect(await get(id)).toMatchObject({ nearest: { path: REDIRECTS, methods: ['GET', 'POST'] } });
});

test('a request is sent again as its user, after it was said what that changes', async () => {
  await server.request('POST', REDIRECTS, { user: 'alice', body: REDIRECT });
  const recorded = await lastLogged(server);
  const { replay } = (await get(recorded.id)) as { replay: { body: string; problem: string | null } };
  expect(replay.problem).toBeNull();
  const preview = (method: string, path: string) =>
    callDesk(server.lectern, 'requests.previewReplay', { method, path });
  expect(await preview('GET', REDIRECTS)).toMatchObject({ changes: false });
  expect(await preview('POST', '/api/v3/redirects/')).toMatchObject({ changes: false });
  expect(await preview('POST', REDIRECTS)).toMatchObject({ changes: true });
  const before = await redirects();
  const edited = {
    id: recorded.id,
    method: 'POST',
    path: REDIRECTS,
    body: replay.body.replace('/old', '/older'),
  };
  expect(await callDesk(server.lectern, 'requests.replay', edited)).toMatchObject({ status: 201 });
  expect(await redirects()).toBe(before + 1);
  const again = await lastLogged(server, 'method:post');
  expect(again).toMatchObject({ user: 'alice', token: null, isChanged: true });
  expect(again.requestHeaders).toContainEqual(['x-lectern-replay', String(recorded.id)]);
});

test('what was masked is not sent again unless it is replaced', async () => {
  await server.request('POST', '/api/v3/projects/pip/environmentvariables/', {
    user: 'alice',
    body: { name: 'TIDE', value: 'high' },
  });
  const { id, path, method } = await lastLogged(server);
  const { replay } = (await get(id)) as { replay: { body: string; problem: string } };
  expect(replay.problem).toContain('[masked]');
  await expect(
    callDesk(server.lectern, 'requests.replay', { id, path, method, body: replay.body }),
  ).rejects.toThrow('[masked]');
  const body = JSON.stringify({ name: 'SWELL', value: 'low' });
  expect(await callDesk(server.lectern, 'requests.replay', { id, path, method, body })).toMatchObject({
    status: 201,
  });
});

test('a key of a replay works once, and no other does', async () => {
  const { services } = server.lectern;
  const key = services.replays.keyFor({ kind: 'system', door: 'desk' }, 'alice');
  const call = () => server.request('GET', REDIRECTS, { headers: { authorization: `Replay ${key}` } });
  expect((await call()).status).toBe(200);
  expect((await call()).status).toBe(401);
  expect((await lastLogged(server)).requestHeaders.flat().join(' ')).not.toContain(key);
});

test('the list is filtered, stands still at an id, and is counted by client', async () => {
  const as = (client: string) => ({ user: 'alice', headers: { 'user-agent': client } });
  for (let count = 0; count < 3; count += 1) await server.request('GET', REDIRECTS, as('python-requests/2'));
  await server.request('GET', '/api/v3/projects/nothing/', as('curl/8'));
  const rows = await logged(server);
  const page = (input: object) =>
    callDesk(server.lectern, 'requests.page', { filter: '', offset: 0, limit: 100, ...input });
  expect(await page({ filter: 'status:4xx client:curl' })).toMatchObject({
    count: 1,
    total: 4,
    rows: [{ status: 404 }],
  });
  expect(
    await page({ filter: '-client:curl path:/redirects/ method:get,post user:alice slow:>0ms' }),
  ).toMatchObject({ count: 3 });
  expect(await page({ filter: 'nothing' })).toMatchObject({ count: 1 });
  expect(await page({ filter: 'status:teapot' })).toMatchObject({ count: 4, problems: [expect.any(String)] });
  expect(await page({ until: rows[1]?.id })).toMatchObject({
    count: 2,
    newer: 2,
    rows: [{ id: rows[1]?.id }, { id: rows[0]?.id }],
  });
  expect(await page({ offset: 3 })).toMatchObject({ count: 4, rows: [{ id: rows[0]?.id }] });
  expect(await callDesk(server.lectern, 'requests.groups', { filter: '' })).toMatchObject([
    { client: 'python-requests/2', count: 3, failed: 0 },
    { client: 'curl/8', count: 1, failed: 1 },
  ]);
});

test('a restored state takes the links to changes along', async () => {
  const { snapshots } = server.lectern.services;
  await snapshots.take(OPERATOR, { name: 'one', note: '' });
  await server.request('POST', REDIRECTS, { user: 'alice', body: REDIRECT });
  await snapshots.restore(OPERATOR, 'one', { safetyCopy: false });
  const request = await lastLogged(server);
  expect(request).toMatchObject({ isChanged: true, batches: [] });
  expect(await get(request.id)).toMatchObject({ changes: [] });
});
