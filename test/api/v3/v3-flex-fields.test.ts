import { describe, expect, test } from 'vitest';
import { member, startApi } from '../../support/api/api-server.ts';
import { scenarios } from '../../support/api/scenarios.ts';
import { readRows } from './v3-fixture.ts';
import {
  BUILD_KEYS,
  expectJson,
  FLEX_SEED,
  keys,
  PROJECT_KEYS,
  VERSION_KEYS,
  without,
} from './v3-flex-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const BUILD = `${PIP}builds/1000/`;
const LATEST = `${PIP}versions/latest/`;

scenarios(
  'v3 fields and omit',
  readRows([
    expectJson(`${PIP}?fields=id,slug`, { id: 10, slug: 'pip' }),
    expectJson(`${PIP}?fields=nope`, {}),
    expectJson(`${PIP}?fields=nope,id`, { id: 10 }),
    expectJson(`${PIP}?fields=,`, {}),
    expectJson(`${PIP}?fields=~all`, {}),
    expectJson(`${PIP}?fields=*`, {}),
    expectJson(`${PIP}?fields=ID,Slug`, {}),
    { name: 'names are not trimmed', ...expectJson(`${PIP}?fields=id,%20slug`, { id: 10 }) },
    {
      name: 'the last of a repeated key counts',
      ...expectJson(`${PIP}?fields=id&fields=slug`, { slug: 'pip' }),
    },
    { name: 'an empty value is none', ...keys(`${PIP}?fields=id&fields=`, ...PROJECT_KEYS) },
    keys(`${PIP}?fields=&omit=&expand=`, ...PROJECT_KEYS),
    keys(`${PIP}?Fields=id`, ...PROJECT_KEYS),
    keys(`${PIP}?fields[]=id`, ...PROJECT_KEYS),
    {
      name: 'a dotted path keeps the whole of what is not expanded',
      path: `${PIP}?fields=urls.home,language.code`,
      expect: { status: 200, body: { language: { code: 'en', name: 'English' }, urls: expect.anything() } },
      after: (_api, { json }) =>
        expect(Object.keys(member(json, 'urls') as object)).toEqual(['documentation', 'home']),
    },
    keys(`${PIP}?omit=users,tags`, ...without(PROJECT_KEYS, 'users', 'tags')),
    keys(`${PIP}?omit=nope,ID`, ...PROJECT_KEYS),
    keys(`${PIP}?omit=id&omit=tags`, ...without(PROJECT_KEYS, 'tags')),
    keys(`${PIP}?omit=urls.home,users.username`, ...PROJECT_KEYS),
    {
      name: 'omit does not reach into what is not expanded',
      path: `${PIP}?omit=urls.home`,
      expect: { status: 200, partial: { urls: { home: 'https://pip.pypa.io' } } },
    },
    keys(`${PIP}?omit=~all`, ...PROJECT_KEYS),
    keys(`${PIP}?omit=*`, ...PROJECT_KEYS),
    expectJson(`${PIP}?fields=id&omit=id`, {}),
    expectJson(`${PIP}?fields=id,slug&omit=id,name`, { slug: 'pip' }),
    expectJson(`${PIP}?fields=__proto__,constructor,toString`, {}),
    {
      name: 'per item in a list, the envelope untouched',
      as: 'bob',
      ...expectJson(`${P}?fields=id`, { count: 1, next: null, previous: null, results: [{ id: 10 }] }),
    },
    {
      as: 'bob',
      ...expectJson(`${P}?fields=count,results`, { count: 1, next: null, previous: null, results: [{}] }),
    },
    {
      as: 'bob',
      ...expectJson(`${P}?omit=count,results&fields=slug`, {
        count: 1,
        next: null,
        previous: null,
        results: [{ slug: 'pip' }],
      }),
    },
    expectJson(`${PIP}versions/?fields=slug&verbose_name=stable`, {
      count: 1,
      next: null,
      previous: null,
      results: [{ slug: 'stable' }],
    }),
    keys(`${LATEST}?omit=urls`, ...without(VERSION_KEYS, 'urls')),
    expectJson(`${LATEST}?fields=id,active`, { active: true, id: 100 }),
    expectJson(`${PIP}builds/?fields=id&commit=cc`, {
      count: 1,
      next: null,
      previous: null,
      results: [{ id: 1002 }],
    }),
    expectJson(`${LATEST}builds/?fields=id&commit=cc`, {
      count: 1,
      next: null,
      previous: null,
      results: [{ id: 1002 }],
    }),
    expectJson(`${LATEST}builds/1002/?fields=state.code`, { state: { code: 'building', name: 'Building' } }),
    keys(`${BUILD}?omit=_links`, ...without(BUILD_KEYS, '_links')),
    expectJson(`${PIP}translations/?fields=id`, {
      count: 1,
      next: null,
      previous: null,
      results: [{ id: 11 }],
    }),
    expectJson(`${P}pip-theme/superproject/?fields=slug`, { slug: 'pip' }),
    expectJson(`${PIP}subprojects/?fields=alias`, {
      count: 2,
      next: null,
      previous: null,
      results: [{ alias: 'plug' }, { alias: 'pip-theme' }],
    }),
    expectJson(`${PIP}subprojects/plug/?fields=alias`, { alias: 'plug' }),
    keys(`${PIP}subprojects/plug/?fields=child.slug&expand=child`, 'child'),
    {
      name: 'a child is whole',
      path: `${PIP}subprojects/plug/?fields=child.slug&omit=child.name`,
      expect: { status: 200 },
      after: (_api, { json }) =>
        expect(Object.keys(member(json, 'child') as object).sort()).toEqual(
          without(PROJECT_KEYS, 'subproject_of'),
        ),
    },
    keys(`${PIP}subprojects/plug/?omit=_links`, 'alias', 'child'),
    expectJson(`${PIP}redirects/5/?fields=pk,type`, { pk: 5, type: 'page' }),
    keys(`${PIP}redirects/5/?omit=_links,created,modified`, 'from_url', 'pk', 'project', 'to_url', 'type'),
    expectJson(`${PIP}redirects/?fields=pk&expand=~all`, {
      count: 1,
      next: null,
      previous: null,
      results: [{ pk: 5 }],
    }),
    expectJson(`${PIP}environmentvariables/3/?fields=name,value`, { name: 'KEY' }),
    keys(`${PIP}environmentvariables/3/?omit=name`, '_links', 'created', 'modified', 'pk', 'project'),
    expectJson(`${PIP}environmentvariables/?fields=pk,value&expand=value`, {
      count: 1,
      next: null,
      previous: null,
      results: [{ pk: 3 }],
    }),
    {
      name: 'relatives ignore the parameters',
      path: `${P}pip-plugin/?fields=subproject_of&omit=subproject_of.name&expand=active_versions`,
      expect: { status: 200 },
      after: (_api, { json }) =>
        expect(Object.keys(member(json, 'subproject_of') as object).sort()).toEqual(PROJECT_KEYS),
    },
    {
      name: 'so does what they hold',
      path: `${P}plugin-es/?fields=translation_of.slug`,
      expect: {
        status: 200,
        partial: { translation_of: { name: 'Pip plugin', subproject_of: { name: 'Pip' } } },
      },
    },
    expectJson('/api/v3/?fields=nope', { projects: expect.any(String) }),
  ]),
  { seed: FLEX_SEED },
);

describe('fields are selected by GET only', () => {
  test('answers to changes have all fields', async () => {
    const api = await startApi({ seed: FLEX_SEED });
    try {
      const post = (path: string, body: object) =>
        api.request('POST', `${path}?fields=pk&omit=name`, { user: 'alice', body });
      const variable = await post(`${PIP}environmentvariables/`, { name: 'NEW', value: 'x' });
      expect(variable.json).toMatchObject({ name: 'NEW', project: 'pip' });
      const redirect = await post(`${PIP}redirects/`, { type: 'sphinx_html' });
      expect(redirect.json).toMatchObject({ type: 'sphinx_html', from_url: null });
      const put = await api.request('PUT', `${PIP}redirects/5/?fields=pk`, {
        user: 'alice',
        body: { type: 'sphinx_html' },
      });
      expect([put.status, put.json]).toMatchObject([200, { type: 'sphinx_html', to_url: null }]);
      const child = await post(`${PIP}subprojects/`, { child: 'under_score' });
      expect(child.json).toMatchObject({ alias: 'under_score', child: { name: 'Under score' } });
    } finally {
      await api.close();
    }
  });
});
