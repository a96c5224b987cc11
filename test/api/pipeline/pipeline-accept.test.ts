import type { ApiServer } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PIP = '/api/v3/projects/pip/';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const JSON_TYPE = { status: 200, partial: { slug: 'pip' }, headers: { 'content-type': 'application/json' } };
const HTML_TYPE = {
  status: 200,
  text: /^<!doctype html>/,
  headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept' },
};
const NOT_ACCEPTABLE = {
  status: 406,
  body: { detail: 'Could not satisfy the request Accept header.' },
  headers: { 'content-type': 'application/json' },
};
const UNKNOWN = {
  status: 404,
  body: { detail: 'Not found.' },
  headers: { 'content-type': 'application/json' },
};

const accepting = (accept: string | undefined, expect: Scenario['expect'], query = ''): Scenario => ({
  name: `Accept ${JSON.stringify(accept)}`,
  as: 'alice',
  method: 'GET',
  path: PIP + query,
  headers: { accept },
  expect,
});

scenarios(
  'Accept on v3',
  [
    accepting(undefined, JSON_TYPE),
    accepting('', JSON_TYPE),
    accepting('*/*', JSON_TYPE),
    accepting('*', JSON_TYPE),
    accepting('application/json', JSON_TYPE),
    accepting('APPLICATION/JSON', JSON_TYPE),
    accepting('application/json; charset=utf-8', JSON_TYPE),
    accepting('application/json; indent=4', JSON_TYPE),
    accepting('application/json;version=3, text/plain', JSON_TYPE),
    accepting('application/*', JSON_TYPE),
    accepting('application/json, text/plain, */*', JSON_TYPE),
    accepting('text/html, image/gif, *; q=.2, */*; q=.2', HTML_TYPE),
    accepting('application/xml, */*;q=0.1', JSON_TYPE),
    accepting('text/html;q=0.5, application/json', JSON_TYPE),
    accepting('text/html;q=0.5, application/json;q=0.4', HTML_TYPE),
    accepting('application/json, text/html', JSON_TYPE),
    accepting('text/html', HTML_TYPE),
    accepting('text/*', HTML_TYPE),
    accepting(BROWSER, HTML_TYPE),
    accepting('application/json;q=0, text/html', HTML_TYPE),
    accepting('application/xml', NOT_ACCEPTABLE),
    accepting('text/plain', NOT_ACCEPTABLE),
    accepting('image/*', NOT_ACCEPTABLE),
    accepting('application/jsonx', NOT_ACCEPTABLE),
    accepting('application/vnd.api+json', NOT_ACCEPTABLE),
    accepting('*/*;q=0', NOT_ACCEPTABLE),
    accepting('application/json;q=0', NOT_ACCEPTABLE),
    accepting('application/json;q=0, text/html;q=0', NOT_ACCEPTABLE),
    { ...accepting('application/xml', { status: 406, text: '' }), method: 'HEAD' },
    { ...accepting('application/xml', NOT_ACCEPTABLE), method: 'OPTIONS' },
    { ...accepting('application/xml', NOT_ACCEPTABLE), method: 'PATCH', body: { name: 'New' } },
  ],
  { seed: SAMPLE_SEED },
);

scenarios(
  '?format on v3',
  [
    accepting(undefined, JSON_TYPE, '?format=json'),
    accepting('text/html', JSON_TYPE, '?format=json'),
    accepting(BROWSER, JSON_TYPE, '?format=json'),
    accepting('application/json', HTML_TYPE, '?format=api'),
    accepting(undefined, JSON_TYPE, '?format='),
    accepting('text/html', HTML_TYPE, '?format='),
    accepting(undefined, UNKNOWN, '?format=xml'),
    accepting(undefined, UNKNOWN, '?format=JSON'),
    accepting(undefined, UNKNOWN, '?format=json%20'),
    accepting(undefined, UNKNOWN, '?format=__proto__'),
    accepting(undefined, UNKNOWN, '?format=json&format=xml'),
    accepting(undefined, JSON_TYPE, '?format=xml&format=json'),
    { ...accepting(undefined, UNKNOWN, '?format=xml'), as: 'nobody' },
    { ...accepting(undefined, UNKNOWN, '?format=xml'), method: 'DELETE' },
    { ...accepting(undefined, UNKNOWN, '?format=xml'), method: 'PATCH', body: { name: 'New' } },
  ],
  { seed: SAMPLE_SEED },
);

const HTML = { accept: 'text/html' };
const page = (status: number, text: RegExp): Scenario['expect'] => ({
  status,
  text,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});
scenarios(
  'refusals to a browser are pages too',
  [
    {
      as: 'nobody',
      method: 'GET',
      path: PIP,
      headers: HTML,
      expect: page(401, /401[\s\S]*were not provided/),
    },
    {
      as: 'alice',
      method: 'GET',
      path: '/api/v3/projects/nope/',
      headers: HTML,
      expect: page(404, /Not found/),
    },
    { as: 'alice', method: 'DELETE', path: PIP, headers: HTML, expect: page(405, /DELETE/) },
    {
      as: 'alice',
      method: 'POST',
      path: '/api/v3/projects/',
      headers: HTML,
      body: {},
      expect: page(400, /required/),
    },
    {
      name: 'what came in is text in them',
      as: 'alice',
      method: 'POST',
      path: '/api/v3/projects/?x=<b>',
      headers: HTML,
      body: { name: 'a', repository: { url: 'https://a/b', type: '<script>alert(1)</script>' } },
      expect: page(400, /^(?![\s\S]*<script)[\s\S]*&lt;script&gt;/),
    },
  ],
  { seed: SAMPLE_SEED },
);

const ORIGIN = 'http://localhost:5173';
const preflight = { origin: ORIGIN, 'access-control-request-method': 'PATCH' };
const FORBIDDEN = { status: 403, headers: { 'access-control-allow-origin': undefined } };
const own = (api: ApiServer): string => api.url;

scenarios(
  'pages elsewhere, with an allow-list',
  [
    {
      name: 'the page that was allowed',
      as: 'alice',
      method: 'GET',
      path: PIP,
      headers: { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      expect: {
        status: 200,
        headers: {
          'access-control-allow-origin': ORIGIN,
          'access-control-allow-credentials': undefined,
          vary: 'Accept, Origin',
        },
      },
    },
    {
      name: 'it reads refusals too',
      as: 'nobody',
      method: 'GET',
      path: PIP,
      headers: { origin: ORIGIN },
      expect: { status: 401, headers: { 'access-control-allow-origin': ORIGIN, vary: 'Accept, Origin' } },
    },
    {
      name: 'and what is not of v3',
      as: 'nobody',
      method: 'GET',
      path: '/api/v2/project/',
      headers: { origin: ORIGIN },
      expect: { status: 200, headers: { 'access-control-allow-origin': ORIGIN, vary: 'Origin' } },
    },
    {
      name: 'it may write',
      as: 'alice',
      method: 'PATCH',
      path: PIP,
      headers: { origin: ORIGIN },
      body: { name: 'New' },
      expect: { status: 204, headers: { 'access-control-allow-origin': ORIGIN, vary: 'Accept, Origin' } },
    },
    {
      name: 'a browser asks first',
      as: 'nobody',
      method: 'OPTIONS',
      path: PIP,
      headers: { ...preflight, 'access-control-request-headers': 'authorization, content-type' },
      expect: {
        status: 204,
        text: '',
        headers: {
          'access-control-allow-origin': ORIGIN,
          'access-control-allow-methods': /\bPATCH\b/,
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-allow-credentials': undefined,
          'access-control-max-age': /^\d+$/,
          vary: 'Origin',
        },
      },
    },
    {
      name: 'without that question OPTIONS is what it is',
      as: 'alice',
      method: 'OPTIONS',
      path: PIP,
      headers: { origin: ORIGIN },
      expect: { status: 200, partial: { name: 'Project' } },
    },
    {
      name: 'no page at all',
      as: 'alice',
      method: 'GET',
      path: PIP,
      expect: { status: 200, headers: { 'access-control-allow-origin': undefined, vary: 'Accept, Origin' } },
    },
    ...[
      'http://localhost:5174',
      'https://localhost:5173',
      'http://localhost',
      'null',
      'http://evil.example',
      '',
    ].map(
      (origin): Scenario => ({
        name: `Origin "${origin}"`,
        as: 'alice',
        method: 'GET',
        path: PIP,
        headers: { origin },
        expect: FORBIDDEN,
      }),
    ),
    {
      name: 'nor may another ask',
      as: 'nobody',
      method: 'OPTIONS',
      path: PIP,
      headers: { ...preflight, origin: 'http://evil.example' },
      expect: { ...FORBIDDEN, headers: { 'access-control-allow-methods': undefined } },
    },
  ],
  { seed: SAMPLE_SEED, allowedOrigins: [ORIGIN] },
);

scenarios(
  'pages elsewhere, without one',
  [
    {
      as: 'alice',
      method: 'GET',
      path: PIP,
      headers: { origin: ORIGIN },
      expect: FORBIDDEN,
    },
    { as: 'nobody', method: 'OPTIONS', path: PIP, headers: preflight, expect: FORBIDDEN },
    {
      name: 'our own page',
      as: 'alice',
      method: 'GET',
      path: PIP,
      expect: { status: 200, headers: { 'access-control-allow-origin': undefined, vary: 'Accept' } },
      async after(api) {
        const { status } = await api.request('GET', PIP, { user: 'alice', headers: { origin: own(api) } });
        if (status !== 200) throw new Error(`our own origin was answered ${status}`);
      },
    },
  ],
  { seed: SAMPLE_SEED },
);
