import { expect } from 'vitest';
import { member } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { CONFIG, readRows } from './v3-fixture.ts';
import {
  BUILD_KEYS,
  expectJson,
  FLEX_SEED,
  keys,
  LAST,
  ofActive,
  PROJECT_KEYS,
  VERSION_KEYS,
  without,
} from './v3-flex-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const BUILD = `${PIP}builds/1000/`;
const LATEST = `${PIP}versions/latest/`;

scenarios(
  'v3 expand on a detail',
  readRows([
    keys(PIP, ...PROJECT_KEYS),
    keys(`${PIP}?expand=foo,users,subproject_of,last_build`, ...PROJECT_KEYS),
    keys(`${PIP}?expand=active_versions`, ...PROJECT_KEYS, 'active_versions'),
    keys(`${PIP}?expand=active_versions&expand=foo`, ...PROJECT_KEYS),
    keys(`${PIP}?expand=%20active_versions`, ...PROJECT_KEYS),
    expectJson(`${PIP}?expand=active_versions&fields=id`, { id: 10 }),
    expectJson(`${PIP}?fields=active_versions`, {}),
    expectJson(`${PIP}?expand=active_versions&fields=slug,active_versions.slug`, {
      ...ofActive((slug) => ({ slug })),
      slug: 'pip',
    }),
    keys(`${PIP}?expand=active_versions&omit=active_versions`, ...PROJECT_KEYS),
    {
      name: 'omit reaches into what is expanded',
      path: `${PIP}?expand=active_versions&omit=active_versions.downloads`,
      expect: { status: 200 },
      after: (_api, { json }) => {
        expect(Object.keys(json as object).sort()).toEqual([...PROJECT_KEYS, 'active_versions'].sort());
        const latest = member(json, 'active_versions', 'latest');
        expect(Object.keys(latest as object).sort()).toEqual(without(VERSION_KEYS, 'downloads'));
      },
    },
    expectJson(
      `${PIP}?expand=active_versions&fields=active_versions.urls.vcs,active_versions.id&omit=active_versions.urls`,
      ofActive((slug) => ({ id: { '1': 103, '2.0': 102, handmade: 105, latest: 100, stable: 101 }[slug] })),
    ),
    expectJson(
      `${PIP}?expand=active_versions.last_build&fields=active_versions.last_build.id`,
      ofActive((slug) => ({ last_build: LAST[slug] === undefined ? null : { id: LAST[slug] } })),
    ),
    expectJson(
      `${PIP}?expand=active_versions.last_build.config&fields=active_versions.last_build.config`,
      ofActive((slug) => ({
        last_build: { '2.0': { config: { conda: {} } }, latest: { config: {} } }[slug] ?? null,
      })),
    ),
    expectJson(
      `${PIP}?expand=active_versions&fields=active_versions.last_build`,
      ofActive(() => ({})),
    ),
    expectJson(
      `${PIP}?expand=active_versions.nope&fields=active_versions.id`,
      ofActive(() => ({ id: expect.any(Number) })),
    ),
    expectJson(
      `${PIP}?expand=~all&fields=active_versions.id,active_versions.last_build`,
      ofActive(() => ({ id: expect.any(Number) })),
    ),
    expectJson(
      `${PIP}?expand=*&fields=active_versions.id,active_versions.last_build`,
      ofActive(() => ({ id: expect.any(Number) })),
    ),
    expectJson(
      `${PIP}?expand=active_versions.~all&fields=active_versions.last_build.id,active_versions.last_build.config`,
      ofActive((slug) => ({ last_build: LAST[slug] === undefined ? null : { id: LAST[slug] } })),
    ),
    keys(`${LATEST}?expand=~all`, ...VERSION_KEYS, 'last_build'),
    {
      path: `${LATEST}?expand=*&fields=last_build`,
      expect: { status: 200 },
      after: (_api, { json }) =>
        expect(Object.keys(member(json, 'last_build') as object).sort()).toEqual(BUILD_KEYS),
    },
    expectJson(`${LATEST}?expand=last_build.config&fields=last_build.config,last_build.id`, {
      last_build: { config: {}, id: 1002 },
    }),
    expectJson(`${LATEST}?expand=last_build.~all&fields=last_build.config`, { last_build: { config: {} } }),
    expectJson(`${LATEST}?expand=active_versions,config&fields=last_build,config`, {}),
    expectJson(`${PIP}versions/stable/?expand=last_build.config&fields=last_build.config`, {
      last_build: null,
    }),
    expectJson(`${BUILD}?expand=config&fields=config`, { config: CONFIG }),
    expectJson(`${BUILD}?expand=config&fields=config.version`, { config: CONFIG }),
    expectJson(`${BUILD}?expand=config&fields=id,config&omit=config.version`, { config: CONFIG, id: 1000 }),
    expectJson(`${BUILD}?fields=id&expand=config`, { id: 1000 }),
    keys(`${BUILD}?expand=~all`, ...BUILD_KEYS, 'config'),
    keys(`${BUILD}?expand=*&omit=config`, ...BUILD_KEYS),
    keys(`${PIP}builds/1002/?expand=config`, ...BUILD_KEYS, 'config'),
    keys(`${P}pip-plugin/superproject/?expand=~all`, ...PROJECT_KEYS, 'active_versions'),
    keys(`${PIP}subprojects/plug/?expand=~all,child`, '_links', 'alias', 'child'),
  ]),
  { seed: FLEX_SEED },
);

/** The keys of the first item of a list. */
const itemKeys = (
  path: string,
  ...names: readonly string[]
): Partial<Scenario> & Pick<Scenario, 'path' | 'expect'> => ({
  path,
  expect: { status: 200 },
  after: (_api, { json }) =>
    expect(Object.keys(member(json, 'results', 0) as object).sort()).toEqual([...names].sort()),
});
const items = (...results: readonly unknown[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});

scenarios(
  'v3 expand on a list',
  readRows([
    itemKeys(P, ...PROJECT_KEYS),
    itemKeys(`${P}?expand=active_versions`, ...PROJECT_KEYS, 'active_versions'),
    itemKeys(`${P}?expand=active_versions.nope`, ...PROJECT_KEYS),
    itemKeys(`${P}?expand=active_versions.~all`, ...PROJECT_KEYS),
    itemKeys(`${P}?expand=last_build,foo`, ...PROJECT_KEYS),
    {
      as: 'bob',
      ...expectJson(
        `${P}?expand=active_versions.last_build&fields=active_versions.last_build.id,active_versions.last_build.config`,
        items(ofActive((slug) => ({ last_build: LAST[slug] === undefined ? null : { id: LAST[slug] } }))),
      ),
    },
    ...['~all', '*', 'foo,~all', 'active_versions.last_build.config'].map((expand) => ({
      as: 'bob',
      ...expectJson(
        `${P}?expand=${expand}&fields=active_versions.last_build.config`,
        items(
          ofActive((slug) => ({
            last_build: { '2.0': { config: { conda: {} } }, latest: { config: {} } }[slug] ?? null,
          })),
        ),
      ),
    })),
    itemKeys(`${PIP}versions/?expand=last_build`, ...VERSION_KEYS, 'last_build'),
    itemKeys(`${PIP}versions/?expand=last_build.nope,config`, ...VERSION_KEYS),
    expectJson(
      `${PIP}versions/?expand=~all&fields=last_build.config&verbose_name=2.0`,
      items({ last_build: { config: { conda: {} } } }),
    ),
    expectJson(
      `${PIP}versions/?expand=last_build.config&fields=last_build.id&verbose_name=2.0`,
      items({ last_build: { id: 1003 } }),
    ),
    itemKeys(`${PIP}builds/?expand=config`, ...BUILD_KEYS, 'config'),
    itemKeys(`${PIP}builds/?expand=~all`, ...BUILD_KEYS, 'config'),
    itemKeys(`${PIP}builds/?expand=Config`, ...BUILD_KEYS),
    itemKeys(`${LATEST}builds/?expand=*`, ...BUILD_KEYS, 'config'),
    itemKeys(`${PIP}translations/?expand=active_versions,~all`, ...PROJECT_KEYS),
    itemKeys(`${PIP}subprojects/?expand=child,active_versions,~all`, '_links', 'alias', 'child'),
    itemKeys(
      `${PIP}environmentvariables/?expand=~all`,
      '_links',
      'created',
      'modified',
      'name',
      'pk',
      'project',
    ),
  ]),
  { seed: FLEX_SEED },
);
