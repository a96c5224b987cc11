/* Seed of the specs of the version list. */

const DAY = 86_400_000;
const commit = (start: string) => start.padEnd(40, '0');
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const passed = (days: number, of: string, duration: number) => ({
  created: ago(days),
  state: 'finished',
  success: true,
  duration,
  commit: commit(of),
});
const failed = (days: number, of: string) => ({
  ...passed(days, of, 31),
  success: false,
  error: 'The command "sphinx-build" ended with exit code 2.',
});

const tag = (name: string, of: string, more: object = {}) => ({
  slug: name,
  verbose_name: name,
  identifier: commit(of),
  type: 'tag',
  active: false,
  built: false,
  ...more,
});
const live = (days: number, of: string, duration: number, downloads: readonly string[] = []) => ({
  active: true,
  built: true,
  downloads,
  builds: [passed(days, of, duration)],
});

/** Versions of every kind and state. */
const versions = [
  {
    slug: 'latest',
    verbose_name: 'latest',
    identifier: 'main',
    type: 'branch',
    ...live(0.1, '9f31c7e', 52, ['pdf']),
  },
  tag('stable', '41be02d', live(3, '41be02d', 49, ['pdf', 'epub', 'htmlzip'])),
  {
    slug: '2.4',
    verbose_name: '2.4',
    identifier: 'origin/release/2.4',
    type: 'branch',
    active: true,
    built: true,
    builds: [
      { created: ago(0.001), state: 'building', success: null, duration: null, commit: commit('c07d5a9') },
    ],
  },
  tag('v2.4.0', '41be02d', live(3, '41be02d', 49)),
  tag('v2.4.0rc1', '0d6618f'),
  tag('v2.3.2', 'b81f93c', live(35, 'b81f93c', 47)),
  tag('v2.3.1', '77a0e14', { builds: [passed(90, '77a0e14', 45)] }),
  tag('v2.3.0', 'e2c4d60', { builds: [failed(120, 'e2c4d60')] }),
  tag('v2.2.1', '5b9a7f3'),
  tag('v2.2.0', '83d10cc', { builds: [{ ...failed(210, '83d10cc'), error: 'Cancelled by mira.' }] }),
  tag('v2.1.4', '1f0ce5b', live(240, '1f0ce5b', 44, ['pdf', 'htmlzip'])),
  {
    slug: '2.x-docs-refresh',
    verbose_name: 'docs/refresh',
    identifier: 'origin/docs/refresh-of-everything',
    type: 'branch',
    active: false,
    built: false,
  },
];

/** Tidewater with its versions; its default is `2.4`. */
export const versionsSeed = {
  users: [{ username: 'mira' }, { username: 'tobi' }],
  projects: [
    {
      slug: 'tidewater',
      name: 'Tidewater',
      users: ['mira'],
      repository: { url: 'https://git.example.org/harbour/tidewater.git', type: 'git' },
      default_version: '2.4',
      versions,
    },
  ],
};
