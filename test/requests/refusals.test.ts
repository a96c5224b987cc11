import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefusalStep, RequestRow } from '../../src-server/model/requests/request-record.ts';
import type { ApiServer, RequestOptions } from '../support/api/api-server.ts';
import { lastLogged, OPERATOR, startLogged } from './request-log.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startLogged({ throttle: false });
});
afterAll(() => server.close());

type Row = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly options?: RequestOptions;
  readonly step: RefusalStep | null;
  readonly logged?: Partial<RequestRow>;
};

const PROJECT = '/api/v3/projects/pip/';
const AS_ALICE = { user: 'alice' };
const FOREIGN = { headers: { host: 'evil.example' } };

const ROWS: readonly Row[] = [
  {
    name: 'a read that succeeds',
    method: 'GET',
    path: PROJECT,
    options: AS_ALICE,
    step: null,
    logged: { status: 200, user: 'alice' },
  },
  {
    name: 'a foreign host',
    method: 'GET',
    path: PROJECT,
    options: FOREIGN,
    step: 'host guard',
    logged: { status: 421, host: 'evil.example' },
  },
  {
    name: 'a foreign origin',
    method: 'POST',
    path: PROJECT,
    options: { headers: { origin: 'https://evil.example' } },
    step: 'host guard',
    logged: { status: 403, reason: 'Requests from that origin are not allowed.' },
  },
  {
    name: 'another format',
    method: 'GET',
    path: PROJECT,
    options: { ...AS_ALICE, headers: { accept: 'image/png' } },
    step: 'negotiation',
    logged: { status: 406 },
  },
  {
    name: 'an unknown format',
    method: 'GET',
    path: `${PROJECT}?format=xml`,
    options: AS_ALICE,
    step: 'negotiation',
    logged: { status: 404 },
  },
  {
    name: 'no token',
    method: 'GET',
    path: PROJECT,
    step: 'authentication',
    logged: { status: 401, user: null, token: null },
  },
  {
    name: 'an unknown token',
    method: 'GET',
    path: PROJECT,
    options: { token: 'f'.repeat(40) },
    step: 'authentication',
    logged: { status: 401, token: null, reason: 'Invalid token.' },
  },
  {
    name: 'somebody else',
    method: 'PATCH',
    path: PROJECT,
    options: { user: 'stranger', body: {} },
    step: 'permission',
    logged: { status: 403, user: 'stranger' },
  },
  {
    name: 'another method',
    method: 'DELETE',
    path: PROJECT,
    options: AS_ALICE,
    step: 'method',
    logged: { status: 405 },
  },
  {
    name: 'a missing project',
    method: 'GET',
    path: '/api/v3/projects/nothing/',
    options: AS_ALICE,
    step: 'lookup',
    logged: { status: 404, isUnmatched: false },
  },
  {
    name: 'a path that is none',
    method: 'GET',
    path: '/api/v3/project/pip/',
    options: AS_ALICE,
    step: 'lookup',
    logged: { status: 404, isUnmatched: true },
  },
  {
    name: 'a body that is no JSON',
    method: 'POST',
    path: `${PROJECT}redirects/`,
    options: { ...AS_ALICE, body: '{"type"' },
    step: 'body',
    logged: { status: 400 },
  },
  {
    name: 'a body of another type',
    method: 'POST',
    path: `${PROJECT}redirects/`,
    options: { ...AS_ALICE, body: 'type=page', headers: { 'content-type': 'text/plain' } },
    step: 'body',
    logged: { status: 415 },
  },
  {
    name: 'a body without a field',
    method: 'POST',
    path: `${PROJECT}redirects/`,
    options: { ...AS_ALICE, body: {} },
    step: 'validation',
    logged: { status: 400 },
  },
  {
    name: 'a webhook without a signature',
    method: 'POST',
    path: '/api/v2/webhook/github/pip/',
    options: { body: { ref: 'refs/heads/main' } },
    step: 'authentication',
    logged: { door: 'webhook' },
  },
  {
    name: 'a host without a project',
    method: 'GET',
    path: '/',
    options: { headers: { host: 'HOSTED' } },
    step: 'lookup',
    logged: { door: 'hosting', status: 404 },
  },
];

describe('the step that refused is named:', () => {
  test.each(ROWS)('$name', async ({ method, path, options, step, logged: expected }) => {
    const host = options?.headers?.host === 'HOSTED' ? { host: `nobody.localhost:${server.port}` } : {};
    const answer = await send(method, path, { ...options, headers: { ...options?.headers, ...host } });
    const request = await lastLogged(server);
    expect(request).toMatchObject({ method, status: answer, step, ...expected });
    if (step !== null && request.door !== 'hosting') expect(request.reason).not.toBeNull();
  });
});

/** Sends past the client's own check of answers, which knows the API's paths alone. */
async function send(method: string, path: string, options: RequestOptions): Promise<number> {
  try {
    return (await server.request(method, path, options)).status;
  } catch {
    return (await lastLogged(server)).status ?? 0;
  }
}

test('the throttle is named', async () => {
  const throttled = await startLogged({ throttle: true, clock: () => Date.UTC(2026, 0, 1) * 1000 });
  try {
    for (let count = 0; count < 61; count += 1) await throttled.request('GET', PROJECT, AS_ALICE);
    expect(await lastLogged(throttled)).toMatchObject({ status: 429, step: 'throttle', user: 'alice' });
  } finally {
    await throttled.close();
  }
});

test('a body that was refused before it was read is kept, as the change that another made is', async () => {
  await server.request('POST', '/api/v3/projects/', { body: { name: 'Refused early' } });
  expect(await lastLogged(server)).toMatchObject({
    step: 'authentication',
    requestBody: { text: '{"name":"Refused early"}', state: 'kept' },
  });
  await server.request('POST', `${PROJECT}redirects/`, {
    user: 'alice',
    body: { type: 'page', from_url: '/old.html', to_url: '/new.html' },
  });
  const request = await lastLogged(server);
  expect(request).toMatchObject({ status: 201, isChanged: true, user: 'alice' });
  expect(request.token).toBe(server.tokens.alice?.slice(-4));
  expect(request.batches).toHaveLength(1);
});

describe('the caller is known too', () => {
  const authorization = () => `Token ${server.tokens.alice}`;
  const caller = () => ({ user: 'alice', token: server.tokens.alice?.slice(-4) });
  const ask = (path: string, header = authorization()) =>
    fetch(server.url + path, { headers: { authorization: header } }).catch(() => undefined);

  test('where no route has the path', async () => {
    await ask('/api/v3/nopath/');
    expect(await lastLogged(server)).toMatchObject({ status: 404, isUnmatched: true, ...caller() });
    await ask('/api/v3/nopath/', 'Token wrong');
    expect(await lastLogged(server)).toMatchObject({ status: 404, user: null, token: null });
  });

  test.each([
    [{ answer: { status: 500 } }, 500],
    [{ connection: 'close' as const }, null],
  ])('where a fault answers: %j', async (fault, status) => {
    const { faults } = server.lectern.services;
    faults.add(OPERATOR, { name: 'Down', match: {}, ...fault });
    try {
      await ask(PROJECT);
      await expect.poll(() => lastLogged(server, 'fault:Down')).toMatchObject({ status, ...caller() });
    } finally {
      faults.clear(OPERATOR);
    }
  });
});

test('S20 only the operator reads the log', async () => {
  const { services } = server.lectern;
  const user = services.users.get('alice');
  const alice = { kind: 'user', user, door: 'desk' } as const;
  await expect(services.requests.page(alice, { filter: [], offset: 0, limit: 1 })).rejects.toThrow();
  await expect(services.requests.clear(alice)).rejects.toThrow();
});
