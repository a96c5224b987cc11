import { afterEach, expect, test } from 'vitest';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { sendRequest } from '../../support/api/http-request.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { PERMISSIONS_SEED } from '../pipeline/permissions-fixture.ts';

const OWN = '/api/v3/projects/own/';
const servers: ApiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: Parameters<typeof startApi>[0] = {}): Promise<ApiServer> {
  const api = await startApi({ seed: PERMISSIONS_SEED, ...options });
  servers.push(api);
  return api;
}

/** Reads a path without a contract, since the dialect may not be that of the start. */
async function read(port: number, path: string, headers: Record<string, string> = {}) {
  const answer = await sendRequest({ port, method: 'GET', path, headers });
  return { ...answer, json: answer.text.startsWith('{') ? (JSON.parse(answer.text) as unknown) : undefined };
}

test('the specification is served unless the other dialect is asked for', async () => {
  const api = await start();
  expect(api.lectern.dialect()).toBe('2020');
  expect((await read(api.port, OWN)).status).toBe(401);
  const answer = await api.request('GET', OWN, { user: 'alice' });
  expect(member(answer.json, '_links', '_self')).toBe(OWN);
  expect(answer.headers.etag).toMatch(/^W\//);
});

test('the setting changes the dialect from the next request on', async () => {
  const api = await start();
  const { settings } = api.lectern.services;
  // Twice, so that the second answer is a cached one.
  for (const _ of [1, 2]) expect(member((await read(api.port, '/')).json, 'name')).toBe('Lectern');
  const headers = { authorization: `Token ${api.tokens.alice}` };
  const before = [await read(api.port, OWN, headers), await read(api.port, OWN, headers)];
  settings.set(OPERATOR, { dialect: 'current' });
  const during = [await read(api.port, OWN, headers), await read(api.port, OWN, headers)];
  expect(api.lectern.dialect()).toBe('current');
  settings.set(OPERATOR, { dialect: '2020' });
  const after = [await read(api.port, OWN, headers), await read(api.port, OWN, headers)];
  for (const { json, headers: sent } of [...before, ...after]) {
    expect(member(json, '_links', '_self')).toBe(OWN);
    expect(sent.etag).toBeDefined();
  }
  for (const { json, headers: sent } of during) {
    expect(member(json, '_links', '_self')).toBe(`${api.url}${OWN}`);
    expect(sent.etag).toBeUndefined();
  }
});

test('a list of v2 that was answered in one dialect is refused in the other', async () => {
  const api = await start();
  const { settings } = api.lectern.services;
  const statuses: number[] = [];
  for (const dialect of ['2020', '2020', 'current', 'current', '2020'] as const) {
    settings.set(OPERATOR, { dialect });
    statuses.push((await read(api.port, '/api/v2/project/')).status);
  }
  expect(statuses).toEqual([200, 200, 410, 410, 200]);
});

test('a dialect given at the start wins over the setting', async () => {
  const api = await start({ dialect: 'current' });
  api.lectern.services.settings.set(OPERATOR, { dialect: '2020' });
  expect((await api.request('GET', OWN)).status).toBe(200);
});

test('both are served at once, on two ports, from the same data', async () => {
  const api = await start({ also: { dialect: 'current', port: 0 } });
  const { also } = api.lectern;
  expect(also).toMatchObject({ dialect: 'current' });
  const port = Number(new URL(also?.url ?? '').port);
  expect(port).not.toBe(api.port);
  expect((await read(port, OWN)).json).toMatchObject({ _links: { _self: `${also?.url}${OWN}` } });
  expect((await read(api.port, OWN)).status).toBe(401);
  // The other port has no window: links to its pages name the first one.
  const shown = await read(port, OWN);
  expect(member(shown.json, 'urls', 'home')).toBe(`${api.url}/projects/own/`);
  const version = await read(port, `${OWN}versions/latest/`);
  expect(member(version.json, 'urls', 'dashboard')).toEqual({
    edit: `${api.url}/dashboard/own/version/latest/edit/`,
  });
  await api.request('PATCH', OWN, { user: 'alice', body: { homepage: 'https://new.example.com/' } });
  expect((await read(port, OWN)).json).toMatchObject({ homepage: 'https://new.example.com/' });
});

test('a conditional request to the current dialect gets the whole answer', async () => {
  const api = await start({ dialect: 'current' });
  for (const _ of [1, 2, 3]) {
    const { status, headers } = await api.request('GET', OWN, { headers: { 'if-none-match': '*' } });
    expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: undefined });
  }
});

test.each(['2020', 'current'] as const)('the document of dialect %s is served by both', async (dialect) => {
  const api = await start({ dialect: '2020' });
  const asked = await read(api.port, `/api/openapi.json?dialect=${dialect}`);
  expect(asked.status).toBe(200);
  expect(member(asked.json, 'openapi')).toBe('3.1.0');
  const paths = Object.keys(member(asked.json, 'paths') as object);
  expect(paths.includes('/api/v3/projects/{project_slug}/version/{version_slug}/')).toBe(dialect === '2020');
});

test('a dialect that does not exist has no document', async () => {
  const api = await start();
  const { status, json } = await read(api.port, '/api/openapi.json?dialect=1999');
  expect({ status, json }).toEqual({
    status: 400,
    json: { dialect: ['"1999" is not a valid choice.'] },
  });
});
