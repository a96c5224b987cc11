import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { tryDesk } from '../support/api/call-desk.ts';
import { type TestClock, testClock } from '../support/test-clock.ts';

const RUNNER = systemActor('runner');
const SECOND = 1_000_000;
/** A Thursday, so that no build of the days before it is in another week somewhere else. */
const START = '2026-01-01T12:00:00Z';
const NOW = Date.parse(START) * 1000;

const command = (text: string, from: number, to: number, exit_code = 0) => {
  const at = (second: number) => `2025-12-30T12:00:${String(second).padStart(2, '0')}Z`;
  return { command: text, description: '', output: '', exit_code, start_time: at(from), end_time: at(to) };
};
const build = (created: string, more: object) => ({
  ...{ created: `${created}:00Z`, state: 'finished', success: true, duration: 40, commit: null },
  ...more,
});
const CLONE = command('git clone https://git.example.org/tidewater.git .', 0, 3);
const version = (verbose_name: string, builds: readonly object[], type = 'branch') => ({
  ...{ verbose_name, identifier: 'main', type, active: true, built: true, builds },
});
const project = (slug: string, versions: readonly object[]) => ({
  ...{ slug, name: slug, users: ['mira'], versions },
  repository: { url: `https://git.example.org/${slug}.git`, type: 'git' },
});

const SEED = {
  users: [{ username: 'mira' }, { username: 'tobi' }],
  projects: [
    project('tidewater', [
      version('latest', [
        build('2025-12-30T12:00', {
          commands: [CLONE, command('pip install -r docs.txt', 3, 12), command('sphinx-build . out', 12, 42)],
        }),
        build('2025-12-31T12:00', {
          ...{ success: false, duration: 42, error: 'exit code 2' },
          commands: [CLONE, command('sphinx-build . out', 12, 42, 2)],
        }),
        build('2025-12-31T13:00', { success: false, duration: 5, error: 'Cancelled by mira.' }),
        build('2025-12-31T14:00', { state: 'triggered', success: null, duration: null }),
      ]),
      version('2.4', [build('2025-12-23T12:00', { duration: 60 })]),
      version('7', [build('2025-12-30T12:30', { duration: 99 })], 'external'),
    ]),
    project('almanac', [version('latest', [])]),
    project('fathom', [version('latest', [])]),
  ],
};

let server: ApiServer;
let clock: TestClock;
beforeEach(async () => {
  clock = testClock({ start: START });
  server = await startApi({ seed: SEED, users: [], clock });
  await tryDesk(server.lectern, 'system.welcome', { username: 'mira' });
});
afterEach(() => server.close());

const read = (procedure: string, input: object, actAs?: string) =>
  tryDesk(server.lectern, procedure, input, actAs);

describe('the charts of a project', () => {
  test('have durations, outcomes by week and phases of finished builds, without those of pull requests', async () => {
    const { data } = await read('project.charts', { slug: 'tidewater' });
    expect(data).toMatchObject({
      durations: [
        { version: '2.4', success: true, duration: 60 },
        { version: 'latest', success: true, duration: 40 },
        { version: 'latest', success: false, duration: 42 },
      ],
      phases: [
        { version: 'latest', success: false, seconds: { cloning: 3, installing: 0, building: 30 } },
        { version: 'latest', success: true, seconds: { cloning: 3, installing: 9, building: 30 } },
      ],
      sizes: [],
      pages: { versions: 0, bytes: 0 },
    });
    const { weeks } = data as { weeks: readonly { from: number; to: number }[] };
    expect(weeks).toHaveLength(12);
    expect(weeks.slice(-3)).toMatchObject([
      { passed: 0, failed: 0 },
      { passed: 1, failed: 0 },
      { passed: 1, failed: 1 },
    ]);
    expect(weeks.at(-1)?.from).toBeLessThanOrEqual(NOW);
    expect(weeks.at(-1)?.to).toBeGreaterThan(NOW);
    expect(weeks.at(-2)?.to).toBe(weeks.at(-1)?.from);
  });

  test('have the size of the pages that versions serve, once it is measured', async () => {
    const { store, services } = server.lectern;
    const projectId = store.projects.idOf('tidewater') ?? 0;
    const sizes = [
      ['latest', 1, 2000],
      ['2.4', 5, 3000],
      ['7', 6, 9000],
    ] as const;
    for (const [slug, , bytes] of sizes) {
      const found = store.versions.bySlug(projectId, slug);
      const buildId = found && store.recentBuilds.latestByVersion(projectId).get(found.id)?.id;
      if (!found || buildId === undefined) throw new Error(`no build of ${slug}`);
      store.change(() => store.versions.update({ ...found, pagesBuild: buildId }));
      expect(services.servedPages.unmeasured(RUNNER)).toContainEqual({ versionId: found.id, buildId });
      services.servedPages.recordSize(RUNNER, buildId, bytes);
      expect(services.servedPages.unmeasured(RUNNER)).toEqual([]);
    }
    expect((await read('project.charts', { slug: 'tidewater' })).data).toMatchObject({
      sizes: [
        { version: '2.4', bytes: 3000 },
        { version: 'latest', bytes: 2000 },
      ],
      pages: { versions: 2, bytes: 5000 },
    });
  });

  test('are for its maintainers, and empty for a project without builds', async () => {
    expect((await read('project.charts', { slug: 'tidewater' }, 'tobi')).refused?.name).toBe('Forbidden');
    expect((await read('project.charts', { slug: 'nope' })).refused?.name).toBe('NotFound');
    expect((await read('project.charts', { slug: 'almanac' })).data).toMatchObject({
      durations: [],
      phases: [],
      sizes: [],
    });
  });
});

describe('what ran when', () => {
  /** Triggers a build of a project's latest version; returns its number. */
  function trigger(slug: string): number {
    const { services } = server.lectern;
    return services.builds.trigger(RUNNER, slug, 'latest').build.id;
  }
  const dequeue = () => server.lectern.services.buildRuns.dequeue(RUNNER);
  const finish = (id: number, success: boolean) =>
    server.lectern.services.buildRuns.finish(RUNNER, id, { success });

  test('has a lane for each slot, running builds without an end, and what waits', async () => {
    const first = trigger('tidewater');
    clock.advance(5);
    dequeue();
    const second = trigger('almanac');
    dequeue();
    clock.advance(30);
    finish(first, false);
    const third = trigger('fathom');
    dequeue();
    const waiting = trigger('tidewater');
    clock.advance(10);

    const { data } = await read('builds.lanes', { span: 'hour' });
    expect(data).toMatchObject({
      since: NOW + (45 - 3600) * SECOND,
      now: NOW + 45 * SECOND,
      isCut: false,
      builds: [
        {
          ...{ id: first, lane: 0, outcome: 'failed', projectSlug: 'tidewater', versionSlug: 'latest' },
          ...{ created: NOW, from: NOW + 5 * SECOND, to: NOW + 35 * SECOND },
        },
        { id: second, lane: 1, outcome: 'running', from: NOW + 5 * SECOND, to: null },
        { id: third, lane: 0, outcome: 'running', from: NOW + 35 * SECOND, to: null },
      ],
      waiting: [{ id: waiting, created: NOW + 35 * SECOND }],
      waitingCount: 1,
    });
    expect((data as { lanes: number }).lanes).toBeGreaterThanOrEqual(2);
    expect((await read('builds.lanes', { span: 'hour' }, 'tobi')).data).toMatchObject({
      ...{ builds: [], waiting: [], waitingCount: 0 },
    });

    clock.advance(3600);
    const running = [{ id: second }, { id: third }];
    expect((await read('builds.lanes', { span: 'hour' })).data).toMatchObject({ builds: running });
    expect((await read('builds.lanes', { span: '6h' })).data).toMatchObject({
      builds: [{ id: first }, ...running],
    });
  });
});
