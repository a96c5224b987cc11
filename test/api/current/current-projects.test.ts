import { expect } from 'vitest';
import { REQUIRED } from '../../../src-server/model/base/fields.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import {
  CURRENT,
  missing,
  NO_CREDENTIALS,
  NO_PERMISSION,
  noMatch,
  OWN,
  P,
  urlOf,
} from './current-fixture.ts';

const REPOSITORY = { url: 'https://github.com/example/new' };

function refused(name: string, body: object, answer: unknown): Scenario {
  return { name, as: 'alice', method: 'POST', path: P, body, expect: { status: 400, body: answer } };
}

function url(repositoryUrl: string, error: string): Scenario {
  const body = { name: 'New', repository: { url: repositoryUrl } };
  return refused(repositoryUrl, body, { repository: { url: [error] } });
}

/** A change of `own` and what it shows afterwards. */
function changed(name: string, body: object, partial: object): Scenario {
  return {
    ...{ name, as: 'alice', method: 'PATCH', path: OWN, body, expect: { status: 204, text: '' } },
    async after(api) {
      expect((await api.request('GET', OWN, { user: 'alice' })).json).toMatchObject(partial);
    },
  };
}

scenarios(
  'projects of today',
  [
    {
      name: 'anybody reads a public one, with every field',
      as: 'nobody',
      method: 'GET',
      path: `${OWN}?expand=active_versions,organization,permissions,teams`,
      expect: {
        status: 200,
        body: {
          _links: {
            _self: urlOf(OWN),
            builds: urlOf(`${OWN}builds/`),
            environmentvariables: urlOf(`${OWN}environmentvariables/`),
            notifications: urlOf(`${OWN}notifications/`),
            redirects: urlOf(`${OWN}redirects/`),
            subprojects: urlOf(`${OWN}subprojects/`),
            superproject: urlOf(`${OWN}superproject/`),
            sync_versions: urlOf(`${OWN}sync-versions/`),
            translations: urlOf(`${OWN}translations/`),
            versions: urlOf(`${OWN}versions/`),
          },
          active_versions: [expect.objectContaining({ slug: 'latest', aliases: [], hidden: false })],
          created: expect.any(String),
          default_branch: 'master',
          default_version: 'latest',
          external_builds_privacy_level: 'public',
          homepage: 'https://example.com/',
          id: 10,
          language: { code: 'en', name: 'English' },
          modified: expect.any(String),
          name: 'own',
          organization: null,
          permissions: { admin: false },
          privacy_level: 'public',
          programming_language: { code: 'words', name: 'Only Words' },
          readthedocs_yaml_path: null,
          repository: { type: 'git', url: 'https://github.com/example/own' },
          single_version: false,
          slug: 'own',
          subproject_of: null,
          tags: [],
          translation_of: null,
          urls: {
            builds: urlOf('/projects/own/builds/'),
            documentation: expect.stringMatching(/^http:\/\/own\.localhost:\d+\/en\/latest\/$/),
            downloads: null,
            home: urlOf('/projects/own/'),
            versions: urlOf('/projects/own/versions/'),
          },
          users: [{ username: 'alice' }],
          versioning_scheme: 'multiple_versions_with_translations',
        },
      },
    },
    { as: 'nobody', method: 'GET', path: P, expect: { status: 401, body: NO_CREDENTIALS } },
    {
      as: 'alice',
      method: 'GET',
      path: `${P}?name=OW&slug=ow&language=en&expand=permissions`,
      expect: {
        status: 200,
        partial: { count: 3, results: [{ slug: 'own', permissions: { admin: true } }, {}, {}] },
      },
    },
    { as: 'alice', method: 'GET', path: `${P}?slug=nope`, expect: { status: 200, partial: { count: 0 } } },
    {
      name: 'texts of filters lose the spaces around them',
      as: 'alice',
      method: 'GET',
      path: `${P}?slug=%20own%20&name=+`,
      expect: { status: 200, partial: { count: 3 } },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${P}?language=pt_BR`,
      expect: {
        status: 400,
        body: { language: ['Select a valid choice. pt_BR is not one of the available choices.'] },
      },
    },
    missing('alice', `${OWN}?name=x`, 'Project'),
    missing('alice', `${P}closed/`, 'Project'),
    missing('alice', `${P}x/`, 'Project'),
    { as: 'alice', method: 'DELETE', path: OWN, expect: { status: 403, body: NO_PERMISSION } },
    { as: 'alice', method: 'POST', path: OWN, expect: { status: 403, body: NO_PERMISSION } },
    { as: 'nobody', method: 'DELETE', path: OWN, expect: { status: 401, body: NO_CREDENTIALS } },
    { as: 'stranger', method: 'PATCH', path: OWN, body: 'x', expect: { status: 403, body: NO_PERMISSION } },
    {
      as: 'alice',
      method: 'PATCH',
      path: `${P}x/`,
      body: {},
      expect: { status: 404, body: noMatch('Project') },
    },
    {
      name: 'a write without the final slash is redirected and not done',
      as: 'alice',
      method: 'PATCH',
      path: `${P}own`,
      body: { name: 'Else' },
      expect: { status: 301, headers: { location: OWN } },
      async after(api) {
        expect((await api.request('GET', OWN)).json).toMatchObject({ name: 'own' });
      },
    },
    {
      name: 'an address without a route is a page',
      as: 'alice',
      method: 'GET',
      path: '/api/v3/users/',
      expect: { status: 404, text: /<!doctype html>/, headers: { 'content-type': /^text\/html/ } },
    },
    {
      as: 'alice',
      method: 'POST',
      path: P,
      body: {
        ...{ name: 'New', repository: REPOSITORY, homepage: '', language: 'pt-br', tags: '["b", "a"]' },
        ...{ readthedocs_yaml_path: 'docs/.readthedocs.yaml', default_version: 'ignored' },
      },
      expect: {
        status: 201,
        partial: {
          slug: 'new',
          homepage: null,
          language: { code: 'pt-br', name: 'Brazilian Portuguese' },
          repository: { type: 'git', url: REPOSITORY.url },
          tags: ['a', 'b'],
          readthedocs_yaml_path: 'docs/.readthedocs.yaml',
          default_version: 'latest',
          users: [{ username: 'alice' }],
        },
      },
      async after(api) {
        const builds = await api.request('GET', `${P}new/builds/`, { user: 'alice' });
        expect(builds.json).toMatchObject({ count: 1 });
        expect((await api.request('GET', `${P}?language=pt-br`, { user: 'alice' })).json).toMatchObject({
          count: 1,
        });
      },
    },
    refused('nothing', {}, { name: [REQUIRED], repository: [REQUIRED] }),
    refused(
      'a name that is taken',
      { name: 'Own', repository: REPOSITORY },
      {
        name: ['Project with slug "own" already exists.'],
      },
    ),
    refused(
      'another system than git',
      { name: 'New 2', repository: { ...REPOSITORY, type: 'hg' } },
      {
        repository: { type: ['"hg" is not a valid choice.'] },
      },
    ),
    refused(
      'an old language code',
      { name: 'New 2', repository: REPOSITORY, language: 'pt_BR' },
      {
        language: ['"pt_BR" is not a valid choice.'],
      },
    ),
    refused(
      'no homepage',
      { name: 'New 2', repository: REPOSITORY, homepage: null },
      {
        homepage: ['This field may not be null.'],
      },
    ),
    refused(
      'tags that are no list',
      { name: 'New 2', repository: REPOSITORY, tags: 5 },
      {
        tags: ['Expected a list of items but got type "int".'],
      },
    ),
    refused(
      'no tags',
      { name: 'New 2', repository: REPOSITORY, tags: null },
      {
        tags: ['This field may not be null.'],
      },
    ),
    refused(
      'tags that are no JSON',
      { name: 'New 2', repository: REPOSITORY, tags: 'a, b' },
      {
        tags: ['Invalid json list. A tag list submitted in string form must be valid json.'],
      },
    ),
    refused(
      'tags that are no strings',
      { name: 'New 2', repository: REPOSITORY, tags: [1] },
      {
        tags: ['All list items must be of string type.'],
      },
    ),
    refused(
      'tags that no text may be',
      { name: 'New 2', repository: REPOSITORY, tags: ['a\0', 'b\0', '\uD800', 't'.repeat(101)] },
      {
        tags: [
          'Null characters are not allowed.',
          'Surrogate characters are not allowed: U+D800.',
          'Ensure this field has no more than 100 characters.',
        ],
      },
    ),
    refused(
      'an absolute path',
      { name: 'New 2', repository: REPOSITORY, readthedocs_yaml_path: '/x' },
      {
        readthedocs_yaml_path: [
          "Use a relative path. It should not begin with '/'. The path is relative to the root of your repository.",
        ],
      },
    ),
    ...[
      ...['git@github.com:a/b.git', 'ana@example.com/b', 'my-name@example.com:b'],
      ...['ssh://git@github.com/a/b.git', 'SSH+GIT://example.com/b', 'ssh:b'],
    ].map((each) => url(each, 'Manual cloning via SSH is not supported')),
    url('git+ssh://example.com/b', 'Invalid scheme for URL'),
    url('lp:-oProxyCommand=x', 'Invalid scheme for URL'),
    url('lp:a::b', 'Invalid scheme for URL'),
    {
      name: 'the short form of Launchpad',
      as: 'alice',
      method: 'POST',
      path: P,
      body: { name: 'Kettle', repository: { url: 'lp:~ana/kettle' } },
      expect: { status: 201, partial: { repository: { type: 'git', url: 'lp:~ana/kettle' } } },
      async after(api) {
        const named = { user: 'alice', body: { name: 'Kettle 2' } };
        expect((await api.request('PATCH', `${P}kettle/`, named)).status).toBe(204);
      },
    },
    url('https://example.com/a|b', 'Invalid character in the URL'),
    url('ftp://example.com/a', 'Invalid scheme for URL'),
    changed(
      'what can be set is shown',
      {
        ...{ versioning_scheme: 'single_version_without_translations', default_branch: 'dev', tags: ['z'] },
        ...{ default_version: 'nope', language: 'zh-tw', name: 'Renamed', analytics_disabled: true },
        ...{ analytics_code: 'UA', show_version_warning: true, external_builds_enabled: false },
      },
      {
        ...{ versioning_scheme: 'single_version_without_translations', single_version: true, tags: ['z'] },
        ...{ default_branch: 'dev', default_version: 'nope', language: { code: 'zh-tw' }, name: 'Renamed' },
        slug: 'own',
      },
    ),
    changed(
      'what cannot is ignored',
      { single_version: false, privacy_level: 'private', slug: 'else', id: 5 },
      { single_version: true, privacy_level: 'public', slug: 'own', id: 10 },
    ),
    {
      as: 'alice',
      method: 'PUT',
      path: OWN,
      body: { versioning_scheme: 'x' },
      expect: {
        status: 400,
        body: {
          name: [REQUIRED],
          repository: [REQUIRED],
          versioning_scheme: ['"x" is not a valid choice.'],
        },
      },
    },
    {
      as: 'alice',
      method: 'POST',
      path: `${OWN}sync-versions/`,
      expect: { status: 202, body: { triggered: true } },
    },
    {
      as: 'stranger',
      method: 'POST',
      path: `${OWN}sync-versions/`,
      expect: { status: 403, body: NO_PERMISSION },
    },
    {
      name: 'a project without a parent',
      as: 'nobody',
      method: 'GET',
      path: `${OWN}superproject/`,
      expect: { status: 404, text: '' },
    },
    {
      as: 'nobody',
      method: 'GET',
      path: `${P}own-child/superproject/`,
      expect: { status: 200, partial: { slug: 'own' } },
    },
    {
      name: 'relatives are short',
      as: 'nobody',
      method: 'GET',
      path: `${P}own-child/`,
      expect: {
        status: 200,
        partial: { subproject_of: { slug: 'own', _links: { _self: urlOf(OWN) } }, translation_of: null },
      },
    },
    {
      as: 'nobody',
      method: 'GET',
      path: `${P}x/translations/`,
      expect: { status: 200, partial: { count: 0 } },
    },
  ],
  CURRENT,
);
