import { describe, expect, test } from 'vitest';
import { member, startApi } from '../../../support/api/api-server.ts';
import { type Expected, type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { docs, expectList, readJson, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const REQUIRED = ['This field is required.'];
const NOT_NULL = ['This field may not be null.'];
const NOT_BLANK = ['This field may not be blank.'];
const NOT_A_STRING = ['Not a valid string.'];
const repository = { url: 'https://github.com/jo/x', type: 'git' };
const urlErrors = (message: string) => ({ repository: { url: [message] } });

const refused = (body: unknown, errors: object, name?: string): Scenario => ({
  as: 'alice',
  method: 'POST',
  path: P,
  body,
  name: name ?? JSON.stringify(body)?.slice(0, 90),
  expect: { status: 400, body: errors },
});
const field = (name: string, value: unknown, errors: unknown): Scenario =>
  refused(
    { name: 'X', repository, [name]: value },
    { [name]: errors },
    `${name} ${JSON.stringify(value)?.slice(0, 60)}`,
  );
const url = (value: unknown, message: string): Scenario =>
  refused(
    { name: 'X', repository: { type: 'git', url: value } },
    urlErrors(message),
    `url ${String(value).slice(0, 60)}`,
  );

const importFull = (message: string) => ({ non_field_errors: [message] });
const BAD_SCHEME = 'Invalid scheme for URL';
const BAD_CHARACTER = 'Invalid character in the URL';

scenarios(
  'v3 project import refuses',
  [
    { as: 'nobody', method: 'POST', path: P, body: {}, expect: UNAUTHENTICATED },
    refused({}, { name: REQUIRED, repository: REQUIRED }),
    refused(undefined, { name: REQUIRED, repository: REQUIRED }, 'no body'),
    refused([], importFull('Invalid data. Expected a dictionary, but got list.')),
    refused('"text"', importFull('Invalid data. Expected a dictionary, but got str.'), 'a text'),
    refused('5', importFull('Invalid data. Expected a dictionary, but got int.'), 'a number'),
    refused('true', importFull('Invalid data. Expected a dictionary, but got bool.'), 'a boolean'),
    refused('null', importFull('No data provided'), 'null'),
    refused('', { name: REQUIRED, repository: REQUIRED }, 'an empty body'),
    refused('{"name":', { detail: expect.stringMatching(/^JSON parse error - /) }, 'half a body'),
    refused('x', { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' }, 'no JSON'),
    {
      ...refused(
        '<x/>',
        { detail: 'Unsupported media type "application/xml; charset=utf-8" in request.' },
        'XML',
      ),
      headers: { 'content-type': 'application/xml; charset=utf-8' },
      expect: {
        status: 415,
        body: { detail: 'Unsupported media type "application/xml; charset=utf-8" in request.' },
      },
    },
    field('name', null, NOT_NULL),
    field('name', '', NOT_BLANK),
    field('name', ' \t\n', NOT_BLANK),
    field('name', true, NOT_A_STRING),
    field('name', ['x'], NOT_A_STRING),
    field('name', {}, NOT_A_STRING),
    field('name', 'x'.repeat(64), ['Ensure this field has no more than 63 characters.']),
    field('name', 'a\0b', ['Null characters are not allowed.']),
    field('name', '!!!', ['Invalid project name "!!!": no slug generated.']),
    field('name', '漢字', ['Invalid project name "漢字": no slug generated.']),
    field('name', 'Pip', ['Project with slug "pip" already exists.']),
    field('name', ' pIP! ', ['Project with slug "pip" already exists.']),
    field('name', 'Theirs', ['Project with slug "theirs" already exists.']),
    field('name', 'Vault', ['Project with slug "vault" already exists.']),
    field('repository', null, NOT_NULL),
    field('repository', 'git', importFull('Invalid data. Expected a dictionary, but got str.')),
    field('repository', [], importFull('Invalid data. Expected a dictionary, but got list.')),
    field('repository', 7, importFull('Invalid data. Expected a dictionary, but got int.')),
    field('repository', false, importFull('Invalid data. Expected a dictionary, but got bool.')),
    field('repository', {}, { url: REQUIRED, type: REQUIRED }),
    field('repository', { type: 'cvs' }, { url: REQUIRED, type: ['"cvs" is not a valid choice.'] }),
    field('repository', { ...repository, type: null }, { type: NOT_NULL }),
    field('repository', { ...repository, type: 'Git' }, { type: ['"Git" is not a valid choice.'] }),
    field('repository', { ...repository, type: '' }, { type: ['"" is not a valid choice.'] }),
    url(null, NOT_NULL[0] ?? ''),
    url('', NOT_BLANK[0] ?? ''),
    url(['x'], NOT_A_STRING[0] ?? ''),
    url(`https://e.org/${'x'.repeat(242)}`, 'Ensure this field has no more than 255 characters.'),
    url('https://e.org/a&&b', BAD_CHARACTER),
    url('https://e.org/a|b', BAD_CHARACTER),
    url('https://e.org/a\u0007b', BAD_CHARACTER),
    url('-oProxyCommand=x', BAD_CHARACTER),
    url('ext::sh -c touch', BAD_SCHEME),
    url('ftp://e.org/x', BAD_SCHEME),
    url('lp:x', BAD_SCHEME),
    url('relative/path', BAD_SCHEME),
    field('homepage', null, NOT_NULL),
    field('homepage', '', NOT_BLANK),
    field('homepage', 'not a url', ['Enter a valid URL.']),
    field('homepage', 'javascript:alert(1)', ['Enter a valid URL.']),
    field('homepage', 5, ['Enter a valid URL.']),
    field('homepage', `https://e.org/${'x'.repeat(187)}`, [
      'Ensure this field has no more than 200 characters.',
    ]),
    field('language', 'xx', ['"xx" is not a valid choice.']),
    field('language', 'pt-br', ['"pt-br" is not a valid choice.']),
    field('language', '', ['"" is not a valid choice.']),
    field('language', null, NOT_NULL),
    field('language', 5, ['"5" is not a valid choice.']),
    field('programming_language', 'python', ['"python" is not a valid choice.']),
    field('programming_language', null, NOT_NULL),
    refused(
      { name: '', repository: { type: 'cvs' }, language: 'xx', homepage: 'x' },
      {
        homepage: ['Enter a valid URL.'],
        language: ['"xx" is not a valid choice.'],
        name: NOT_BLANK,
        repository: { type: ['"cvs" is not a valid choice.'], url: REQUIRED },
      },
      'all errors at once',
    ),
  ],
  { seed: V3_SEED },
);

const imports = (body: object, partial: object, slug: string): Scenario => ({
  as: 'alice',
  method: 'POST',
  path: P,
  name: JSON.stringify(body).slice(0, 100),
  body,
  expect: { status: 201, partial: { ...partial, slug }, headers: { location: undefined } },
});
const imported = (name: unknown, slug: string, shown: unknown = name): Scenario =>
  imports({ name, repository }, { name: shown }, slug);
let count = 0;
const setting = (values: object, shown: object): Scenario => {
  count += 1;
  return imports({ name: `s${count}`, repository, ...values }, shown, `s${count}`);
};
const importFrom = (address: string, type = 'git'): Scenario =>
  setting({ repository: { url: address, type } }, { repository: { url: address.trim(), type } });

scenarios(
  'v3 project import takes',
  [
    imported('Test Project', 'test-project'),
    imported('Foo_Bar', 'foo-bar'),
    imported('  Ünïcode  Ca fé ', 'unicode-ca-fe', 'Ünïcode  Ca fé'),
    imported('a - _ b', 'a-b'),
    imported('C++ & more!', 'c-more'),
    imported(5, '5', '5'),
    imported('n'.repeat(63), 'n'.repeat(63)),
    imported('👍'.repeat(62).concat('x'), 'x'),
    importFrom('https://e.org/x'),
    importFrom('http://e.org/x.git', 'hg'),
    importFrom('git://e.org/x', 'bzr'),
    importFrom('ssh://git@e.org/x', 'svn'),
    importFrom('git@e.org:x/y.git'),
    importFrom('file:///srv/x'),
    importFrom('/srv/x'),
    importFrom(' https://e.org/trimmed '),
    setting({ homepage: ' https://e.org ' }, { homepage: 'https://e.org', urls: { home: 'https://e.org' } }),
    setting({ homepage: 'ftps://e.org/x?y#z' }, { homepage: 'ftps://e.org/x?y#z' }),
    setting({ language: 'pt_BR' }, { language: { code: 'pt_BR', name: 'Brazilian Portuguese' } }),
    setting({ programming_language: 'csharp' }, { programming_language: { code: 'csharp', name: 'C#' } }),
    setting({ programming_language: '' }, { programming_language: { code: '', name: 'Unknown' } }),
    {
      ...setting({}, {}),
      name: 'what can only be set later is ignored',
      body: {
        name: 'Ignoring',
        repository: { ...repository, more: 1 },
        slug: 'chosen',
        tags: ['x'],
        privacy_level: 'private',
        default_version: 5,
        default_branch: false,
        analytics_code: [],
        single_version: 'perhaps',
        show_version_warning: 'perhaps',
        users: ['stranger'],
        nonsense: null,
      },
      expect: {
        status: 201,
        partial: {
          slug: 'ignoring',
          tags: [],
          users: [{ username: 'alice' }],
          default_version: 'latest',
          default_branch: 'master',
          urls: { documentation: docs('ignoring', '/en/latest/') },
        },
      },
    },
    {
      name: 'a form, whose dotted names are nested',
      as: 'alice',
      method: 'POST',
      path: P,
      form: { name: 'Formed', 'repository.url': 'https://e.org/f', 'repository.type': 'hg', language: 'es' },
      expect: {
        status: 201,
        partial: {
          slug: 'formed',
          repository: { url: 'https://e.org/f', type: 'hg' },
          language: { code: 'es' },
        },
      },
    },
    {
      name: 'no slash, and fields that do not select',
      as: 'alice',
      method: 'POST',
      path: '/api/v3/projects?fields=id&omit=name&expand=active_versions',
      body: { name: 'Slashless', repository },
      expect: { status: 201, partial: { name: 'Slashless', slug: 'slashless' } },
      after: (_api, { json }) => expect(json).not.toHaveProperty('active_versions'),
    },
    {
      name: 'the same name twice',
      as: 'stranger',
      method: 'POST',
      path: P,
      body: { name: 'Formed', repository },
      expect: {
        status: 400,
        body: { name: ['Project with slug "formed" already exists.'] },
      } satisfies Expected,
    },
  ],
  { seed: V3_SEED },
);

describe('what an import does', () => {
  test('answers the whole project, makes latest and triggers one build', async () => {
    const api = await startApi();
    try {
      const body = {
        name: 'Test Project',
        repository: { url: 'https://github.com/jo/test.git', type: 'hg' },
      };
      const answer = await api.request('POST', P, { user: 'alice', body });
      expect(answer.status).toBe(201);
      const self = '/api/v3/projects/test-project/';
      expect(answer.json).toEqual({
        _links: {
          _self: self,
          builds: `${self}builds/`,
          environmentvariables: `${self}environmentvariables/`,
          redirects: `${self}redirects/`,
          subprojects: `${self}subprojects/`,
          superproject: `${self}superproject/`,
          translations: `${self}translations/`,
          versions: `${self}versions/`,
        },
        created: expect.stringMatching(/^2026-01-01T00:/),
        default_branch: 'default',
        default_version: 'latest',
        homepage: null,
        id: expect.any(Number),
        language: { code: 'en', name: 'English' },
        modified: member(answer.json, 'created'),
        name: 'Test Project',
        programming_language: { code: 'words', name: 'Only Words' },
        repository: { type: 'hg', url: 'https://github.com/jo/test.git' },
        slug: 'test-project',
        subproject_of: null,
        tags: [],
        translation_of: null,
        urls: {
          documentation: docs('test-project', '/en/latest/'),
          home: docs('test-project', '/en/latest/'),
        },
        users: [{ username: 'alice' }],
      });
      expect(await readJson(api, self)).toEqual(answer.json);
      expect(await readJson(api, `${self}versions/`)).toEqual({
        count: 1,
        next: null,
        previous: null,
        results: [
          {
            _links: {
              _self: `${self}versions/latest/`,
              builds: `${self}versions/latest/builds/`,
              project: self,
            },
            active: true,
            built: false,
            downloads: {},
            id: expect.any(Number),
            identifier: 'default',
            ref: null,
            slug: 'latest',
            type: 'branch',
            urls: {
              documentation: docs('test-project', '/en/latest/'),
              vcs: 'https://github.com/jo/test/tree/default/',
            },
            verbose_name: 'latest',
          },
        ],
      });
      const builds = await readJson(api, `${self}builds/`);
      expect(builds).toMatchObject({ count: 1 });
      const id = member(builds, 'results', 0, 'id');
      expect(member(builds, 'results', 0)).toEqual({
        _links: { _self: `${self}builds/${id}/`, project: self, version: `${self}versions/latest/` },
        commit: null,
        created: expect.stringMatching(/^2026-01-01T00:.*Z$/),
        duration: null,
        error: null,
        finished: null,
        id: expect.any(Number),
        project: 'test-project',
        state: { code: 'triggered', name: 'Triggered' },
        success: null,
        version: 'latest',
      });
      const list = await api.request('GET', P, { user: 'stranger' });
      expect(list.json).toEqual(expectList('slug').body);
      const seen = await api.request('GET', self, { user: 'stranger' });
      expect(seen.status).toBe(200);
    } finally {
      await api.close();
    }
  });
});
