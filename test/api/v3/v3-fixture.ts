import { expect } from 'vitest';
import type { ApiServer } from '../../support/api/api-server.ts';
import type { Expected, Scenario } from '../../support/api/scenarios.ts';

export const FORBIDDEN: Expected = {
  status: 403,
  body: { detail: 'You do not have permission to perform this action.' },
};
export const NOT_FOUND: Expected = { status: 404, body: { detail: 'Not found.' } };
export const UNAUTHENTICATED: Expected = {
  status: 401,
  body: { detail: 'Authentication credentials were not provided.' },
  headers: { 'www-authenticate': 'Token' },
};

/** An address on a project's own host, whatever the port. */
export const docs = (host: string, path: string): unknown =>
  expect.stringMatching(new RegExp(`^http://${host}\\.localhost:\\d+${path}$`));

/** One absolute address of the server that answered, whatever its port. */
export const link = (path: string): unknown =>
  expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path.replaceAll(/[?.+*]/g, '\\$&')}$`));

/** What a list's items have under one key, in order; for lists that stand on one page. */
export const expectList = (key: string, ...values: readonly unknown[]): Expected => ({
  status: 200,
  body: {
    count: values.length,
    next: null,
    previous: null,
    results: values.map((value) => expect.objectContaining({ [key]: value })),
  },
});

/** Reads by alice, unless a row says otherwise. */
export function readRows(
  rows: readonly (Partial<Scenario> & Pick<Scenario, 'path' | 'expect'>)[],
): readonly Scenario[] {
  return rows.map((row) => ({ as: 'alice', method: 'GET', ...row }));
}

/** The JSON of a successful GET by alice. */
export async function readJson(api: ApiServer, path: string, user = 'alice'): Promise<unknown> {
  const { status, json, text } = await api.request('GET', path, { user });
  expect({ status, text }).toMatchObject({ status: 200 });
  return json;
}

const COMMIT = 'c'.repeat(40);
const branch = { type: 'branch', active: true, built: true };
const tag = { type: 'tag', active: true, built: true };
const latest = { verbose_name: 'latest', identifier: 'master', ...branch };
const build = { state: 'finished', success: true, commit: COMMIT, duration: 60 };
const git = (name: string) => ({ url: `https://example.org/${name}`, type: 'git' });

/** The whole configuration of a build, as the specification shapes it. */
export const CONFIG = {
  version: '2',
  formats: ['htmlzip', 'pdf'],
  python: { version: 3, install: [{ requirements: 'docs.txt' }], use_system_site_packages: false },
  conda: null,
  build: { image: 'lectern/build:latest' },
  doctype: 'sphinx',
  sphinx: { builder: 'sphinx', configuration: 'docs/conf.py', fail_on_warning: false },
  mkdocs: { configuration: null, fail_on_warning: false },
  submodules: { include: 'all', exclude: [], recursive: true },
};

/** Projects of alice, of bob who helps her with `pip`, and of stranger, with all that v3 shows. */
export const V3_SEED = {
  users: [{ username: 'bob' }, { username: 'alice' }, { username: 'stranger' }],
  projects: [
    {
      id: 10,
      slug: 'pip',
      name: 'Pip',
      users: ['bob', 'alice'],
      programming_language: 'py',
      repository: { url: 'https://github.com/pypa/pip.git', type: 'git' },
      homepage: 'https://pip.pypa.io',
      default_version: 'stable',
      tags: ['packaging', 'install'],
      created: '2010-10-23T18:12:31.001Z',
      modified: '2018-12-11T07:21:11Z',
      subprojects: [{ child: 'pip-plugin', alias: 'plug' }, { child: 'pip-theme' }],
      versions: [
        {
          id: 100,
          ...latest,
          downloads: ['htmlzip', 'pdf'],
          builds: [
            { id: 1000, created: '2019-01-01T00:00:00Z', ...build, config: CONFIG },
            { id: 1001, created: '2019-03-01T00:00:00.25Z', ...build, success: false, error: 'It broke' },
            { id: 1002, created: '2019-03-01T00:00:00.25Z', state: 'building', commit: 'cc', duration: 3 },
          ],
        },
        { id: 101, slug: 'stable', verbose_name: 'stable', identifier: COMMIT, ...tag, downloads: ['epub'] },
        {
          id: 102,
          verbose_name: '2.0',
          identifier: COMMIT,
          ...tag,
          builds: [
            { id: 1003, created: '2019-02-01T00:00:00Z', ...build, duration: 0, config: { conda: {} } },
          ],
        },
        { id: 103, verbose_name: '1', identifier: 'b'.repeat(40), ...tag },
        {
          id: 104,
          verbose_name: 'dev/3.0',
          identifier: 'origin/dev/3.0',
          ...branch,
          active: false,
          built: false,
        },
        {
          id: 105,
          verbose_name: 'handmade',
          identifier: 'x',
          type: 'unknown',
          active: true,
          built: false,
          uploaded: true,
        },
        {
          id: 106,
          verbose_name: 'internal',
          identifier: 'y',
          ...branch,
          privacy_level: 'private',
          builds: [{ id: 1004, created: '2018-01-01T00:00:00Z', ...build, commit: 'dd' }],
        },
        {
          id: 107,
          verbose_name: '12',
          identifier: 'e'.repeat(40),
          type: 'external',
          active: true,
          built: true,
          builds: [{ id: 1005, created: '2020-01-01T00:00:00Z', ...build }],
        },
        { id: 108, verbose_name: 'waiting', identifier: 'w', ...branch, built: false },
      ],
    },
    {
      id: 11,
      slug: 'pip-es',
      name: 'Pip (es)',
      users: ['alice'],
      language: 'es',
      translation_of: 'pip',
      repository: git('pip-es'),
      versions: [{ id: 110, ...latest, downloads: ['pdf'] }],
    },
    {
      id: 12,
      slug: 'pip-plugin',
      name: 'Pip plugin',
      users: ['alice'],
      programming_language: '',
      repository: { url: 'https://gitlab.com/pypa/plugin', type: 'hg' },
      versions: [
        { id: 120, ...latest, identifier: 'default', downloads: ['epub', 'htmlzip', 'pdf'] },
        { id: 121, verbose_name: 'feature/x', identifier: 'feature/x', ...branch },
      ],
    },
    {
      id: 13,
      slug: 'pip-theme',
      name: 'Pip theme',
      users: ['alice'],
      single_version: true,
      repository: { url: 'svn@example.org:theme', type: 'svn' },
      versions: [{ id: 130, ...latest, identifier: '/trunk/' }],
    },
    {
      id: 14,
      slug: 'plugin-es',
      name: 'Plugin (es)',
      users: ['alice'],
      language: 'es',
      translation_of: 'pip-plugin',
      repository: git('plugin-es'),
      versions: [{ id: 140, ...latest, downloads: ['epub'] }],
    },
    {
      id: 15,
      slug: 'hidden',
      name: 'Hidden',
      users: ['alice'],
      privacy_level: 'private',
      repository: git('hidden'),
      subprojects: [{ child: 'open-child' }],
      versions: [{ id: 150, ...latest, builds: [{ id: 1500, created: '2019-01-01T00:00:00Z', ...build }] }],
    },
    { id: 16, slug: 'open-child', name: 'Open child', users: ['alice'], repository: git('open-child') },
    {
      id: 17,
      slug: 'under_score',
      name: 'Under score',
      users: ['alice'],
      language: 'pt_BR',
      programming_language: 'cpp',
      single_version: true,
      default_branch: 'trunk',
      default_version: 'gone',
      repository: { url: 'git://bitbucket.org/alice/under.git', type: 'git' },
      versions: [
        { id: 170, ...latest, identifier: 'trunk' },
        { id: 171, verbose_name: 'v1.0', identifier: 'a'.repeat(40), ...tag },
        { id: 172, verbose_name: 'gone', identifier: 'origin/gone', ...branch, active: false },
      ],
    },
    {
      id: 20,
      slug: 'theirs',
      name: 'Theirs',
      users: ['stranger'],
      repository: git('theirs'),
      versions: [{ id: 200, ...latest, builds: [{ id: 2000, created: '2019-01-01T00:00:00Z', ...build }] }],
    },
    {
      id: 21,
      slug: 'vault',
      name: 'Vault',
      users: ['stranger'],
      privacy_level: 'private',
      repository: git('vault'),
      versions: [{ id: 210, ...latest, builds: [{ id: 2100, created: '2019-01-01T00:00:00Z', ...build }] }],
    },
  ],
};
