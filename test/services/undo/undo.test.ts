import { describe, expect, test } from 'vitest';
import { Conflict, Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { openUndoFixture, type UndoFixture } from './undo-fixture.ts';

const RUNNER = systemActor('runner');
const NEW_RULE = { type: 'exact', from_url: '/docs/', to_url: '/' } as const;
const NEW_PROJECT = { name: 'Almanac', repository: { url: 'https://x.org/a', type: 'git' } } as const;

type ActionName = readonly [name: string, act: (fixture: UndoFixture, actor: Actor) => unknown];

/** Names of changes, as the undo button shows them. */
const NAMED: readonly ActionName[] = [
  ['Import almanac', ({ services }, actor) => services.projects.create(actor, NEW_PROJECT)],
  ['Change pip', ({ services }, actor) => services.projects.update(actor, 'pip', { default_branch: 'dev' })],
  ['Remove pip', ({ services }, actor) => services.projects.remove(actor, 'pip')],
  ['Remove 2 projects', ({ services }, actor) => services.bulkProjects.remove(actor, ['pip', 'plugin'])],
  ['Deactivate 10', ({ services }, actor) => services.versions.update(actor, 'pip', '10', { active: false })],
  [
    'Deactivate 2 versions',
    ({ services }, actor) => services.bulkVersions.switch(actor, 'pip', ['10', 'latest'], false),
  ],
  [
    'Change 2 versions',
    ({ services, store }, actor) =>
      store.change(() => {
        services.versions.update(actor, 'pip', '10', { active: false });
        services.versions.update(actor, 'pip', 'latest', { active: false });
        services.versions.update(actor, 'pip', '10', { active: true });
      }),
  ],
  ['Add redirect /docs/', ({ services }, actor) => services.redirects.create(actor, 'pip', NEW_RULE)],
  [
    'Add redirect sphinx_html',
    ({ services }, actor) =>
      services.redirects.create(actor, 'pip', { type: 'sphinx_html', from_url: '', to_url: '' }),
  ],
  [
    'Change redirect /a.html',
    ({ services }, actor) => services.redirects.update(actor, 'pip', 5, { to_url: '/' }),
  ],
  ['Remove redirect /a.html', ({ services }, actor) => services.redirects.remove(actor, 'pip', 5)],
  [
    'Sort redirects',
    ({ services }, actor) => {
      const { id } = services.redirects.create(RUNNER, 'pip', NEW_RULE);
      services.redirects.reorder(actor, 'pip', [5, id]);
    },
  ],
  ['Remove variable KEY', ({ services }, actor) => services.environmentVariables.remove(actor, 'pip', 3)],
  [
    'Replace variable KEY',
    ({ services }, actor) => services.environmentVariables.replace(actor, 'pip', 'KEY', 'other'),
  ],
  ['Add 2 variables', ({ services }, actor) => services.bulkVariables.paste(actor, 'pip', 'ONE=1\nTWO=2\n')],
  ['Remove subproject plug', ({ services }, actor) => services.subprojects.remove(actor, 'pip', 'plug')],
  [
    'Remove translation pip-es',
    ({ services }, actor) => services.translations.remove(actor, 'pip', 'pip-es'),
  ],
  ['Add maintainer stranger', ({ services }, actor) => services.maintainers.add(actor, 'pip', 'stranger')],
  [
    'Add maintainer stranger and more',
    ({ services, store }, actor) =>
      store.change(() => {
        services.maintainers.add(actor, 'pip', 'stranger');
        services.redirects.remove(actor, 'pip', 5);
      }),
  ],
  [
    'Create token laptop',
    ({ services }, actor) => services.tokens.create(actor, services.users.get('alice'), 'laptop'),
  ],
  ['Add user carl', ({ services }, actor) => services.users.add(actor, 'carl')],
  ['Deactivate user stranger', ({ services }, actor) => services.users.setActive(actor, 'stranger', false)],
  ['Change settings', ({ services }, actor) => services.settings.set(actor, { port: 9000 })],
];

describe('an undo', () => {
  test.each(NAMED)('says what it undoes: %s', async (name, act) => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    await act(fixture, operator);
    const batch = fixture.newestBatch();
    expect(services.undo.last(operator)).toEqual({ batch, name, at: expect.any(Number), removes: 0 });
    expect(services.history.list(operator, { limit: 1 })).toMatchObject([
      { batch, name, at: expect.any(Number), isUndone: false, reason: null },
    ]);
    fixture.undoLast();
    expect(services.undo.last(operator)).toBeNull();
    expect(services.history.list(operator, { limit: 2 })).toMatchObject([
      { undoes: batch },
      { batch, name, isUndone: true },
    ]);
    expect(() => services.undo.apply(operator, batch)).toThrow('This has been undone already.');
  });

  test('is in the journal, with what it takes back, and cannot itself be undone', async () => {
    const fixture = await openUndoFixture();
    const { services, store, operator } = fixture;
    services.redirects.update(operator, 'pip', 5, { to_url: '/x' });
    const { batch } = fixture.undoLast();
    const [entry] = store.journal.newest(0, 1);
    expect(entry).toMatchObject({
      action: 'redirect.update',
      username: 'alice',
      door: 'desk',
      undoes: batch,
      before: { toUrl: '/x' },
      after: { toUrl: '/b.html' },
    });
    expect(() => services.undo.apply(operator, entry?.batch ?? 0)).toThrow(
      new Conflict('This is an undo. Make the change again instead.'),
    );
  });

  test('takes the newest change at the desk that can be undone, and skips the others', async () => {
    const fixture = await openUndoFixture();
    const { services, operator, person } = fixture;
    services.redirects.update(operator, 'pip', 5, { to_url: '/x' });
    services.builds.trigger(operator, 'pip', '10');
    services.redirects.remove({ ...person('alice'), door: 'api' } as Actor, 'pip', 5);
    services.maintainers.add(person('stranger'), 'theirs', 'alice');
    expect(services.undo.last(operator)?.name).toBe('Change redirect');
    expect(services.history.list(operator, { limit: 4 })).toMatchObject([
      { username: 'stranger' },
      { door: 'api' },
      { name: 'Build 10', reason: 'Builds are history: what has run stays in the list.' },
      { name: 'Change redirect', reason: null },
    ]);
    expect(services.undo.last(person('stranger'))?.name).toBe('Add maintainer alice');
  });

  test('is for the person who made the change, and for the operator', async () => {
    const fixture = await openUndoFixture();
    const { services, operator, person } = fixture;
    const alice = person('alice');
    services.redirects.remove(alice, 'pip', 5);
    const batch = fixture.newestBatch();
    expect(() => services.undo.apply(person('stranger'), batch)).toThrow(Forbidden);
    services.users.add(OPERATOR, 'carl');
    const byNobody = fixture.newestBatch();
    expect(() => services.undo.apply(alice, byNobody)).toThrow(Forbidden);
    expect(() => services.undo.apply(alice, 99_999)).toThrow(NotFound);
    services.undo.apply(operator, byNobody);
    services.maintainers.add(operator, 'pip', 'stranger');
    services.maintainers.remove(operator, 'pip', 'alice');
    expect(() => services.undo.apply(alice, batch)).toThrow(Forbidden);
    expect(services.undo.apply(operator, batch).name).toBe('Remove redirect /a.html');
    expect(services.redirects.get(operator, 'pip', 5)).toMatchObject({
      fromUrl: '/a.html',
      rank: expect.any(Number),
    });
  });
});

describe('an undo of other fields', () => {
  test('keeps what changed since', async () => {
    const fixture = await openUndoFixture();
    const { services, store, operator } = fixture;
    services.projects.update(operator, 'pip', { homepage: 'https://x.org' });
    services.projects.update(RUNNER, 'pip', { name: 'New' });
    const modified = store.projects.bySlug('pip')?.project.modified;
    fixture.undoLast();
    const pip = store.projects.bySlug('pip')?.project;
    expect(pip).toMatchObject({ name: 'New', homepage: 'https://pip.pypa.io', modified });
  });
});

describe('an undone activation', () => {
  const activate = async () => {
    const fixture = await openUndoFixture();
    const { services, operator } = fixture;
    services.versions.update(RUNNER, 'pip', '10', { active: false });
    services.versions.update(operator, 'pip', '10', { active: true });
    const version = () => services.versions.get(operator, 'pip', '10', true);
    return { ...fixture, version };
  };

  test('removes its build while that is queued', async () => {
    const { undoLast, version, rows } = await activate();
    expect(version()).toMatchObject({ version: { active: true }, lastBuild: { state: 'triggered' } });
    undoLast();
    expect(version()).toMatchObject({ version: { active: false }, lastBuild: { id: 7 } });
    expect(rows('builds').map(({ id }) => id)).toEqual([7]);
  });

  test('cancels a build that has begun, which publishes nothing', async () => {
    const { services, store, undoLast, version } = await activate();
    const build = services.buildRuns.dequeue(RUNNER)?.id ?? 0;
    undoLast();
    expect(store.journal.newest(0, 3)).toContainEqual(
      expect.objectContaining({ action: 'build.request-cancel', subjectId: build }),
    );
    services.buildRuns.finish(RUNNER, build, { success: true });
    expect(version()).toMatchObject({ version: { active: false, built: false }, lastBuild: { id: build } });
  });

  test('takes back what was built since', async () => {
    const { services, undoLast, version } = await activate();
    const build = services.buildRuns.dequeue(RUNNER)?.id ?? 0;
    services.buildRuns.finish(RUNNER, build, { success: true, downloads: ['pdf'] });
    expect(version().version).toMatchObject({ active: true, built: true });
    undoLast();
    expect(version().version).toMatchObject({ active: false, built: false, downloads: [] });
  });
});

test('a passed build is told as one, with the pages that it placed, and offers no undo', async () => {
  const fixture = await openUndoFixture();
  const { services, store, operator } = fixture;
  services.builds.trigger(operator, 'pip', '10');
  const id = services.buildRuns.dequeue(RUNNER)?.id ?? 0;
  services.buildRuns.finish(RUNNER, id, { success: true, pages: true });
  const passed = {
    sentence: { lead: '', subject: 'Build of 10', tail: ' passed' },
    target: { kind: 'build', project: 'pip', id },
    name: 'Finish build of 10',
    reason: 'Builds are history: what has run stays in the list.',
  };
  expect(services.history.list(operator, { limit: 2 })).toMatchObject([passed, { name: 'Build 10' }]);
  expect(() => services.undo.apply(operator, fixture.newestBatch())).toThrow(passed.reason);
  // An entry of pages that stands alone.
  const [entry] = store.journal.newest(0, 1);
  if (!entry) throw new Error('There is no entry.');
  store.change(() => store.journal.add({ ...entry, at: entry.at + 1 }));
  expect(entry).toMatchObject({ action: 'version.update', after: { pagesBuild: id } });
  expect(services.history.list(operator, { limit: 1 })).toMatchObject([passed]);
});

test('history says values as the forms do, and what was added or removed by its values alone', async () => {
  const { services, operator } = await openUndoFixture();
  const newest = () => services.history.list(operator, { limit: 1 })[0];
  const field = (name: string) => newest()?.fields.find(({ field: each }) => each === name);
  const imported = { name: 'Quay', repository: { url: 'https://x.org/quay', type: 'git' } } as const;
  services.projects.create(operator, imported);
  expect(newest()?.fields.every(({ isAlone }) => isAlone)).toBe(true);
  expect(field('Build with')).toMatchObject({ before: null, after: 'Fresh virtualenv (needs network)' });
  expect(field('language')?.after).toBe('English');
  expect(field('privacy')?.after).toBe('Public');

  services.projects.update(operator, 'quay', { build_tools: 'machine' });
  expect(newest()?.sentence.lead).toMatch(/changed the build tools of $/);
  expect(newest()?.fields).toEqual([
    {
      ...{ of: null, field: 'Build with', isAlone: false },
      ...{ before: 'Fresh virtualenv (needs network)', after: 'Installed tools (works offline)' },
    },
  ]);
  const { id } = services.redirects.create(RUNNER, 'pip', NEW_RULE);
  services.redirects.reorder(operator, 'pip', [5, id]);
  expect(newest()?.fields).toEqual([]);
  services.projects.remove(operator, 'pip');
  expect(field('with it')?.before).toMatch(/^versions: 2, .* and translations: 1$/);
  const told = JSON.stringify(services.history.list(operator, { limit: 50 }).map(({ fields }) => fields));
  expect(told).not.toMatch(/has2020|child id|parent id|is public|\{\\"/);
});

test('a load that was worked on since says so before its undo is tried', async () => {
  const fixture = await openUndoFixture();
  const { services, operator } = fixture;
  const load = () => services.history.list(operator, { limit: 50 }).find(({ name }) => /^Load/.test(name));
  expect(load()).toMatchObject({ reason: null, removes: expect.toSatisfy((count: number) => count > 1) });
  const sync = (branches: string[]) =>
    services.versionSync.apply(RUNNER, 'pip', {
      branches: branches.map((name) => ({ name, identifier: name })),
      tags: [],
      defaultBranch: 'main',
    });
  sync(['main']);
  expect(services.history.list(operator, { limit: 50 })[0]?.sentence.lead).not.toMatch(/synced|version/);
  const ofProject = () => services.history.list(operator, { project: 'pip', limit: 50 });
  expect(ofProject().map(({ name }) => name)).toEqual(['Load a seed file']);
  sync(['main', 'dev']);
  expect(services.history.list(operator, { limit: 50 })[0]?.sentence).toEqual({
    lead: 'Lectern synced the repository of ',
    subject: 'pip',
    tail: ': 1 version added',
  });
  services.versionSync.request(operator, 'pip');
  expect(load()?.reason).toBeNull();
  services.redirects.create(operator, 'pip', NEW_RULE);
  expect(load()?.reason).toBe('pip has changed since, so this cannot be undone.');
  fixture.undoLast();
  expect(load()?.reason).toBeNull();
});

test('the undone value of a variable reaches a build again, and is in no journal entry', async () => {
  const fixture = await openUndoFixture();
  const { services, store, operator } = fixture;
  await services.environmentVariables.replace(operator, 'pip', 'KEY', 'a newer value');
  services.environmentVariables.remove(operator, 'pip', 3);
  fixture.undoLast();
  expect([...(await services.environmentVariables.forBuild(1))]).toEqual([['KEY', 'a newer value']]);
  fixture.undoLast();
  expect([...(await services.environmentVariables.forBuild(1))]).toEqual([['KEY', 'secret value']]);
  expect(JSON.stringify(store.journal.newest(0, 100))).not.toMatch(/secret value|a newer value/);
  expect(JSON.stringify(fixture.dump())).not.toMatch(/secret value|a newer value/);
});
