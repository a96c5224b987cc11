const git = (name: string) => ({ url: `https://github.com/example/${name}`, type: 'git' });

function project(id: number, slug: string, owner: string, privacy: 'public' | 'private') {
  return {
    id,
    slug,
    name: slug,
    users: [owner],
    privacy_level: privacy,
    repository: git(slug),
    homepage: 'https://example.com/',
  };
}

/** A project with one of everything, each thing under the project's own id; and its child, under the id after it. */
function family(id: number, slug: string, owner: string, privacy: 'public' | 'private') {
  const version = (number: number, name: string, more: object = {}) => ({
    id: number,
    verbose_name: name,
    identifier: 'master',
    type: 'branch',
    active: true,
    built: true,
    ...more,
  });
  const builds = (number: number) => [
    { id: number, created: '2019-04-29T10:00:00Z', state: 'finished', success: true, duration: 60 },
  ];
  return [
    {
      ...project(id, slug, owner, privacy),
      versions: [
        version(id, 'latest', { builds: builds(id) }),
        version(id + 100, 'hidden', { privacy_level: 'private', builds: builds(id + 100) }),
        version(id + 200, '12', { type: 'external', builds: builds(id + 200) }),
      ],
      redirects: [{ pk: id, type: 'page', from_url: '/a.html', to_url: '/b.html' }],
      environment_variables: [{ pk: id, name: 'KEY', value: 'secret value' }],
      subprojects: [{ child: `${slug}-child`, alias: 'kid' }],
    },
    project(id + 1, `${slug}-child`, owner, privacy),
    project(id + 2, `${slug}-spare`, owner, privacy),
  ];
}

/** The columns of behaviour.md 2 as alice sees them: her own project, and bob's. */
export const COLUMNS = ['own', 'open', 'closed', 'unknown'] as const;
export type Column = (typeof COLUMNS)[number];

/** Ids of what each column's project has; `unknown` names what exists elsewhere. */
const PROJECT_IDS: Readonly<Record<Column, number>> = { own: 10, open: 20, closed: 30, unknown: 10 };

/** Returns a path below the project of a column; `#` in it becomes the id of that project's things. */
export function pathIn(column: Column, path: string, slug: string = column): string {
  return `/api/v3/projects/${slug}/${path.replace('#', String(PROJECT_IDS[column]))}`;
}

/** Each column's project has a version `latest`, a build, a redirect, a variable and a subproject `kid`. */
export const PERMISSIONS_SEED = {
  users: [{ username: 'alice' }, { username: 'bob' }],
  projects: [
    ...family(PROJECT_IDS.own, 'own', 'alice', 'public'),
    ...family(PROJECT_IDS.open, 'open', 'bob', 'public'),
    ...family(PROJECT_IDS.closed, 'closed', 'bob', 'private'),
  ],
};

export const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' };
export const NOT_FOUND = { detail: 'Not found.' };
export const NO_CREDENTIALS = { detail: 'Authentication credentials were not provided.' };

/** What a path takes, beside HEAD and OPTIONS (behaviour.md 3). */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Every path of v3 below the projects list, with `#` for an id and the methods it takes. */
export const NESTED: readonly (readonly [path: string, ...taken: Method[]])[] = [
  ['versions/', 'GET'],
  ['versions/latest/', 'GET', 'PUT', 'PATCH'],
  ['version/latest/', 'GET', 'PUT', 'PATCH'],
  ['versions/latest/builds/', 'GET', 'POST'],
  ['versions/latest/builds/#/', 'GET'],
  ['builds/', 'GET'],
  ['builds/#/', 'GET'],
  ['subprojects/', 'GET', 'POST'],
  ['subprojects/kid/', 'GET', 'DELETE'],
  ['translations/', 'GET'],
  ['superproject/', 'GET'],
  ['sync-versions/', 'POST'],
  ['redirects/', 'GET', 'POST'],
  ['redirects/#/', 'GET', 'PUT', 'PATCH', 'DELETE'],
  ['environmentvariables/', 'GET', 'POST'],
  ['environmentvariables/#/', 'GET', 'DELETE'],
];

/** The header that such a path answers. */
export function allowOf(taken: readonly Method[]): string {
  return [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
