import { describe, expect, onTestFinished, test } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { PROJECT_REMOVED_MESSAGE } from '../../../src-server/services/projects/project-removal.ts';
import { TRASH_RETENTION } from '../../../src-server/services/undo/trash.ts';
import { startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { openUndoFixture } from '../undo/undo-fixture.ts';

const RUNNER = systemActor('runner');
const CONTENTS = {
  versions: 2,
  builds: 1,
  redirects: 1,
  environmentVariables: 1,
  subprojects: 1,
  translations: 1,
  above: 0,
};

/** All that the API tells of pip, and of its relatives. */
const PATHS = [
  '/projects/',
  '/projects/pip/?expand=active_versions,active_versions.last_build',
  '/projects/pip/versions/?limit=50',
  '/projects/pip/versions/10/',
  '/projects/pip/builds/',
  '/projects/pip/builds/7/?expand=config',
  '/projects/pip/versions/10/builds/',
  '/projects/pip/redirects/',
  '/projects/pip/environmentvariables/',
  '/projects/pip/subprojects/',
  '/projects/pip/subprojects/plug/',
  '/projects/pip/translations/',
  '/projects/plugin/superproject/',
  '/projects/plugin/',
  '/projects/pip-es/',
];

test('a removed project is gone with its relations to others, and undo restores every answer', async () => {
  const api = await startApi({ seed: SAMPLE_SEED });
  onTestFinished(api.close);
  const { services, store } = api.lectern;
  const operator: Actor = { kind: 'operator', user: services.users.get('alice'), door: 'desk' };
  // What a log may hold must survive the way through the trash.
  const output = 'NUL \0, escape \u001b[31m, "quotes", \\ and 版本\r\n';
  store.buildCommands.insert({
    ...{ buildId: 7, description: '', command: 'x', output, exitCode: -1 },
    ...{ startTime: 1_700_000_000_123_456, endTime: 1_700_000_000_123_457 },
  });
  services.maintainers.add(operator, 'pip', 'stranger');
  services.redirects.create(operator, 'pip', { type: 'exact', from_url: '/x', to_url: '/y' });
  services.redirects.reorder(operator, 'pip', [5, 6]);
  services.builds.trigger(operator, 'pip', '10');
  const answers = () =>
    Promise.all(
      PATHS.map(async (path) => {
        const { status, json } = await api.request('GET', `/api/v3${path}`, { user: 'alice' });
        return { path, status, json };
      }),
    );
  const before = await answers();
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);

  services.projects.remove(operator, 'pip');
  const without = await answers();
  const notFound = without.filter(({ status }) => status === 404).map(({ path }) => path);
  expect(notFound).toEqual(
    PATHS.filter((path) => path.startsWith('/projects/pip/') || /superproject/.test(path)),
  );
  expect(without.find(({ path }) => path === '/projects/pip-es/')?.json).toMatchObject({
    translation_of: null,
  });
  const public2 = await api.request('GET', '/api/v2/build/?project__slug=pip');
  expect(public2.json).toMatchObject({ count: 0 });

  expect(services.undo.last(operator)?.name).toBe('Remove pip');
  services.undo.apply(operator, services.undo.last(operator)?.batch ?? 0);
  expect(await answers()).toEqual(before);
  expect(store.buildCommands.ofBuilds([7]).get(7)?.at(-1)?.output).toBe(output);
  expect([...(await services.environmentVariables.forBuild(1))]).toEqual([['KEY', 'secret value']]);
  expect(services.trash.list(operator)).toEqual([]);
});

describe('removal', () => {
  test('lists what will be removed, and is for maintainers only', async () => {
    const { services, operator, person } = await openUndoFixture();
    expect(services.projects.contents(operator, 'pip')).toEqual(CONTENTS);
    expect(services.projects.contents(person('alice'), 'plugin')).toMatchObject({ above: 1, versions: 1 });
    for (const method of ['contents', 'remove'] as const) {
      expect(() => services.projects[method](person('stranger'), 'pip')).toThrow(Forbidden);
      expect(() => services.projects[method](operator, 'none')).toThrow(NotFound);
    }
    expect(services.trash.list(operator)).toEqual([]);
  });

  test('is in the journal with what was removed, and in the trash with who removed it', async () => {
    const { services, store, operator } = await openUndoFixture();
    services.projects.remove(operator, 'pip');
    const [entry] = store.journal.newest(0, 1);
    expect(entry).toMatchObject({
      ...{ action: 'project.delete', subjectId: 1, projectId: 1, username: 'alice' },
      before: { slug: 'pip', contents: CONTENTS },
      after: null,
    });
    expect(services.trash.list(operator)).toMatchObject([
      { kind: 'project', name: 'pip', subjectId: 1, username: 'alice', batch: entry?.batch },
    ]);
  });

  test('ends a build that a runner holds, whose reports are then refused like those of any other', async () => {
    const fixture = await openUndoFixture();
    const { services, store, operator } = fixture;
    services.builds.trigger(RUNNER, 'pip', '10');
    services.builds.trigger(RUNNER, 'plugin', 'latest');
    const id = services.buildRuns.dequeue(RUNNER)?.id ?? 0;
    services.projects.remove(operator, 'pip');
    expect(() => services.buildRuns.progress(RUNNER, id, { state: 'building' })).toThrow(NotFound);
    expect(() => services.buildRuns.finish(RUNNER, id, { success: true })).toThrow(NotFound);
    expect(services.buildRuns.dequeue(RUNNER)?.projectSlug).toBe('plugin');
    expect(services.undo.last(operator)?.name).toBe('Remove pip');
    fixture.undoLast();
    expect(store.builds.byId(id)).toMatchObject({
      state: 'finished',
      success: false,
      error: PROJECT_REMOVED_MESSAGE,
    });
    expect(() => services.buildRuns.finish(RUNNER, id, { success: true })).toThrow(Conflict);
  });

  test('leaves a waiting build waiting, also in the trash', async () => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    services.builds.trigger(RUNNER, 'pip', '10');
    services.projects.remove(operator, 'pip');
    expect(services.buildRuns.dequeue(RUNNER)).toBeUndefined();
    fixture.undoLast();
    expect(services.buildRuns.dequeue(RUNNER)?.projectSlug).toBe('pip');
  });

  test('of several at once is undone at once, links between them too', async () => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    const before = fixture.data();
    services.bulkProjects.remove(operator, ['pip-es', 'pip', 'theirs', 'plugin']);
    expect(fixture.rows('projects')).toEqual([]);
    expect(fixture.undoLast().name).toBe('Remove 4 projects');
    expect(fixture.data()).toEqual(before);
  });
});

describe('the trash', () => {
  test('loses what has been in it for 30 days, and nothing else', async () => {
    const { services, clock, operator, rows } = await openUndoFixture();
    services.projects.remove(operator, 'pip');
    clock.advance(20 * 86_400);
    services.projects.remove(operator, 'plugin');
    clock.advance(TRASH_RETENTION / 1_000_000 - 20 * 86_400 - 10);
    expect(services.trash.emptyOld(OPERATOR)).toBe(0);
    clock.advance(20);
    expect(services.trash.emptyOld(OPERATOR)).toBe(1);
    expect(services.trash.list(OPERATOR)).toMatchObject([{ name: 'plugin' }]);
    expect(new Set(rows('trash_rows').map(({ trash_id }) => trash_id))).toEqual(new Set([2]));
    expect(services.history.list(operator, { limit: 3 })).toMatchObject([
      { name: 'Empty the trash' },
      { name: 'Remove plugin', reason: null },
      { name: 'Remove pip', reason: expect.stringMatching(/^The trash/) },
    ]);
  });

  test('restores what somebody else removed, for the person at this machine only', async () => {
    const fixture = await openUndoFixture();
    const { services, operator, person } = fixture;
    const before = fixture.data();
    services.projects.remove(person('stranger'), 'theirs');
    services.environmentVariables.remove(person('alice'), 'pip', 3);
    const [variable, project] = services.trash.list(operator);
    for (const actor of [person('stranger'), person('alice')]) {
      expect(() => services.trash.list(actor)).toThrow(Forbidden);
      expect(() => services.trash.empty(actor)).toThrow(Forbidden);
      expect(() => services.trash.restore(actor, project?.id ?? 0)).toThrow(Forbidden);
    }
    services.trash.restore(operator, variable?.id ?? 0);
    services.trash.restore(operator, project?.id ?? 0);
    expect(fixture.data()).toEqual(before);
    expect(() => services.trash.restore(operator, project?.id ?? 0)).toThrow(NotFound);
  });

  test('does not restore a value beside the one that replaced it', async () => {
    const { services, operator } = await openUndoFixture();
    await services.environmentVariables.replace(operator, 'pip', 'KEY', 'newer');
    const [removed] = services.trash.list(operator);
    expect(() => services.trash.restore(operator, removed?.id ?? 0)).toThrow(Conflict);
    expect([...(await services.environmentVariables.forBuild(1))]).toEqual([['KEY', 'newer']]);
  });

  test('keeps what cannot be restored because its id is in use', async () => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    services.projects.remove(operator, 'theirs');
    const [, , , theirs] = SAMPLE_SEED.projects;
    await fixture.load({ projects: [{ ...theirs, slug: 'others', name: 'Others' }] });
    const before = fixture.dump();
    expect(() => fixture.undoLast()).toThrow(/taken the place/);
    expect(fixture.dump()).toEqual(before);
  });
});
