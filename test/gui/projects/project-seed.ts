/* What the specs of a project's screens and of builds begin with. */

const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}Z`;
const command = (text: string, output: string, exit_code: number, from: number, to: number) => ({
  command: text,
  description: '',
  output,
  exit_code,
  start_time: at(from),
  end_time: at(to),
});

/** Lines that the clone writes; the numbers of all later lines follow from it. */
export const CLONE_LINES = 250;
const CLONED = Array.from({ length: CLONE_LINES }, (_, index) => `Receiving object ${index + 1}\n`).join('');

const SPHINX = [
  '\u001b[1mRunning Sphinx v7.4.7\u001b[0m',
  'reading sources... [ 31%] \u001b[35mapi/curve\u001b[0m',
  '\u001b[33mdocs/api/harbour.rst:14: WARNING: document is not included in any toctree\u001b[0m',
  '\u001b[31mdocs/guides/neap.rst:88: ERROR: Unknown directive type "tidecurve".\u001b[0m',
  '<b>not markup</b>',
  '',
].join('\n');

/** The line of the whole log that has the error. */
export const ERROR_LINE = CLONE_LINES + 4;

const COMMIT = 'c07d5a9b1e2f4c6d8a0b3c5d7e9f1a2b3c4d5e6f';
const build = (day: number, more: object) => ({
  created: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
  state: 'finished',
  success: true,
  duration: 40,
  commit: `${'0123456789'.repeat(4).slice(day)}${'a'.repeat(day)}`,
  ...more,
});

const FAILED = build(1, {
  success: false,
  duration: 42,
  commit: COMMIT,
  commit_subject: 'Read tide tables of the new stations',
  commit_author: 'Mira',
  config: { version: '2', sphinx: { configuration: 'docs/conf.py', fail_on_warning: false } },
  commands: [
    command('git clone --depth 50 https://git.example.org/harbour/tidewater.git .', CLONED, 0, 0, 3),
    command('python -m sphinx -T -b html . _build/html', SPHINX, 2, 12, 42),
  ],
});
const WITHOUT_COMMANDS = build(2, {
  success: false,
  error: 'Build environment creation failed',
  duration: null,
  commit: null,
});

const repository = (name: string) => ({ url: `https://git.example.org/harbour/${name}.git`, type: 'git' });
const LATEST = { slug: 'latest', verbose_name: 'latest', identifier: 'main', type: 'branch', active: true };

/** Tidewater with builds of every outcome, and projects that may become its relatives. */
export const projectSeed = {
  users: [{ username: 'mira' }, { username: 'tobi' }],
  projects: [
    {
      slug: 'tidewater',
      name: 'Tidewater',
      users: ['mira'],
      language: 'en',
      programming_language: 'py',
      repository: repository('tidewater'),
      description: 'Tables of the tides.',
      tags: ['harbour'],
      versions: [
        {
          ...LATEST,
          built: true,
          builds: [
            FAILED,
            WITHOUT_COMMANDS,
            build(3, {}),
            build(4, { success: false, error: 'Cancelled by mira.' }),
            build(5, { state: 'triggered', success: null, duration: null, commit: null }),
          ],
        },
        {
          slug: '2.4',
          verbose_name: '2.4',
          identifier: 'f'.repeat(40),
          type: 'tag',
          active: false,
          built: false,
          builds: [build(6, {})],
        },
      ],
    },
    {
      slug: 'tidewater-client',
      name: 'Tidewater client',
      users: ['mira'],
      language: 'en',
      repository: repository('tidewater-client'),
      versions: [{ ...LATEST, built: false, builds: [build(7, {})] }],
    },
    {
      slug: 'tidewater-de',
      name: 'Tidewater auf Deutsch',
      users: ['mira'],
      language: 'de',
      repository: repository('tidewater-de'),
      versions: [{ ...LATEST, built: false }],
    },
  ],
} as const;
