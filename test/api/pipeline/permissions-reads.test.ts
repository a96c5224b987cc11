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

/** The rows of behaviour.md 2 that read: what each column answers. */
type Rule = Readonly<Record<Column, number>>;
const DETAIL: Rule = { own: 200, open: 200, closed: 404, unknown: 404 };
const LIST: Rule = { own: 200, open: 403, closed: 403, unknown: 404 };

const READS: readonly (readonly [path: string, rule: Rule])[] = [
  ['', DETAIL],
  ['versions/latest/', DETAIL],
  ['builds/#/', DETAIL],
  ['versions/latest/builds/#/', DETAIL],
  ['subprojects/kid/', DETAIL],
  ['superproject/', DETAIL],
  ['versions/', LIST],
  ['builds/', LIST],
  ['versions/latest/builds/', LIST],
  ['subprojects/', LIST],
  ['translations/', LIST],
  ['redirects/', LIST],
  ['redirects/#/', LIST],
  ['environmentvariables/', LIST],
  ['environmentvariables/#/', LIST],
];

function refusal(status: number): object {
  if (status === 403) return { body: NO_PERMISSION };
  return status === 404 ? { body: NOT_FOUND } : {};
}

/** Only a child has a superproject. */
function readPath(column: Column, path: string): string {
  return path === 'superproject/' && column !== 'unknown'
    ? pathIn(column, path, `${column}-child`)
    : pathIn(column, path);
}

const rows: Scenario[] = READS.flatMap(([path, rule]) =>
  COLUMNS.flatMap((column): Scenario[] => {
    const status = rule[column];
    const at = readPath(column, path);
    return [
      { as: 'alice', method: 'GET', path: at, expect: { status, ...refusal(status) } },
      { as: 'alice', method: 'HEAD', path: at, expect: { status, text: '' } },
      {
        as: 'nobody',
        method: 'GET',
        path: at,
        expect: { status: 401, body: NO_CREDENTIALS, headers: { 'www-authenticate': 'Token' } },
      },
      { as: 'nobody', method: 'HEAD', path: at, expect: { status: 401, text: '' } },
    ];
  }),
);

scenarios('who may read what', rows, { seed: PERMISSIONS_SEED });

const read = (as: string, path: string, expect: Scenario['expect']): Scenario => ({
  as,
  method: 'GET',
  path: `/api/v3/projects/${path}`,
  expect,
});
const GONE = { status: 404, body: NOT_FOUND };
const namesOf = (...slugs: readonly string[]) => ({
  status: 200,
  partial: { count: slugs.length, results: slugs.map((slug) => ({ slug })) },
});

scenarios(
  'what a reader finds',
  [
    read('alice', '', namesOf('own', 'own-child', 'own-spare')),
    read('bob', '', namesOf('closed', 'closed-child', 'closed-spare', 'open', 'open-child', 'open-spare')),
    read('carol', '', { status: 200, body: { count: 0, next: null, previous: null, results: [] } }),
    read('bob', 'closed/', { status: 200, partial: { slug: 'closed' } }),
    read('bob', 'closed/versions/hidden/', { status: 200 }),
    read('bob', 'closed/builds/130/', { status: 200 }),

    { ...read('alice', 'own/versions/hidden/', { status: 200 }), name: 'a private version of mine' },
    { ...read('alice', 'open/versions/hidden/', GONE), name: 'a private version of others' },
    { ...read('alice', 'open/builds/120/', GONE), name: 'its build' },
    { ...read('alice', 'own/builds/110/', { status: 200 }), name: 'a build of my private version' },
    { ...read('alice', 'open/versions/hidden/builds/120/', GONE), name: 'its build, under it' },

    { ...read('alice', 'own/versions/12/', GONE), name: 'a pull request of mine' },
    { ...read('alice', 'own/builds/210/', GONE), name: 'its build' },
    { ...read('alice', 'own/versions/', namesOf('latest', 'hidden')), name: 'not listed' },
    {
      ...read('alice', 'own/builds/', {
        status: 200,
        partial: { count: 2, results: [{ id: 110 }, { id: 10 }] },
      }),
      name: 'nor its builds',
    },

    { ...read('alice', 'own/builds/20/', GONE), name: "another project's build" },
    { ...read('alice', 'own/versions/hidden/builds/10/', GONE), name: "another version's build" },
    { ...read('alice', 'own/redirects/20/', GONE), name: "another project's redirect" },
    { ...read('alice', 'own/environmentvariables/20/', GONE), name: "another project's variable" },
    { ...read('alice', 'own/subprojects/own-child/', GONE), name: 'a subproject is known by its alias' },
    { ...read('alice', 'own/versions/nope/', GONE), name: 'no such version' },
    { ...read('alice', 'own/versions/nope/builds/', GONE), name: 'no such version to list builds of' },
    { ...read('alice', 'own/builds/9999/', GONE), name: 'no such build' },

    { ...read('alice', 'own/superproject/', { status: 404, text: '' }), name: 'no superproject, no body' },
    { ...read('alice', 'open/superproject/', { status: 404, text: '' }), name: 'the same of others' },
    { ...read('alice', 'own-child/superproject/', { status: 200, partial: { slug: 'own' } }), name: 'one' },
    read('alice', 'open-child/superproject/', { status: 200, partial: { slug: 'open' } }),
  ],
  { seed: PERMISSIONS_SEED, users: ['carol'] },
);
