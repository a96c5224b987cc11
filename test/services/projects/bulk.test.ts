import { describe, expect, test } from 'vitest';
import { Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import type { Actor } from '../../../src-server/services/kernel/actor.ts';
import type { Services } from '../../../src-server/services/open-services.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

const BUILD = { created: '2026-01-01T00:00:00Z', state: 'building', success: null };

async function open() {
  return openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [
      seedProject('a', {
        name: 'Almanac',
        versions: [
          seedVersion('latest', { type: 'branch' }),
          seedVersion('1.0'),
          seedVersion('2.0', { active: false, built: false }),
          seedVersion('3.0', { active: false, built: false, builds: [BUILD] }),
          seedVersion('7', { type: 'external' }),
        ],
        redirects: [{ type: 'exact', from_url: '/a', to_url: '/b' }],
        environment_variables: [{ name: 'KEY', value: 'old' }],
      }),
      seedProject('b', { default_version: '1.0', versions: [seedVersion('1.0'), seedVersion('latest')] }),
      seedProject('theirs', { users: ['bob'], privacy_level: 'private' }),
    ],
  });
}

type Fixture = Awaited<ReturnType<typeof open>>;
const outcomes = (report: { items: readonly { key: string; outcome: string; note: string }[] }) =>
  report.items.map(({ key, outcome, note }) => `${key}: ${outcome}${note && `. ${note}`}`);

/** What a preview says, and what the change then does, which has to be the same; a preview changes nothing. */
async function compareWithPreview<T>(
  fixture: Fixture,
  preview: () => T | Promise<T>,
  change: () => T | Promise<T>,
) {
  const before = fixture.dump();
  const previewReport = await preview();
  expect(fixture.dump()).toEqual(before);
  const last = fixture.store.journal.newest(0, 1)[0]?.id ?? 0;
  expect(await change()).toEqual(previewReport);
  return { said: previewReport, entries: fixture.store.journal.newest(last, 1000).reverse() };
}

describe('many versions', () => {
  test('are activated, each with a build unless one is queued or running', async () => {
    const fixture = await open();
    const { services, as, rows } = fixture;
    const slugs = ['1.0', '2.0', '3.0', '7', 'nope', '2.0'];
    const { said: previewReport, entries } = await compareWithPreview(
      fixture,
      () => services.bulkVersions.previewSwitch(as('alice'), 'a', slugs, true),
      () => services.bulkVersions.switch(as('alice'), 'a', slugs, true),
    );
    expect(outcomes(previewReport)).toEqual([
      '1.0: same. Already active.',
      '2.0: change. Starts a build.',
      '3.0: change. A build is queued or running.',
      '7: refused. The repository activates and deactivates pull requests.',
      'nope: refused. There is no version "nope".',
    ]);
    expect(entries.map(({ action }) => action)).toEqual([
      'version.activate',
      'build.trigger',
      'version.activate',
    ]);
    expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
    expect(rows('versions').filter(({ active }) => active === 1).length).toBeGreaterThanOrEqual(4);
  });

  test('are deactivated, after a preview of what readers will see', async () => {
    const fixture = await open();
    const { services, as } = fixture;
    const slugs = ['latest', '1.0', '2.0'];
    const { said: previewReport } = await compareWithPreview(
      fixture,
      () => services.bulkVersions.previewSwitch(as('alice'), 'a', slugs, false),
      () => services.bulkVersions.switch(as('alice'), 'a', slugs, false),
    );
    expect(outcomes(previewReport)).toEqual([
      'latest: change. It is the default version. Its pages are removed.',
      '1.0: change. Its pages are removed.',
      '2.0: same. Already inactive.',
    ]);
    expect(services.versionList.get(as('alice'), 'a').counts).toEqual({ all: 4, active: 0, built: 0 });
  });

  test('are built, of one project or the default one of many', async () => {
    const fixture = await open();
    const { services, as } = fixture;
    const targets = [
      ...[
        { project: 'a' },
        { project: 'a', version: '2.0' },
        { project: 'a', version: '3.0' },
        { project: 'b' },
      ],
      ...[
        { project: 'b', version: '1.0' },
        { project: 'b', version: 'x' },
        { project: 'theirs' },
        { project: 'nope' },
      ],
    ];
    const { said: previewReport, entries } = await compareWithPreview(
      fixture,
      () => services.bulkVersions.previewBuilds(as('alice'), targets),
      () => services.bulkVersions.triggerBuilds(as('alice'), targets),
    );
    expect(outcomes(previewReport)).toEqual([
      'a latest: change',
      'a 2.0: change. It is inactive, and stays inactive.',
      'a 3.0: same. A build is queued or running.',
      'b 1.0: change',
      'b x: refused. There is no version "x".',
      'theirs : refused. There is no project "theirs" that you maintain.',
      'nope : refused. There is no project "nope" that you maintain.',
    ]);
    expect(entries.map(({ after }) => after?.version)).toEqual(['latest', '2.0', '1.0']);
  });

  test('of other users cannot be changed', async () => {
    const { services, as } = await open();
    for (const act of ['previewSwitch', 'switch'] as const) {
      expect(() => services.bulkVersions[act](as('bob'), 'a', ['1.0'], false)).toThrow(Forbidden);
      expect(() => services.bulkVersions[act](as('bob'), 'nope', ['1.0'], false)).toThrow(NotFound);
    }
  });
});

describe('many projects', () => {
  test('get a maintainer', async () => {
    const fixture = await open();
    const { services, operator } = fixture;
    const slugs = ['a', 'b', 'theirs', 'nope'];
    const { said: previewReport, entries } = await compareWithPreview(
      fixture,
      () => services.bulkProjects.previewMaintainer(operator, slugs, 'bob'),
      () => services.bulkProjects.addMaintainer(operator, slugs, 'bob'),
    );
    expect(outcomes(previewReport)).toEqual([
      ...['a: change', 'b: change', 'theirs: same. bob maintains theirs already.'],
      'nope: refused. There is no project "nope" that you maintain.',
    ]);
    expect(entries.map(({ action }) => action)).toEqual(['project.add-maintainer', 'project.add-maintainer']);
    for (const act of ['previewMaintainer', 'addMaintainer'] as const) {
      expect(errorsOf(() => services.bulkProjects[act](operator, slugs, 'nobody'))).toEqual({
        username: ['There is no user called "nobody".'],
      });
    }
  });

  test('are removed with all that is in them', async () => {
    const fixture = await open();
    const { services, as, store } = fixture;
    const slugs = ['a', 'b', 'theirs'];
    const { said: previewReport } = await compareWithPreview(
      fixture,
      () => services.bulkProjects.previewRemoval(as('alice'), slugs),
      () => services.bulkProjects.remove(as('alice'), slugs),
    );
    expect(outcomes(previewReport)).toEqual([
      'a: change. With 5 versions, 1 build, 1 redirect, 1 variable.',
      'b: change. With 2 versions.',
      'theirs: refused. There is no project "theirs" that you maintain.',
    ]);
    expect(slugs.map((slug) => store.projects.idOf(slug) !== undefined)).toEqual([false, false, true]);
  });
});

describe('environment variables', () => {
  const forBuild = async (services: Services, slug: string, actor: Actor) =>
    Object.fromEntries(
      await services.environmentVariables.forBuild(services.projects.get(actor, slug).project.id),
    );

  test('are set over many projects', async () => {
    const fixture = await open();
    const { services, as, operator } = fixture;
    const body = { name: 'KEY', value: 'top secret' };
    const slugs = ['a', 'b', 'theirs'];
    const { said: previewReport } = await compareWithPreview(
      fixture,
      () => services.bulkVariables.previewSet(as('alice'), slugs, body),
      () => services.bulkVariables.set(as('alice'), slugs, body),
    );
    expect(outcomes(previewReport)).toEqual([
      ...['a: replace', 'b: add', 'theirs: refused. There is no project "theirs" that you maintain.'],
    ]);
    expect(await forBuild(services, 'a', operator)).toEqual({ KEY: 'top secret' });
    expect(await forBuild(services, 'b', operator)).toEqual({ KEY: 'top secret' });
    expect(outcomes(await services.bulkVariables.previewSet(as('alice'), ['a', 'b'], body))).toEqual([
      ...['a: same', 'b: same'],
    ]);
    expect(JSON.stringify([previewReport, fixture.store.journal.newest(0, 100)])).not.toContain('top secret');
  });

  test('are pasted from a .env', async () => {
    const fixture = await open();
    const { services, as, operator } = fixture;
    const text = [
      ...['\uFEFF# a comment', 'export KEY="top secret"', "MANY='one", "two'", 'EMPTY=', 'READTHEDOCS_X=1'],
      ...[
        'a line of prose',
        'A.B=1',
        `LONG=${'x'.repeat(2049)}`,
        '',
        'LAST=$HOME # not expanded',
        '__proto__=1',
      ],
    ].join('\r\n');
    const { said: previewReport } = await compareWithPreview(
      fixture,
      () => services.bulkVariables.previewPaste(as('alice'), 'a', text),
      () => services.bulkVariables.paste(as('alice'), 'a', text),
    );
    expect(outcomes(previewReport)).toEqual([
      'KEY: replace',
      'MANY: add',
      'EMPTY: refused. This field may not be blank.',
      "READTHEDOCS_X: refused. Variable name can't start with READTHEDOCS",
      'A.B: refused. Only letters, numbers and underscore are allowed',
      'LONG: refused. Ensure this field has no more than 2048 characters.',
      'LAST: add',
    ]);
    expect(previewReport.ignoredLines).toEqual([7, 12]);
    expect(await forBuild(services, 'a', operator)).toEqual({
      KEY: 'top secret',
      MANY: 'one\ntwo',
      LAST: '$HOME',
    });
    expect(JSON.stringify([previewReport, fixture.store.journal.newest(0, 100)])).not.toContain('top secret');
  });

  test('are counted once when a .env repeats a name, and its last line is reported', async () => {
    const { services, as, operator } = await open();
    const text = [
      'NEW=1',
      'A.B=1',
      'LONG="',
      'NEW=in a value',
      '"',
      '',
      '  export NEW = 2',
      'A.B: 2',
      'NEW=3',
    ];
    const previewReport = await services.bulkVariables.previewPaste(as('alice'), 'a', text.join('\r\n'));
    expect(previewReport.repeated).toEqual([
      { name: 'NEW', line: 9, ignored: [1, 7] },
      { name: 'A.B', line: 8, ignored: [2] },
    ]);
    await services.bulkVariables.paste(as('alice'), 'a', text.join('\r\n'));
    expect(await forBuild(services, 'a', operator)).toMatchObject({ NEW: '3', LONG: '\nNEW=in a value\n' });
  });

  test('are read quickly from a text that is almost empty or very repetitive', async () => {
    const { services, as } = await open();
    for (const text of [`${'\n'.repeat(60_000)}A=1`, 'A=1\n'.repeat(15_000)]) {
      const { items } = await services.bulkVariables.previewPaste(as('alice'), 'a', text);
      expect(outcomes({ items })).toEqual(['A: add']);
    }
  });

  test('are refused whole when there is too much of them', async () => {
    const { services, as } = await open();
    const long = `A=${'x'.repeat(300_000)}`;
    await expect(services.bulkVariables.previewPaste(as('alice'), 'a', long)).rejects.toMatchObject({
      errors: { text: ['Paste at most 64 KB.'] },
    });
    const many = Array.from({ length: 501 }, (_, index) => `A${index}=1`).join('\n');
    await expect(services.bulkVariables.paste(as('alice'), 'a', many)).rejects.toMatchObject({
      errors: { text: ['Paste at most 500 variables at once.'] },
    });
  });

  test('are replaced one by one, and an unknown name is refused', async () => {
    const { services, as, operator, store } = await open();
    await services.environmentVariables.replace(as('alice'), 'a', 'KEY', 'new');
    expect(await forBuild(services, 'a', operator)).toEqual({ KEY: 'new' });
    expect(store.journal.newest(0, 1)[0]).toMatchObject({
      action: 'environment-variable.replace',
      subjectId: 1,
    });
    await expect(services.environmentVariables.replace(as('alice'), 'a', 'NO', 'x')).rejects.toThrow(
      NotFound,
    );
    await expect(services.environmentVariables.replace(as('bob'), 'a', 'KEY', 'x')).rejects.toThrow(
      Forbidden,
    );
    await expect(services.bulkVariables.previewPaste(as('bob'), 'a', 'A=1')).rejects.toThrow(Forbidden);
    await expect(services.bulkVariables.paste(as('bob'), 'a', 'A=1')).rejects.toThrow(Forbidden);
  });

  test('create no data key for a preview', async () => {
    const { services, as, store } = await openDeskFixture({
      users: [{ username: 'alice' }],
      projects: [seedProject('a')],
    });
    await services.bulkVariables.previewPaste(as('alice'), 'a', 'A=1');
    await services.bulkVariables.previewSet(as('alice'), ['a'], { name: 'A', value: '1' });
    expect(store.installation.read().dataKeyCheck).toBeNull();
    await services.bulkVariables.paste(as('alice'), 'a', 'A=1');
    expect(store.installation.read().dataKeyCheck).not.toBeNull();
  });
});
