import { describe, expect, test } from 'vitest';
import { type FieldErrors, Forbidden } from '../../../src-server/model/base/problems.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { OPERATOR, openSeedStore } from '../../support/store/seed-store.ts';
import { NOON } from '../../support/store/store-folder.ts';

const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const TIME = '2019-04-29T10:00:00Z';
const LEAST = { users: [], repository: { url: '/srv/least', type: 'git' } };

function project(name: string, more: object = {}) {
  return { ...LEAST, name, ...more };
}
function version(id: number, builds: readonly object[] = []) {
  return { id, verbose_name: `v${id}`, identifier: `v${id}`, type: 'tag', active: true, built: true, builds };
}

/** One of everything that can be taken. */
const FIRST = {
  users: [{ username: 'alice', token: TOKEN }],
  projects: [
    project('Main', {
      id: 1,
      users: ['alice'],
      versions: [version(2, [{ id: 3, created: TIME, state: 'triggered' }])],
      redirects: [{ pk: 4, type: 'sphinx_html' }],
      environment_variables: [{ pk: 5, name: 'A', value: 'x' }],
      subprojects: [{ child: 'child' }],
    }),
    project('Child'),
    project('Main es', { language: 'es', translation_of: 'main' }),
  ],
};
const exists = (what: string, id: number) => [`${what} with id ${id} already exists.`];

test('the same file a second time is refused for every row that is there, and changes nothing', async () => {
  const seeds = await openSeedStore();
  await seeds.load(FIRST);
  const before = seeds.dump();
  expect(await seeds.refusal(FIRST)).toEqual({
    'projects[0].name': ['Project with slug "main" already exists.'],
    'projects[0].id': exists('Project', 1),
    'projects[0].versions[0].id': exists('Version', 2),
    'projects[0].versions[0].builds[0].id': exists('Build', 3),
    'projects[0].redirects[0].pk': exists('Redirect', 4),
    'projects[0].environment_variables[0].pk': exists('Environment variable', 5),
    'projects[1].name': ['Project with slug "child" already exists.'],
    'projects[2].name': ['Project with slug "main-es" already exists.'],
  });
  expect(seeds.dump()).toEqual(before);
});

test('of a file that is loaded again only the projects that are missing are added, and nothing that is there changes', async () => {
  const seeds = await openSeedStore();
  const { services } = seeds;
  await seeds.load(FIRST);
  services.projects.remove(OPERATOR, 'main-es');
  services.projects.update(OPERATOR, 'main', { description: 'Ours now.' });
  const more = project('Harbour', { subprojects: [{ child: 'child' }, { child: 'quay' }] });
  const [main, ...rest] = FIRST.projects;
  const file = parseSeed({
    ...FIRST,
    projects: [{ ...main, subprojects: [] }, ...rest, more, project('Quay')],
  });
  const before = seeds.rows('projects');

  const report = await services.seeds.loadMissing(OPERATOR, file);
  expect(report).toMatchObject({ users: 0, tokens: 0, projects: 3, left: ['child', 'main'] });
  const after = seeds.rows('projects');
  expect(after.slice(0, before.length)).toEqual(before);
  // `child` and `main` may be others than those of the file.
  expect(after.slice(before.length)).toMatchObject([
    { slug: 'main-es', translation_of: null },
    { slug: 'harbour' },
    { slug: 'quay' },
  ]);
  expect(report.subprojects).toBe(1);

  const dump = seeds.dump();
  expect(await services.seeds.loadMissing(OPERATOR, file)).toMatchObject({
    ...{ projects: 0, subprojects: 0 },
    left: ['child', 'harbour', 'main', 'main-es', 'quay'],
  });
  expect(seeds.dump()).toEqual(dump);
});

test('a file of ten thousand known builds is refused with a hundred errors and their number', async () => {
  const seeds = await openSeedStore();
  const builds = Array.from({ length: 10_000 }, (_, index) => ({
    id: index + 1,
    created: TIME,
    state: 'triggered',
  }));
  const file = (name: string) => ({
    projects: [project(name, { versions: [{ ...version(1, builds), id: undefined }] })],
  });
  await seeds.load(file('a'));
  const errors = await seeds.refusal(file('b'));
  expect(Object.keys(errors)).toHaveLength(101);
  expect(errors['projects[0].versions[0].builds[99].id']).toEqual(exists('Build', 100));
  expect(errors.more).toEqual(['10000 errors in all.']);
});

describe('a contradiction with the database', () => {
  const another = { users: [{ username: 'bob', token: TOKEN }] };
  test.each<[string, object, FieldErrors]>([
    ["somebody else's token", another, { 'users[0].token': ['That token is in use already.'] }],
    [
      'a slug that is given',
      { projects: [project('x', { slug: 'main' })] },
      { 'projects[0].slug': ['Project with slug "main" already exists.'] },
    ],
    [
      'a maintainer whom nobody knows',
      {
        users: [{ username: 'al' }],
        projects: [project('x'), project('y', { users: ['al', 'alice', 'bob'] })],
      },
      { 'projects[1].users[2]': ['There is no user called "bob".'] },
    ],
    [
      'a translation of nothing',
      { projects: [project('x', { translation_of: 'nope' })] },
      { 'projects[0].translation_of': ['Project "nope" does not exist.'] },
    ],
    [
      'a translation of a translation',
      { projects: [project('x', { translation_of: 'main-es' })] },
      { 'projects[0].translation_of': ['Project "main-es" is already a translation'] },
    ],
    [
      'a translation into the same language',
      { projects: [project('x', { translation_of: 'main' })] },
      { 'projects[0].translation_of': ['Both projects can not have the same language (English).'] },
    ],
    [
      'a second translation into one language',
      { projects: [project('x', { translation_of: 'main', language: 'es' })] },
      { 'projects[0].translation_of': ['This project already has a translation for Spanish.'] },
    ],
    [
      'a child that nobody knows',
      { projects: [project('x', { subprojects: [{ child: 'nope' }] })] },
      { 'projects[0].subprojects[0].child': ['Object with slug=nope does not exist.'] },
    ],
    [
      'a child of another project',
      { projects: [project('x', { subprojects: [{ child: 'child' }] })] },
      { 'projects[0].subprojects[0].child': ['Child is already a subproject of another project'] },
    ],
    [
      'a child that has subprojects',
      { projects: [project('x', { subprojects: [{ child: 'main' }] })] },
      { 'projects[0].subprojects[0].child': ['Child is already a superproject'] },
    ],
  ])('%s', async (_, file, expected) => {
    const seeds = await openSeedStore();
    await seeds.load(FIRST);
    const before = seeds.dump();
    expect(await seeds.refusal(file)).toEqual(expected);
    expect(seeds.dump()).toEqual(before);
  });

  test('all of them are reported at once', async () => {
    const seeds = await openSeedStore();
    await seeds.load(FIRST);
    const errors = await seeds.refusal({
      ...another,
      projects: [
        project('Main', { users: ['eve'], translation_of: 'nope', subprojects: [{ child: 'gone' }] }),
        project('y', { versions: [version(2)] }),
      ],
    });
    expect(Object.keys(errors).sort()).toEqual([
      'projects[0].name',
      'projects[0].subprojects[0].child',
      'projects[0].translation_of',
      'projects[0].users[0]',
      'projects[1].versions[0].id',
      'users[0].token',
    ]);
  });
});

describe('a contradiction between projects of the file', () => {
  test.each<[string, readonly object[], FieldErrors]>([
    [
      'a chain of translations',
      [
        project('a', { translation_of: 'b' }),
        project('b', { translation_of: 'c', language: 'es' }),
        project('c', { language: 'fr' }),
      ],
      {
        'projects[0].translation_of': ['Project "b" is already a translation'],
        'projects[1].translation_of': [
          'A project with existing translations can not be added as a project translation.',
        ],
      },
    ],
    [
      'the language of the main project',
      [project('a', { language: 'es' }), project('b', { language: 'es', translation_of: 'a' })],
      { 'projects[1].translation_of': ['Both projects can not have the same language (Spanish).'] },
    ],
    [
      'two translations into one language',
      ['b', 'c', 'd']
        .map((name) => project(name, { language: name === 'd' ? 'fr' : 'es', translation_of: 'a' }))
        .concat(project('a')),
      { 'projects[1].translation_of': ['This project already has a translation for Spanish.'] },
    ],
    [
      'nested subprojects',
      [
        project('a', { subprojects: [{ child: 'b' }, { child: 'd' }] }),
        project('b', { subprojects: [{ child: 'c' }] }),
        project('c'),
        project('d'),
      ],
      {
        'projects[0].subprojects[0].child': ['Child is already a superproject'],
        'projects[1].subprojects[0]': ['Subproject nesting is not supported'],
      },
    ],
  ])('%s', async (_, projects, expected) => {
    const seeds = await openSeedStore();
    expect(await seeds.refusal({ projects })).toEqual(expected);
    expect(seeds.rows('projects')).toEqual([]);
  });
});

test('S19 R16 nothing is left of a file that is refused for its last project, not even a data key', async () => {
  const seeds = await openSeedStore();
  const empty = seeds.dump();
  const projects = [...FIRST.projects, project('last', { users: ['nobody'] })];
  expect(await seeds.refusal({ ...FIRST, projects })).toEqual({
    'projects[3].users[0]': ['There is no user called "nobody".'],
  });
  expect(seeds.dump()).toEqual(empty);
});

test('nothing is left of a file whose last row could not be written, and it can be loaded again', async () => {
  let left = Number.POSITIVE_INFINITY;
  let keyReads = 0;
  const clock = () => {
    keyReads += 1;
    left -= 1;
    if (left < 0) throw new Error('The clock stopped.');
    return NOON;
  };
  const other = await openSeedStore(null, clock);
  keyReads = 0;
  await other.load(FIRST);
  const needed = keyReads;

  const seeds = await openSeedStore(null, clock);
  await seeds.secrets.dataKey();
  const before = seeds.dump();
  const actions: string[] = [];
  seeds.services.changes.subscribe(({ action }) => actions.push(action));
  // The file's own entry in the journal comes last and asks for the time.
  left = needed - 1;
  await expect(seeds.load(FIRST)).rejects.toThrow('The clock stopped.');
  expect(seeds.dump()).toEqual(before);
  expect(actions).toEqual([]);
  expect(seeds.services.tokens.identify(TOKEN)).toBeUndefined();

  left = Number.POSITIVE_INFINITY;
  await seeds.load(FIRST);
  expect(actions.at(-1)).toBe('seed.load');
  expect(seeds.services.tokens.identify(TOKEN)?.user.username).toBe('alice');
});

test('only the person at the machine may load', async () => {
  const seeds = await openSeedStore();
  const user = seeds.services.users.add(OPERATOR, 'alice');
  const before = seeds.dump();
  for (const actor of [
    { kind: 'user', user, door: 'api' },
    { kind: 'anonymous', door: 'api' },
  ] as const) {
    await expect(seeds.services.seeds.load(actor, parseSeed(FIRST))).rejects.toThrow(Forbidden);
  }
  expect(seeds.dump()).toEqual(before);
});
