import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiServer, StartOptions } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { oneRequest } from '../support/store/many-requests.ts';
import { lastLogged, logged, OPERATOR, startLogged } from './request-log.ts';

let server: ApiServer;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-requests-'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: StartOptions = {}): Promise<void> {
  server = await startLogged(options);
}

const read = () => server.request('GET', '/api/v3/');
const page = () => server.lectern.services.requests.page(OPERATOR, { filter: [], offset: 0, limit: 10 });
const set = (settings: object) => server.lectern.services.settings.set(OPERATOR, settings);

test('in a flood, rows lose their bodies, then rows are dropped and counted', async () => {
  let now = 0;
  await start({ requestLimits: { now: () => now, limits: { whole: 3, rows: 5 } } });
  now += 1_000;
  for (let count = 0; count < 9; count += 1) await read();
  const rows = await logged(server);
  expect(rows).toHaveLength(5);
  const states = await Promise.all(
    rows.map(async ({ id }) => (await server.lectern.services.requests.get(OPERATOR, id)).responseBody.state),
  );
  expect(states).toEqual(['kept', 'kept', 'kept', 'left-out', 'left-out']);
  // They are counted with the next batch.
  expect(await page()).toMatchObject({ total: 5, dropped: 4 });
  now += 1_000;
  await read();
  expect((await lastLogged(server)).responseBody.state).toBe('kept');
  await server.lectern.services.requests.clear(OPERATOR);
  expect(await page()).toMatchObject({ total: 0, dropped: 0 });
});

test('only so many of the newest rows are kept', async () => {
  await start();
  set({ keepRequests: 5 });
  for (let count = 0; count < 12; count += 1)
    await server.request('GET', `/api/v3/projects/?limit=${count + 1}`, { user: 'alice' });
  const rows = await logged(server);
  expect(rows.map(({ path }) => path)).toEqual(
    [8, 9, 10, 11, 12].map((limit) => `/api/v3/projects/?limit=${limit}`),
  );
});

test('only so many bytes are kept', async () => {
  await start();
  set({ keepRequestsMegabytes: 1 });
  for (let count = 0; count < 40; count += 1)
    await server.request('POST', '/api/v3/projects/', {
      user: 'alice',
      body: { name: `${count}${'n'.repeat(60_000)}` },
    });
  const rows = await logged(server);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(20);
});

test('what many requests of a batch share is stored once, and goes with the last of them', async () => {
  await start({ data: folder });
  set({ keepRequests: 10 });
  const text = 'n'.repeat(60_000);
  const { requests } = server.lectern.services;
  const last = async () => (await requests.get(OPERATOR, await requests.lastId(OPERATOR))).requestBody.text;
  const raw = { ...oneRequest(3), requestBody: { text: JSON.stringify({ name: text }) } };
  for (let count = 0; count < 400; count += 1)
    requests.recorder.add({ ...raw, requestBody: { ...raw.requestBody } });
  expect(await last()).toContain(text);
  // 10 rows with the text once each would be 600 kB.
  expect(await bytesKept()).toBeLessThan(100_000);
  const other = { text: JSON.stringify({ name: 'short' }) };
  for (let count = 0; count < 10; count += 1) requests.recorder.add({ ...raw, requestBody: other });
  expect(await last()).toContain('short');
  expect(await bytesKept()).toBeLessThan(10_000);
});

test('bodies that the disk is too slow for are left out, and their rows are kept', async () => {
  await start({ data: folder });
  const { requests } = server.lectern.services;
  const raw = oneRequest(3);
  const add = (count: number) =>
    requests.recorder.add({ ...raw, responseBody: { text: JSON.stringify(String(count).repeat(50_000)) } });
  // All in one turn: nothing is written meanwhile.
  for (let count = 100; count < 200; count += 1) add(count);
  const stateOf = async (id: number) => (await requests.get(OPERATOR, id)).responseBody.state;
  expect(await requests.lastId(OPERATOR)).toBe(100);
  expect(await stateOf(1)).not.toBe('left-out');
  expect(await stateOf(100)).toBe('left-out');
  expect(await page()).toMatchObject({ total: 100, dropped: 0 });
  add(200);
  expect(await stateOf(await requests.lastId(OPERATOR))).not.toBe('left-out');
});

/** Returns how many bytes of texts the file has. */
async function bytesKept(): Promise<number> {
  const file = new Sqlite(join(folder, 'requests.sqlite'), { readonly: true });
  const sum = file.prepare('SELECT sum(length(text)) FROM texts').pluck().get();
  file.close();
  return Number(sum);
}

test('a long body is cut at 64 kB, after it was masked', async () => {
  await start();
  await server.request('POST', '/api/v3/projects/', { user: 'alice', body: { name: 'ü'.repeat(60_000) } });
  const { requestBody, requestBytes } = await lastLogged(server);
  expect(requestBody.state).toBe('cut');
  expect(Buffer.byteLength(requestBody.text ?? '')).toBeLessThanOrEqual(65_536);
  expect(requestBytes).toBeGreaterThan(120_000);
});

test('off means no row; on again, rows come', async () => {
  await start();
  await read();
  await callDesk(server.lectern, 'system.welcome', { username: 'alice' });
  await callDesk(server.lectern, 'settings.set', { logRequests: false });
  const before = await logged(server);
  await read();
  await server.request('POST', '/api/v3/projects/', { user: 'alice', body: {} });
  expect(await logged(server)).toEqual(before);
  await callDesk(server.lectern, 'settings.set', { logRequests: true });
  await read();
  expect(await logged(server)).toHaveLength(before.length + 1);
});

test('the calls of the window are not logged', async () => {
  await start();
  await callDesk(server.lectern, 'system.state');
  await callDesk(server.lectern, 'projects.page', {}).catch(() => {});
  expect(await logged(server)).toEqual([]);
});

test('ids go on after the log was cleared', async () => {
  await start();
  await read();
  const [first] = await logged(server);
  await server.lectern.services.requests.clear(OPERATOR);
  await read();
  const [second] = await logged(server);
  expect(second?.id).toBeGreaterThan(first?.id ?? 0);
});
