import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, member, startApi } from '../support/api/api-server.ts';
import type { JsonObject } from '../support/api/schema-checker.ts';
import { type ServedRoute, servedRoutes } from '../support/api/served-routes.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const ATTACKS = [
  "' OR '1'='1",
  "1' UNION ALL VALUES (1) --",
  '" OR ""="',
  "'; DROP TABLE projects; --",
  '1) OR (1=1',
  '0x31',
  '%',
  'pi_',
  'p*',
  '\\',
  '?1',
  '@slug',
  '`pip`',
  'pip\0',
  "pip'",
  'PIP',
  'ｐｉｐ',
  'slug; --',
  'null',
];

// Each attack tries every so many-th parameter, each parameter with another attack; npm run test:faults tries all.
const EVERY = propertyRuns(3, 1);

let api: ApiServer;
let routes: readonly ServedRoute[];
/** How many items each list has. */
const itemCounts = new Map<string, number | undefined>();
beforeAll(async () => {
  api = await startApi({ seed: SAMPLE_SEED });
  routes = servedRoutes((await api.request('GET', '/api/openapi.json')).json as JsonObject);
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    itemCounts.set(route.template, count((await api.request('GET', route.path(), { user: 'alice' })).json));
  }
});
afterAll(() => api.close());

/** How many items a list has; undefined when it is none. */
function count(json: unknown): number | undefined {
  return typeof json === 'object' && json !== null && 'count' in json ? Number(json.count) : undefined;
}

describe('S13 text stays text everywhere in a request:', () => {
  test.each(ATTACKS)('S13 %j as every query parameter of every read', async (attack) => {
    const before = api.digest();
    const value = encodeURIComponent(attack);
    let [seen, requestCount] = [ATTACKS.indexOf(attack), 0];
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const whole = itemCounts.get(route.template);
      for (const name of [...route.queryParameters, 'sort', 'order', 'ordering', 'order_by']) {
        seen += 1;
        if (seen % EVERY !== 0) continue;
        const { status, json } = await api.request('GET', `${route.path()}?${name}=${value}`, {
          user: 'alice',
        });
        // A choice that is none is refused, an unknown format is no path.
        expect([200, 400, 404], `${route.template} ${name}`).toContain(status);
        if (whole !== undefined && status === 200)
          expect(count(json), `${route.template} ${name}`).toBeLessThanOrEqual(whole);
        requestCount += 1;
      }
    }
    expect(requestCount).toBeGreaterThan(100 / EVERY);
    expect(api.digest()).toBe(before);
  });

  test.each(ATTACKS)('S13 %j finds nothing as a search text', async (attack) => {
    const value = encodeURIComponent(attack);
    for (const path of [
      '/api/v2/project/?slug=',
      '/api/v2/version/?project__slug=',
      '/api/v2/build/?project__slug=',
      '/api/v2/build/?commit=',
      '/api/v3/projects/pip/builds/?commit=',
      '/api/v3/projects/pip/versions/10/builds/?commit=',
    ]) {
      const { status, json } = await api.request('GET', path + value, { user: 'alice' });
      expect({ path, status, count: count(json) }).toEqual({ path, status: 200, count: 0 });
    }
  });

  test.each(ATTACKS)('S13 %j as every parameter of every path', async (attack) => {
    const before = api.digest();
    for (const route of routes) {
      for (const name of route.pathParameters) {
        const path = route.path({ [name]: attack });
        const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
        const { status, text } = await api.request(route.method, path, { user: 'alice', body });
        if (name === 'slug') expect(text, path).toContain('unknown');
        else expect(status, `${route.method} ${path}`).toBe(404);
      }
    }
    expect(api.digest()).toBe(before);
  });

  test('S13 as a token or a username it matches nobody', async () => {
    for (const attack of ATTACKS.filter((text) => /^[\x20-\x7e]+$/.test(text))) {
      const { status } = await api.request('GET', '/api/v3/projects/', { token: attack });
      expect(status, attack).toBe(401);
    }
  });
});

describe('S13 stored text is answered unchanged:', () => {
  const texts = ATTACKS.filter((text) => text.trim() === text && !text.includes('\0'));

  test.each(texts)('S13 %j in a project and in a redirect', async (text) => {
    const before = await rows();
    const patch = { name: text, default_version: text, default_branch: text, analytics_code: text };
    expect(await api.request('PATCH', '/api/v3/projects/pip/', { user: 'alice', body: patch })).toMatchObject(
      {
        status: 204,
      },
    );
    const pip = await api.request('GET', '/api/v3/projects/pip/', { user: 'alice' });
    expect(pip.json).toMatchObject({ name: text, default_version: text, default_branch: text });

    const redirect = { type: 'exact', from_url: text, to_url: text };
    const made = await api.request('POST', '/api/v3/projects/pip/redirects/', {
      user: 'alice',
      body: redirect,
    });
    expect(made).toMatchObject({ status: 201, json: redirect });
    const path = `/api/v3/projects/pip/redirects/${member(made.json, 'pk')}/`;
    expect((await api.request('GET', path, { user: 'alice' })).json).toMatchObject(redirect);
    expect((await api.request('DELETE', path, { user: 'alice' })).status).toBe(204);
    expect(await rows()).toEqual(before);
  });

  test.each(texts)('S13 %j as the name of a new project', async (text) => {
    const body = { name: text, repository: { url: 'https://example.org/a.git', type: 'git' } };
    const { status, json } = await api.request('POST', '/api/v3/projects/', { user: 'stranger', body });
    // Of some nothing is left for a slug, and some make one that is taken.
    expect([201, 400]).toContain(status);
    if (status === 201) {
      expect(json).toMatchObject({ name: text, slug: expect.stringMatching(/^[a-z0-9_-]+$/) });
    } else expect(json).toMatchObject({ name: [expect.stringMatching(/no slug generated|already exists/)] });
  });

  /** The numbers of projects, users and what they have, as the API tells them. */
  async function rows(): Promise<unknown> {
    const counts = [];
    for (const path of [
      '/api/v3/projects/',
      '/api/v2/project/',
      '/api/v2/version/',
      '/api/v2/build/',
      '/api/v3/projects/pip/redirects/',
      '/api/v3/projects/pip/environmentvariables/',
    ]) {
      counts.push([path, count((await api.request('GET', path, { user: 'alice' })).json)]);
    }
    return counts;
  }
});
