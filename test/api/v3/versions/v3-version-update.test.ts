import { describe, expect, test } from 'vitest';
import { systemActor } from '../../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { FORBIDDEN, NOT_FOUND, readJson, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const NOT_A_BOOLEAN = { status: 400, body: { active: ['Must be a valid boolean.'] } };

const BOTH = ['version', 'versions'] as const;
const METHODS = ['PATCH', 'PUT'] as const;

function byEachMethod(row: (segment: string, method: string) => readonly Scenario[]): readonly Scenario[] {
  return BOTH.flatMap((segment) => METHODS.flatMap((method) => row(segment, method)));
}

scenarios(
  'v3 version update refuses',
  byEachMethod((segment, method) => {
    const at = `${PIP}${segment}/latest/`;
    const body = { active: false };
    const bad = (active: unknown): Scenario => ({
      name: `active ${JSON.stringify(active)}`,
      as: 'alice',
      method,
      path: at,
      body: { active },
      expect: NOT_A_BOOLEAN,
    });
    return [
      { as: 'nobody', method, path: at, body, expect: UNAUTHENTICATED },
      { as: 'stranger', method, path: at, body, expect: FORBIDDEN },
      { as: 'stranger', method, path: at, body: '{', expect: FORBIDDEN },
      { as: 'stranger', method, path: `${PIP}${segment}/nope/`, body, expect: FORBIDDEN },
      { as: 'alice', method, path: `${P}vault/${segment}/latest/`, body, expect: FORBIDDEN },
      { as: 'alice', method, path: `${P}nope/${segment}/latest/`, body, expect: NOT_FOUND },
      {
        name: '404 before 400',
        as: 'alice',
        method,
        path: `${PIP}${segment}/nope/`,
        body: '{',
        expect: NOT_FOUND,
      },
      { name: 'pull request', as: 'alice', method, path: `${PIP}${segment}/12/`, body, expect: NOT_FOUND },
      {
        as: 'alice',
        method,
        path: at,
        body: '{',
        expect: { status: 400, partial: { detail: expect.stringMatching(/^JSON parse error - /) } },
      },
      {
        as: 'alice',
        method,
        path: at,
        body: '<x/>',
        headers: { 'content-type': 'application/xml' },
        expect: { status: 415, body: { detail: 'Unsupported media type "application/xml" in request.' } },
      },
      {
        as: 'alice',
        method,
        path: at,
        body: [],
        expect: {
          status: 400,
          body: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
        },
      },
      ...['x', '', 2, [], {}, 'tRUE', 1.5].map(bad),
      {
        name: 'active null',
        as: 'alice',
        method,
        path: at,
        body: { active: null },
        expect: { status: 400, body: { active: ['This field may not be null.'] } },
      },
    ];
  }),
  { seed: V3_SEED },
);

scenarios(
  'v3 version methods',
  [
    ...['POST', 'DELETE'].map((method) => ({
      as: 'alice',
      method,
      path: `${PIP}versions/latest/`,
      expect: {
        status: 405,
        body: { detail: `Method "${method}" not allowed.` },
        headers: { allow: 'GET, PUT, PATCH, HEAD, OPTIONS' },
      },
    })),
    { as: 'stranger', method: 'DELETE', path: `${PIP}versions/latest/`, expect: FORBIDDEN },
    { as: 'alice', method: 'DELETE', path: `${P}vault/versions/latest/`, expect: FORBIDDEN },
    { as: 'alice', method: 'DELETE', path: `${P}nope/versions/latest/`, expect: NOT_FOUND },
    {
      as: 'alice',
      method: 'GET',
      path: `${PIP}version/latest/`,
      expect: {
        status: 200,
        partial: { slug: 'latest' },
        headers: { allow: 'GET, PUT, PATCH, HEAD, OPTIONS' },
      },
    },
    {
      as: 'alice',
      method: 'POST',
      path: `${PIP}versions/`,
      body: {},
      expect: { status: 405, body: { detail: 'Method "POST" not allowed.' } },
    },
  ],
  { seed: V3_SEED },
);

/** What `active`, `built` and the builds of a version are now. */
async function stateOf(api: ApiServer, slug: string) {
  const { active, built, downloads } = (await readJson(api, `${PIP}versions/${slug}/`)) as Record<
    string,
    unknown
  >;
  const { results } = (await readJson(api, `${PIP}versions/${slug}/builds/?fields=state`)) as {
    results: { state: { code: string } }[];
  };
  return { active, built, downloads, builds: results.map(({ state }) => state.code) };
}

async function set(
  api: ApiServer,
  slug: string,
  body: unknown,
  way: { segment?: string; method?: string } = {},
) {
  const { segment = 'version', method = 'PATCH' } = way;
  const { status } = await api.request(method, `${PIP}${segment}/${slug}/`, { user: 'alice', body });
  return status;
}

describe('v3 version activation', () => {
  const pairs = BOTH.flatMap((segment) => METHODS.map((method) => [method, segment] as const));

  test.each(pairs)(
    '%s /%s/ activates a version and builds it, and deactivates it and removes its pages',
    async (method, segment) => {
      const api = await startApi({ seed: V3_SEED });
      try {
        const way = { method, segment };
        expect(await set(api, 'dev-3.0', { active: true }, way)).toBe(204);
        expect(await stateOf(api, 'dev-3.0')).toEqual({
          active: true,
          built: false,
          downloads: {},
          builds: ['triggered'],
        });
        // On already: nothing happens.
        expect(await set(api, 'dev-3.0', { active: true }, way)).toBe(204);
        expect((await stateOf(api, 'dev-3.0')).builds).toEqual(['triggered']);
        // Off and on again while that build is under way: no second one.
        expect(await set(api, 'dev-3.0', { active: false }, way)).toBe(204);
        expect(await set(api, 'dev-3.0', { active: true }, way)).toBe(204);
        expect((await stateOf(api, 'dev-3.0')).builds).toEqual(['triggered']);

        expect(await set(api, 'stable', { active: false }, way)).toBe(204);
        expect(await stateOf(api, 'stable')).toEqual({
          active: false,
          built: false,
          downloads: {},
          builds: [],
        });
        expect(await readJson(api, `${PIP}?expand=active_versions&fields=active_versions.slug`)).toEqual({
          active_versions: {
            '1': { slug: '1' },
            '2.0': { slug: '2.0' },
            handmade: { slug: 'handmade' },
            latest: { slug: 'latest' },
          },
        });
      } finally {
        await api.close();
      }
    },
  );

  test('accepts every spelling of true and false, from a form as well', async () => {
    const api = await startApi({ seed: V3_SEED });
    try {
      const yes = [true, 1, '1', 't', 'T', 'y', 'Y', 'yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'];
      const no = [
        false,
        0,
        '0',
        'f',
        'F',
        'n',
        'N',
        'no',
        'NO',
        'false',
        'False',
        'FALSE',
        'off',
        'Off',
        'OFF',
      ];
      for (const [index, word] of no.entries()) {
        expect([word, await set(api, 'waiting', { active: word })]).toEqual([word, 204]);
        expect([word, (await stateOf(api, 'waiting')).active]).toEqual([word, false]);
        expect([yes[index], await set(api, 'waiting', { active: yes[index] })]).toEqual([yes[index], 204]);
        expect([yes[index], (await stateOf(api, 'waiting')).active]).toEqual([yes[index], true]);
      }
      const form = { active: 'off', nonsense: 'x' };
      const { status } = await api.request('PATCH', `${PIP}version/waiting`, { user: 'bob', form });
      expect(status).toBe(204);
      expect((await stateOf(api, 'waiting')).active).toBe(false);
    } finally {
      await api.close();
    }
  });

  test('an empty body and one with other keys only change nothing', async () => {
    const api = await startApi({ seed: V3_SEED });
    try {
      const digest = api.digest();
      for (const body of [
        {},
        undefined,
        '',
        { built: false, privacy_level: 'private', slug: 'x', verbose_name: 'x' },
      ]) {
        expect(await set(api, 'latest', body)).toBe(204);
        expect(await set(api, 'latest', body, { method: 'PUT', segment: 'versions' })).toBe(204);
      }
      expect(api.digest()).toBe(digest);
    } finally {
      await api.close();
    }
  });

  test('the default version can be deactivated; its project falls back to latest', async () => {
    const api = await startApi({ seed: V3_SEED });
    try {
      const documentation = async () =>
        JSON.stringify(await readJson(api, `${PIP}?fields=default_version,urls`));
      expect(await documentation()).toMatch(/"stable".*\/en\/stable\/"/);
      expect(await set(api, 'stable', { active: false })).toBe(204);
      expect(await documentation()).toMatch(/"stable".*\/en\/latest\/"/);
      expect(await set(api, 'latest', { active: false })).toBe(204);
      expect(await documentation()).toMatch(/"stable".*\/en\/latest\/"/);
    } finally {
      await api.close();
    }
  });

  test('a version whose last build has finished is built again', async () => {
    const api = await startApi({ seed: V3_SEED });
    try {
      expect(await set(api, '2.0', { active: false })).toBe(204);
      expect(await set(api, '2.0', { active: true })).toBe(204);
      expect((await stateOf(api, '2.0')).builds).toEqual(['triggered', 'finished']);
      const { buildRuns } = api.lectern.services;
      const runner = systemActor('runner');
      const order = buildRuns.dequeue(runner);
      expect(order?.versionSlug).toBe('2.0');
      buildRuns.finish(runner, order?.id ?? 0, { success: true, downloads: ['pdf'] });
      const after = await stateOf(api, '2.0');
      expect(after).toMatchObject({ active: true, built: true, builds: ['finished', 'finished'] });
      expect(Object.keys(after.downloads as object)).toEqual(['pdf']);
    } finally {
      await api.close();
    }
  });
});
