import { expect } from 'vitest';
import { scenarios } from '../../support/api/scenarios.ts';
import { ids, NOT_FOUND, readRows, V2_SEED } from './v2-fixture.ts';

const NO_CREDENTIALS = 'Authentication credentials were not provided.';

const link = (path: string) =>
  expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path.replace('?', '\\?')}$`));

scenarios(
  'v2 pages and doors',
  [
    ...readRows([
      {
        path: '/api/v2/project/?limit=1&zoo=&offset=1',
        expect: {
          status: 200,
          partial: {
            count: 3,
            next: link('/api/v2/project/?limit=1&offset=2&zoo='),
            previous: link('/api/v2/project/?limit=1&zoo='),
            results: [{ id: 11 }],
          },
        },
      },
      {
        path: '/api/v2/version/?active=true&limit=4&offset=4',
        expect: {
          status: 200,
          partial: { count: 5, next: null, previous: link('/api/v2/version/?active=true&limit=4') },
        },
      },
      {
        path: '/api/v2/build/?limit=abc&offset=99',
        expect: {
          status: 200,
          body: { count: 6, next: null, previous: link('/api/v2/build/?limit=10&offset=89'), results: [] },
        },
      },
      { name: 'a token means nothing', token: 'wrong', path: '/api/v2/project/', expect: ids(10, 11, 12) },
      { path: '/api/v2/build/1000', expect: { status: 301, headers: { location: '/api/v2/build/1000/' } } },
      {
        path: '/api/v2/build/1000/',
        headers: { accept: 'text/html,*/*;q=0.8' },
        expect: { status: 200, headers: { 'content-type': 'application/json' } },
      },
      { path: '/api/v2/build/1000/', headers: { accept: 'application/xml' }, expect: { status: 406 } },
      { path: '/api/v2/build/1000/?format=json', expect: { status: 200, partial: { id: 1000 } } },
      { path: '/api/v2/build/1000/?format=api', expect: NOT_FOUND },
      { method: 'HEAD', path: '/api/v2/build/1000/', expect: { status: 200, text: '' } },
      { method: 'HEAD', path: '/api/v2/build/9999/', expect: { status: 404, text: '' } },
      { method: 'OPTIONS', path: '/api/v2/build/1000/', expect: { status: 200, partial: { name: 'Build' } } },
      { path: '/api/v2/build/1000/commands/', expect: NOT_FOUND },
    ]),
    ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
      ['nobody', 'alice'].flatMap((as) =>
        [
          'project/',
          'project/10/',
          'project/10/active_versions/',
          'version/',
          'version/100/',
          'build/',
          'build/1000',
        ].map((path) => ({
          as,
          method,
          path: `/api/v2/${path}`,
          body: { slug: 'x' },
          expect: {
            status: 403,
            body: { detail: NO_CREDENTIALS },
            headers: { allow: 'GET, HEAD, OPTIONS', 'www-authenticate': undefined },
          },
        })),
      ),
    ),
  ],
  { seed: V2_SEED },
);

scenarios(
  'v2 after a change',
  [
    ...readRows([
      {
        path: '/api/v2/build/1000/',
        expect: { status: 200, partial: { docs_url: expect.stringMatching(/^http:/) } },
      },
    ]),
    {
      as: 'alice',
      method: 'PATCH',
      path: '/api/v3/projects/pip/versions/latest/',
      body: { active: false },
      expect: { status: 204 },
    },
    ...readRows([
      {
        name: 'without its pages',
        path: '/api/v2/build/1000/',
        expect: { status: 200, partial: { docs_url: '/dashboard/pip/version/latest/' } },
      },
      { path: '/api/v2/project/10/active_versions/', expect: { status: 200, body: { versions: [] } } },
      { path: '/api/v2/version/?project__slug=pip&active=true', expect: ids(102) },
      {
        path: '/api/v2/version/100/',
        expect: { status: 200, partial: { active: false, built: false, downloads: {}, has_pdf: false } },
      },
    ]),
  ],
  { seed: V2_SEED },
);
