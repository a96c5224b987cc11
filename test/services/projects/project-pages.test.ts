import { describe, expect, test } from 'vitest';
import { Forbidden, NotAuthenticated, NotFound } from '../../../src-server/model/base/problems.ts';
import { anonymous } from '../../../src-server/services/kernel/actor.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const BRANCH = { type: 'branch' };

async function open() {
  return openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [
      seedProject('tidewater', {
        name: 'Tidewater',
        default_version: '2.4',
        versions: [
          ...[
            seedVersion('zeta', BRANCH),
            seedVersion('1.10'),
            seedVersion('1.9', { active: false, built: false }),
          ],
          ...[
            seedVersion('stable'),
            seedVersion('latest', BRANCH),
            seedVersion('2.4'),
            seedVersion('2.5rc1'),
          ],
          ...[seedVersion('master', BRANCH), seedVersion('9', { type: 'external' })],
        ],
        redirects: [{ type: 'exact', from_url: '/old', to_url: '/b' }],
        environment_variables: [{ name: 'KEY', value: 'v' }],
        subprojects: [{ child: 'low-tide' }],
      }),
      seedProject('low-tide', { name: 'Low Tide', users: ['alice', 'bob'] }),
      seedProject('riptide', { name: 'Riptide', users: ['bob'], privacy_level: 'private' }),
      seedProject('tidewater-es', {
        ...{ language: 'es', translation_of: 'tidewater' },
        versions: [seedVersion('latest', BRANCH), seedVersion('2.4', { built: false }), seedVersion('0.1')],
      }),
      seedProject('tidewater-de', {
        language: 'de',
        translation_of: 'tidewater',
        users: ['bob'],
        privacy_level: 'private',
      }),
    ],
  });
}

describe('the versions of a project', () => {
  test('are in the order of the dashboard, each with its last build', async () => {
    const { services, as, addBuild } = await open();
    addBuild('tidewater', '2.4', { success: false });
    const { id } = addBuild('tidewater', '2.4', { commit: 'abc' });
    const { rows, counts } = services.versionList.get(as('alice'), 'tidewater');
    expect(rows.map(({ verboseName }) => verboseName)).toEqual([
      ...['master', 'latest', 'stable', '2.5rc1', '2.4', '1.10', '1.9', 'zeta'],
    ]);
    expect(counts).toEqual({ all: 8, active: 7, built: 7 });
    const of = (slug: string) => rows.find((row) => row.slug === slug);
    expect(of('2.4')).toMatchObject({
      isDefault: true,
      follows: null,
      lastBuild: { id, success: true, commit: 'abc' },
    });
    expect(of('stable')).toMatchObject({ isDefault: false, follows: '2.4', lastBuild: null });
  });

  test('are compared with those of its translations', async () => {
    const { services, as, operator } = await open();
    const matrix = services.versionList.languages(as('alice'), 'tidewater');
    expect(matrix.versions.map(({ slug }) => slug)).toEqual([
      ...['master', 'latest', 'stable', '2.5rc1', '2.4', '1.10', '1.9', '0.1', 'zeta'],
    ]);
    expect(matrix.languages.map(({ slug, language }) => [slug, language])).toEqual([
      ...[
        ['tidewater', 'en'],
        ['tidewater-es', 'es'],
      ],
    ]);
    const on = { active: true, built: true, served: false };
    expect(matrix.languages[0]?.cells).toEqual([
      on,
      on,
      on,
      on,
      on,
      on,
      { active: false, built: false, served: false },
      null,
      on,
    ]);
    expect(matrix.languages[1]?.cells).toEqual([
      ...[null, on, null, null, { active: true, built: false, served: false }, null, null, on, null],
    ]);
    const listed = services.versionList
      .languages(operator, 'tidewater')
      .languages.map(({ language }) => language);
    expect(listed).toEqual(['en', 'de', 'es']);
  });
});

describe('the overview of a project', () => {
  test('counts what its tabs hold', async () => {
    const { services, as, addBuild } = await open();
    for (const duration of [10, 50, 20, 30, 40, 60]) addBuild('tidewater', 'latest', { duration });
    addBuild('tidewater', 'latest', { duration: 900, success: false });
    const overview = services.overview.get(as('alice'), 'tidewater');
    expect(overview.counts).toEqual({
      ...{ versions: 8, activeVersions: 7, builds: 7, redirects: 1, environmentVariables: 1 },
      ...{ subprojects: 1, translations: 2 },
    });
    expect(overview.lastBuilds.map(({ duration }) => duration)).toEqual([900, 60, 40, 30, 20]);
    expect(overview.usualDuration).toBe(40);
    expect(overview.project.project.name).toBe('Tidewater');
  });

  test('has a history that names what changed, without the steps of builds', async () => {
    const { services, as, operator } = await open();
    const alice = as('alice');
    services.versions.update(alice, 'tidewater', '1.9', { active: true });
    services.redirects.update(alice, 'tidewater', 1, { to_url: '/c' });
    await services.environmentVariables.replace(alice, 'tidewater', 'KEY', 'other');
    services.maintainers.add(operator, 'tidewater', 'bob');
    services.translations.remove(operator, 'tidewater', 'tidewater-de');
    services.projects.update(alice, 'tidewater', { description: 'D' });
    services.subprojects.remove(alice, 'tidewater', 'low-tide');
    services.buildRuns.dequeue({ kind: 'system', door: 'runner' });
    const entries = services.overview.timeline(alice, 'tidewater', undefined, 8);
    expect(entries.map(({ action, subject, username }) => [action, subject, username])).toEqual([
      ['subproject.delete', 'low-tide', 'alice'],
      ['project.update', null, 'alice'],
      ['translation.remove', 'tidewater-de', 'me'],
      ['project.add-maintainer', 'bob', 'me'],
      ['environment-variable.replace', 'KEY', 'alice'],
      ['redirect.update', '/old', 'alice'],
      ['build.trigger', '1.9', 'alice'],
      ['version.activate', '1.9', 'alice'],
    ]);
    const older = services.overview.timeline(alice, 'tidewater', entries[6]?.id, 1);
    expect(older).toEqual([entries[7]]);
    expect(entries[7]?.batch).toBe(entries[6]?.batch);
  });

  test('is for its maintainers and the operator', async () => {
    const { services, as, operator } = await open();
    for (const call of [
      (slug: string) => services.overview.get(as('bob'), slug),
      (slug: string) => services.overview.timeline(as('bob'), slug, undefined, 5),
      (slug: string) => services.versionList.get(as('bob'), slug),
      (slug: string) => services.versionList.languages(as('bob'), slug),
      (slug: string) => services.subprojects.candidates(as('bob'), slug, ''),
    ]) {
      expect(() => call('tidewater')).toThrow(Forbidden);
      expect(() => call('nope')).toThrow(NotFound);
      expect(() => call('low-tide')).not.toThrow();
    }
    expect(services.overview.get(operator, 'riptide').project.project.slug).toBe('riptide');
  });

  test('offers as subprojects what can become one', async () => {
    const { services, as, operator } = await open();
    const slugs = (actor: typeof operator, parent: string, text = '') =>
      services.subprojects.candidates(actor, parent, text).map(({ slug }) => slug);
    expect(slugs(as('alice'), 'tidewater')).toEqual(['tidewater-es']);
    expect(slugs(operator, 'tidewater')).toEqual(['riptide', 'tidewater-de', 'tidewater-es']);
    expect(slugs(operator, 'tidewater', 'RIP')).toEqual(['riptide']);
    expect(slugs(operator, 'low-tide')).toEqual([]);
    for (const child of slugs(operator, 'tidewater'))
      services.subprojects.create(operator, 'tidewater', { child });
    expect(slugs(operator, 'tidewater')).toEqual([]);
  });
});

describe('the palette', () => {
  test('finds projects: as a whole, at the beginning, at a word’s, anywhere', async () => {
    const { services, operator } = await open();
    const slugs = (text: string) =>
      services.palette.search(operator, text, 10).projects.map(({ slug }) => slug);
    expect(slugs('Tide')).toEqual(['tidewater', 'tidewater-de', 'tidewater-es', 'low-tide', 'riptide']);
    expect(slugs('low tide')).toEqual(['low-tide']);
    expect(slugs('tidewater')[0]).toBe('tidewater');
    expect(slugs('water tide')).toEqual(['tidewater', 'tidewater-de', 'tidewater-es']);
    expect(slugs('  ')).toEqual([]);
    expect(services.palette.search(operator, 'tide', 2).projects.length).toBe(2);
  });

  test('finds versions of the projects that fit best', async () => {
    const { services, operator } = await open();
    const { versions } = services.palette.search(operator, 'tide 2.4', 10);
    expect(versions.map(({ project, version }) => `${project} ${version}`)).toEqual([
      'tidewater 2.4',
      'tidewater-es 2.4',
    ]);
    expect(services.palette.search(operator, 'low tide latest', 10).versions).toMatchObject([
      { project: 'low-tide', projectName: 'Low Tide', version: 'latest', active: true },
    ]);
    expect(services.palette.search(operator, 'tide', 10).versions).toEqual([]);
    expect(services.palette.search(operator, 'tide 9', 10).versions.map(({ name }) => name)).toEqual(['1.9']);
  });

  test('finds people, and for a user only what is theirs', async () => {
    const { services, operator, as } = await open();
    expect(services.palette.search(operator, 'a', 10).people).toEqual(['alice']);
    expect(services.palette.search(operator, 'me', 10).people).toEqual(['me']);
    const found = services.palette.search(as('alice'), 'tide', 10);
    expect(found.projects.map(({ slug }) => slug)).toEqual(['tidewater', 'tidewater-es', 'low-tide']);
    expect(services.palette.search(as('alice'), 'b', 10).people).toEqual(['bob']);
    expect(services.palette.search(as('alice'), 'me', 10).people).toEqual([]);
    expect(() => services.palette.search(anonymous, 'tide', 10)).toThrow(NotAuthenticated);
  });
});
