import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { type Received, sendRequest } from '../../support/api/http-request.ts';

const DAY = 24 * 60 * 60 * 1_000_000;

let folder: string;
let lectern: Lectern;
let now = Date.UTC(2026, 10, 21) * 1000;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-session-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Lectern</title>');
  lectern = await openLectern({ data: null, gui: folder, port: 0, keychain: 'off', clock: () => now });
});
afterEach(async () => {
  await lectern.close();
  rmSync(folder, { recursive: true, force: true });
});

// A restarted server does not know the connections of the one before.
const agent = new Agent({ keepAlive: false });

type Proof = { readonly cookie?: string; readonly 'x-lectern-session'?: string };

function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Received> {
  const { port } = lectern;
  const all = { 'content-type': 'application/json', ...headers };
  return sendRequest({
    ...{ port, agent },
    method: 'POST',
    path: `/desk/${path}`,
    headers: all,
    body: JSON.stringify(body),
  });
}

async function newKey(): Promise<string> {
  return (await lectern.desk()).newKey();
}

/** Opens a one-time link as a browser does. */
async function signIn(agent = 'Firefox/140.0'): Promise<Required<Proof>> {
  const opened = await call('session', { key: await newKey() }, { 'user-agent': agent });
  const { secret } = JSON.parse(opened.text) as { secret: string };
  return { cookie: opened.headers['set-cookie']?.split(';')[0] ?? '', 'x-lectern-session': secret };
}

async function isSignedIn(proof: Proof): Promise<boolean> {
  const session = JSON.parse((await call('session', {}, proof)).text) as { signedIn: boolean };
  const { status } = await call('system.state', undefined, proof);
  expect(status).toBe(session.signedIn ? 200 : 401);
  return session.signedIn;
}

type Listed = { readonly id: number; readonly kind: string; readonly agent: string; readonly isOwn: boolean };

async function list(proof: Proof): Promise<readonly Listed[]> {
  const { text } = await sendRequest({
    ...{ port: lectern.port, agent },
    method: 'GET',
    path: '/desk/settings.browserSessions',
    headers: { ...proof },
  });
  return (JSON.parse(text) as { result: { data: Listed[] } }).result.data;
}

describe('S6 a session', () => {
  test('needs both the cookie and the secret of the page; neither works alone or with that of another session', async () => {
    const [own, other] = [await signIn(), await signIn()];
    expect(await isSignedIn(own)).toBe(true);
    expect(await isSignedIn({ cookie: own.cookie })).toBe(false);
    expect(await isSignedIn({ 'x-lectern-session': own['x-lectern-session'] })).toBe(false);
    expect(await isSignedIn({ ...own, 'x-lectern-session': other['x-lectern-session'] })).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
  });

  test('ends a week after its last use, and a month after it began', async () => {
    const [used, unused] = [await signIn(), await signIn()];
    for (let day = 0; day < 29; day += 1) {
      now += DAY;
      expect(await isSignedIn(used)).toBe(true);
    }
    expect(await isSignedIn(unused)).toBe(false);
    now += 2 * DAY;
    expect(await isSignedIn(used)).toBe(false);
  });

  test('is listed with the name of its browser, and can be revoked immediately', async () => {
    const [own, other] = [await signIn('Firefox/140.0'), await signIn('Chrome/150.0')];
    const sessions = await list(own);
    expect(sessions).toMatchObject([
      { kind: 'browser', agent: 'Chrome/150.0', isOwn: false },
      { kind: 'browser', agent: 'Firefox/140.0', isOwn: true },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(own['x-lectern-session']);
    await call('settings.revokeBrowserSession', { id: sessions[0]?.id }, own);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(own)).toBe(true);
    const again = await call('settings.revokeBrowserSession', { id: sessions[0]?.id }, own);
    expect(JSON.parse(again.text)).toMatchObject({ error: { data: { problem: { name: 'NotFound' } } } });
  });
});

test('S6 the stream of changes of a session that is revoked ends', async () => {
  const [own, other] = [await signIn(), await signIn()];
  const stream = await fetch(`${lectern.url}/desk/live.changes`, {
    headers: { ...other, accept: 'text/event-stream' },
  });
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  const [newest] = await list(own);
  await call('settings.revokeBrowserSession', { id: newest?.id }, own);
  let isOver = false;
  while (!isOver) isOver = (await reader?.read())?.done ?? true;
  expect(await isSignedIn(other)).toBe(false);
});

describe('S6 a one-time key', () => {
  test('works once', async () => {
    const key = await newKey();
    expect(JSON.parse((await call('session', { key })).text)).toMatchObject({ signedIn: true });
    expect(JSON.parse((await call('session', { key })).text)).toEqual({ signedIn: false });
  });

  test('expires after a day', async () => {
    const key = await newKey();
    now += DAY;
    expect(JSON.parse((await call('session', { key })).text)).toEqual({ signedIn: false });
  });

  test('is listed without itself, and can be revoked', async () => {
    const own = await signIn();
    const key = await newKey();
    const [link] = await list(own);
    expect(link).toMatchObject({ kind: 'link', isOwn: false });
    await call('settings.revokeBrowserSession', { id: link?.id }, own);
    expect(JSON.parse((await call('session', { key })).text)).toEqual({ signedIn: false });
  });
});

describe('S4 a file that leads to the window', () => {
  const VISIT = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    accept: 'text/html',
  };
  const visit = (path: string, headers: Record<string, string> = {}) =>
    sendRequest({ port: lectern.port, method: 'GET', path, headers: { ...VISIT, ...headers } });

  test('reaches its first page, and nothing else', async () => {
    expect(await visit('/')).toMatchObject({ status: 200 });
    for (const path of ['/projects', '/api/v3/projects/', '/desk/settings.browserSessions', '/?x'])
      expect(await visit(path), path).toMatchObject({ status: 403 });
    expect(await visit('/', { 'sec-fetch-dest': 'iframe' })).toMatchObject({ status: 403 });
    expect(await visit('/', { 'sec-fetch-mode': 'no-cors' })).toMatchObject({ status: 403 });
  });
});

describe('S6 sessions outlive a restart', () => {
  /** Ends Lectern and opens it again on the same port and data. */
  async function restart(): Promise<void> {
    const { port } = lectern;
    await lectern.close();
    lectern = await openOnDisk(port);
  }

  function openOnDisk(port: number): Promise<Lectern> {
    return openLectern({ data: join(folder, 'data'), gui: folder, port, keychain: 'off', clock: () => now });
  }

  const file = () => join(folder, 'data', 'sessions.json');

  beforeEach(async () => {
    await lectern.close();
    lectern = await openOnDisk(0);
  });

  test('but not those that were revoked or have expired, and no link', async () => {
    const [own, revoked] = [await signIn('Firefox/140.0'), await signIn('Chrome/150.0')];
    const key = await newKey();
    const id = (await list(own)).find(({ agent }) => agent === 'Chrome/150.0')?.id;
    await call('settings.revokeBrowserSession', { id }, own);
    await restart();
    expect(await isSignedIn(own)).toBe(true);
    expect(await isSignedIn(revoked)).toBe(false);
    expect(await isSignedIn({ cookie: own.cookie })).toBe(false);
    const opened = JSON.parse((await call('session', { key })).text) as { signedIn: boolean };
    expect(opened.signedIn).toBe(false);
    expect(await list(own)).toMatchObject([{ agent: 'Firefox/140.0', isOwn: true }]);

    now += 8 * DAY;
    await restart();
    expect(await isSignedIn(own)).toBe(false);
  });

  test('in a file of the owner that holds no secret, and in which nobody else can write a session', async () => {
    const own = await signIn();
    await restart();
    const text = readFileSync(file(), 'utf8');
    expect(text).not.toContain(own['x-lectern-session']);
    expect(text).not.toContain(own.cookie.split('=')[1]);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);

    const longer = text.replace(/\\"createdAt\\":\d+/, `\\"createdAt\\":${now + DAY}`);
    expect(longer).not.toBe(text);
    for (const damaged of [longer, text.slice(0, -20), '', '[]', '\0'.repeat(100)]) {
      await lectern.close();
      writeFileSync(file(), damaged);
      lectern = await openOnDisk(0);
      expect(await isSignedIn(own), damaged).toBe(false);
      expect(await isSignedIn(await signIn())).toBe(true);
    }
  });
});

test('S6 a link for a command needs the secret in the data folder', async () => {
  for (const headers of [{}, { 'x-lectern-link': '' }, { 'x-lectern-link': 'f'.repeat(64) }])
    expect((await call('link', undefined, headers as Record<string, string>)).status).toBe(403);
});
