import { describe, expect, onTestFinished, test } from 'vitest';
import type { BuildProgress } from '../../../src-server/services/builds/build-runs.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { type TestClock, testClock } from '../../support/test-clock.ts';

const RUNNER = systemActor('runner');
const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    {
      id: 1,
      slug: 'pip',
      name: 'Pip',
      users: ['alice'],
      repository: { url: 'https://github.com/pypa/pip', type: 'git' },
      versions: [
        { id: 1, verbose_name: 'latest', identifier: 'master', type: 'branch', active: true, built: false },
      ],
    },
  ],
};

async function open(): Promise<{
  api: ApiServer;
  clock: TestClock;
  runs: ApiServer['lectern']['services']['buildRuns'];
}> {
  const clock = testClock();
  const api = await startApi({ seed: SEED, clock });
  onTestFinished(api.close);
  return { api, clock, runs: api.lectern.services.buildRuns };
}

/** What both dialects say of build 1, and v3 of its version. */
async function readBuild({ request }: ApiServer) {
  const v3 = await request('GET', '/api/v3/projects/pip/builds/1/?expand=config', { user: 'alice' });
  const v2 = await request('GET', '/api/v2/build/1/');
  const list = await request('GET', '/api/v3/projects/pip/builds/', { user: 'alice' });
  const version = await request('GET', '/api/v3/projects/pip/versions/latest/?expand=last_build', {
    user: 'alice',
  });
  const { config: _, ...plain } = v3.json as Record<string, unknown>;
  // The list and the version show the same.
  expect(member(list.json, 'results', 0)).toEqual(plain);
  expect(member(version.json, 'last_build')).toEqual(plain);
  return { v3: v3.json, v2: v2.json, version: version.json };
}

const running = async (api: ApiServer, running: boolean) =>
  member(
    (await api.request('GET', `/api/v3/projects/pip/builds/?running=${running}`, { user: 'alice' })).json,
    'count',
  );

describe('the API shows of a build', () => {
  test('each step as it is, until it has gone well', async () => {
    const { api, clock, runs } = await open();
    await api.request('POST', '/api/v3/projects/pip/versions/latest/builds/', { user: 'alice' });
    const created = '2026-01-01T00:00:00Z';
    const v3 = {
      id: 1,
      created,
      commit: null,
      config: {},
      duration: null,
      error: null,
      finished: null,
      success: null,
    };
    const v2 = {
      id: 1,
      date: created.slice(0, -1),
      commit: null,
      length: null,
      error: '',
      success: true,
      commands: [],
    };
    expect(await readBuild(api)).toMatchObject({
      v3: { ...v3, state: { code: 'triggered', name: 'Triggered' } },
      v2: { ...v2, state: 'triggered', docs_url: '/dashboard/pip/version/latest/' },
      version: { built: false, downloads: {} },
    });

    clock.advance(60);
    runs.dequeue(RUNNER);
    expect(await readBuild(api)).toMatchObject({
      v3: { ...v3, state: { code: 'cloning', name: 'Cloning' } },
      v2: { ...v2, state: 'cloning' },
    });

    const steps: [number, BuildProgress, object, object][] = [
      [2, { commit: 'abc' }, { commit: 'abc', duration: 2 }, { commit: 'abc', length: 2 }],
      [
        3,
        { state: 'installing', config: { version: '2' } },
        { state: { code: 'installing', name: 'Installing' }, duration: 5, config: { version: '2' } },
        { state: 'installing', length: 5 },
      ],
      [
        5,
        { state: 'building' },
        { state: { code: 'building', name: 'Building' }, duration: 10 },
        { state: 'building', length: 10 },
      ],
    ];
    for (const [seconds, report, inV3, inV2] of steps) {
      clock.advance(seconds);
      runs.progress(RUNNER, 1, report);
      // The time it has taken is told while it runs, the time of its end is not.
      expect(await readBuild(api)).toMatchObject({
        v3: { ...inV3, finished: null, success: null, error: null },
        v2: { ...inV2, success: true, error: '' },
        version: { built: false },
      });
    }
    expect([await running(api, true), await running(api, false)]).toEqual([1, 0]);

    const startTime = clock();
    clock.advance(2);
    runs.addCommand(RUNNER, 1, {
      description: '',
      command: 'sphinx-build',
      output: 'done',
      exitCode: 0,
      startTime,
      endTime: clock(),
    });
    expect((await readBuild(api)).v2).toMatchObject({
      commands: [{ build: 1, command: 'sphinx-build', output: 'done', exit_code: 0, run_time: 2 }],
    });

    clock.advance(3);
    runs.finish(RUNNER, 1, { success: true, downloads: ['pdf'] });
    expect(await readBuild(api)).toMatchObject({
      v3: {
        state: { code: 'finished', name: 'Finished' },
        success: true,
        error: null,
        duration: 15,
        // It waited for a minute: it did not finish before it began.
        finished: '2026-01-01T00:01:15Z',
        commit: 'abc',
        config: { version: '2' },
      },
      v2: {
        state: 'finished',
        success: true,
        error: '',
        length: 15,
        docs_url: expect.stringMatching(/^http:.*\/en\/latest\/$/),
      },
      version: { built: true, downloads: { pdf: expect.stringContaining('/en/latest/pdf/') } },
    });
    expect([await running(api, true), await running(api, false)]).toEqual([0, 1]);
  });

  test('a failure with its reason and its end, also of one that failed at once (behaviour.md 9)', async () => {
    const { api, runs } = await open();
    await api.request('POST', '/api/v3/projects/pip/versions/latest/builds/', { user: 'alice' });
    runs.dequeue(RUNNER);
    runs.finish(RUNNER, 1, { success: false, error: 'Failed to checkout revision: origin/nope' });
    expect(await readBuild(api)).toMatchObject({
      v3: {
        success: false,
        error: 'Failed to checkout revision: origin/nope',
        duration: 1,
        finished: expect.any(String),
      },
      v2: { success: false, error: 'Failed to checkout revision: origin/nope', length: 1 },
      version: { built: false },
    });
  });

  test('a failing command without words of its own', async () => {
    const { api, clock, runs } = await open();
    await api.request('POST', '/api/v3/projects/pip/versions/latest/builds/', { user: 'alice' });
    runs.dequeue(RUNNER);
    clock.advance(1);
    runs.finish(RUNNER, 1, { success: false });
    expect(await readBuild(api)).toMatchObject({
      v3: { success: false, error: null, duration: 1, finished: '2026-01-01T00:00:01Z' },
      v2: { success: false, error: '' },
    });
  });

  test('another one of the same version, which does not change the first', async () => {
    const { api, clock, runs } = await open();
    const trigger = () =>
      api.request('POST', '/api/v3/projects/pip/versions/latest/builds/', { user: 'alice' });
    const first = () => api.request('GET', '/api/v3/projects/pip/builds/1/', { user: 'alice' });
    await trigger();
    runs.dequeue(RUNNER);
    runs.progress(RUNNER, 1, { state: 'building' });
    const before = (await first()).json;
    clock.advance(1);
    await trigger();
    expect((await first()).json).toEqual(before);
    expect(runs.dequeue(RUNNER)).toBeUndefined();
    runs.finish(RUNNER, 1, { success: true });
    expect(runs.dequeue(RUNNER)?.id).toBe(2);
  });
});
