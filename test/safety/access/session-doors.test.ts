import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlRoutes } from '../../../src-server/api/control/control.ts';
import { deskRouter } from '../../../src-server/desk/router.ts';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type Received, type RequestHeaders, sendRequest } from '../../support/api/http-request.ts';
import type { JsonObject } from '../../support/api/schema-checker.ts';
import { type ServedRoute, servedRoutes } from '../../support/api/served-routes.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { databaseDigest } from '../../support/store/database-digest.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const SESSION = 'x-lectern-session';

let gui: string;
let lectern: Lectern;
let agent: Agent;
let token: string;
let routes: readonly ServedRoute[];
beforeAll(async () => {
  gui = mkdtempSync(join(tmpdir(), 'lectern-doors-'));
  writeFileSync(join(gui, 'index.html'), '<!doctype html><title>Lectern</title>');
  lectern = await openLectern({
    ...{ data: null, gui, port: 0, keychain: 'off', control: true },
  });
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const actor = systemActor('command');
  await lectern.services.seeds.load(actor, parseSeed(SAMPLE_SEED));
  const alice = lectern.services.users.ensure(actor, 'alice');
  ({ token } = lectern.services.tokens.create(actor, alice, 'test'));
  const { text } = await send('GET', '/api/openapi.json', {});
  routes = servedRoutes(JSON.parse(text) as JsonObject);
});
afterAll(async () => {
  agent.destroy();
  await lectern.close();
  rmSync(gui, { recursive: true, force: true });
});

function send(method: string, path: string, headers: RequestHeaders, body?: string): Promise<Received> {
  return sendRequest({ port: lectern.port, agent, method, path, headers, body });
}

type Signed = {
  readonly cookie: string;
  readonly value: string;
  readonly secret: string;
  readonly set: string;
};

async function signIn(): Promise<Signed> {
  const key = (await lectern.desk()).newKey();
  const opened = await send('POST', '/desk/session', JSON_TYPE, JSON.stringify({ key }));
  const { secret } = JSON.parse(opened.text) as { secret: string };
  const set = opened.headers['set-cookie'] ?? '';
  const [cookie = ''] = set.split(';');
  return { cookie, value: cookie.slice(cookie.indexOf('=') + 1), secret, set };
}

/** What an answer says, without what differs each time. */
const meaning = ({ status, text }: Received) => ({ status, text: text.replace(/"ms":[\d.]+/, '') });

/** Sends a request to every route of the API with these credentials; each is answered as one without any. */
async function expectAnonymous(
  proving: (path: string) => { readonly path: string; readonly headers: RequestHeaders },
): Promise<void> {
  const before = databaseDigest(lectern.database);
  for (const route of routes) {
    // A webhook is for callers without any token, so that it is no proof of anything.
    if (route.template.includes('/webhook/')) continue;
    const body = route.method === 'GET' ? undefined : '{}';
    const plain = await send(route.method, route.path(), body === undefined ? {} : JSON_TYPE, body);
    const { path, headers } = proving(route.path());
    const sent = await send(
      route.method,
      path,
      { ...(body === undefined ? {} : JSON_TYPE), ...headers },
      body,
    );
    // A query is part of the addresses in the answer of a list.
    const unquoted = { ...sent, text: sent.text.replaceAll(/\?[^"]*"/g, '"') };
    expect(meaning(unquoted), `${route.method} ${path}`).toEqual(
      meaning({ ...plain, text: plain.text.replaceAll(/\?[^"]*"/g, '"') }),
    );
    if (route.method !== 'GET') expect(sent.status, `${route.method} ${path}`).toBeGreaterThanOrEqual(400);
  }
  expect(databaseDigest(lectern.database)).toBe(before);
}

describe('S6 the API, on every route and method,', () => {
  test('S6 takes a token from the header alone', async () => {
    let opened = 0;
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const { status } = await send('GET', route.path(), { authorization: `Token ${token}` });
      if (status === 200) opened += 1;
    }
    expect(opened).toBeGreaterThan(15);
    await expectAnonymous((path) => ({
      path: `${path}?token=${token}&access_token=${token}&authorization=Token%20${token}`,
      headers: { cookie: `token=${token}; Authorization=Token%20${token}; sessionid=${token}` },
    }));
  });

  test('S6 takes no session of the window', async () => {
    const { cookie, secret } = await signIn();
    await expectAnonymous((path) => ({ path, headers: { cookie, [SESSION]: secret } }));
  });
});

test('S6 the cookie of a session is for no script, no other site, and the desk alone', async () => {
  const { set } = await signIn();
  const [, ...attributes] = set.split(';').map((part) => part.trim());
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/desk', 'SameSite=Strict']);
});

describe('S6 every call of the desk', () => {
  const procedures = Object.keys(deskRouter._def.procedures);

  test('S6 needs both secrets, each in its own place', async () => {
    const { cookie, value, secret } = await signIn();
    const name = cookie.slice(0, cookie.indexOf('='));
    const key = (await lectern.desk()).newKey();
    const proofs: readonly (readonly [string, RequestHeaders])[] = [
      ['', {}],
      ['', { cookie }],
      ['', { [SESSION]: secret }],
      ['', { cookie, [SESSION]: value }],
      ['', { cookie: `${name}=${secret}`, [SESSION]: secret }],
      ['', { cookie: `${cookie}; ${SESSION}=${secret}` }],
      [`?${SESSION}=${secret}&session=${secret}`, { cookie }],
      [`?${name}=${value}`, { [SESSION]: secret }],
      ['', { cookie, [SESSION]: '' }],
      ['', { cookie: `${name}=${key}`, [SESSION]: key }],
      ['', { authorization: `Token ${token}` }],
      ['', { cookie, authorization: `Token ${secret}` }],
    ];
    const before = databaseDigest(lectern.database);
    for (const procedure of [...procedures, 'nothing.there'])
      for (const [query, headers] of proofs) {
        const { status } = await send(
          'POST',
          `/desk/${procedure}${query}`,
          { ...JSON_TYPE, ...headers },
          '{}',
        );
        expect(status, `${procedure}${query} ${JSON.stringify(headers)}`).toBe(401);
      }
    expect(databaseDigest(lectern.database)).toBe(before);
    expect((await send('POST', '/desk/system.welcome', { cookie, [SESSION]: secret })).status).toBe(200);
    // None of these tries has used the key up.
    const opened = await send('POST', '/desk/session', JSON_TYPE, JSON.stringify({ key }));
    expect(JSON.parse(opened.text)).toMatchObject({ signedIn: true });
  });
});

test('S6 S20 control answers neither a token nor a session, on any route', async () => {
  const { cookie, secret } = await signIn();
  const before = databaseDigest(lectern.database);
  for (const { method, path } of controlRoutes)
    for (const headers of [
      {},
      { authorization: `Token ${token}` },
      { cookie, [SESSION]: secret },
      { authorization: `Key ${token}` },
      { authorization: `Key ${secret}` },
      { cookie: `key=${lectern.control?.key}` },
    ] as RequestHeaders[]) {
      const place = `/-/control/${path.replaceAll(/:\w+/g, '1')}?key=${lectern.control?.key}`;
      expect((await send(method, place, headers)).status, `${method} ${path}`).toBe(401);
    }
  expect(databaseDigest(lectern.database)).toBe(before);
});
