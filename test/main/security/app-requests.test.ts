import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppProtocol } from '../../../src-main/security/app-protocol.ts';
import { GUI_POLICY } from '../../../src-server/host/runtime/window/gui-files.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-app-'));
  mkdirSync(join(root, 'recovery'));
  writeFileSync(join(root, 'index.html'), 'main page');
  writeFileSync(join(root, 'recovery', 'index.html'), 'recovery page');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const requests: string[] = [];
const desk = async (request: Request) => {
  requests.push(`${request.method} ${new URL(request.url).pathname}`);
  return new Response('from the desk');
};
const send = (url: string, init: RequestInit = {}, open = true) =>
  createAppProtocol({ root, log: () => {}, desk: () => (open ? Promise.resolve(desk) : undefined) })(
    new Request(url, init),
  );

describe('app:// serves', () => {
  test.each([
    ['app://lectern/', 'main page'],
    ['app://lectern/projects/almanac', 'main page'],
    ['app://lectern/recovery/', 'recovery page'],
    ['app://lectern/desk/system.state', 'from the desk'],
    ['app://lectern/deskwork', 'main page'],
  ])('%s', async (url, text) => {
    expect(await (await send(url)).text()).toBe(text);
  });

  test('S14 its pages with the policy', async () => {
    for (const url of ['app://lectern/', 'app://lectern/recovery/', 'app://lectern/assets/gone.js']) {
      expect((await send(url)).headers.get('content-security-policy')).toBe(GUI_POLICY);
    }
  });

  test('nothing from another host', async () => {
    expect((await send('app://elsewhere/')).status).toBe(404);
    expect((await send('app://elsewhere/desk/system.state')).status).toBe(404);
  });
});

describe('S17 the desk receives', () => {
  const status = async (init: RequestInit) => (await send('app://lectern/desk/system.state', init)).status;

  test.each([
    [200, {}],
    [
      200,
      { method: 'POST', body: '{}', headers: { origin: 'app://lectern', 'sec-fetch-site': 'same-origin' } },
    ],
    [200, { headers: { 'sec-fetch-site': 'none' } }],
    [403, { headers: { origin: 'null' } }],
    [403, { headers: { origin: 'https://evil.example' } }],
    [403, { headers: { origin: 'http://almanac.localhost:8642' } }],
    [403, { headers: { origin: 'app://lectern.evil.example' } }],
    [403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    [403, { headers: { 'sec-fetch-site': 'same-site' } }],
    [405, { method: 'PUT' }],
    [405, { method: 'OPTIONS' }],
  ] as const)('%i for %j', async (expected, init) => {
    requests.length = 0;
    expect(await status(init)).toBe(expected);
    expect(requests).toHaveLength(expected === 200 ? 1 : 0);
  });

  test('nothing while the core is closed', async () => {
    const answer = await send('app://lectern/desk/system.state', {}, false);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ detail: 'Lectern is not open.' });
  });
});

test('S16 an internal error returns a generic message and is logged', async () => {
  const lines: string[] = [];
  const broken = () => Promise.resolve(() => Promise.reject(new Error('secret detail')));
  const answerTo = createAppProtocol({ root, log: (line) => lines.push(line), desk: broken });
  const answer = await answerTo(new Request('app://lectern/desk/x'));
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret detail');
  expect(lines.join()).toContain('secret detail');
});

test('in development, files come from the development server with our headers', async () => {
  const server = createServer((request, response) => response.end(`dev ${request.url}`));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const devServer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answerTo = createAppProtocol({ root, log: () => {}, desk: () => undefined, devServer });
  try {
    const script = await answerTo(new Request('app://lectern/main.tsx?v=1'));
    expect(await script.text()).toBe('dev /main.tsx?v=1');
    const policy = script.headers.get('content-security-policy');
    expect(policy).toContain(`connect-src 'self' ${devServer} ${devServer.replace('http', 'ws')};`);
    expect(policy).toContain("default-src 'none'");
    expect(await (await answerTo(new Request('app://lectern/recovery/'))).text()).toBe(
      'dev /recovery/index.html',
    );
    expect((await answerTo(new Request('app://lectern/desk/x'))).status).toBe(503);
  } finally {
    server.close();
  }
});
