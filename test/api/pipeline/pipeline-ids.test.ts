import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { NO_CREDENTIALS, NO_PERMISSION, NOT_FOUND, PERMISSIONS_SEED, pathIn } from './permissions-fixture.ts';

const PATHS = [
  ['builds/abc/', 'GET', 'DELETE'],
  ['builds/-1/', 'GET', 'POST'],
  ['builds/1.5/', 'GET', 'PUT'],
  ['versions/latest/builds/abc/', 'GET', 'PATCH'],
  ['redirects/abc/', 'GET', 'POST'],
  ['redirects/abc/', 'PUT', 'POST'],
  ['redirects/1e3/', 'PATCH', 'POST'],
  ['redirects/%20/', 'DELETE', 'POST'],
  ['environmentvariables/abc/', 'GET', 'PUT'],
  ['environmentvariables/0x1/', 'DELETE', 'PATCH'],
] as const;

const row = (rest: Pick<Scenario, 'name' | 'path' | 'as' | 'method' | 'expect'>): Scenario => rest;

/** An id that is no integer is looked up last, like any other that does not exist (behaviour.md 0 and Decisions). */
scenarios(
  'an id that is no integer',
  PATHS.flatMap(([path, method, wrongMethod]) => {
    const own = pathIn('own', path);
    const open = pathIn('open', path);
    const isBuild = path.includes('builds/');
    const to = (name: string) => `${method} ${path}: ${name}`;
    const lookedUp = { status: 404, body: NOT_FOUND };
    return [
      row({
        ...{ name: to('without a token'), path: own, as: 'nobody', method },
        expect: { status: 401, body: NO_CREDENTIALS, headers: { 'www-authenticate': 'Token' } },
      }),
      row({
        ...{ name: to("another's project"), path: open, as: 'alice', method },
        // Anybody signed in may read a build of a public project.
        expect: isBuild ? lookedUp : { status: 403, body: NO_PERMISSION },
      }),
      row({
        ...{ name: to('no such project'), path: pathIn('unknown', path), as: 'alice', method },
        expect: lookedUp,
      }),
      row({
        ...{ name: to(`${wrongMethod} of another's`), path: open, as: 'alice', method: wrongMethod },
        expect: { status: 403, body: NO_PERMISSION },
      }),
      row({
        ...{ name: to(`${wrongMethod} of one's own`), path: own, as: 'alice', method: wrongMethod },
        expect: { status: 405, body: { detail: `Method "${wrongMethod}" not allowed.` } },
      }),
      row({ ...{ name: to("one's own"), path: own, as: 'alice', method }, expect: lookedUp }),
    ];
  }),
  { seed: PERMISSIONS_SEED },
);

const noWrite = { status: 403, body: NO_CREDENTIALS };
scenarios(
  'an id of v2 that is no integer',
  ['project', 'version', 'build'].flatMap((kind): Scenario[] => {
    const path = `/api/v2/${kind}/abc/`;
    return [
      { as: 'nobody', method: 'GET', path, expect: { status: 404, body: NOT_FOUND } },
      { as: 'nobody', method: 'DELETE', path, expect: noWrite },
      { as: 'nobody', method: 'POST', path, expect: noWrite },
    ];
  }),
  { seed: PERMISSIONS_SEED },
);

scenarios(
  'the body of a write to such an id',
  [
    {
      as: 'alice',
      method: 'PUT',
      path: pathIn('own', 'redirects/abc/'),
      headers: { 'content-type': 'application/xml' },
      body: '<a/>',
      expect: { status: 404, body: NOT_FOUND },
    },
  ],
  { seed: PERMISSIONS_SEED },
);
