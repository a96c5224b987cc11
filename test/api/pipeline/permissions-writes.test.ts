import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import {
  COLUMNS,
  type Column,
  NO_CREDENTIALS,
  NO_PERMISSION,
  NOT_FOUND,
  PERMISSIONS_SEED,
  pathIn,
} from './permissions-fixture.ts';

type Write = {
  readonly method: string;
  readonly path: string;
  readonly body?: (column: Column) => object;
  readonly own: number;
};

const REDIRECT = () => ({ type: 'page', from_url: '/x', to_url: '/y' });
const WRITES: readonly Write[] = [
  { method: 'PATCH', path: '', body: () => ({ name: 'New' }), own: 204 },
  {
    method: 'PUT',
    path: '',
    body: () => ({
      name: 'New',
      repository: { url: 'https://example.com/r', type: 'hg' },
      homepage: 'https://example.com',
    }),
    own: 204,
  },
  { method: 'PATCH', path: 'versions/latest/', body: () => ({ active: false }), own: 204 },
  { method: 'PUT', path: 'versions/latest/', body: () => ({ active: false }), own: 204 },
  { method: 'PATCH', path: 'version/latest/', body: () => ({ active: false }), own: 204 },
  { method: 'PUT', path: 'version/latest/', body: () => ({ active: false }), own: 204 },
  { method: 'POST', path: 'versions/latest/builds/', own: 202 },
  { method: 'POST', path: 'versions/12/builds/', own: 202 },
  { method: 'POST', path: 'versions/hidden/builds/', own: 202 },
  { method: 'POST', path: 'sync-versions/', own: 202 },
  { method: 'POST', path: 'subprojects/', body: (column) => ({ child: `${column}-spare` }), own: 201 },
  { method: 'DELETE', path: 'subprojects/kid/', own: 204 },
  { method: 'POST', path: 'redirects/', body: REDIRECT, own: 201 },
  { method: 'PUT', path: 'redirects/#/', body: REDIRECT, own: 200 },
  { method: 'PATCH', path: 'redirects/#/', body: REDIRECT, own: 200 },
  { method: 'DELETE', path: 'redirects/#/', own: 204 },
  { method: 'POST', path: 'environmentvariables/', body: () => ({ name: 'A', value: 'b' }), own: 201 },
  { method: 'DELETE', path: 'environmentvariables/#/', own: 204 },
];

/** The rows of behaviour.md 2 that change something. */
function expected(column: Column, own: number): Scenario['expect'] {
  if (column === 'own') return { status: own };
  return column === 'unknown' ? { status: 404, body: NOT_FOUND } : { status: 403, body: NO_PERMISSION };
}

const rows: Scenario[] = WRITES.flatMap(({ method, path, body, own }) =>
  COLUMNS.flatMap((column): Scenario[] => {
    const at = pathIn(column, path);
    const sent = body ? { body: body(column) } : {};
    const expect = expected(column, own);
    const anonymous = { status: 401, body: NO_CREDENTIALS, headers: { 'www-authenticate': 'Token' } };
    return [
      { as: 'alice', method, path: at, ...sent, expect, fresh: column === 'own' },
      { as: 'nobody', method, path: at, ...sent, expect: anonymous },
      // What the body says is not asked of somebody who may not change anything.
      ...(column === 'own'
        ? []
        : [{ as: 'alice', method, path: at, body: '{', expect, name: 'a body that cannot be read' }]),
    ];
  }),
);

scenarios('who may change what', rows, { seed: PERMISSIONS_SEED });

const PROJECTS = '/api/v3/projects/';
const IMPORT = { name: 'New One', repository: { url: 'https://example.com/r', type: 'git' } };

scenarios(
  'a change in detail',
  [
    {
      name: 'anybody signed in may import',
      as: 'carol',
      method: 'POST',
      path: PROJECTS,
      body: IMPORT,
      expect: { status: 201, partial: { slug: 'new-one', users: [{ username: 'carol' }] } },
    },
    { as: 'nobody', method: 'POST', path: PROJECTS, body: IMPORT, expect: { status: 401 } },
    {
      name: 'whose it then is',
      as: 'alice',
      method: 'PATCH',
      path: `${PROJECTS}new-one/`,
      body: { name: 'Mine' },
      expect: { status: 403, body: NO_PERMISSION },
    },
    {
      name: "another project's redirect below mine",
      as: 'alice',
      method: 'DELETE',
      path: `${PROJECTS}own/redirects/20/`,
      expect: { status: 404, body: NOT_FOUND },
    },
    {
      name: 'the same',
      as: 'alice',
      method: 'PUT',
      path: `${PROJECTS}own/redirects/20/`,
      body: REDIRECT(),
      expect: { status: 404, body: NOT_FOUND },
    },
    {
      name: 'the same',
      as: 'alice',
      method: 'DELETE',
      path: `${PROJECTS}own/environmentvariables/20/`,
      expect: { status: 404, body: NOT_FOUND },
    },
    {
      name: 'an unknown version cannot be built',
      as: 'alice',
      method: 'POST',
      path: `${PROJECTS}own/versions/nope/builds/`,
      expect: { status: 404, body: NOT_FOUND },
    },
    {
      name: 'a pull request cannot be switched',
      as: 'alice',
      method: 'PATCH',
      path: `${PROJECTS}own/versions/12/`,
      body: { active: false },
      expect: { status: 404, body: NOT_FOUND },
    },
    {
      name: "another's project as a child",
      as: 'alice',
      method: 'POST',
      path: `${PROJECTS}own/subprojects/`,
      body: { child: 'open-spare' },
      expect: { status: 400, body: { child: ['Object with slug=open-spare does not exist.'] } },
    },
    {
      name: "another's private project as a child is told apart from none in nothing",
      as: 'alice',
      method: 'POST',
      path: `${PROJECTS}own/subprojects/`,
      body: { child: 'closed-spare' },
      expect: { status: 400, body: { child: ['Object with slug=closed-spare does not exist.'] } },
    },
  ],
  { seed: PERMISSIONS_SEED, users: ['carol'] },
);
