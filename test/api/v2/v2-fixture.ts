import type { Scenario } from '../../support/api/scenarios.ts';

type Row = Pick<Scenario, 'path' | 'expect'> & Partial<Scenario>;

/** The answer to a caller who may not know whether the object exists. */
export const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };

/** Rows of anonymous reads. */
export const readRows = (rows: readonly Row[]): Scenario[] =>
  rows.map((row) => ({ as: 'nobody', method: 'GET', ...row }));

/** A list whose items have these ids, in this order. */
export const ids = (...expected: readonly number[]) => ({
  status: 200,
  partial: { count: expected.length, results: expected.map((id) => ({ id })) },
});

const git = (name: string) => ({ url: `https://github.com/example/${name}.git`, type: 'git' });
const finished = { state: 'finished', success: true, duration: 42 };

/** Public things, and beside each kind of them one that is not. Ids: projects 1x, versions 1xx, builds 1xxx. */
export const V2_SEED = {
  users: [{ username: 'alice' }, { username: 'bob' }],
  projects: [
    {
      id: 10,
      slug: 'pip',
      name: 'Pip',
      users: ['bob', 'alice'],
      repository: git('pip'),
      description: 'Installs *packages*.',
      programming_language: 'py',
      default_version: 'stable',
      homepage: 'https://pip.example/',
      tags: ['packaging'],
      versions: [
        {
          id: 100,
          verbose_name: 'latest',
          identifier: 'master',
          type: 'branch',
          active: true,
          built: true,
          downloads: ['pdf', 'htmlzip'],
          builds: [
            {
              id: 1000,
              created: '2018-06-19T15:15:59.135894Z',
              ...finished,
              commit: 'a1',
              config: { version: '2' },
              commands: [
                {
                  description: 'Second',
                  command: 'sphinx-build',
                  output: '',
                  exit_code: 1,
                  start_time: '2018-06-19T15:16:10Z',
                  end_time: '2018-06-19T15:16:13.900000Z',
                },
                {
                  description: '',
                  command: 'git clone',
                  output: 'Cloning\n',
                  exit_code: 0,
                  start_time: '2018-06-19T15:16:00.500000Z',
                  end_time: '2018-06-19T15:16:01.400000Z',
                },
              ],
            },
            {
              id: 1001,
              created: '2018-06-20T00:00:00Z',
              state: 'finished',
              success: false,
              duration: 0,
              commit: 'b2',
              error: 'Build exited due to time out',
            },
          ],
        },
        {
          id: 101,
          verbose_name: '1.0',
          identifier: 'c'.repeat(40),
          type: 'tag',
          active: false,
          built: false,
          builds: [
            { id: 1002, created: '2018-06-21T00:00:00Z', state: 'building', commit: '', duration: null },
          ],
        },
        {
          id: 102,
          verbose_name: '12',
          identifier: 'd'.repeat(40),
          type: 'external',
          active: true,
          built: true,
          builds: [{ id: 1003, created: '2018-06-22T00:00:00Z', ...finished, commit: 'a1' }],
        },
        {
          id: 103,
          verbose_name: 'secret',
          identifier: 'origin/secret',
          type: 'branch',
          active: true,
          built: true,
          privacy_level: 'private',
          builds: [{ id: 1004, created: '2018-06-23T00:00:00Z', ...finished, commit: 'a1' }],
        },
        {
          id: 104,
          verbose_name: 'half-secret',
          identifier: 'origin/half-secret',
          type: 'branch',
          active: true,
          built: false,
          privacy_level: 'protected',
        },
      ],
      subprojects: [{ child: 'plugin', alias: 'plug' }, { child: 'hidden-plugin' }],
    },
    {
      id: 11,
      slug: 'pip-es',
      name: 'Pip en español',
      users: ['alice'],
      language: 'es',
      repository: git('pip-es'),
      translation_of: 'pip',
    },
    {
      id: 12,
      slug: 'plugin',
      name: 'Plugin',
      users: ['bob'],
      repository: { url: 'https://hg.example/plugin', type: 'hg' },
      default_branch: 'tip',
      default_version: 'v9',
      programming_language: '',
      versions: ['v9', 'v10'].map((name, index) => ({
        id: 120 + index,
        verbose_name: name,
        identifier: name,
        type: 'tag',
        active: true,
        built: name === 'v9',
        downloads: name === 'v9' ? ['epub'] : [],
        builds: [
          {
            id: 1200 + index,
            created: '2018-06-20T00:00:00Z',
            ...finished,
            commit: 'b2',
          },
        ],
      })),
    },
    {
      id: 13,
      slug: 'hidden',
      name: 'Hidden',
      users: ['alice'],
      repository: git('h'),
      privacy_level: 'private',
    },
    {
      id: 14,
      slug: 'hidden-plugin',
      name: 'Hidden plugin',
      users: ['alice'],
      repository: git('hp'),
      privacy_level: 'private',
      versions: [
        {
          id: 140,
          verbose_name: 'latest',
          identifier: 'master',
          type: 'branch',
          active: true,
          built: true,
          builds: [{ id: 1400, created: '2018-06-24T00:00:00Z', ...finished, commit: 'a1' }],
        },
      ],
    },
    {
      id: 15,
      slug: 'pip-fr',
      name: 'Pip en français',
      users: ['alice'],
      language: 'fr',
      repository: git('pip-fr'),
      translation_of: 'pip',
      privacy_level: 'private',
    },
  ],
};

/** More than v2 shows of a command's output. */
export const LONG_OUTPUT = `the beginning\n${'x'.repeat(2_000_000)}\nthe end`;

/** One build, 1, with that output. */
export const LONG_LOGS_SEED = {
  projects: [
    {
      name: 'Talkative',
      users: [],
      repository: git('talkative'),
      versions: [
        {
          verbose_name: 'latest',
          identifier: 'master',
          type: 'branch',
          active: true,
          built: false,
          builds: [
            {
              id: 1,
              created: '2020-01-01T00:00:00Z',
              ...finished,
              commit: '',
              commands: [
                {
                  description: '',
                  command: 'cat',
                  output: LONG_OUTPUT,
                  exit_code: 0,
                  start_time: '2020-01-01T00:00:00Z',
                  end_time: '2020-01-01T00:00:00Z',
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};
