import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import {
  allowOf,
  COLUMNS,
  type Column,
  type Method,
  NESTED,
  NO_CREDENTIALS,
  NO_PERMISSION,
  NOT_FOUND,
  PERMISSIONS_SEED,
  pathIn,
} from './permissions-fixture.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

/** Methods that a path does not take. */
function refusedBy(taken: readonly Method[]): string[] {
  return METHODS.filter((method) => {
    const own = method === 'HEAD' ? 'GET' : method;
    return !taken.some((one) => one === own);
  });
}

function notAllowed(method: string, taken: readonly Method[]): Scenario['expect'] {
  const content = method === 'HEAD' ? { text: '' } : { body: { detail: `Method "${method}" not allowed.` } };
  return { status: 405, ...content, headers: { allow: allowOf(taken) } };
}

/** A nested path tells nobody but its maintainers what it takes (behaviour.md 2). */
function expectedIn(column: Column, method: string, taken: readonly Method[]): Scenario['expect'] {
  if (column === 'own') return notAllowed(method, taken);
  const [status, body] = column === 'unknown' ? [404, NOT_FOUND] : [403, NO_PERMISSION];
  return method === 'HEAD' ? { status, text: '' } : { status, body };
}

const nested: Scenario[] = NESTED.flatMap(([path, ...taken]) =>
  COLUMNS.flatMap((column) =>
    refusedBy(taken).flatMap((method): Scenario[] => {
      const at = pathIn(column, path);
      return [
        { as: 'alice', method, path: at, expect: expectedIn(column, method, taken) },
        ...(column === 'own' && method !== 'HEAD'
          ? [{ as: 'nobody', method, path: at, expect: { status: 401, body: NO_CREDENTIALS } }]
          : []),
      ];
    }),
  ),
);
scenarios('methods that a nested path does not take', nested, { seed: PERMISSIONS_SEED });

const TOP: readonly (readonly [path: string, ...taken: Method[]])[] = [
  ['projects/', 'GET', 'POST'],
  ...COLUMNS.map((column) => [`projects/${column}/`, 'GET', 'PUT', 'PATCH'] as const),
];
const top: Scenario[] = TOP.flatMap(([path, ...taken]) =>
  refusedBy(taken).flatMap((method): Scenario[] => [
    { as: 'alice', method, path: `/api/v3/${path}`, expect: notAllowed(method, taken) },
    { as: 'nobody', method, path: `/api/v3/${path}`, expect: { status: 401 } },
  ]),
);
scenarios('methods that the projects do not take', top, { seed: PERMISSIONS_SEED });

scenarios(
  'methods that the root does not take',
  refusedBy(['GET']).map((method) => ({
    as: 'nobody',
    method,
    path: '/api/v3/',
    expect: notAllowed(method, ['GET']),
  })),
);

const PARSES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const RENDERS = ['application/json', 'text/html'];
const allPaths: readonly (readonly [path: string, ...taken: Method[]])[] = [
  ['projects/', 'GET', 'POST'],
  ['projects/own/', 'GET', 'PUT', 'PATCH'],
  ...NESTED.map(([path, ...taken]) => [`projects/own/${path.replace('#', '10')}`, ...taken] as const),
];
scenarios(
  'OPTIONS says what a path takes',
  allPaths.flatMap(([path, ...taken]): Scenario[] => [
    {
      as: 'alice',
      method: 'OPTIONS',
      path: `/api/v3/${path}`,
      expect: {
        status: 200,
        partial: { parses: PARSES, renders: RENDERS },
        headers: { allow: allowOf(taken), vary: 'Accept' },
      },
    },
    { as: 'nobody', method: 'OPTIONS', path: `/api/v3/${path}`, expect: { status: 401 } },
  ]),
  { seed: PERMISSIONS_SEED },
);
