/* A maintainer's projects: in every state, in several languages, of several people. */

type Outcome = 'passed' | 'failed' | 'cancelled' | 'cloning' | 'installing' | 'building' | 'triggered';

type Shape = {
  readonly name: string;
  readonly language?: string;
  readonly code?: string;
  readonly users?: readonly string[];
  readonly tags?: readonly string[];
  /** Outcomes of its builds, newest first. */
  readonly builds?: readonly Outcome[];
  /** Minutes since the newest build. */
  readonly ago?: number;
  /** Active tags besides `latest`; the first one is the default. */
  readonly versions?: readonly string[];
};

const passed = (count: number): Outcome[] => Array.from({ length: count }, () => 'passed');

const PROJECTS: readonly Shape[] = [
  {
    name: 'Tidewater',
    code: 'py',
    users: ['mira', 'tobi'],
    tags: ['harbour'],
    versions: ['2.4'],
    builds: ['building', ...passed(11)],
    ago: 1,
  },
  {
    name: 'Halyard Deploy',
    code: 'go',
    users: ['sefa'],
    tags: ['harbour'],
    versions: ['stable'],
    builds: ['installing', ...passed(11)],
    ago: 0,
  },
  {
    name: 'Leuchtfeuer Handbuch',
    language: 'de',
    code: 'words',
    users: ['anke', 'mira'],
    tags: ['handbook'],
    builds: ['cloning', ...passed(8)],
    ago: 0,
  },
  {
    name: 'Almanac',
    code: 'py',
    users: ['mira'],
    tags: ['harbour'],
    versions: ['3.1'],
    builds: ['failed', ...passed(11)],
    ago: 8,
  },
  {
    name: 'Gannet CLI',
    code: 'go',
    users: ['anke'],
    versions: ['stable'],
    builds: ['failed', 'failed', ...passed(10)],
    ago: 180,
  },
  {
    name: 'Brasscompass',
    code: 'js',
    users: ['tobi', 'mira', 'sefa'],
    tags: ['harbour'],
    builds: passed(12),
    ago: 12,
  },
  {
    name: 'Cartouche',
    language: 'fr',
    code: 'py',
    users: ['ines'],
    versions: ['stable'],
    builds: passed(12),
    ago: 26,
  },
  {
    name: 'Driftline ORM',
    code: 'ruby',
    users: ['sefa', 'mira'],
    versions: ['4.0'],
    builds: passed(12),
    ago: 60,
  },
  { name: 'Emberlog', code: 'java', users: ['tobi'], builds: ['cancelled', ...passed(11)], ago: 70 },
  {
    name: 'Fathom Metrics',
    code: 'py',
    users: ['mira', 'ines', 'sefa', 'tobi'],
    versions: ['1.8'],
    builds: passed(12),
    ago: 120,
  },
  { name: 'Inkstone', language: 'ja', code: 'py', users: ['haru'], builds: passed(12), ago: 300 },
  { name: 'Jetsam Queue', code: 'js', users: ['sefa'], versions: ['0.9'], builds: passed(9), ago: 1500 },
  {
    name: 'Kelpie UI',
    language: 'pt_BR',
    code: 'js',
    users: ['ines', 'tobi'],
    builds: passed(12),
    ago: 1700,
  },
  { name: 'Lodestar', code: 'cpp', users: ['mira'], versions: ['stable'], builds: passed(12), ago: 3000 },
  { name: 'Marlinspike', code: 'py', users: ['anke'] },
];

const SECOND = 1000;
const LENGTHS = [41, 38, 44, 52, 47, 63, 58, 49, 45, 43, 40, 55];

function build(outcome: Outcome, created: number, index: number): object {
  const flight = outcome !== 'passed' && outcome !== 'failed' && outcome !== 'cancelled';
  return {
    created: new Date(created).toISOString(),
    state: flight ? outcome : 'finished',
    ...(flight ? {} : { success: outcome === 'passed', duration: LENGTHS[index % LENGTHS.length] }),
    ...(outcome === 'failed' ? { error: 'The command ended with exit code 2.' } : {}),
    ...(outcome === 'cancelled' ? { error: 'Cancelled after 0:18. Nothing was published.' } : {}),
  };
}

/** Returns the content of a seed file with these projects. `now` in milliseconds, for the times of builds. */
export function projectListSeed(now: number = Date.now()): object {
  const people = [...new Set(PROJECTS.flatMap(({ users = ['mira'] }) => users))];
  return {
    users: people.map((username) => ({ username })),
    projects: PROJECTS.map(
      ({ name, language = 'en', code = 'words', users = ['mira'], tags = [], ...rest }) => {
        const { builds = [], ago = 0, versions = [] } = rest;
        const newest = now - ago * 60 * SECOND - 12 * SECOND;
        const history = builds.map((outcome, index) =>
          build(outcome, newest - index * 86_400 * SECOND, index),
        );
        const slug = name.toLowerCase().replaceAll(' ', '-');
        const [first] = versions;
        return {
          ...{ slug, name, language, users, tags },
          programming_language: code,
          repository: { url: `https://git.example.org/harbour/${slug}.git`, type: 'git' },
          ...(first === undefined ? {} : { default_version: first }),
          versions: [
            version('latest', 'branch', first === undefined ? history : []),
            ...versions.map((tag, index) => version(tag, 'tag', index === 0 ? history : [])),
          ],
        };
      },
    ),
  };
}

function version(name: string, type: 'branch' | 'tag', builds: readonly object[]): object {
  return {
    ...{ slug: name, verbose_name: name, type, active: true, built: builds.length > 0, builds },
    identifier: type === 'branch' ? 'main' : name,
  };
}

/** Returns the content of a seed file with many plain projects: `Project 00001` and so on. */
export function longProjectListSeed(count: number): object {
  return {
    users: [{ username: 'mira' }],
    projects: Array.from({ length: count }, (_, index) => {
      const number = String(index + 1).padStart(5, '0');
      return {
        slug: `project-${number}`,
        name: `Project ${number}`,
        users: ['mira'],
        repository: { url: `https://git.example.org/many/${number}.git`, type: 'git' },
        tags: index % 100 === 0 ? ['hundredth'] : [],
      };
    }),
  };
}
