import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type ApiServer, startApi } from '../../support/api/api-server.ts';
import { V3_SEED } from './v3-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const PATHS = [P, PIP, `${PIP}versions/latest/?expand=last_build`, `${PIP}builds/?limit=2`, '/api/v3/'];

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: V3_SEED });
});
afterAll(() => api.close());

type RequestInput = { readonly method?: string; readonly user?: string; readonly accept?: string };

function send(path: string, ifNoneMatch: string | undefined, options: RequestInput = {}): Promise<Answer> {
  const { method = 'GET', user = 'alice', accept } = options;
  const headers = {
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    ...(accept ? { accept } : {}),
  };
  return api.request(method, path, { user, headers });
}

async function etagOf(path: string, options: RequestInput = {}): Promise<string> {
  const { headers } = await send(path, undefined, options);
  expect(headers.etag).toMatch(/^W\/"[^"]+"$/);
  return headers.etag ?? '';
}

describe.each(PATHS)('%s', (path) => {
  test('is not sent again to a client that has it', async () => {
    const etag = await etagOf(path);
    for (let times = 0; times < 3; times += 1) {
      const { status, text, headers } = await send(path, etag);
      expect({ status, text, etag: headers.etag, vary: headers.vary }).toEqual({
        status: 304,
        text: '',
        etag,
        vary: 'Accept',
      });
      expect(headers['content-type']).toBeUndefined();
      expect(await etagOf(path)).toBe(etag);
    }
    const head = await send(path, etag, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([304, '']);
  });

  test('is recognized by one of several validators, weak or strong', async () => {
    const etag = await etagOf(path);
    for (const header of [`"x", ${etag}`, `${etag},"y"`, `"a,b" , ${etag} , W/"c"`, '*', etag.slice(2)]) {
      expect([header, (await send(path, header)).status]).toEqual([header, 304]);
    }
    for (const header of [
      '"x"',
      '',
      etag.slice(3, -1),
      `${etag.slice(0, -1)}x"`,
      'W/""',
      `"${etag.slice(3, -2)}"`,
    ]) {
      expect([header, (await send(path, header)).status]).toEqual([header, 200]);
    }
  });

  test('differs between callers and formats', async () => {
    const etag = await etagOf(path);
    expect((await send(path, etag, { accept: 'text/html' })).status).toBe(200);
    expect((await send(path, etag, { user: 'bob' })).status).toBe(200);
    expect(await etagOf(path, { accept: 'text/html' })).not.toBe(etag);
    expect(await etagOf(path, { user: 'bob' })).not.toBe(etag);
  });
});

test('a change invalidates every validator', async () => {
  const etags = await Promise.all(PATHS.map((path) => etagOf(path)));
  await api.request('PATCH', PIP, { user: 'bob', body: {} });
  for (const [index, path] of PATHS.entries()) {
    const { status, headers } = await send(path, etags[index]);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.etag).not.toBe(etags[index]);
  }
});

test('a refused change invalidates no validator', async () => {
  const etag = await etagOf(PIP);
  const { status } = await api.request('PATCH', PIP, { user: 'alice', body: { name: '' } });
  expect(status).toBe(400);
  expect((await send(PIP, etag)).status).toBe(304);
});

test('refusals have no validator', async () => {
  for (const path of [`${P}nope/`, `${P}vault/`, `${P}theirs/versions/`, `${P}?language=xx`]) {
    const { status, headers } = await send(path, '*');
    expect([path, status >= 400, headers.etag]).toEqual([path, true, undefined]);
  }
});

test('another start gives other ETags', async () => {
  const other = await startApi({ seed: V3_SEED });
  try {
    const { headers } = await other.request('GET', `${PIP}builds/?limit=2`, { user: 'alice' });
    expect(headers.etag).not.toBe(await etagOf(`${PIP}builds/?limit=2`));
  } finally {
    await other.close();
  }
});
