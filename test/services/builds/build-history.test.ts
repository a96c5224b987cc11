import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Forbidden, NotAuthenticated, NotFound } from '../../../src-server/model/base/problems.ts';
import { BuildHistoryQuery } from '../../../src-server/model/builds/build-history.ts';
import { BUILD_OUTCOMES, buildOutcome } from '../../../src-server/model/builds/build-outcome.ts';
import { type Actor, anonymous } from '../../../src-server/services/kernel/actor.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const STATES = [
  { state: 'triggered', success: null, duration: null },
  { state: 'building', success: null, duration: null },
  { state: 'finished', success: true },
  { state: 'finished', success: false },
  { state: 'finished', success: false, error: 'Cancelled by alice.' },
] as const;

async function open() {
  const versions = [seedVersion('latest'), seedVersion('1.0'), seedVersion('5', { type: 'external' })];
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [
      seedProject('a', { versions }),
      seedProject('b', { versions, users: ['bob'], privacy_level: 'private' }),
    ],
  });
  const page = (query: object = {}, actor: Actor = fixture.operator) =>
    fixture.services.buildHistory.page(actor, BuildHistoryQuery.parse(query));
  const ids = (query: object = {}, actor: Actor = fixture.operator) =>
    page(query, actor).rows.map(({ id }) => id);
  return { ...fixture, page, ids };
}

/** One build of each outcome of `a`, and two of `b`. */
async function openWithBuilds() {
  const fixture = await open();
  const { addBuild } = fixture;
  const made = STATES.map(
    (state, at) => addBuild('a', at % 2 ? '1.0' : 'latest', { ...state, commit: `c${at}ffee` }).id,
  );
  const theirs = [addBuild('b', 'latest', { commit: 'c0de' }).id, addBuild('b', '1.0').id];
  addBuild('a', '5');
  return { ...fixture, made, theirs };
}

describe('the builds of all projects', () => {
  test('come newest first, without those of pull requests', async () => {
    const { page, ids, made, theirs } = await openWithBuilds();
    expect(ids()).toEqual([...made, ...theirs].reverse());
    expect(page().outcomes).toEqual({ queued: 1, running: 1, passed: 3, failed: 1, cancelled: 1 });
    expect(page().rows[0]).toMatchObject({
      projectSlug: 'b',
      projectName: 'b',
      versionSlug: '1.0',
      success: true,
    });
  });

  test('are a user’s own, and nobody’s without credentials', async () => {
    const { page, ids, as, made, theirs, services, operator } = await openWithBuilds();
    expect(ids({}, as('alice'))).toEqual([...made].reverse());
    expect(ids({}, as('bob'))).toEqual([...theirs].reverse());
    expect(page({ project: 'b' }, as('bob')).count).toBe(2);
    expect(() => page({ project: 'b' }, as('alice'))).toThrow(Forbidden);
    expect(() => page({ project: 'nope' })).toThrow(NotFound);
    expect(() => page({}, anonymous)).toThrow(NotAuthenticated);
    services.maintainers.add(operator, 'b', 'alice');
    expect(page({}, as('alice')).count).toBe(7);
  });

  test('are filtered by outcome, project, version and the beginning of the commit', async () => {
    const { page, ids, made, theirs } = await openWithBuilds();
    BUILD_OUTCOMES.forEach((outcome, at) => {
      expect(ids({ outcomes: [outcome], project: 'a' })).toEqual([made[at]]);
    });
    expect(page({ outcomes: ['failed'] })).toMatchObject({ count: 1, outcomes: { passed: 3, failed: 1 } });
    expect(ids({ version: '1.0' })).toEqual([theirs[1], made[3], made[1]]);
    expect(ids({ version: '1.0', project: 'a' })).toEqual([made[3], made[1]]);
    expect(ids({ version: 'nope', project: 'a' })).toEqual([]);
    expect(ids({ commit: ' C0 ' })).toEqual([theirs[0], made[0]]);
    expect(ids({ commit: 'c0f' })).toEqual([made[0]]);
    expect(ids({ commit: '%' })).toEqual([]);
    expect(ids({ offset: 2, limit: 3 })).toEqual([...made].reverse().slice(0, 3));
    expect(page({ offset: 99 })).toMatchObject({ count: 7, rows: [] });
  });

  test('are counted for the sidebar', async () => {
    const { services, operator, as } = await openWithBuilds();
    expect(services.buildHistory.inFlight(operator)).toEqual({ queued: 1, running: 1 });
    expect(services.buildHistory.inFlight(as('bob'))).toEqual({ queued: 0, running: 0 });
    expect(() => services.buildHistory.inFlight(anonymous)).toThrow(NotAuthenticated);
    services.builds.trigger(as('bob'), 'b', 'latest');
    expect(services.buildHistory.inFlight(as('bob'))).toEqual({ queued: 1, running: 0 });
  });
});

describe('the cached summary of builds', () => {
  test('always agrees with the rows, after any change', async () => {
    const { store, addBuild, page, ids } = await open();
    const action = fc.record({
      act: fc.constantFrom('add', 'add', 'update', 'update', 'removeVersion', 'undo'),
      which: fc.nat(1000),
      state: fc.constantFrom(...STATES),
      created: fc.nat(50),
    });
    const all = () =>
      store.ids.taken(
        'builds',
        Array.from({ length: 1000 }, (_, at) => at + 1),
      );
    const perform = ({
      act,
      which,
      state,
      created,
    }: typeof action extends fc.Arbitrary<infer T> ? T : never) => {
      const builds = [...all()];
      const known = store.builds.byId(builds[which % builds.length] ?? 0);
      if (act === 'add') addBuild('a', which % 3 ? 'latest' : '1.0', { ...state, created });
      else if (act === 'removeVersion') store.versions.remove(store.versions.bySlug(1, '1.0')?.id ?? 0);
      else if (known) store.builds.update({ ...known, error: '', duration: 1, ...state });
    };
    const addVersion = () => {
      if (store.versions.bySlug(1, '1.0')) return;
      store.versions.insert({
        ...{
          projectId: 1,
          slug: '1.0',
          verboseName: '1.0',
          identifier: 'x',
          type: 'tag',
          privacyLevel: 'public',
          hidden: false,
        },
        ...{ active: true, built: false, uploaded: false, machine: false, downloads: [], pagesBuild: null },
      });
    };
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        for (const each of actions) {
          addVersion();
          if (each.act === 'undo') {
            expect(() =>
              store.change(() => {
                perform({ ...each, act: 'add' });
                ids();
                throw new Error('undone');
              }),
            ).toThrow('undone');
          } else store.change(() => perform(each));
          if (each.which % 2) ids(); // now and then somebody looks
        }
        const rows = [...all()].flatMap((id) => store.builds.byId(id) ?? []);
        rows.sort((x, y) => y.created - x.created || y.id - x.id);
        expect(ids({ limit: 200 })).toEqual(rows.slice(0, 200).map(({ id }) => id));
        for (const outcome of BUILD_OUTCOMES) {
          expect(page().outcomes[outcome]).toBe(rows.filter((row) => buildOutcome(row) === outcome).length);
        }
        const project = store.projectList.projects().get(1);
        expect(project?.lastBuild?.id).toBe(rows[0]?.id);
        expect(project?.state === 'running').toBe(rows.some(({ state }) => state !== 'finished'));
        expect(project?.versions).toBe(
          store.versions.ofProject(1).filter(({ type }) => type !== 'external').length,
        );
      }),
      { numRuns: propertyRuns(20, 300) },
    );
  });
});
