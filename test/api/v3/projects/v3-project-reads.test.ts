import { expect } from 'vitest';
import { scenarios } from '../../../support/api/scenarios.ts';
import { docs, expectList, FORBIDDEN, NOT_FOUND, readRows, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const P = '/api/v3/projects/';

const links = (slug: string) => ({
  _self: `${P}${slug}/`,
  builds: `${P}${slug}/builds/`,
  environmentvariables: `${P}${slug}/environmentvariables/`,
  redirects: `${P}${slug}/redirects/`,
  subprojects: `${P}${slug}/subprojects/`,
  superproject: `${P}${slug}/superproject/`,
  translations: `${P}${slug}/translations/`,
  versions: `${P}${slug}/versions/`,
});

const PIP = {
  _links: links('pip'),
  created: '2010-10-23T18:12:31.001000Z',
  default_branch: 'master',
  default_version: 'stable',
  homepage: 'https://pip.pypa.io',
  id: 10,
  language: { code: 'en', name: 'English' },
  modified: '2018-12-11T07:21:11Z',
  name: 'Pip',
  programming_language: { code: 'py', name: 'Python' },
  repository: { type: 'git', url: 'https://github.com/pypa/pip.git' },
  slug: 'pip',
  subproject_of: null,
  tags: ['packaging', 'install'],
  translation_of: null,
  urls: { documentation: docs('pip', '/en/stable/'), home: 'https://pip.pypa.io' },
  users: [{ username: 'bob' }, { username: 'alice' }],
};

const own = ['hidden', 'open-child', 'pip', 'pip-es', 'pip-plugin', 'pip-theme', 'plugin-es', 'under_score'];
const badChoice = (field: string, value: string) => ({
  status: 400,
  body: { [field]: [`Select a valid choice. ${value} is not one of the available choices.`] },
});

scenarios(
  'v3 project list',
  readRows([
    { as: 'nobody', path: P, expect: UNAUTHENTICATED },
    {
      path: P,
      expect: {
        ...expectList('slug', ...own),
        headers: { vary: 'Accept', allow: 'GET, POST, HEAD, OPTIONS' },
      },
    },
    {
      as: 'bob',
      path: P,
      expect: { status: 200, body: { count: 1, next: null, previous: null, results: [PIP] } },
    },
    { as: 'stranger', path: P, expect: expectList('slug', 'theirs', 'vault') },
    { path: `${P}?language=es`, expect: expectList('slug', 'pip-es', 'plugin-es') },
    { path: `${P}?language=pt_BR`, expect: expectList('slug', 'under_score') },
    { path: `${P}?language=de`, expect: expectList('slug') },
    { path: `${P}?programming_language=py`, expect: expectList('slug', 'pip') },
    { path: `${P}?programming_language=cpp&language=pt_BR`, expect: expectList('slug', 'under_score') },
    { path: `${P}?programming_language=cpp&language=en`, expect: expectList('slug') },
    { path: `${P}?language=en&language=es`, expect: expectList('slug', 'pip-es', 'plugin-es') },
    { path: `${P}?language=&programming_language=`, expect: expectList('slug', ...own) },
    { path: `${P}?name=Pip&slug=pip&nonsense`, expect: expectList('slug', ...own) },
    { path: `${P}?language=xx`, expect: badChoice('language', 'xx') },
    { path: `${P}?language=pt-br`, expect: badChoice('language', 'pt-br') },
    { path: `${P}?language=EN`, expect: badChoice('language', 'EN') },
    { path: `${P}?programming_language=Python`, expect: badChoice('programming_language', 'Python') },
    {
      path: `${P}?programming_language=x&language=y`,
      expect: {
        status: 400,
        body: { ...badChoice('language', 'y').body, ...badChoice('programming_language', 'x').body },
      },
    },
    { as: 'nobody', path: `${P}?language=xx`, expect: UNAUTHENTICATED },
  ]),
  { seed: V3_SEED },
);

scenarios(
  'v3 project detail',
  readRows([
    { path: `${P}pip/`, expect: { status: 200, body: PIP } },
    { as: 'stranger', path: `${P}pip/`, expect: { status: 200, body: PIP } },
    { as: 'nobody', path: `${P}pip/`, expect: UNAUTHENTICATED },
    { as: 'nobody', path: `${P}nope/`, expect: UNAUTHENTICATED },
    { name: 'private, own', path: `${P}hidden/`, expect: { status: 200, partial: { slug: 'hidden' } } },
    { name: 'private, of others', path: `${P}vault/`, expect: NOT_FOUND },
    { name: 'unknown', path: `${P}nope/`, expect: NOT_FOUND },
    { name: 'slugs are case-sensitive', path: `${P}PIP/`, expect: NOT_FOUND },
    { name: 'by id', path: `${P}10/`, expect: NOT_FOUND },
    { name: 'filters do not apply', path: `${P}pip/?language=es`, expect: { status: 200, body: PIP } },
    { name: 'nor are they checked', path: `${P}pip/?language=xx`, expect: { status: 200, body: PIP } },
    {
      name: 'a translation',
      path: `${P}pip-es/`,
      expect: {
        status: 200,
        partial: {
          homepage: null,
          language: { code: 'es', name: 'Spanish' },
          programming_language: { code: 'words', name: 'Only Words' },
          default_version: 'latest',
          subproject_of: null,
          translation_of: PIP,
          urls: { documentation: docs('pip', '/es/latest/'), home: docs('pip', '/es/latest/') },
        },
      },
    },
    {
      name: 'a subproject',
      path: `${P}pip-plugin/`,
      expect: {
        status: 200,
        partial: {
          default_branch: 'default',
          programming_language: { code: '', name: 'Unknown' },
          repository: { type: 'hg', url: 'https://gitlab.com/pypa/plugin' },
          subproject_of: PIP,
          translation_of: null,
          urls: { documentation: docs('pip', '/projects/plug/en/latest/') },
        },
      },
    },
    {
      name: 'a subproject with a single version',
      path: `${P}pip-theme/`,
      expect: {
        status: 200,
        partial: {
          default_branch: '/trunk/',
          subproject_of: PIP,
          urls: { documentation: docs('pip', '/projects/pip-theme/') },
        },
      },
    },
    {
      name: 'a translation of a subproject',
      path: `${P}plugin-es/`,
      expect: {
        status: 200,
        partial: {
          subproject_of: null,
          translation_of: { slug: 'pip-plugin', subproject_of: PIP },
          urls: { documentation: docs('pip', '/projects/plug/es/latest/') },
        },
      },
    },
    {
      name: 'a single version; an underscore; a default version that is not active',
      path: `${P}under_score/`,
      expect: {
        status: 200,
        partial: {
          default_branch: 'trunk',
          default_version: 'gone',
          language: { code: 'pt_BR', name: 'Brazilian Portuguese' },
          programming_language: { code: 'cpp', name: 'C++' },
          urls: { documentation: docs('under-score', '/') },
        },
      },
    },
    {
      name: 'a superproject that is private, to its maintainer',
      path: `${P}open-child/`,
      expect: { status: 200, partial: { subproject_of: { slug: 'hidden' } } },
    },
    {
      name: 'a superproject that is private, to others',
      as: 'stranger',
      path: `${P}open-child/`,
      expect: { status: 200, partial: { subproject_of: null } },
    },
  ]),
  { seed: V3_SEED },
);

const EMPTY_404 = { status: 404, text: '', headers: { 'content-type': undefined } };

scenarios(
  'v3 superproject',
  readRows([
    { path: `${P}pip-plugin/superproject/`, expect: { status: 200, body: PIP } },
    { as: 'stranger', path: `${P}pip-plugin/superproject/`, expect: { status: 200, body: PIP } },
    { as: 'nobody', path: `${P}pip-plugin/superproject/`, expect: UNAUTHENTICATED },
    { name: 'none', path: `${P}pip/superproject/`, expect: EMPTY_404 },
    { name: 'unknown project', path: `${P}nope/superproject/`, expect: NOT_FOUND },
    { name: 'private project of others', path: `${P}vault/superproject/`, expect: NOT_FOUND },
    { path: `${P}open-child/superproject/`, expect: { status: 200, partial: { slug: 'hidden' } } },
    { name: 'private superproject', as: 'stranger', path: `${P}open-child/superproject/`, expect: EMPTY_404 },
    {
      path: `${P}pip-plugin/superproject/?expand=active_versions&fields=active_versions.id,slug`,
      expect: {
        status: 200,
        body: {
          active_versions: {
            '1': { id: 103 },
            '2.0': { id: 102 },
            handmade: { id: 105 },
            latest: { id: 100 },
            stable: { id: 101 },
          },
          slug: 'pip',
        },
      },
    },
    {
      method: 'POST',
      path: `${P}pip-plugin/superproject/`,
      expect: { status: 405, body: { detail: 'Method "POST" not allowed.' } },
    },
    { method: 'DELETE', as: 'stranger', path: `${P}pip-plugin/superproject/`, expect: FORBIDDEN },
  ]),
  { seed: V3_SEED },
);

scenarios(
  'v3 translation list',
  readRows([
    {
      path: `${P}pip/translations/`,
      expect: { ...expectList('slug', 'pip-es'), partial: { results: [{ translation_of: PIP }] } },
    },
    { as: 'bob', path: `${P}pip/translations/`, expect: expectList('slug', 'pip-es') },
    { path: `${P}pip-es/translations/`, expect: expectList('slug') },
    {
      path: `${P}pip/translations/?language=xx&expand=active_versions`,
      expect: expectList('slug', 'pip-es'),
    },
    {
      path: `${P}pip/translations/?fields=slug`,
      expect: { status: 200, partial: { results: [{ slug: 'pip-es' }] } },
    },
    { as: 'nobody', path: `${P}pip/translations/`, expect: UNAUTHENTICATED },
    { as: 'stranger', path: `${P}pip/translations/`, expect: FORBIDDEN },
    { path: `${P}vault/translations/`, expect: FORBIDDEN },
    { path: `${P}nope/translations/`, expect: NOT_FOUND },
    {
      method: 'POST',
      body: { child: 'x' },
      path: `${P}pip/translations/`,
      expect: {
        status: 405,
        body: { detail: 'Method "POST" not allowed.' },
        headers: { allow: 'GET, HEAD, OPTIONS' },
      },
    },
  ]),
  { seed: V3_SEED },
);

const relative = (slug: string, more: object) => ({
  slug,
  name: slug,
  users: ['alice'],
  repository: { url: 'https://e.org/x', type: 'git' },
  ...more,
});

scenarios(
  'v3 private relatives',
  readRows([
    { path: `${P}main/translations/`, expect: expectList('slug', 'main-de', 'main-es') },
    { as: 'bob', path: `${P}main/translations/`, expect: expectList('slug', 'main-de') },
    { path: `${P}main/subprojects/`, expect: expectList('alias', 'shown', 'kept') },
    { as: 'bob', path: `${P}main/subprojects/`, expect: expectList('alias', 'shown') },
    { as: 'bob', path: `${P}main/subprojects/kept/`, expect: NOT_FOUND },
    { as: 'bob', path: `${P}main/subprojects/shown/`, expect: { status: 200, partial: { alias: 'shown' } } },
    {
      name: 'a private main project',
      as: 'stranger',
      path: `${P}spread-es/`,
      expect: {
        status: 200,
        partial: { translation_of: null, urls: { documentation: docs('spread', '/es/latest/') } },
      },
    },
  ]),
  {
    seed: {
      users: [{ username: 'alice' }, { username: 'bob' }],
      projects: [
        relative('main', { users: ['alice', 'bob'], subprojects: [{ child: 'shown' }, { child: 'kept' }] }),
        relative('main-de', { language: 'de', translation_of: 'main' }),
        relative('main-es', { language: 'es', translation_of: 'main', privacy_level: 'private' }),
        relative('shown', {}),
        relative('kept', { privacy_level: 'private' }),
        relative('spread', { privacy_level: 'private' }),
        relative('spread-es', { language: 'es', translation_of: 'spread' }),
      ],
    },
  },
);

scenarios(
  'v3 sync-versions',
  [
    { as: 'nobody', method: 'POST', path: `${P}pip/sync-versions/`, expect: UNAUTHENTICATED },
    { as: 'stranger', method: 'POST', path: `${P}pip/sync-versions/`, expect: FORBIDDEN },
    { as: 'alice', method: 'POST', path: `${P}vault/sync-versions/`, expect: FORBIDDEN },
    { as: 'alice', method: 'POST', path: `${P}nope/sync-versions/`, expect: NOT_FOUND },
    {
      as: 'alice',
      method: 'GET',
      path: `${P}pip/sync-versions/`,
      expect: {
        status: 405,
        body: { detail: 'Method "GET" not allowed.' },
        headers: { allow: 'POST, OPTIONS' },
      },
    },
    {
      as: 'alice',
      method: 'POST',
      path: `${P}pip/sync-versions/`,
      expect: { status: 202, body: { triggered: true } },
      after: (api) => expect(api.lectern.services.versionSync.next()?.slug).toBe('pip'),
    },
    {
      name: 'again, with a body that nobody reads',
      as: 'bob',
      method: 'POST',
      path: `${P}pip/sync-versions/`,
      body: '{',
      expect: { status: 202, body: { triggered: true } },
    },
  ],
  { seed: V3_SEED },
);
