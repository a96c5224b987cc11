import { expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../../support/sample-seed.ts';
import { testClock } from '../../../support/test-clock.ts';

const PROJECTS = '/api/v3/projects/';
const REDIRECTS = `${PROJECTS}pip/redirects/`;
const ONE = `${REDIRECTS}5/`;
const GONE = { status: 404, body: { detail: 'Not found.' } };
const FIRST = {
  _links: { _self: ONE, project: `${PROJECTS}pip/` },
  from_url: '/a.html',
  pk: 5,
  project: 'pip',
  to_url: '/b.html',
  type: 'page',
};
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/);

const row = (method: string, path: string, rest: Partial<Scenario>): Scenario => ({
  as: 'alice',
  method,
  path,
  expect: { status: 200 },
  ...rest,
});

scenarios(
  'a redirect on its way',
  [
    row('GET', ONE, { expect: { status: 200, body: { ...FIRST, created: moment, modified: moment } } }),
    row('GET', `${ONE}?fields=pk,type`, { expect: { status: 200, body: { pk: 5, type: 'page' } } }),
    row('GET', `${ONE}?omit=_links,created,modified,project`, {
      expect: { status: 200, body: { from_url: '/a.html', pk: 5, to_url: '/b.html', type: 'page' } },
    }),
    row('GET', REDIRECTS, {
      expect: { status: 200, partial: { count: 1, next: null, previous: null, results: [FIRST] } },
    }),
    row('POST', REDIRECTS, {
      body: {
        type: 'prefix',
        from_url: '/old/',
        to_url: '/dropped/',
        pk: 1,
        project: 'theirs',
        created: 'x',
      },
      expect: {
        status: 201,
        body: {
          _links: { _self: `${REDIRECTS}6/`, project: `${PROJECTS}pip/` },
          created: moment,
          from_url: '/old/',
          modified: moment,
          pk: 6,
          project: 'pip',
          to_url: null,
          type: 'prefix',
        },
        headers: { location: undefined },
      },
    }),
    row('GET', `${REDIRECTS}6/`, { expect: { status: 200, partial: { to_url: null, from_url: '/old/' } } }),
    row('PUT', ONE, {
      body: { type: 'sphinx_html' },
      expect: { status: 200, partial: { pk: 5, type: 'sphinx_html', from_url: null, to_url: null } },
    }),
    row('GET', ONE, { expect: { status: 200, partial: { from_url: null, to_url: null } } }),
    row('PATCH', ONE, {
      name: 'the answer goes back as it came',
      body: { ...FIRST, type: 'sphinx_htmldir', from_url: null, to_url: null },
      expect: { status: 200, partial: { pk: 5, type: 'sphinx_htmldir', from_url: null, to_url: null } },
    }),
    row('PATCH', ONE, { body: {}, expect: { status: 200, partial: { type: 'sphinx_htmldir' } } }),
    row('PATCH', ONE, { name: 'no body', expect: { status: 200, partial: { type: 'sphinx_htmldir' } } }),
    row('GET', `${PROJECTS}theirs/redirects/5/`, { as: 'stranger', expect: GONE }),
    row('PUT', `${PROJECTS}theirs/redirects/5/`, {
      as: 'stranger',
      body: { type: 'sphinx_html' },
      expect: GONE,
    }),
    row('DELETE', `${PROJECTS}theirs/redirects/5/`, { as: 'stranger', expect: GONE }),
    row('DELETE', ONE, { expect: { status: 204, text: '' } }),
    row('GET', ONE, { expect: GONE }),
    row('PUT', ONE, { body: { type: 'sphinx_html' }, expect: GONE }),
    row('PATCH', ONE, { body: {}, expect: GONE }),
    row('DELETE', ONE, { expect: GONE }),
    row('DELETE', `${REDIRECTS}6/`, { expect: { status: 204 } }),
    row('POST', REDIRECTS, {
      name: 'an id is never given twice',
      body: { type: 'sphinx_html' },
      expect: { status: 201, partial: { pk: 7 } },
    }),
    row('POST', REDIRECTS, {
      name: 'the same again is another',
      body: { type: 'sphinx_html' },
      expect: { status: 201, partial: { pk: 8 } },
    }),
    row('DELETE', REDIRECTS, { expect: { status: 405, headers: { allow: 'GET, POST, HEAD, OPTIONS' } } }),
    row('POST', `${REDIRECTS}7/`, {
      expect: { status: 405, headers: { allow: 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS' } },
    }),
  ],
  { seed: SAMPLE_SEED },
);

async function pks(api: ApiServer, query = ''): Promise<number[]> {
  const { json } = await api.request('GET', `${REDIRECTS}${query}`, { user: 'alice' });
  return (json as { results: { pk: number }[] }).results.map(({ pk }) => pk);
}

test('lists the most recently modified first, then the higher id', async () => {
  const clock = testClock();
  const api = await startApi({ seed: SAMPLE_SEED, clock });
  try {
    const send = async (method: string, path: string, body: object) => {
      const { json, status } = await api.request(method, path, { user: 'alice', body });
      expect([200, 201]).toContain(status);
      return json as { readonly created: string; readonly modified: string };
    };
    clock.advance(60);
    for (const from_url of ['/1', '/2', '/3']) await send('POST', REDIRECTS, { type: 'prefix', from_url });
    expect(await pks(api)).toEqual([8, 7, 6, 5]);
    clock.advance(60);
    const changed = await send('PATCH', `${REDIRECTS}6/`, { from_url: '/1a' });
    expect(changed).toMatchObject({ created: '2026-01-01T00:01:00Z', modified: '2026-01-01T00:02:00Z' });
    expect(await pks(api)).toEqual([6, 8, 7, 5]);
    clock.advance(60);
    await send('PUT', `${REDIRECTS}5/`, { type: 'sphinx_html' });
    expect(await pks(api)).toEqual([5, 6, 8, 7]);
    const refused = await api.request('PATCH', `${REDIRECTS}7/`, { user: 'alice', body: { type: 'x' } });
    expect(refused.status).toBe(400);
    expect(await pks(api)).toEqual([5, 6, 8, 7]);
    expect(await pks(api, '?limit=2&offset=1')).toEqual([6, 8]);
    await api.request('DELETE', `${REDIRECTS}6/`, { user: 'alice' });
    expect(await pks(api)).toEqual([5, 8, 7]);
  } finally {
    await api.close();
  }
});
