import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from '../../hosting/docs-fixture.ts';
import { databaseDigest } from '../../support/store/database-digest.ts';

const PARTNER = 'http://partner.example:5173';
const PAGE = '/en/latest/';
const DOCUMENT = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

let docs: DocsServer;
let token: string;
beforeAll(async () => {
  docs = await startDocs({
    seed: seedOf(project('pip', [version('latest')]), project('other', [version('latest')])),
    allowedOrigins: [PARTNER],
  });
  for (const slug of ['pip', 'other']) docs.publish(slug, 'latest', { 'index.html': slug, 'a.js': 'script' });
  const actor = { kind: 'system', door: 'command' } as const;
  const [user] = docs.services.users.list(actor);
  if (!user) throw new Error('The seed has no user.');
  token = docs.services.tokens.create(actor, user, 'test').token;
});
afterAll(() => docs.close());

const filled = (text: string) => text.replaceAll('PORT', String(docs.port));
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
const OURS = [
  '/api/',
  '/api/v3/',
  '/api/v3/projects/',
  '/api/v3/projects/pip/',
  '/api/v2/project/',
  '/api/openapi.json',
  '/desk/',
  '/desk/projects.list',
  '/projects/pip/badge/',
];

describe('S11 the documentation hosts serve pages and nothing else', () => {
  test.each(['pip', 'PIP', 'nobody', 'pip--12'])('S11 %s', async (label) => {
    const before = databaseDigest(docs.database);
    for (const method of METHODS) {
      for (const path of OURS) {
        const { status, text, headers } = await docs.request(label, path, {
          method,
          headers: { authorization: `Token ${token}`, cookie: 'lectern=x', accept: 'application/json' },
        });
        const isRead = method === 'GET' || method === 'HEAD';
        expect({ method, path, status }).toEqual({ method, path, status: isRead ? 404 : 405 });
        expect(headers['content-type']).toMatch(/^text\/(html|plain); charset=utf-8$/);
        expect(text).not.toContain('{"');
      }
    }
    expect(databaseDigest(docs.database)).toBe(before);
  });

  test('S11 the hosts of the API serve no pages', async () => {
    for (const host of ['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT']) {
      for (const path of [PAGE, '/pip/en/latest/', '/docs/pip/en/latest/', '/projects/pip/en/latest/']) {
        const answer = await docs.request('', path, { headers: { host: filled(host) } });
        expect({ host, path, status: answer.status }).toEqual({ host, path, status: 404 });
      }
    }
  });

  test.each([
    'pip.localhost',
    'pip.localhost:1',
    'a.pip.localhost:PORT',
    'pip.localhost.:PORT',
    'pip.localhost.evil.example:PORT',
    'pip.localhost:PORT:PORT',
  ])('S2 the host %s is refused', async (host) => {
    const answer = await docs.request('', PAGE, { headers: { host: filled(host) } });
    expect(answer.status).toBe(421);
  });

  test('S2 refuses two hosts, and a different one in the request line', async () => {
    const request = (target: string, ...hosts: string[]) =>
      docs.requestRaw(
        [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join(
          '\r\n',
        ),
      );
    expect((await request(PAGE, 'pip.localhost:PORT', '127.0.0.1:PORT')).status).toBe(421);
    expect((await request(`http://other.localhost:PORT${PAGE}`, 'pip.localhost:PORT')).status).toBe(421);
    expect((await request(`http://127.0.0.1:PORT/api/v3/`, 'pip.localhost:PORT')).status).toBe(421);
    expect(await request(`http://pip.localhost:PORT${PAGE}`, 'pip.localhost:PORT')).toMatchObject({
      status: 200,
      text: 'pip',
    });
    expect((await request('http://pip.localhost:PORT/', 'pip.localhost:PORT')).headers.location).toBe(PAGE);
  });
});

describe('S3 S4 a page of documentation is shown to', () => {
  test.each([
    ['a client that is no browser', {}],
    ['who typed its address', { 'sec-fetch-site': 'none', ...DOCUMENT }],
    ['who follows a link there', { 'sec-fetch-site': 'same-origin', ...DOCUMENT }],
    ['who follows a link from other documentation', { 'sec-fetch-site': 'same-site', ...DOCUMENT }],
    ['who follows a link from anywhere', { 'sec-fetch-site': 'cross-site', ...DOCUMENT }],
    [
      'its own page, as a script',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    ],
    [
      'its own page, as a font',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', origin: 'http://pip.localhost:PORT' },
    ],
    [
      'its own page, as a frame',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    ['its own page in a browser of another time', { origin: 'http://pip.localhost:PORT' }],
  ])('S4 %s', async (_, headers) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await docs.request('pip', PAGE, {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  // An index of all words of private pages is a script, so scripts and pictures are refused to pages elsewhere, those
  // of other documentation too; so are frames.
  const crossSiteCases = ['same-site', 'cross-site', 'something-new', ''].flatMap((site) => [
    { 'sec-fetch-site': site },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'embed' },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
  ]);
  test.each(crossSiteCases)('S4 but not to a page of another site: %j', async (headers) => {
    for (const path of [PAGE, '/en/latest/a.js', '/', '/nothing']) {
      const answer = await docs.request('pip', path, { headers });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain('script');
    }
  });

  test("S4 refuses a form of another site's page", async () => {
    for (const method of METHODS.filter((one) => one !== 'GET' && one !== 'HEAD')) {
      const answer = await docs.request('pip', PAGE, {
        method,
        headers: { 'sec-fetch-site': 'cross-site', ...DOCUMENT },
      });
      expect(answer.status).toBe(403);
    }
  });

  test.each([
    'null',
    'http://evil.example',
    'http://other.localhost:PORT',
    'https://pip.localhost:PORT',
    'http://pip.localhost',
    'http://127.0.0.1:PORT',
    'http://localhost:PORT',
    'app://lectern',
    PARTNER,
    '',
  ])('S3 nor to a page of the origin %j', async (origin) => {
    for (const method of METHODS) {
      for (const site of [undefined, 'same-origin', 'cross-site', 'none']) {
        const answer = await docs.request('pip', PAGE, {
          method,
          headers: { origin: filled(origin), ...(site && { 'sec-fetch-site': site }), ...DOCUMENT },
        });
        expect({ method, status: answer.status }).toEqual({ method, status: 403 });
        expect(Object.keys(answer.headers).filter((name) => /^(access-control-|vary)/.test(name))).toEqual(
          [],
        );
      }
    }
  });
});

describe('S11 a hostile page cannot reach the API or the desk', () => {
  const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [
      'by fetch',
      { origin: 'http://pip.localhost:PORT', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    ],
    ['by fetch, in a browser of another time', { origin: 'http://pip.localhost:PORT' }],
    ['by a form', { origin: 'http://pip.localhost:PORT', 'sec-fetch-site': 'same-site', ...DOCUMENT }],
    ['by a form in a sandbox', { origin: 'null', 'sec-fetch-site': 'cross-site', ...DOCUMENT }],
    [
      'by a script',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    ],
    [
      'by a picture',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    [
      'by a frame',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    ['by a link', { 'sec-fetch-site': 'cross-site', ...DOCUMENT }],
  ];
  test.each(ways)('S11 %s', async (_, headers) => {
    const before = databaseDigest(docs.database);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    for (const host of ['127.0.0.1:PORT', 'localhost:PORT']) {
      for (const method of METHODS) {
        for (const path of OURS) {
          const answer = await docs.request('', path, {
            method,
            headers: { ...sent, host: filled(host), authorization: `Token ${token}` },
          });
          expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 });
        }
      }
    }
    expect(databaseDigest(docs.database)).toBe(before);
  });
});
