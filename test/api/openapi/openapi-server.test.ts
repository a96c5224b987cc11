import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../src-server/api/openapi/openapi.ts';
import { resources } from '../../../src-server/api/resources.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import type { JsonObject } from '../../support/api/schema-checker.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { testClock } from '../../support/test-clock.ts';

const document = JSON.parse(JSON.stringify(openapiDocument(resources, { version: '1.2.3' }))) as JsonObject;

describe('the server', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi({ seed: SAMPLE_SEED, allowedOrigins: ['http://friend.example'] });
  });
  afterAll(() => api.close());

  test('serves the document that its routes make', async () => {
    const { json } = await api.request('GET', '/api/openapi.json');
    expect(json).toEqual({ ...document, info: expect.objectContaining({ title: 'Lectern' }) });
  });

  // The client throws when an answer is not as documented.
  test.each([
    '/',
    '/api/v3/',
    '/api/v3/projects/?expand=active_versions.last_build.config&limit=2',
    '/api/v3/projects/?limit=1&offset=1',
    '/api/v3/projects/?fields=slug,active_versions.slug&expand=active_versions',
    '/api/v3/projects/pip/?expand=~all',
    '/api/v3/projects/pip/?omit=urls',
    '/api/v3/projects/plugin/',
    '/api/v3/projects/plugin/superproject/',
    '/api/v3/projects/pip/translations/',
    '/api/v3/projects/pip/versions/?expand=last_build.config',
    '/api/v3/projects/pip/versions/10/?expand=last_build',
    '/api/v3/projects/pip/builds/',
    '/api/v3/projects/pip/builds/7/?expand=config',
    '/api/v3/projects/pip/versions/10/builds/',
    '/api/v3/projects/pip/versions/10/builds/7/',
    '/api/v3/projects/pip/subprojects/',
    '/api/v3/projects/pip/subprojects/plug/',
    '/api/v3/projects/pip/redirects/',
    '/api/v3/projects/pip/redirects/5/',
    '/api/v3/projects/pip/environmentvariables/',
    '/api/v3/search/?q=pip&limit=2',
    '/api/v3/projects/pip/environmentvariables/3/',
    '/api/v2/project/',
    '/api/v2/project/1/',
    '/api/v2/project/1/active_versions/',
    '/api/v2/project/1/translations/',
    '/api/v2/project/1/subprojects/',
    '/api/v2/project/1/canonical_url/',
    '/api/v2/version/?active=true',
    '/api/v2/version/2/',
    '/api/v2/build/',
    '/api/v2/build/7/',
    '/projects/pip/badge/?version=10',
  ])('answers GET %s as documented', async (path) => {
    const answer = await api.request('GET', path, { user: 'alice' });
    expect(answer.status).toBe(200);
    expect((await api.request('HEAD', path, { user: 'alice' })).status).toBe(200);
  });

  test('writes as documented', async () => {
    const write = async (method: string, path: string, body?: unknown): Promise<number> =>
      (await api.request(method, `/api/v3/projects/${path}`, { user: 'alice', body })).status;
    const repository = { url: 'https://github.com/pypa/new', type: 'git' };
    expect(await write('POST', '', { name: 'New', repository })).toBe(201);
    expect(await write('PUT', 'new/', { name: 'New', repository, homepage: 'https://new.example' })).toBe(
      204,
    );
    expect(await write('PATCH', 'new/', { default_branch: 'main' })).toBe(204);
    expect(await write('PATCH', 'new/version/latest/', { active: false })).toBe(204);
    expect(await write('PATCH', 'new/versions/latest/', { active: true })).toBe(204);
    expect(await write('PUT', 'new/versions/latest/', {})).toBe(204);
    expect(await write('POST', 'new/versions/latest/builds/')).toBe(202);
    expect(await write('POST', 'new/sync-versions/')).toBe(202);
    expect(await write('POST', 'pip/subprojects/', { child: 'new' })).toBe(201);
    expect(await write('DELETE', 'pip/subprojects/new/')).toBe(204);
    expect(await write('POST', 'new/redirects/', { type: 'sphinx_html' })).toBe(201);
    expect(await write('PUT', 'pip/redirects/5/', { type: 'prefix', from_url: '/old/' })).toBe(200);
    expect(await write('PATCH', 'pip/redirects/5/', { from_url: '/older/' })).toBe(200);
    expect(await write('DELETE', 'pip/redirects/5', undefined)).toBe(204);
    expect(await write('POST', 'new/environmentvariables/', { name: 'A', value: 'b' })).toBe(201);
    expect(await write('DELETE', 'pip/environmentvariables/3/')).toBe(204);
    const form = { name: 'Form', 'repository.url': repository.url, 'repository.type': 'git' };
    expect((await api.request('POST', '/api/v3/projects/', { user: 'alice', form })).status).toBe(201);
  });

  const user = 'alice';
  const page = { accept: 'text/html' };
  test.each([
    [400, 'GET', '/api/v3/projects/?language=xx', { user }],
    [400, 'POST', '/api/v3/projects/', { user, body: {} }],
    [400, 'POST', '/api/v3/projects/', { user, body: '{' }],
    [401, 'GET', '/api/v3/projects/', {}],
    [401, 'DELETE', '/api/v3/projects/pip/', { token: 'f'.repeat(40) }],
    [403, 'GET', '/api/v3/projects/theirs/versions/', { user }],
    [403, 'POST', '/api/v2/project/', {}],
    [403, 'GET', '/api/v3/', { headers: { origin: 'http://evil.example' } }],
    [404, 'GET', '/api/v3/projects/none/', { user }],
    [404, 'GET', '/api/v3/projects/pip/superproject/', { user }],
    [404, 'GET', '/api/v3/projects/%zz/', { user }],
    [404, 'GET', '/api/v3/projects/?format=xml', { user }],
    [404, 'GET', '/nowhere', {}],
    [405, 'DELETE', '/api/v3/projects/pip/', { user }],
    [405, 'POST', '/projects/pip/badge/', {}],
    [406, 'GET', '/api/v3/projects/', { headers: { accept: 'image/png' } }],
    [
      415,
      'POST',
      '/api/v3/projects/',
      { user, body: '<a/>', headers: { 'content-type': 'application/xml' } },
    ],
    [413, 'POST', '/api/v3/projects/', { user, body: `"${'x'.repeat(1_000_001)}"` }],
    [421, 'GET', '/api/v3/', { headers: { host: 'evil.example' } }],
    [421, 'GET', '/api/v3/', { headers: { host: ['127.0.0.1', 'localhost'] } }],
    [400, 'GET', '/', { raw: 'no http\r\n\r\n' }],
    [421, 'GET', '/', { raw: 'GET / HTTP/1.1\r\n\r\n' }],
    [431, 'GET', '/', { headers: { 'x-long': 'x'.repeat(20_000) } }],
    [301, 'GET', '/api/v3/projects?limit=1', { user }],
    [301, 'GET', '/projects/pip/badge', {}],
    [200, 'OPTIONS', '/api/v3/projects/', { user }],
    [200, 'OPTIONS', '/api/v2/project/1/', {}],
    [
      204,
      'OPTIONS',
      '/api/v3/',
      { headers: { origin: 'http://friend.example', 'access-control-request-method': 'GET' } },
    ],
    [200, 'GET', '/api/v3/projects/', { user, headers: page }],
    [401, 'GET', '/api/v3/projects/', { headers: page }],
    [200, 'GET', '/', { headers: page }],
  ])('answers %i to %s %s as documented', async (status, method, path, options) => {
    expect((await api.request(method, path, options)).status).toBe(status);
  });

  test('answers bytes on a socket as documented', async () => {
    const raw = `GET /api/v3/projects/pip/ HTTP/1.1\r\nHost: localhost:${api.port}\r\nAuthorization: Token ${api.tokens.alice}\r\n\r\n`;
    expect((await api.request('GET', '/api/v3/projects/pip/', { raw })).json).toMatchObject({ slug: 'pip' });
  });

  test('answers 304 as documented', async () => {
    const { headers } = await api.request('GET', '/api/v3/projects/', { user });
    const again = { user, headers: { 'if-none-match': headers.etag } };
    expect((await api.request('GET', '/api/v3/projects/', again)).status).toBe(304);
  });

  test('answers 429 as documented', async () => {
    const busy = await startApi({ throttle: true, clock: testClock() });
    try {
      const request = () => busy.request('GET', '/api/v3/projects/', { user: 'alice' });
      for (let count = 0; count < 60; count++) await request();
      expect(await request()).toMatchObject({ status: 429 });
    } finally {
      await busy.close();
    }
  });
});
