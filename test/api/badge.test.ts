import { expect } from 'vitest';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type Scenario, scenarios } from '../support/api/scenarios.ts';

const build = (day: number, success: boolean, state = 'finished') => ({
  created: `2020-01-${String(day).padStart(2, '0')}T00:00:00Z`,
  state,
  success,
  commit: 'abc',
  duration: 1,
});

const version = (name: string, builds: readonly object[], more: object = {}) => ({
  verbose_name: name,
  identifier: name,
  type: 'tag',
  active: true,
  built: true,
  builds,
  ...more,
});

const project = (slug: string, versions: readonly object[], more: object = {}) => ({
  slug,
  name: slug,
  users: ['alice'],
  repository: { url: 'https://example.org/r.git', type: 'git' },
  versions,
  ...more,
});

const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    project('pip', [
      version('latest', [build(3, true), build(1, false), build(4, false, 'building')]),
      version('1.0', [build(2, false), build(1, true)]),
      version('2.0', [build(1, true, 'triggered')]),
      version('12', [build(1, true)], { type: 'external' }),
      version('secret', [build(1, true)], { privacy_level: 'private' }),
    ]),
    project('chosen', [version('latest', [build(1, true)]), version('1.0', [build(1, false)])], {
      default_version: '1.0',
    }),
    project('hidden', [version('latest', [build(1, true)])], { privacy_level: 'private' }),
  ],
};

const PASSING = /aria-label="docs: passing".*fill="#4b0"/s;
const FAILING = /aria-label="docs: failing".*fill="#dd4343"/s;
const UNKNOWN = /aria-label="docs: unknown".*fill="#939393"/s;

const HEADERS = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  'content-security-policy': /default-src 'none'; style-src 'unsafe-inline'/,
  'content-type': 'image/svg+xml',
  'x-content-type-options': 'nosniff',
};
const REFUSED = { status: 405, headers: { allow: 'GET, HEAD' } };

type Row = Pick<Scenario, 'path'> & Partial<Scenario>;

const expectText = (text: RegExp, rows: readonly Row[]): Scenario[] =>
  rows.map((row) => ({
    as: 'nobody',
    method: 'GET',
    expect: { status: 200, text, headers: HEADERS },
    ...row,
  }));

scenarios(
  'badge',
  [
    ...expectText(PASSING, [
      { name: 'the newest that has finished', path: '/projects/pip/badge/?version=latest' },
      { name: 'of the default version', path: '/projects/pip/badge/' },
      { name: 'of the default version', path: '/projects/pip/badge/?version=' },
      { name: 'the last version counts', path: '/projects/pip/badge/?version=1.0&version=latest' },
      { name: 'a signed-in user', as: 'alice', path: '/projects/pip/badge/' },
      { name: 'whatever is accepted', headers: { accept: 'image/png' }, path: '/projects/pip/badge/' },
    ]),
    ...expectText(FAILING, [
      { path: '/projects/pip/badge/?version=1.0' },
      { name: 'of a chosen default version', path: '/projects/chosen/badge/' },
    ]),
    ...expectText(UNKNOWN, [
      { name: 'not finished', path: '/projects/pip/badge/?version=2.0' },
      { name: 'no such version', path: '/projects/pip/badge/?version=nope' },
      { name: 'a pull request', path: '/projects/pip/badge/?version=12' },
      { name: 'a private version', as: 'alice', path: '/projects/pip/badge/?version=secret' },
      { name: 'a private project', as: 'alice', path: '/projects/hidden/badge/' },
      { name: 'no such project', path: '/projects/nope/badge/' },
      { name: 'no slug at all', path: '/projects/%00%22%3Cscript%3E/badge/?version=%00%3Cscript%3E' },
    ]),
    {
      as: 'nobody',
      method: 'HEAD',
      path: '/projects/pip/badge/',
      expect: { status: 200, text: '', headers: { ...HEADERS, 'content-length': /^[1-9]\d+$/ } },
    },
    {
      as: 'nobody',
      method: 'GET',
      path: '/projects/pip/badge?version=1.0&style=social',
      expect: { status: 301, headers: { location: '/projects/pip/badge/?version=1.0&style=social' } },
    },
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method) =>
      ['/projects/pip/badge/', '/projects/nope/badge'].map((path) => ({
        as: 'alice',
        method,
        path,
        expect: { ...REFUSED, body: { detail: `Method "${method}" not allowed.` } },
      })),
    ),
    {
      name: 'a path that cannot be read',
      as: 'nobody',
      method: 'GET',
      path: '/projects/%zz/badge/',
      expect: { status: 404, body: { detail: 'Not found.' } },
    },
    { as: 'nobody', method: 'GET', path: '/projects/pip/badge/more/', expect: { status: 404 } },
  ],
  { seed: SEED },
);

const style = (name: string, text: RegExp): Scenario => ({
  as: 'nobody',
  method: 'GET',
  path: `/projects/pip/badge/?style=${name}`,
  expect: { status: 200, text, headers: HEADERS },
});

const FLAT = /^<svg [^>]*height="20".*<linearGradient.*rx="3"/s;

scenarios(
  'badge styles',
  [
    style('', FLAT),
    style('flat', FLAT),
    style('flat-square', /^<svg [^>]*height="20".*<g shape-rendering="crispEdges">/s),
    style('plastic', /^<svg [^>]*height="18".*<linearGradient.*rx="4"/s),
    style('for-the-badge', /^<svg [^>]*height="28" role="img" aria-label="DOCS: PASSING"/s),
    style('social', /^<svg [^>]*height="20" role="img" aria-label="Docs: passing".*<style>/s),
    style('square', FLAT),
    style('constructor', FLAT),
    style('flat-square&style=flat', FLAT),
  ],
  { seed: SEED },
);

const runner = systemActor('runner');

scenarios(
  'badge after a build',
  [
    ...expectText(FAILING, [{ path: '/projects/chosen/badge/' }]),
    ...expectText(PASSING, [
      {
        name: 'that went well',
        path: '/projects/chosen/badge/',
        before({ lectern: { services } }) {
          services.builds.trigger(runner, 'chosen', '1.0');
          for (
            let order = services.buildRuns.dequeue(runner);
            order;
            order = services.buildRuns.dequeue(runner)
          ) {
            services.buildRuns.finish(runner, order.id, { success: true });
          }
        },
        after: ({ log }) => expect(log).toEqual([]),
      },
    ]),
  ],
  { seed: SEED },
);
