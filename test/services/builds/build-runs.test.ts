import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import { BUILD_STATES } from '../../../src-server/model/builds/build.ts';
import { type BuildProgress, INTERRUPTED } from '../../../src-server/services/builds/build-runs.ts';
import { anonymous, systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { ChangeSignal } from '../../../src-server/services/kernel/changes.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';
import { testClock } from '../../support/test-clock.ts';

const RUNNER = systemActor('runner');
const COMMAND = { description: '', command: 'true', output: '', exitCode: 0, startTime: NOON, endTime: NOON };

async function open(versions: readonly object[] = []) {
  const clock = testClock();
  const seeds = await openSeedStore(null, clock);
  const { services, store, load } = seeds;
  await load({
    users: [{ username: 'alice' }],
    projects: [
      {
        name: 'Pip',
        users: ['alice'],
        repository: { url: 'https://x.org/pip', type: 'git' },
        versions: [
          { verbose_name: 'latest', identifier: 'master', type: 'branch', active: true, built: false },
          { verbose_name: '1.0', identifier: 'f'.repeat(40), type: 'tag', active: true, built: false },
          { verbose_name: 'off', identifier: 'e'.repeat(40), type: 'tag', active: false, built: false },
          ...versions,
        ],
      },
    ],
  });
  const runs = services.buildRuns;
  const signals: ChangeSignal[] = [];
  services.changes.onSignal((signal) => signals.push(signal));
  return {
    signals,
    ...seeds,
    clock,
    runs,
    trigger: (slug: string) => services.builds.trigger(OPERATOR, 'pip', slug).build.id,
    take() {
      const build = runs.dequeue(RUNNER);
      if (!build) throw new Error('No build waits.');
      return build;
    },
    build: (id: number) => store.builds.byId(id),
    version: (slug: string) => store.versions.bySlug(1, slug),
    newest: () => store.journal.newest(0, 1)[0],
    journalSize: () => store.journal.newest(0, 10_000).length,
  };
}

describe('dequeue', () => {
  test('takes the oldest waiting build and journals it; load returns all that a runner needs', async () => {
    const { trigger, take, clock, build, newest, runs, signals } = await open();
    const first = trigger('latest');
    clock.advance(5);
    trigger('1.0');
    const claimed = take();
    expect(claimed).toMatchObject({ id: first, state: 'cloning', duration: null, versionSlug: 'latest' });
    expect(build(first)).toEqual(claimed);
    expect(runs.load(RUNNER, first)).toMatchObject({
      build: claimed,
      version: { slug: 'latest', identifier: 'master' },
      project: { slug: 'pip', repositoryUrl: 'https://x.org/pip' },
      docsUrl: 'http://pip.localhost:8642/en/latest/',
    });
    expect(signals).toEqual([{ action: 'build.progress', subjectId: first, projectId: 1 }]);
    expect(newest()).toMatchObject({ action: 'build.trigger' });
  });

  test('gives nothing when nothing waits, and changes nothing', async () => {
    const { runs, dump } = await open();
    const before = dump();
    expect(runs.dequeue(RUNNER)).toBeUndefined();
    expect(dump()).toEqual(before);
  });

  test('never gives two runners the same build, nor builds of one version at once', async () => {
    const { trigger, take, runs } = await open();
    const [first, other, second] = [trigger('latest'), trigger('1.0'), trigger('latest')];
    expect([take().id, take().id]).toEqual([first, other]);
    expect(runs.dequeue(RUNNER)).toBeUndefined();
    runs.finish(RUNNER, first, { success: false });
    expect(take().id).toBe(second);
    expect(runs.dequeue(RUNNER)).toBeUndefined();
  });

  test('leaves the build in hand alone when a newer one is triggered', async () => {
    const { trigger, take, build } = await open();
    const id = trigger('latest');
    take();
    const heldBuild = build(id);
    const newer = trigger('latest');
    expect(build(id)).toEqual(heldBuild);
    expect(build(newer)).toMatchObject({ state: 'triggered', success: null, duration: null });
  });

  test('takes no build that came with a seed file, whatever its state in the file', async () => {
    const created = '2019-04-29T10:00:00Z';
    const inFlight = { success: null, commit: null, duration: null };
    const { runs, rows, trigger } = await open([
      {
        verbose_name: '2.0',
        identifier: 'd'.repeat(40),
        type: 'tag',
        active: true,
        built: false,
        builds: BUILD_STATES.filter((state) => state !== 'finished').map((state) => ({
          created,
          state,
          ...inFlight,
        })),
      },
    ]);
    const recorded = rows('builds');
    expect(runs.dequeue(RUNNER)).toBeUndefined();
    expect(runs.failInterrupted(RUNNER)).toEqual([]);
    expect(rows('builds')).toEqual(recorded);
    for (const { id } of recorded) {
      expect(() => runs.progress(RUNNER, Number(id), {})).toThrow(Conflict);
      expect(() => runs.finish(RUNNER, Number(id), { success: true })).toThrow(Conflict);
    }
    // One that nobody runs is in nobody's way.
    const id = trigger('2.0');
    expect(runs.dequeue(RUNNER)?.id).toBe(id);
  });
});

describe('progress', () => {
  test('goes on through the states, with commit, configuration and the time since it was taken', async () => {
    const { trigger, take, runs, clock, build, newest, signals } = await open();
    const id = trigger('latest');
    clock.advance(100);
    take();
    clock.advance(3);
    runs.progress(RUNNER, id, { commit: 'abc' });
    expect(build(id)).toMatchObject({ state: 'cloning', commit: 'abc', duration: 3, success: null });
    clock.advance(4.6);
    runs.progress(RUNNER, id, { state: 'installing', config: { version: '2', formats: [] } });
    expect(build(id)).toMatchObject({
      state: 'installing',
      commit: 'abc',
      duration: 8,
      configText: '{"formats":[],"version":"2"}',
    });
    expect(signals.at(-1)).toEqual({ action: 'build.progress', subjectId: id, projectId: 1 });
    expect(newest()).toMatchObject({ action: 'build.trigger' });
    runs.progress(RUNNER, id, { state: 'building', commit: undefined, config: undefined });
    expect(build(id)).toMatchObject({
      state: 'building',
      commit: 'abc',
      configText: '{"formats":[],"version":"2"}',
    });
  });

  test('may name the state that it is in, or none', async () => {
    const { trigger, take, runs, build } = await open();
    const id = trigger('latest');
    take();
    runs.progress(RUNNER, id, { state: 'cloning' });
    runs.progress(RUNNER, id, { state: undefined });
    expect(build(id)?.state).toBe('cloning');
  });

  test('never reports a negative time when the clock was set back', async () => {
    const { trigger, take, runs, clock, build } = await open();
    const id = trigger('latest');
    take();
    clock.advance(-3600);
    runs.progress(RUNNER, id, {});
    expect(build(id)?.duration).toBe(0);
  });

  test('only goes forward, whatever is reported', async () => {
    const states = ['cloning', 'installing', 'building'] as const;
    const { trigger, runs, build } = await open();
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { maxLength: 8 }), (reports) => {
        const id = trigger('latest');
        expect(runs.dequeue(RUNNER)?.id).toBe(id);
        let reached = 0;
        for (const state of reports) {
          const report = () => runs.progress(RUNNER, id, { state });
          if (states.indexOf(state) < reached) expect(report).toThrow(Conflict);
          else report();
          reached = Math.max(reached, states.indexOf(state));
          expect(build(id)?.state).toBe(states[reached]);
        }
        runs.finish(RUNNER, id, { success: reports.length % 2 === 0 });
      }),
      { numRuns: propertyRuns(15, 200) },
    );
  });
});

describe('the end', () => {
  test('of a good build makes its version built, with what it left to download', async () => {
    const { trigger, take, runs, clock, build, version, store } = await open();
    const id = trigger('1.0');
    take();
    clock.advance(61);
    runs.finish(RUNNER, id, { success: true, commit: 'abc', downloads: ['pdf', 'epub'] });
    expect(build(id)).toMatchObject({
      state: 'finished',
      success: true,
      error: '',
      commit: 'abc',
      duration: 61,
    });
    expect(version('1.0')).toMatchObject({ built: true, downloads: ['pdf', 'epub'] });
    expect(version('latest')).toMatchObject({ built: false, downloads: [] });
    expect(store.journal.newest(0, 2)).toMatchObject([
      { action: 'version.update', before: { built: false, downloads: [] }, after: { built: true } },
      {
        action: 'build.finish',
        before: { state: 'cloning', success: null },
        after: { success: true, duration: 61 },
      },
    ]);
  });

  test('of a bad build leaves the pages and downloads of the last good one', async () => {
    const { trigger, take, runs, build, version } = await open();
    const good = trigger('1.0');
    take();
    runs.finish(RUNNER, good, { success: true, downloads: ['pdf'] });
    const before = version('1.0');
    const bad = trigger('1.0');
    take();
    runs.progress(RUNNER, bad, { commit: 'abc' });
    runs.finish(RUNNER, bad, { success: false, error: 'It broke.', downloads: ['epub'] });
    expect(build(bad)).toMatchObject({
      state: 'finished',
      success: false,
      error: 'It broke.',
      commit: 'abc',
    });
    expect(version('1.0')).toEqual(before);
  });

  test('of a good build that leaves no downloads takes older ones away', async () => {
    const { trigger, take, runs, version } = await open();
    for (const downloads of [['pdf', 'htmlzip'], undefined] as const) {
      const id = trigger('1.0');
      take();
      runs.finish(RUNNER, id, { success: true, downloads });
    }
    expect(version('1.0')).toMatchObject({ built: true, downloads: [] });
  });

  test('of a good build counts for a version that was inactive all the time, too (service.md, Version)', async () => {
    const { trigger, take, runs, version } = await open();
    const id = trigger('off');
    take();
    runs.finish(RUNNER, id, { success: true });
    expect(version('off')).toMatchObject({ active: false, built: true });
  });

  test('brings back no pages of a version that was switched off while it was built', async () => {
    const { trigger, take, runs, version, services, build } = await open();
    const id = trigger('1.0');
    take();
    services.versions.update(OPERATOR, 'pip', '1.0', { active: false });
    runs.finish(RUNNER, id, { success: true, downloads: ['pdf'] });
    expect(build(id)).toMatchObject({ state: 'finished', success: true });
    expect(version('1.0')).toMatchObject({ active: false, built: false, downloads: [] });
    const waiting = trigger('latest');
    services.versions.update(OPERATOR, 'pip', 'latest', { active: false });
    take();
    runs.finish(RUNNER, waiting, { success: true, pages: true });
    expect(version('latest')).toMatchObject({ active: false, built: false, pagesBuild: null });
    const queued = trigger('latest');
    take();
    runs.finish(RUNNER, queued, { success: true, pages: true });
    expect(version('latest')).toMatchObject({ active: false, built: true, pagesBuild: queued });
    const flickering = trigger('latest');
    take();
    for (const active of [true, false]) services.versions.update(OPERATOR, 'pip', 'latest', { active });
    runs.finish(RUNNER, flickering, { success: true, pages: true });
    expect(version('latest')).toMatchObject({ active: false, built: false, pagesBuild: null });
    const again = trigger('1.0');
    take();
    services.versions.update(OPERATOR, 'pip', '1.0', { active: true });
    runs.finish(RUNNER, again, { success: true });
    expect(version('1.0')).toMatchObject({ active: true, built: true });
  });

  test('comes once, and only to a dequeued build', async () => {
    const { trigger, take, runs, dump } = await open();
    const id = trigger('latest');
    const report: BuildProgress = { state: 'building' };
    const calls = [
      () => runs.progress(RUNNER, id, report),
      () => runs.addCommand(RUNNER, id, COMMAND),
      () => runs.finish(RUNNER, id, { success: true }),
    ];
    const waiting = dump();
    for (const act of calls) expect(act).toThrow(/has not been dequeued/);
    expect(dump()).toEqual(waiting);
    take();
    runs.finish(RUNNER, id, { success: false });
    const finished = dump();
    for (const act of calls) expect(act).toThrow(/has finished/);
    expect(dump()).toEqual(finished);
    expect(() => runs.finish(RUNNER, 999, { success: true })).toThrow(NotFound);
  });
});

describe('the log', () => {
  test('keeps each command as it was; windows are notified and the journal does not store it', async () => {
    const { trigger, take, runs, services, newest, signals } = await open();
    const id = trigger('latest');
    const build = take();
    const later = {
      ...COMMAND,
      command: 'second\u001b[0m',
      output: 'hush '.repeat(1000),
      exitCode: 2,
      startTime: NOON + 1,
    };
    const added = runs.addCommand(RUNNER, id, later);
    const first = runs.addCommand(RUNNER, id, { ...COMMAND, command: 'first' });
    expect(services.builds.commandsOf(build)).toEqual([first, added]);
    const { output: _output, ...command } = later;
    expect(added).toMatchObject({ ...command, id: added.id, buildId: id, lines: 1, bytes: 5000 });
    expect(signals.at(-1)).toEqual({ action: 'build.command', subjectId: id, projectId: 1 });
    expect(newest()).toMatchObject({ action: 'build.trigger' });
  });
});

describe('what was running when Lectern stopped', () => {
  test('is finished as failed and says why; the rest stays (safety R5)', async () => {
    const { trigger, take, runs, clock, build, version, newest, journalSize } = await open();
    const done = trigger('latest');
    take();
    runs.finish(RUNNER, done, { success: true });
    const heldBuild = trigger('latest');
    const waiting = trigger('latest');
    take();
    runs.progress(RUNNER, heldBuild, { state: 'building', commit: 'abc' });
    const [finished, triggered] = [build(done), build(waiting)];
    clock.advance(90);
    expect(runs.failInterrupted(systemActor('start'))).toEqual([heldBuild]);
    expect(build(heldBuild)).toMatchObject({
      state: 'finished',
      success: false,
      error: INTERRUPTED,
      commit: 'abc',
      duration: 90,
    });
    expect(INTERRUPTED).toMatch(/stopped while this build was running/);
    expect([build(done), build(waiting)]).toEqual([finished, triggered]);
    expect(version('latest')?.built).toBe(true);
    expect(newest()).toMatchObject({ door: 'start', action: 'build.finish', subjectId: heldBuild });
    const size = journalSize();
    expect(runs.failInterrupted(systemActor('start'))).toEqual([]);
    expect(journalSize()).toBe(size);
    expect(take().id).toBe(waiting);
  });
});

test('only Lectern itself runs builds', async () => {
  const { trigger, runs, services, dump } = await open();
  const id = trigger('latest');
  const before = dump();
  for (const actor of [
    anonymous,
    { kind: 'user', user: services.users.get('alice'), door: 'api' } as const,
  ]) {
    for (const act of [
      () => runs.dequeue(actor),
      () => runs.progress(actor, id, {}),
      () => runs.addCommand(actor, id, COMMAND),
      () => runs.finish(actor, id, { success: true }),
      () => runs.failInterrupted(actor),
    ]) {
      expect(act).toThrow(Forbidden);
    }
  }
  expect(dump()).toEqual(before);
});
