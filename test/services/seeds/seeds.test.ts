import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '../../../src-server/model/base/timestamp.ts';
import { sealContext } from '../../../src-server/services/variables/environment-variables.ts';
import { openValue } from '../../../src-server/vault/data-key.ts';
import { filesContaining, OPERATOR, openSeedStore, type SeedStore } from '../../support/store/seed-store.ts';
import { makeDataFolder, NOON } from '../../support/store/store-folder.ts';

const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const SECRET = ' hush, a value that nobody may read ';
const REPOSITORY = { url: 'https://github.com/pypa/pip', type: 'git' };
const COMMIT = 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0';

const COMMAND = {
  description: 'Clone',
  command: 'git clone',
  output: ' \u001b[31mred\u001b[0m\n',
  exit_code: 128,
  start_time: '2019-04-29T10:00:00Z',
  end_time: '2019-04-29T10:00:01.5Z',
};
const BUILD = {
  id: 700,
  created: '2019-04-29T10:00:00.000123Z',
  state: 'finished',
  success: false,
  error: 'It broke.',
  commit: COMMIT,
  commit_subject: 'Mend\u202ethe index',
  commit_author: 'Zoë',
  duration: 60,
  config: { version: '2', formats: ['pdf'] },
  commands: [COMMAND, { ...COMMAND, exit_code: 0 }],
};
const VERSION = {
  id: 30,
  slug: 'v1.0',
  verbose_name: 'release 1.0',
  identifier: COMMIT,
  type: 'tag',
  active: true,
  built: true,
  uploaded: true,
  privacy_level: 'private',
  downloads: ['pdf', 'htmlzip'],
  builds: [BUILD],
};
/** Every field of the format. */
const FULL = {
  users: [{ username: 'alice', token: TOKEN }, { username: 'bob' }],
  projects: [
    {
      id: 12,
      slug: 'pip-es',
      name: 'Pip en español',
      users: ['bob', 'alice'],
      language: 'es',
      programming_language: 'py',
      repository: REPOSITORY,
      homepage: 'https://pip.pypa.io',
      description: ' The *installer*.\n',
      default_version: 'v1.0',
      default_branch: 'main',
      single_version: true,
      privacy_level: 'private',
      tags: ['packaging', 'python'],
      translation_of: 'pip',
      created: '2019-04-29T10:00:00Z',
      modified: '2019-04-29T12:00:00Z',
      versions: [VERSION],
      redirects: [{ pk: 5, type: 'page', from_url: '/a', to_url: '/b' }, { type: 'sphinx_html' }],
      environment_variables: [{ pk: 6, name: 'TOKEN', value: SECRET }],
    },
    {
      id: 4,
      name: 'Pip',
      users: ['alice'],
      repository: REPOSITORY,
      subprojects: [{ child: 'plugin', alias: 'plug' }, { child: 'other-plugin' }],
    },
    { name: 'Plugin', users: ['alice'], repository: REPOSITORY },
    { name: 'Other plugin', users: [], repository: REPOSITORY },
  ],
};
const LEAST = { name: 'Least', users: [], repository: { url: '/srv/least', type: 'hg' } };

function project(seeds: SeedStore, slug: string) {
  const entry = seeds.store.projects.bySlug(slug);
  if (!entry) throw new Error(`There is no project ${slug}.`);
  return entry;
}

function version(name: string, more: object = {}) {
  return { verbose_name: name, identifier: COMMIT, type: 'tag', active: false, built: false, ...more };
}

describe('a file with every field', () => {
  test('is counted row by row', async () => {
    const seeds = await openSeedStore();
    expect(await seeds.load(FULL)).toEqual({
      users: 2,
      tokens: 1,
      projects: 4,
      versions: 4,
      builds: 1,
      commands: 2,
      redirects: 2,
      environmentVariables: 1,
      subprojects: 2,
    });
    expect(seeds.rows('builds')).toHaveLength(1);
    expect(seeds.rows('build_commands')).toHaveLength(2);
  });

  test('gives the project as written, with its maintainers in their order and its main project', async () => {
    const seeds = await openSeedStore();
    await seeds.load(FULL);
    const { project: found, maintainers } = project(seeds, 'pip-es');
    expect(found).toEqual({
      id: 12,
      slug: 'pip-es',
      name: 'Pip en español',
      description: ' The *installer*.\n',
      repositoryUrl: REPOSITORY.url,
      repositoryType: 'git',
      homepage: 'https://pip.pypa.io',
      language: 'es',
      programmingLanguage: 'py',
      defaultVersion: 'v1.0',
      defaultBranch: 'main',
      remoteBranch: null,
      analyticsCode: null,
      analyticsDisabled: null,
      versioningScheme: 'single_version_without_translations',
      readthedocsYamlPath: null,
      showVersionWarning: false,
      privacyLevel: 'private',
      externalBuildsPrivacyLevel: 'public',
      documentationType: 'sphinx',
      tags: ['packaging', 'python'],
      translationOf: 4,
      buildTools: 'own',
      pullRequestBuilds: false,
      trustedRepository: null,
      builder: null,
      created: parseTimestamp('2019-04-29T10:00:00Z'),
      modified: parseTimestamp('2019-04-29T12:00:00Z'),
    });
    expect(maintainers.map(({ username }) => username)).toEqual(['bob', 'alice']);
  });

  test('gives versions, builds and commands', async () => {
    const seeds = await openSeedStore();
    await seeds.load(FULL);
    expect(seeds.store.versions.byId(30)).toEqual({
      id: 30,
      projectId: 12,
      slug: 'v1.0',
      verboseName: 'release 1.0',
      identifier: COMMIT,
      type: 'tag',
      active: true,
      built: true,
      uploaded: true,
      machine: false,
      privacyLevel: 'private',
      hidden: false,
      fastRebuild: false,
      downloads: ['pdf', 'htmlzip'],
      pagesBuild: null,
    });
    expect(seeds.store.builds.byId(700)).toEqual({
      id: 700,
      projectId: 12,
      versionId: 30,
      created: parseTimestamp(BUILD.created),
      state: 'finished',
      success: false,
      error: 'It broke.',
      commit: COMMIT,
      commitSubject: 'Mend the index',
      commitAuthor: 'Zoë',
      mode: 'clean',
      duration: 60,
      configText: '{"formats":["pdf"],"version":"2"}',
      projectSlug: 'pip-es',
      versionSlug: 'v1.0',
    });
    expect(seeds.store.buildCommands.ofBuilds([700]).get(700)).toMatchObject([
      {
        buildId: 700,
        description: 'Clone',
        command: 'git clone',
        output: COMMAND.output,
        exitCode: 128,
        startTime: parseTimestamp(COMMAND.start_time),
        endTime: parseTimestamp(COMMAND.end_time),
      },
      { exitCode: 0 },
    ]);
  });

  test('gives redirects, variables and subprojects', async () => {
    const seeds = await openSeedStore();
    await seeds.load(FULL);
    const times = { created: NOON, modified: NOON };
    expect(seeds.store.redirects.byId(5)).toEqual({
      ...{ id: 5, projectId: 12, type: 'page', fromUrl: '/a', toUrl: '/b', rank: NOON },
      ...{ dialect: '2020', has2020Form: true, httpStatus: 302 },
      ...{ enabled: true, force: false, description: null },
      ...times,
    });
    expect(seeds.store.redirects.byId(6)).toMatchObject({ type: 'sphinx_html', fromUrl: '', toUrl: '' });
    expect(seeds.store.environmentVariables.byId(6)).toEqual({
      id: 6,
      projectId: 12,
      name: 'TOKEN',
      isPublic: false,
      hasValue: true,
      ...times,
    });
    expect(await seeds.services.environmentVariables.forBuild(12)).toEqual(new Map([['TOKEN', SECRET]]));
    expect(project(seeds, 'plugin').parent).toEqual({ id: 4, alias: 'plug' });
    expect(project(seeds, 'other-plugin').parent).toEqual({ id: 4, alias: 'other-plugin' });
  });

  test('keeps its secrets: encrypted or hashed at rest, and not in the journal (safety S7, S8)', async () => {
    const folder = makeDataFolder();
    const seeds = await openSeedStore(folder);
    await seeds.load(FULL);
    await seeds.secrets.settled();
    expect(filesContaining(folder, 'Pip en español')).not.toEqual([]);
    expect(filesContaining(folder, SECRET.trim())).toEqual([]);
    expect(filesContaining(folder, TOKEN)).toEqual([]);
    const [sealed] = seeds.store.environmentVariables.sealedOf(12);
    const value = openValue(
      await seeds.secrets.dataKey(),
      sealContext(12, 'TOKEN'),
      sealed?.sealed ?? Buffer.of(),
    );
    expect(value).toBe(SECRET);
  });

  test('is journalled: one entry a user, a token and a project, and one for the file', async () => {
    const seeds = await openSeedStore();
    const report = await seeds.load(FULL);
    const entries = seeds.store.journal.newest(0, 100).toReversed();
    expect(entries.map(({ action }) => action)).toEqual([
      ...['user.create', 'token.create', 'user.create'],
      ...['project.create', 'project.create', 'project.create', 'project.create', 'seed.load'],
    ]);
    expect(entries.at(-1)).toMatchObject({ door: 'command', at: NOON, after: report });
    expect(seeds.store.journal.ofProject(12, 10)).toMatchObject([
      {
        action: 'project.create',
        subjectId: 12,
        after: { slug: 'pip-es', name: 'Pip en español', versions: 1, builds: 1, commands: 2 },
      },
    ]);
  });
});

describe('ids', () => {
  test('that are given are kept, and the others never take one that comes later in the file', async () => {
    const seeds = await openSeedStore();
    const build = { created: BUILD.created, state: 'triggered' };
    await seeds.load({
      projects: [
        { ...LEAST, name: 'a', versions: [version('1', { builds: [build] }), version('2', { id: 1 })] },
        { ...LEAST, name: 'b', id: 1, versions: [version('1', { builds: [{ ...build, id: 1 }, build] })] },
        { ...LEAST, name: 'c', redirects: [{ type: 'sphinx_html' }, { pk: 1, type: 'sphinx_htmldir' }] },
      ],
    });
    expect(seeds.rows('projects').map(({ id, slug }) => [id, slug])).toEqual([
      [1, 'b'],
      [2, 'a'],
      [3, 'c'],
    ]);
    expect(seeds.rows('versions').map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(seeds.store.versions.byId(1)?.slug).toBe('2');
    expect(seeds.store.builds.byId(1)?.projectSlug).toBe('b');
    expect(seeds.rows('builds').map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(seeds.store.redirects.byId(1)?.type).toBe('sphinx_htmldir');
  });

  test('of deleted rows are not used again', async () => {
    const seeds = await openSeedStore();
    await seeds.load({ projects: [{ ...LEAST, redirects: [{ pk: 9, type: 'sphinx_html' }] }] });
    seeds.store.redirects.remove(9);
    await seeds.load({ projects: [{ ...LEAST, name: 'next', redirects: [{ type: 'sphinx_html' }] }] });
    expect(seeds.rows('redirects').map(({ id }) => id)).toEqual([10]);
  });
});

describe('users and tokens', () => {
  test('a token works, and can be copied again', async () => {
    const seeds = await openSeedStore();
    await seeds.load(FULL);
    const owner = seeds.services.tokens.identify(TOKEN);
    expect(owner?.user.username).toBe('alice');
    expect(await seeds.services.tokens.text(OPERATOR, owner?.tokenId ?? 0)).toBe(TOKEN);
  });

  test('existing users are kept as they are, and get the token in addition to theirs', async () => {
    const seeds = await openSeedStore();
    const alice = seeds.services.users.add(OPERATOR, 'alice');
    const { token } = seeds.services.tokens.create(OPERATOR, alice, 'own');
    expect(await seeds.load({ users: [{ username: 'alice', token: TOKEN }] })).toMatchObject({
      users: 0,
      tokens: 1,
    });
    expect(seeds.store.users.all()).toEqual([alice]);
    for (const text of [token, TOKEN]) expect(seeds.services.tokens.identify(text)?.user).toEqual(alice);
  });

  test('a token that its user has already is not added again', async () => {
    const seeds = await openSeedStore();
    const users = [{ username: 'alice', token: TOKEN }];
    await seeds.load({ users });
    expect(await seeds.load({ users })).toMatchObject({ users: 0, tokens: 0 });
    expect(seeds.rows('tokens')).toHaveLength(1);
  });

  test('a project may name a maintainer whom only the database has', async () => {
    const seeds = await openSeedStore();
    seeds.services.users.add(OPERATOR, 'carol');
    await seeds.load({ projects: [{ ...LEAST, users: ['carol'] }] });
    expect(project(seeds, 'least').maintainers).toMatchObject([{ username: 'carol' }]);
  });
});

describe('projects of the database', () => {
  test('can get translations and become subprojects', async () => {
    const seeds = await openSeedStore();
    await seeds.load({
      projects: [
        { ...LEAST, name: 'main' },
        { ...LEAST, name: 'child' },
      ],
    });
    await seeds.load({
      projects: [
        { ...LEAST, name: 'main-es', language: 'es', translation_of: 'main' },
        { ...LEAST, name: 'parent', subprojects: [{ child: 'child' }] },
      ],
    });
    expect(project(seeds, 'main-es').project.translationOf).toBe(project(seeds, 'main').project.id);
    expect(project(seeds, 'child').parent).toEqual({
      id: project(seeds, 'parent').project.id,
      alias: 'child',
    });
  });

  test('lists show what a file added, even when they were read before', async () => {
    const seeds = await openSeedStore();
    const page = { limit: 10, offset: 0 };
    const lists = () => [
      seeds.store.projects.listPublic({}, page).count,
      seeds.store.versions.listPublic({}, page).count,
      seeds.store.builds.listPublic({}, page).count,
    ];
    await seeds.load({ projects: [LEAST] });
    expect(lists()).toEqual([1, 1, 0]);
    const build = { created: BUILD.created, state: 'finished', success: true };
    await seeds.load({
      projects: [{ ...LEAST, name: 'next', versions: [version('1', { builds: [build, build] })] }],
    });
    expect(lists()).toEqual([2, 2, 2]);
  });
});

test('two thousand projects, and ten thousand builds of one', async () => {
  const seeds = await openSeedStore();
  const builds = Array.from({ length: 10_000 }, () => ({
    created: BUILD.created,
    state: 'finished',
    success: true,
  }));
  const many = Array.from({ length: 2000 }, (_, index) => ({
    ...LEAST,
    name: `p${index}`,
    users: ['alice'],
  }));
  const report = await seeds.load({
    users: [{ username: 'alice' }],
    projects: [...many, { ...LEAST, versions: [version('1', { builds })] }],
  });
  expect(report).toMatchObject({ projects: 2001, versions: 2001, builds: 10_000 });
  const alice = seeds.store.users.byUsername('alice');
  expect(seeds.store.projects.maintainedBy(alice?.id ?? 0, {}, { limit: 1, offset: 0 }).count).toBe(2000);
});
