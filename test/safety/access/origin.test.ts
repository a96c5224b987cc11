import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, type RequestOptions, startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PARTNER = 'http://partner.example:5173';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SAMPLE_SEED, allowedOrigins: [PARTNER] });
});
afterAll(() => api.close());

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
const PATHS = [
  '/api/v3/projects/pip/',
  '/api/v2/project/',
  '/',
  '/api/openapi.json',
  '/projects/pip/badge/',
  '/nothing',
];

function filled(text: string): string {
  return text.replaceAll('PORT', String(api.port));
}

/** Sends it with good credentials; the store must stay as it is. */
async function refused(method: string, path: string, headers: RequestOptions['headers']) {
  const before = api.digest();
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { name: 'Taken over' } : undefined;
  const answer = await api.request(method, path, { user: 'alice', ...(headers && { headers }), body });
  expect(api.digest()).toBe(before);
  expect(corsHeaders(answer.headers)).toEqual([]);
  return answer;
}

function corsHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

const ORIGINS = [
  'null',
  'http://evil.example',
  'https://127.0.0.1:PORT',
  'http://127.0.0.1',
  'http://127.0.0.1:1',
  // Ours by another name: a page there is another page.
  'http://localhost:PORT',
  'http://pip.localhost:PORT',
  'http://127.0.0.1:PORT.evil.example',
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT, http://evil.example',
  'http://partner.example',
  'https://partner.example:5173',
  'http://partner.example:5173.evil.example',
  'file://',
  'app://lectern',
  '*',
  '',
  'undefined',
];

describe('S3 a page of another origin is refused', () => {
  test.each(ORIGINS)('S3 %j, on every method and path', async (origin) => {
    for (const method of METHODS) {
      for (const path of PATHS) {
        const answer = await refused(method, path, { origin: filled(origin) });
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 });
        expect(answer.headers['content-type']).toBe('application/json');
      }
    }
  });

  test('S3 refuses two origins, in either order', async () => {
    const own = filled('http://127.0.0.1:PORT');
    for (const origin of [
      [own, 'http://evil.example'],
      ['http://evil.example', own],
      [PARTNER, 'http://evil.example'],
    ]) {
      expect(await refused('PATCH', '/api/v3/projects/pip/', { origin })).toMatchObject({ status: 403 });
    }
  });

  test('S3 its preflight gets no permission', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'PATCH' };
    expect(await refused('OPTIONS', '/api/v3/projects/pip/', headers)).toMatchObject({ status: 403 });
  });
});

test.each(['http://127.0.0.1:PORT', 'HTTP://127.0.0.1:PORT'])(
  'S3 our own page %s is answered, without CORS',
  async (origin) => {
    const headers = { origin: filled(origin), 'sec-fetch-site': 'same-origin' };
    const read = await api.request('GET', '/api/v3/projects/pip/', { user: 'alice', headers });
    expect(read.status).toBe(200);
    expect(corsHeaders(read.headers)).toEqual([]);
    const written = await api.request('PATCH', '/api/v3/projects/pip/', { user: 'alice', headers, body: {} });
    expect(written.status).toBe(204);
  },
);

test('S3 an origin that the user allowed is answered, by name and never by *', async () => {
  const headers = { origin: PARTNER, 'sec-fetch-site': 'cross-site' };
  for (const method of ['GET', 'PATCH', 'OPTIONS']) {
    const answer = await api.request(method, '/api/v3/projects/pip/', { user: 'alice', headers });
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': PARTNER });
    expect(answer.headers.vary).toContain('Origin');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  }
  const preflight = await api.request('OPTIONS', '/api/v3/projects/pip/', {
    headers: {
      ...headers,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-headers': 'authorization' },
  });
});

test('S3 a client that is not a browser gets no CORS header either', async () => {
  for (const path of PATHS) {
    const { headers } = await api.request('GET', path, { user: 'alice' });
    expect(corsHeaders(headers)).toEqual([]);
  }
});

describe("S4 refuses a browser's requests for another site", () => {
  test.each(['cross-site', 'same-site', 'Cross-Site', 'cross-site, same-origin', 'something-new', ''])(
    'S4 Sec-Fetch-Site: %j, on every method and path',
    async (site) => {
      for (const method of METHODS) {
        for (const path of PATHS) {
          const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
          const { status } = await refused(method, path, headers);
          expect({ method, path, status }).toEqual({ method, path, status: 403 });
        }
      }
    },
  );

  test.each(['same-origin', 'none', undefined])('S4 Sec-Fetch-Site: %s is fine', async (site) => {
    const answer = await api.request('GET', '/api/v3/projects/pip/', {
      user: 'alice',
      headers: { 'sec-fetch-site': site },
    });
    expect(answer.status).toBe(200);
  });
});

describe('S10 a path that leads out of the served tree is a 404', () => {
  const paths = [
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%2E%2E%5cetc',
    '/..\\..\\etc\\passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/%00',
    '/a%00.html',
    '//etc/passwd',
    '/C:/Windows/win.ini',
    '/C%3a%5cWindows',
    '/file:///etc/passwd',
    '/api/v3/projects/..%2f..%2fpip/',
    '/api/v3/projects/pip%00/',
    '/api/v3/projects/pip%2fversions/',
    '/api/v3/projects/%2e%2e/',
    '/api/v3/../../package.json',
    '/api/../api/openapi.json',
    '/%c0%ae%c0%ae/etc/passwd',
    '/%ff',
    '/%',
  ];

  test.each(paths)('S10 %s', async (path) => {
    expect((await api.request('GET', path, { user: 'alice' })).status).toBe(404);
  });
});
