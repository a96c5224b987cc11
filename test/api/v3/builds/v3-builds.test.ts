import { scenarios } from '../../../support/api/scenarios.ts';
import {
  CONFIG,
  expectList,
  FORBIDDEN,
  NOT_FOUND,
  readRows,
  UNAUTHENTICATED,
  V3_SEED,
} from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const LIST = `${P}pip/builds/`;
const OF_LATEST = `${P}pip/versions/latest/builds/`;
const COMMIT = 'c'.repeat(40);

const build = (id: number, version: string, fields: object) => ({
  _links: { _self: `${LIST}${id}/`, project: `${P}pip/`, version: `${P}pip/versions/${version}/` },
  commit: COMMIT,
  error: null,
  id,
  project: 'pip',
  state: { code: 'finished', name: 'Finished' },
  success: true,
  version,
  ...fields,
});

const GOOD = build(1000, 'latest', {
  created: '2019-01-01T00:00:00Z',
  duration: 60,
  finished: '2019-01-01T00:01:00Z',
});
const FAILED = build(1001, 'latest', {
  created: '2019-03-01T00:00:00.250000Z',
  duration: 60,
  error: 'It broke',
  finished: '2019-03-01T00:01:00.250000Z',
  success: false,
});
const RUNNING = build(1002, 'latest', {
  commit: 'cc',
  created: '2019-03-01T00:00:00.250000Z',
  duration: 3,
  finished: null,
  state: { code: 'building', name: 'Building' },
  success: null,
});
const AT_ONCE = build(1003, '2.0', { created: '2019-02-01T00:00:00Z', duration: 0, finished: null });

scenarios(
  'v3 build list',
  readRows([
    { as: 'nobody', path: LIST, expect: UNAUTHENTICATED },
    { as: 'stranger', path: LIST, expect: FORBIDDEN },
    { path: `${P}theirs/builds/`, expect: FORBIDDEN },
    { path: `${P}vault/builds/`, expect: FORBIDDEN },
    { path: `${P}nope/builds/`, expect: NOT_FOUND },
    {
      name: 'newest first, without the pull request',
      path: LIST,
      expect: { ...expectList('id', 1002, 1001, 1003, 1000, 1004), headers: { allow: 'GET, HEAD, OPTIONS' } },
    },
    {
      as: 'bob',
      path: LIST,
      expect: { status: 200, partial: { results: [RUNNING, FAILED, AT_ONCE, GOOD, {}] } },
    },
    { path: `${LIST}?commit=cc`, expect: expectList('id', 1002) },
    { name: 'no prefix match', path: `${LIST}?commit=c`, expect: expectList('id') },
    { path: `${LIST}?commit=${COMMIT}`, expect: expectList('id', 1001, 1003, 1000) },
    { path: `${LIST}?commit=${COMMIT.toUpperCase()}`, expect: expectList('id') },
    { path: `${LIST}?commit=%25`, expect: expectList('id') },
    { path: `${LIST}?commit=`, expect: expectList('id', 1002, 1001, 1003, 1000, 1004) },
    { path: `${LIST}?commit=cc&commit=dd`, expect: expectList('id', 1004) },
    { path: `${LIST}?running=true`, expect: expectList('id', 1002) },
    { path: `${LIST}?running=1`, expect: expectList('id', 1002) },
    { path: `${LIST}?running=FALSE`, expect: expectList('id', 1001, 1003, 1000, 1004) },
    { path: `${LIST}?running=0&commit=dd`, expect: expectList('id', 1004) },
    { path: `${LIST}?running=true&commit=dd`, expect: expectList('id') },
    ...['yes', '', '2', 'None'].map((value) => ({
      path: `${LIST}?running=${value}`,
      expect: expectList('id', 1002, 1001, 1003, 1000, 1004),
    })),
    { path: `${LIST}?running=true&running=x`, expect: expectList('id', 1002, 1001, 1003, 1000, 1004) },
    { path: `${LIST}?state=finished&success=false`, expect: expectList('id', 1002, 1001, 1003, 1000, 1004) },
    { path: `${P}pip-es/builds/`, expect: expectList('id') },
    {
      method: 'POST',
      path: LIST,
      body: {},
      expect: { status: 405, body: { detail: 'Method "POST" not allowed.' } },
    },
    { as: 'stranger', method: 'POST', path: LIST, expect: FORBIDDEN },
  ]),
  { seed: V3_SEED },
);

scenarios(
  'v3 builds of a version',
  readRows([
    { as: 'nobody', path: OF_LATEST, expect: UNAUTHENTICATED },
    { as: 'stranger', path: OF_LATEST, expect: FORBIDDEN },
    { path: `${P}vault/versions/latest/builds/`, expect: FORBIDDEN },
    { path: `${P}nope/versions/latest/builds/`, expect: NOT_FOUND },
    { path: `${P}pip/versions/nope/builds/`, expect: NOT_FOUND },
    {
      path: OF_LATEST,
      expect: {
        status: 200,
        body: { count: 3, next: null, previous: null, results: [RUNNING, FAILED, GOOD] },
        headers: { allow: 'GET, POST, HEAD, OPTIONS' },
      },
    },
    { path: `${OF_LATEST}?running=true`, expect: expectList('id', 1002) },
    { path: `${OF_LATEST}?running=false`, expect: expectList('id', 1001, 1000) },
    { path: `${OF_LATEST}?commit=${COMMIT}`, expect: expectList('id', 1001, 1000) },
    { path: `${OF_LATEST}?commit=dd`, expect: expectList('id') },
    { path: `${P}pip/versions/stable/builds/`, expect: expectList('id') },
    { name: 'inactive', path: `${P}pip/versions/dev-3.0/builds/`, expect: expectList('id') },
    { name: 'pull request', path: `${P}pip/versions/12/builds/`, expect: expectList('id') },
    { path: `${OF_LATEST}1000/`, expect: { status: 200, body: GOOD } },
    { as: 'stranger', path: `${OF_LATEST}1000/`, expect: { status: 200, body: GOOD } },
    { as: 'nobody', path: `${OF_LATEST}1000/`, expect: UNAUTHENTICATED },
    { name: 'of another version', path: `${OF_LATEST}1003/`, expect: NOT_FOUND },
    { name: 'of another project', path: `${P}pip-es/versions/latest/builds/1000/`, expect: NOT_FOUND },
    { path: `${P}pip/versions/12/builds/1005/`, expect: NOT_FOUND },
    {
      path: `${OF_LATEST}1000/?expand=config&fields=config`,
      expect: { status: 200, body: { config: CONFIG } },
    },
    {
      method: 'PATCH',
      path: `${OF_LATEST}1000/`,
      expect: {
        status: 405,
        body: { detail: 'Method "PATCH" not allowed.' },
        headers: { allow: 'GET, HEAD, OPTIONS' },
      },
    },
    {
      method: 'PUT',
      path: OF_LATEST,
      expect: { status: 405, body: { detail: 'Method "PUT" not allowed.' } },
    },
  ]),
  { seed: V3_SEED },
);

scenarios(
  'v3 build detail',
  readRows([
    { as: 'nobody', path: `${LIST}1000/`, expect: UNAUTHENTICATED },
    { path: `${LIST}1000/`, expect: { status: 200, body: GOOD } },
    { as: 'stranger', path: `${LIST}1000/`, expect: { status: 200, body: GOOD } },
    { name: 'failed', path: `${LIST}1001/`, expect: { status: 200, body: FAILED } },
    { name: 'running', path: `${LIST}1002/`, expect: { status: 200, body: RUNNING } },
    { name: 'finished at once', path: `${LIST}1003/`, expect: { status: 200, body: AT_ONCE } },
    { name: 'of a private version', path: `${LIST}1004/`, expect: { status: 200, partial: { id: 1004 } } },
    { name: 'of a private version', as: 'stranger', path: `${LIST}1004/`, expect: NOT_FOUND },
    { name: 'of a pull request', path: `${LIST}1005/`, expect: NOT_FOUND },
    {
      name: 'of a private project, own',
      path: `${P}hidden/builds/1500/`,
      expect: { status: 200, partial: { id: 1500 } },
    },
    { name: 'of a private project', path: `${P}vault/builds/2100/`, expect: NOT_FOUND },
    { name: 'of another project', path: `${P}pip-es/builds/1000/`, expect: NOT_FOUND },
    { name: 'unknown', path: `${LIST}999/`, expect: NOT_FOUND },
    { name: 'unknown project', path: `${P}nope/builds/1000/`, expect: NOT_FOUND },
    { name: 'no number', path: `${LIST}latest/`, expect: NOT_FOUND },
    {
      name: 'no number, for a caller without a token',
      as: 'nobody',
      path: `${LIST}latest/`,
      expect: UNAUTHENTICATED,
    },
    { name: 'negative', path: `${LIST}-1/`, expect: NOT_FOUND },
    { name: 'beyond 2^53', path: `${LIST}9007199254740993/`, expect: NOT_FOUND },
    { name: 'beyond 2^64', path: `${LIST}99999999999999999999999/`, expect: NOT_FOUND },
    {
      name: 'filters do not apply',
      path: `${LIST}1000/?running=true&commit=x`,
      expect: { status: 200, body: GOOD },
    },
    { path: `${LIST}1000/?expand=config`, expect: { status: 200, body: { ...GOOD, config: CONFIG } } },
    {
      name: 'no file was read',
      path: `${LIST}1001/?expand=config`,
      expect: { status: 200, body: { ...FAILED, config: {} } },
    },
    ...['PUT', 'PATCH', 'DELETE', 'POST'].map((method) => ({
      method,
      path: `${LIST}1000/`,
      expect: {
        status: 405,
        body: { detail: `Method "${method}" not allowed.` },
        headers: { allow: 'GET, HEAD, OPTIONS' },
      },
    })),
    { as: 'stranger', method: 'DELETE', path: `${LIST}1000/`, expect: FORBIDDEN },
    { method: 'DELETE', path: `${P}vault/builds/2100/`, expect: FORBIDDEN },
    { method: 'DELETE', path: `${P}nope/builds/1/`, expect: NOT_FOUND },
  ]),
  { seed: V3_SEED },
);
