import { expect } from 'vitest';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { FORBIDDEN, link, NOT_FOUND, readRows, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const ROOT = '/api/v3/';
const P = '/api/v3/projects/';
const HTML = { accept: 'text/html' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const index = { status: 200, body: { projects: link(P) } };
const page = (text: RegExp, status = 200) => ({
  status,
  text,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept',
    'content-security-policy': /default-src 'none'/,
  },
});

scenarios(
  'v3 root',
  [
    {
      as: 'nobody',
      method: 'GET',
      path: ROOT,
      expect: {
        ...index,
        headers: { allow: 'GET, HEAD, OPTIONS', vary: 'Accept', 'content-type': 'application/json' },
      },
    },
    ...readRows([
      { path: ROOT, expect: index },
      { as: 'nobody', path: `${ROOT}?format=json`, headers: BROWSER, expect: index },
      ...['*/*', 'application/*', 'application/json; indent=4', 'text/html;q=0.5, application/json', ''].map(
        (accept) => ({
          as: 'nobody',
          path: ROOT,
          headers: { accept },
          name: `Accept: ${accept}`,
          expect: index,
        }),
      ),
      {
        name: 'a token that is none',
        as: 'nobody',
        path: ROOT,
        token: 'x',
        expect: index,
      },
      {
        as: 'nobody',
        path: ROOT,
        headers: { accept: 'image/png' },
        expect: { status: 406, body: { detail: 'Could not satisfy the request Accept header.' } },
      },
      { as: 'nobody', path: `${ROOT}?format=xml`, expect: NOT_FOUND },
      {
        as: 'nobody',
        path: ROOT,
        headers: HTML,
        expect: page(/<a href="http:\/\/127\.0\.0\.1:\d+\/api\/v3\/projects\/">/),
      },
      { as: 'nobody', path: ROOT, headers: BROWSER, name: 'a browser', expect: page(/no token/) },
      { as: 'nobody', path: `${ROOT}?format=api`, expect: page(/HTTP 200 OK/) },
      { path: ROOT, headers: HTML, name: 'says who is asking', expect: page(/alice/) },
      {
        name: 'the next page can be followed',
        path: `${P}?limit=1`,
        headers: HTML,
        expect: page(/<a href="http:\/\/127\.0\.0\.1:\d+\/api\/v3\/projects\/\?limit=1&amp;offset=1">/),
      },
    ]),
    {
      as: 'nobody',
      method: 'POST',
      path: ROOT,
      body: {},
      expect: {
        status: 405,
        body: { detail: 'Method "POST" not allowed.' },
        headers: { allow: 'GET, HEAD, OPTIONS' },
      },
    },
    { as: 'nobody', method: 'GET', path: '/api/v3/nope/', expect: NOT_FOUND },
    { as: 'nobody', method: 'GET', path: '/api/v3/nope', expect: NOT_FOUND },
    { as: 'nobody', method: 'GET', path: '/api/v4/', expect: NOT_FOUND },
  ],
  { seed: V3_SEED },
);

const seed = {
  users: [{ username: 'alice' }],
  projects: [
    {
      slug: 'odd',
      name: '<script>alert("1")</script> & \'co\'',
      users: ['alice'],
      tags: ['<b>', '"><img src=x onerror=y>'],
      repository: { url: 'https://e.org/?a=1&b=<i>', type: 'git' },
      homepage: "https://e.org/?q='&r=2",
    },
  ],
};

scenarios(
  'v3 browsable pages',
  [
    ...readRows([
      {
        path: `${P}odd/`,
        headers: HTML,
        expect: page(/&lt;script&gt;alert\(\\&quot;1\\&quot;\)&lt;\/script&gt; &amp; &#39;co&#39;/),
        after: (_api, { text }) => {
          expect(text).not.toMatch(/<script|<b>(?!Lectern)|<img|<i>/);
          expect(text).toContain('<a href="/api/v3/projects/odd/versions/">');
        },
      },
      {
        path: `${P}?limit=1&x="><script>alert(1)</script>`.replaceAll(/["<>]/g, (mark) =>
          encodeURIComponent(mark),
        ),
        headers: BROWSER,
        expect: page(/&quot;count&quot;: 1/),
        after: (_api, { text }) => expect(text).not.toContain('<script'),
      },
      {
        as: 'nobody',
        path: P,
        headers: HTML,
        expect: { ...page(/Authentication credentials were not provided/, 401) },
      },
      { path: `${P}nope/`, headers: HTML, expect: page(/HTTP 404 Not Found/, 404) },
      { path: `${P}odd/superproject/`, headers: HTML, expect: page(/HTTP 404 Not Found/, 404) },
      {
        path: `${P}odd/`,
        headers: { accept: 'application/json, text/html' },
        expect: { status: 200, headers: { 'content-type': 'application/json' } },
      },
      { path: `${P}odd/`, headers: { accept: 'text/*' }, expect: page(/<!doctype html>/) },
      {
        path: `${P}odd/`,
        headers: { accept: 'text/html;q=0, */*' },
        expect: { status: 200, headers: { 'content-type': 'application/json' } },
      },
      {
        path: `${P}odd/`,
        headers: { accept: 'text/plain' },
        expect: { status: 406, body: { detail: 'Could not satisfy the request Accept header.' } },
      },
      {
        as: 'nobody',
        path: P,
        headers: { accept: 'text/plain' },
        name: '406 before 401',
        expect: { status: 406, body: expect.anything() },
      },
      { as: 'nobody', path: `${P}?format=csv`, name: 'an unknown format before 401', expect: NOT_FOUND },
      { path: `${P}odd/?format=json`, headers: HTML, expect: { status: 200, partial: { slug: 'odd' } } },
    ]),
    {
      as: 'alice',
      method: 'PATCH',
      path: `${P}odd/`,
      headers: HTML,
      body: { name: '' },
      expect: page(/This field may not be blank\./, 400),
    },
    {
      as: 'alice',
      method: 'PATCH',
      path: `${P}odd/`,
      headers: HTML,
      body: {},
      expect: { status: 204, text: '' },
    },
  ],
  { seed },
);

const PATHS = [
  ['projects/', 'signed-in'],
  ['projects/pip/', 'signed-in'],
  ['projects/pip/superproject/', 'open'],
  ['projects/pip/translations/', 'own'],
  ['projects/pip/versions/', 'own'],
  ['projects/pip/versions/latest/', 'open'],
  ['projects/pip/versions/latest/builds/', 'own'],
  ['projects/pip/versions/latest/builds/1000/', 'open'],
  ['projects/pip/builds/', 'own'],
  ['projects/pip/builds/1000/', 'open'],
] as const;

const METADATA = {
  description: expect.any(String),
  name: expect.any(String),
  parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  renders: ['application/json', 'text/html'],
};

scenarios(
  'v3 OPTIONS and HEAD',
  PATHS.flatMap(([path, kind]): readonly Scenario[] => [
    { as: 'nobody', method: 'OPTIONS', path: ROOT + path, expect: UNAUTHENTICATED },
    {
      as: 'nobody',
      method: 'HEAD',
      path: ROOT + path,
      expect: { status: 401, text: '', headers: { 'www-authenticate': 'Token' } },
    },
    {
      as: 'stranger',
      method: 'OPTIONS',
      path: ROOT + path,
      expect: kind === 'own' ? FORBIDDEN : { status: 200, partial: METADATA },
    },
    { as: 'alice', method: 'OPTIONS', path: ROOT + path, expect: { status: 200, partial: METADATA } },
    {
      as: 'alice',
      method: 'OPTIONS',
      path: (ROOT + path).slice(0, -1),
      expect: { status: 200, partial: METADATA },
    },
    {
      as: 'alice',
      method: 'HEAD',
      path: ROOT + path,
      expect: { status: path.includes('super') ? 404 : 200, text: '' },
      after: async (api, head) => {
        const get = await api.request('GET', ROOT + path, { user: 'alice' });
        const withoutDate = ({ date: _date, ...headers }: Readonly<Record<string, string>>) => headers;
        expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
        expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(get.text));
      },
    },
  ]),
  { seed: V3_SEED },
);

scenarios(
  'v3 OPTIONS names what is taken',
  [
    {
      as: 'alice',
      method: 'OPTIONS',
      path: P,
      expect: {
        status: 200,
        partial: {
          actions: {
            POST: {
              name: { required: true, max_length: 63, read_only: false },
              repository: { required: true, children: { type: { type: 'choice' }, url: { required: true } } },
              homepage: { required: false },
              language: { required: false, type: 'choice' },
            },
          },
        },
      },
    },
    {
      as: 'alice',
      method: 'OPTIONS',
      path: `${P}pip/`,
      expect: { status: 200, partial: { actions: { PUT: { homepage: { required: true } } } } },
    },
    {
      as: 'alice',
      method: 'OPTIONS',
      path: `${P}pip/version/latest/`,
      expect: {
        status: 200,
        partial: { actions: { PUT: { active: { required: false, type: 'boolean' } } } },
      },
    },
  ],
  { seed: V3_SEED },
);

const redirectsTo = (path: string, query = '') => ({
  status: 301,
  text: '',
  headers: { location: `${path}/${query}`, 'content-length': '0' },
});

scenarios(
  'v3 without the final slash',
  ['GET', 'HEAD'].flatMap((method): readonly Scenario[] => [
    { as: 'nobody', method, path: '/api/v3', expect: redirectsTo('/api/v3') },
    { as: 'alice', method, path: '/api/v3/projects', expect: redirectsTo('/api/v3/projects') },
    {
      as: 'nobody',
      method,
      path: '/api/v3/projects?limit=2&a=%20',
      expect: redirectsTo('/api/v3/projects', '?limit=2&a=%20'),
    },
    ...PATHS.map(([path]) => ({
      as: 'nobody',
      method,
      path: `${ROOT}${path.slice(0, -1)}?x`,
      expect: redirectsTo(`${ROOT}${path.slice(0, -1)}`, '?x'),
    })),
    { as: 'alice', method, path: '/api/v3/projects/nope', expect: redirectsTo('/api/v3/projects/nope') },
  ]),
  { seed: V3_SEED },
);
