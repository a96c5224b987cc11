import { expect } from 'vitest';
import { type ApiServer, member } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PROJECTS = '/api/v3/projects/';
const PIP = `${PROJECTS}pip/`;
const LIST = 'GET, POST, HEAD, OPTIONS';
const READ_ONLY = 'GET, HEAD, OPTIONS';
const DETAIL = 'GET, PUT, PATCH, HEAD, OPTIONS';

type Row = Partial<Scenario> & Pick<Scenario, 'path' | 'expect'>;
const row = (rest: Row): Scenario => ({ as: 'alice', method: 'GET', ...rest });

/** Every answer of a path carries these two, whatever its status. */
function hasHeaders(allow: string, rest: Row): Scenario {
  return row({
    ...rest,
    expect: { ...rest.expect, headers: { ...rest.expect.headers, allow, vary: 'Accept' } },
  });
}

scenarios(
  'Allow and Vary on every answer',
  [
    hasHeaders(LIST, { path: PROJECTS, expect: { status: 200 } }),
    hasHeaders(LIST, { path: PROJECTS, method: 'HEAD', expect: { status: 200 } }),
    hasHeaders(LIST, { path: PROJECTS, as: 'nobody', expect: { status: 401 } }),
    hasHeaders(LIST, { path: PROJECTS, method: 'PATCH', expect: { status: 405 } }),
    hasHeaders(LIST, { path: PROJECTS, headers: { accept: 'image/png' }, expect: { status: 406 } }),
    hasHeaders(LIST, { path: `${PROJECTS}?format=nope`, expect: { status: 404 } }),
    hasHeaders(LIST, { path: `${PROJECTS}?language=xx`, expect: { status: 400 } }),
    hasHeaders(LIST, { path: PROJECTS, method: 'POST', body: {}, expect: { status: 400 } }),
    hasHeaders(LIST, {
      path: PROJECTS,
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
      expect: { status: 415 },
    }),
    hasHeaders(LIST, {
      path: PROJECTS,
      method: 'POST',
      body: ' '.repeat(1_000_001),
      expect: { status: 413 },
    }),
    hasHeaders(DETAIL, { path: PIP, expect: { status: 200 } }),
    hasHeaders(DETAIL, { path: `${PROJECTS}nope/`, expect: { status: 404 } }),
    hasHeaders(DETAIL, { path: PIP, method: 'PATCH', body: {}, expect: { status: 204, text: '' } }),
    hasHeaders(DETAIL, { path: `${PROJECTS}theirs/`, method: 'PATCH', body: {}, expect: { status: 403 } }),
    hasHeaders(READ_ONLY, { path: `${PIP}superproject/`, expect: { status: 404, text: '' } }),
    hasHeaders(READ_ONLY, { path: '/api/v3/', as: 'nobody', expect: { status: 200 } }),
    hasHeaders(DETAIL, { path: `${PIP}version/latest/`, expect: { status: 200 } }),
    hasHeaders('POST, OPTIONS', { path: `${PIP}sync-versions/`, expect: { status: 405 } }),
    hasHeaders(LIST, {
      path: `${PIP}redirects/`,
      method: 'POST',
      body: { type: 'sphinx_html' },
      expect: { status: 201 },
    }),
    hasHeaders(LIST, { path: `${PIP}versions/latest/builds/`, method: 'POST', expect: { status: 202 } }),
  ],
  { seed: SAMPLE_SEED },
);

scenarios(
  'what has no body has no type either',
  [
    row({
      path: `${PIP}versions/latest/`,
      method: 'PATCH',
      body: {},
      expect: { status: 204, text: '', headers: { 'content-type': undefined, 'content-length': undefined } },
    }),
    row({
      path: `${PIP}redirects/5/`,
      method: 'DELETE',
      expect: { status: 204, text: '', headers: { 'content-type': undefined, 'content-length': undefined } },
    }),
    row({
      path: `${PIP}superproject/`,
      expect: { status: 404, text: '', headers: { 'content-type': undefined, 'content-length': '0' } },
    }),
  ],
  { seed: SAMPLE_SEED },
);

/** A GET without its last slash. */
const redirectsTo = (path: string, location = `${path}/`): Scenario => ({
  name: 'without its slash',
  as: 'nobody',
  method: 'GET',
  path,
  expect: { status: 301, text: '', headers: { location, 'content-length': '0' } },
});
scenarios(
  'the last slash',
  [
    redirectsTo('/api/v3'),
    redirectsTo('/api/v3/projects'),
    redirectsTo('/api/v3/projects?limit=1&name=a%20b', '/api/v3/projects/?limit=1&name=a%20b'),
    redirectsTo('/api/v3/projects/pip?', '/api/v3/projects/pip/?'),
    redirectsTo('/api/v3/projects/nope/versions/latest'),
    redirectsTo('/api/v3/projects/pip/builds/7'),
    { ...redirectsTo('/api/v3/projects/pip'), method: 'HEAD' },
    row({ path: '/api/v3/projects/pip//', expect: { status: 404 } }),
    row({ path: '/api/v3//projects/', expect: { status: 404 } }),
    row({ path: '/API/v3/projects/', expect: { status: 404 } }),
    row({ path: '/api/v3/Projects/', expect: { status: 404 } }),
    row({ path: '/api/v3/projects/pip/%2e%2e/', expect: { status: 404 } }),
    row({ path: '/api/v3/projects/%70ip/', expect: { status: 200, partial: { slug: 'pip' } } }),
    row({ path: '/api/v3/projects/PIP/', expect: { status: 404 } }),
    row({ path: '/api/v3/projects/%zz/', expect: { status: 404, body: { detail: 'Not found.' } } }),
    row({ path: '/api/v3/projects/%00/', expect: { status: 404 } }),
    row({ path: '/api/v3/projects/pip%0A/', expect: { status: 404 } }),
    row({ path: '/api/v3/projects/pip%2Fversions/', expect: { status: 404 } }),
    row({ path: `${PIP}builds/${'9'.repeat(400)}/`, expect: { status: 404 } }),
    row({ path: `${PIP}builds/9007199254740993/`, expect: { status: 404 } }),
    row({ path: `${PIP}builds/-1/`, expect: { status: 404 } }),
    row({ path: `${PIP}builds/7.0/`, expect: { status: 404 } }),
    row({
      name: 'a write without it is served',
      method: 'PATCH',
      path: '/api/v3/projects/pip',
      body: { name: 'Pip 2' },
      expect: { status: 204 },
    }),
    row({
      name: 'the same',
      method: 'POST',
      path: '/api/v3/projects/pip/redirects',
      body: { type: 'sphinx_html' },
      expect: { status: 201, partial: { from_url: null, to_url: null } },
    }),
    row({
      name: 'the same',
      method: 'DELETE',
      path: '/api/v3/projects/pip/redirects/5',
      expect: { status: 204 },
    }),
    row({ name: 'the same', method: 'POST', path: '/api/v3/projects', body: {}, expect: { status: 400 } }),
    row({
      name: 'the same',
      method: 'PUT',
      path: '/api/v3/projects/pip/version/latest',
      expect: { status: 204 },
    }),
    row({
      name: 'and so is what the path does not take',
      method: 'DELETE',
      path: '/api/v3/projects/pip',
      expect: { status: 405 },
    }),
  ],
  { seed: SAMPLE_SEED },
);

/** Sends the request line as it is given. */
const fullUrl = (api: ApiServer): string =>
  [
    `GET http://127.0.0.1:${api.port}${PROJECTS}?limit=1 HTTP/1.1`,
    `Host: 127.0.0.1:${api.port}`,
    `Authorization: Token ${api.tokens.alice}`,
    '',
    '',
  ].join('\r\n');

scenarios(
  'clients with ways of their own',
  [
    row({
      name: 'an expectation that nobody knows is ignored',
      path: PIP,
      headers: { expect: 'tea' },
      expect: { status: 200 },
    }),
    row({
      name: 'the usual one is met',
      method: 'PATCH',
      path: PIP,
      headers: { expect: '100-continue' },
      body: { name: 'Pip' },
      expect: { status: 204 },
    }),
    row({
      name: 'a method in a header is none',
      method: 'POST',
      path: PROJECTS,
      headers: { 'x-http-method-override': 'DELETE' },
      body: {},
      expect: { status: 400 },
    }),
    row({
      name: 'the request line may name the whole address',
      path: PROJECTS,
      expect: { status: 200 },
      async after(api) {
        const { json } = await api.request('GET', `${PROJECTS}?limit=1`, { raw: fullUrl(api) });
        expect(member(json, 'next')).toBe(`${api.url}${PROJECTS}?limit=1&offset=1`);
      },
    }),
  ],
  { seed: SAMPLE_SEED },
);
