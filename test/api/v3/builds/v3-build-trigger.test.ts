import { describe, expect, test } from 'vitest';
import { systemActor } from '../../../../src-server/services/kernel/actor.ts';
import { type ApiServer, member, startApi } from '../../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { testClock } from '../../../support/test-clock.ts';
import { docs, FORBIDDEN, NOT_FOUND, readJson, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const trigger = (version: string, project = 'pip') => `${P}${project}/versions/${version}/builds/`;

/** What a trigger of this version of `pip` answers. */
function triggered(slug: string, version: object): Scenario {
  const at = `${PIP}versions/${slug}/`;
  return {
    name: `builds ${slug}`,
    as: 'alice',
    method: 'POST',
    path: `${at}builds/`,
    expect: {
      status: 202,
      body: {
        build: {
          _links: {
            _self: expect.stringMatching(/^\/api\/v3\/projects\/pip\/builds\/\d+\/$/),
            project: PIP,
            version: at,
          },
          commit: null,
          created: expect.stringMatching(/^2026-01-01T00:.*Z$/),
          duration: null,
          error: null,
          finished: null,
          id: expect.any(Number),
          project: 'pip',
          state: { code: 'triggered', name: 'Triggered' },
          success: null,
          version: slug,
        },
        project: expect.objectContaining({ slug: 'pip', id: 10, name: 'Pip' }),
        triggered: true,
        version: expect.objectContaining({
          slug,
          _links: { _self: at, builds: `${at}builds/`, project: PIP },
          ...version,
        }),
      },
    },
  };
}

scenarios(
  'v3 build trigger',
  [
    { as: 'nobody', method: 'POST', path: trigger('latest'), expect: UNAUTHENTICATED },
    { as: 'stranger', method: 'POST', path: trigger('latest'), expect: FORBIDDEN },
    { as: 'stranger', method: 'POST', path: trigger('nope'), expect: FORBIDDEN },
    { as: 'alice', method: 'POST', path: trigger('latest', 'theirs'), expect: FORBIDDEN },
    { as: 'alice', method: 'POST', path: trigger('latest', 'vault'), expect: FORBIDDEN },
    { as: 'alice', method: 'POST', path: trigger('latest', 'nope'), expect: NOT_FOUND },
    { as: 'alice', method: 'POST', path: trigger('nope'), expect: NOT_FOUND },
    { as: 'alice', method: 'POST', path: trigger('LATEST'), expect: NOT_FOUND },
    triggered('stable', { active: true, ref: '2.0' }),
    { ...triggered('latest', { active: true }), name: 'one that is building already' },
    { ...triggered('dev-3.0', { active: false, built: false }), name: 'an inactive one' },
    {
      ...triggered('12', {
        type: 'external',
        urls: { documentation: docs('pip--12', '/en/12/'), vcs: 'https://github.com/pypa/pip/pull/12' },
      }),
      name: 'a pull request',
    },
    ...['{', '[]', 'x', '{"active": false, "commit": "abc"}'].map((body) => ({
      ...triggered('2.0', {}),
      name: `the body ${body} is not read`,
      body,
    })),
    {
      ...triggered('2.0', {}),
      name: 'nor is its type',
      body: '<x/>',
      headers: { 'content-type': 'application/xml' },
    },
    { ...triggered('2.0', {}), name: 'without the slash', path: `${PIP}versions/2.0/builds` },
    {
      ...triggered('2.0', {}),
      as: 'bob',
      name: 'nothing selects',
      path: `${PIP}versions/2.0/builds/?fields=id&expand=~all`,
    },
    {
      name: 'each of them is one more build of its version, except that of the pull request',
      as: 'alice',
      method: 'GET',
      path: `${PIP}builds/?running=true&limit=100`,
      expect: { status: 200, partial: { count: 1 + 10 } },
    },
  ],
  { seed: V3_SEED },
);

async function buildOf(api: ApiServer, id: number) {
  return (await readJson(api, `${PIP}builds/${id}/?omit=_links,id,project,version,created`)) as object;
}

describe('v3 builds in progress', () => {
  test('a successful build has no result and no end time until it has finished', async () => {
    const clock = testClock();
    const api = await startApi({ seed: V3_SEED, clock });
    const { buildRuns } = api.lectern.services;
    const runner = systemActor('runner');
    try {
      const { json } = await api.request('POST', trigger('waiting'), { user: 'alice' });
      const id = Number(member(json, 'build', 'id'));
      const still = { commit: null, error: null, finished: null, success: null };
      expect(await buildOf(api, id)).toEqual({
        ...still,
        duration: null,
        state: { code: 'triggered', name: 'Triggered' },
      });
      clock.advance(5);
      expect(buildRuns.dequeue(runner)?.id).toBe(id);
      expect(await buildOf(api, id)).toEqual({
        ...still,
        duration: null,
        state: { code: 'cloning', name: 'Cloning' },
      });
      clock.advance(7);
      buildRuns.progress(runner, id, { state: 'installing', commit: 'abc', config: { version: '2' } });
      expect(await buildOf(api, id)).toEqual({
        ...still,
        commit: 'abc',
        duration: 7,
        state: { code: 'installing', name: 'Installing' },
      });
      expect(
        await readJson(api, `${PIP}builds/?commit=abc&running=1&expand=config&fields=id,config`),
      ).toMatchObject({
        results: [{ id, config: { version: '2' } }],
      });
      buildRuns.progress(runner, id, { state: 'building' });
      expect(await buildOf(api, id)).toMatchObject({
        state: { code: 'building', name: 'Building' },
        success: null,
      });
      clock.advance(53);
      buildRuns.finish(runner, id, { success: true });
      expect(await buildOf(api, id)).toEqual({
        commit: 'abc',
        duration: 60,
        error: null,
        finished: '2026-01-01T00:01:00Z',
        state: { code: 'finished', name: 'Finished' },
        success: true,
      });
      expect(await readJson(api, `${PIP}versions/waiting/?fields=built`)).toEqual({ built: true });
      expect(await readJson(api, `${PIP}builds/?commit=abc&running=1`)).toMatchObject({ count: 0 });
      expect(await readJson(api, `${PIP}builds/?commit=abc&running=0`)).toMatchObject({ count: 1 });
    } finally {
      await api.close();
    }
  });

  test('a failed build shows its reason, if it has one, and keeps what earlier builds made', async () => {
    const clock = testClock();
    const api = await startApi({ seed: V3_SEED, clock });
    const { buildRuns } = api.lectern.services;
    const runner = systemActor('runner');
    try {
      for (const [error, shown] of [
        ['Build exited due to time out', 'Build exited due to time out'],
        [undefined, null],
      ] as const) {
        await api.request('POST', trigger('2.0'), { user: 'alice' });
        const id = buildRuns.dequeue(runner)?.id ?? 0;
        buildRuns.finish(runner, id, error === undefined ? { success: false } : { success: false, error });
        expect(await buildOf(api, id)).toEqual({
          commit: null,
          duration: 1,
          error: shown,
          finished: '2026-01-01T00:00:01Z',
          state: { code: 'finished', name: 'Finished' },
          success: false,
        });
      }
      expect(await readJson(api, `${PIP}versions/2.0/?fields=built,active`)).toEqual({
        active: true,
        built: true,
      });
    } finally {
      await api.close();
    }
  });
});
