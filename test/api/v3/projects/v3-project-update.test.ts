import { expect } from 'vitest';
import { member } from '../../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { docs, expectList, FORBIDDEN, NOT_FOUND, readJson, UNAUTHENTICATED, V3_SEED } from '../v3-fixture.ts';

const P = '/api/v3/projects/';
const PIP = `${P}pip/`;
const REQUIRED = ['This field is required.'];
const NOT_NULL = ['This field may not be null.'];
const NOT_BLANK = ['This field may not be blank.'];
const NOT_A_STRING = ['Not a valid string.'];
const NOT_A_BOOLEAN = ['Must be a valid boolean.'];
const atMost = (max: number) => [`Ensure this field has no more than ${max} characters.`];
const DONE = { status: 204, text: '', headers: { 'content-type': undefined, 'content-length': undefined } };
const repository = { url: 'https://e.org/new', type: 'git' };
const fullBody = { name: 'Pip', repository, homepage: 'https://e.org' };

/** Each as PATCH and, with what PUT requires, as PUT. */
function refused(name: string, value: unknown, errors: unknown): readonly Scenario[] {
  const expected = { status: 400, body: { [name]: errors } };
  const title = `${name} ${JSON.stringify(value)?.slice(0, 60)}`;
  return [
    { as: 'alice', method: 'PATCH', path: PIP, body: { [name]: value }, name: title, expect: expected },
    {
      as: 'alice',
      method: 'PUT',
      path: PIP,
      body: { ...fullBody, [name]: value },
      name: title,
      expect: expected,
    },
  ];
}

scenarios(
  'v3 project update refuses',
  [
    ...['PATCH', 'PUT'].flatMap((method): readonly Scenario[] => [
      { as: 'nobody', method, path: PIP, body: fullBody, expect: UNAUTHENTICATED },
      { as: 'stranger', method, path: PIP, body: fullBody, expect: FORBIDDEN },
      {
        name: 'permission before validation',
        as: 'stranger',
        method,
        path: PIP,
        body: '{',
        expect: FORBIDDEN,
      },
      { as: 'alice', method, path: `${P}vault/`, body: fullBody, expect: FORBIDDEN },
      { as: 'alice', method, path: `${P}nope/`, body: '{', expect: NOT_FOUND },
      {
        as: 'alice',
        method,
        path: PIP,
        body: '{',
        expect: { status: 400, partial: { detail: expect.any(String) } },
      },
      {
        as: 'alice',
        method,
        path: PIP,
        body: 'x',
        headers: { 'content-type': 'text/plain' },
        expect: { status: 415, body: { detail: 'Unsupported media type "text/plain" in request.' } },
      },
      {
        as: 'alice',
        method,
        path: PIP,
        body: [1],
        expect: {
          status: 400,
          body: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
        },
      },
    ]),
    {
      name: 'PUT requires name, repository and homepage',
      as: 'alice',
      method: 'PUT',
      path: PIP,
      body: {},
      expect: { status: 400, body: { homepage: REQUIRED, name: REQUIRED, repository: REQUIRED } },
    },
    {
      name: 'PUT requires the whole repository',
      as: 'alice',
      method: 'PUT',
      path: PIP,
      body: { ...fullBody, repository: { url: 'https://e.org/x' } },
      expect: { status: 400, body: { repository: { type: REQUIRED } } },
    },
    ...refused('name', '', NOT_BLANK),
    ...refused('name', null, NOT_NULL),
    ...refused('name', 'x'.repeat(64), atMost(63)),
    ...refused('name', [], NOT_A_STRING),
    ...refused('repository', null, NOT_NULL),
    ...refused('repository', 'x', {
      non_field_errors: ['Invalid data. Expected a dictionary, but got str.'],
    }),
    ...refused('repository', { type: 'git', url: 'ext::x' }, { url: ['Invalid scheme for URL'] }),
    ...refused(
      'repository',
      { type: 'x', url: '' },
      { type: ['"x" is not a valid choice.'], url: NOT_BLANK },
    ),
    ...refused('homepage', '', NOT_BLANK),
    ...refused('homepage', null, NOT_NULL),
    ...refused('homepage', 'pip', ['Enter a valid URL.']),
    ...refused('language', '', ['"" is not a valid choice.']),
    ...refused('language', null, NOT_NULL),
    ...refused('language', true, ['"True" is not a valid choice.']),
    ...refused('language', 'es', ['There is already a "es" translation for the pip project.']),
    ...refused('programming_language', 'x', ['"x" is not a valid choice.']),
    ...refused('programming_language', null, NOT_NULL),
    ...refused('default_version', '', NOT_BLANK),
    ...refused('default_version', null, NOT_NULL),
    ...refused('default_version', 'x'.repeat(256), atMost(255)),
    ...refused('default_version', false, NOT_A_STRING),
    ...refused('default_branch', 'x'.repeat(256), atMost(255)),
    ...refused('default_branch', {}, NOT_A_STRING),
    ...refused('analytics_code', 'x'.repeat(51), atMost(50)),
    ...refused('analytics_code', [], NOT_A_STRING),
    ...refused('single_version', 'maybe', NOT_A_BOOLEAN),
    ...refused('single_version', '', NOT_A_BOOLEAN),
    ...refused('single_version', 2, NOT_A_BOOLEAN),
    ...refused('single_version', {}, NOT_A_BOOLEAN),
    ...refused('single_version', null, NOT_NULL),
    ...refused('show_version_warning', 'x', NOT_A_BOOLEAN),
    {
      name: "a translation cannot take its main project's language",
      as: 'alice',
      method: 'PATCH',
      path: `${P}pip-es/`,
      body: { language: 'en' },
      expect: {
        status: 400,
        body: { language: ['There is already a "en" translation for the pip project.'] },
      },
    },
    {
      name: 'all errors at once',
      as: 'alice',
      method: 'PATCH',
      path: PIP,
      body: { name: '', default_version: '', single_version: 'x', repository: { type: 'x' } },
      expect: {
        status: 400,
        body: {
          default_version: NOT_BLANK,
          name: NOT_BLANK,
          repository: { type: ['"x" is not a valid choice.'] },
          single_version: NOT_A_BOOLEAN,
        },
      },
    },
    {
      name: 'nothing came of all this',
      as: 'alice',
      method: 'GET',
      path: PIP,
      expect: {
        status: 200,
        partial: { name: 'Pip', modified: '2018-12-11T07:21:11Z', default_version: 'stable' },
      },
    },
  ],
  { seed: V3_SEED },
);

/** A PATCH of `pip`, and what the project then shows beside what it was. */
function changed(body: object, shown: object, path = PIP): Scenario {
  let before: object = {};
  return {
    as: 'alice',
    method: 'PATCH',
    path,
    name: JSON.stringify(body).slice(0, 90),
    body,
    expect: DONE,
    before: async (api) => {
      before = (await readJson(api, path)) as object;
    },
    after: async (api) => {
      const now = await readJson(api, path);
      expect(now).toEqual({ ...before, ...shown, modified: expect.stringMatching(/^2026-/) });
      expect(member(now, 'modified')).not.toBe(member(before, 'modified'));
    },
  };
}

const urls = (documentation: unknown, home: unknown = 'https://pip.pypa.io') => ({
  urls: { documentation, home },
});

scenarios(
  'v3 project update',
  [
    changed({}, {}),
    changed({ slug: 'other', tags: [], privacy_level: 'private', users: [], id: 5, nonsense: 1 }, {}),
    changed({ name: ' Renamed ' }, { name: 'Renamed' }),
    changed({ name: 'Theirs' }, { name: 'Theirs' }),
    changed({ name: 7 }, { name: '7' }),
    changed(
      { repository: { url: 'https://e.org/only-url' } },
      { repository: { url: 'https://e.org/only-url', type: 'git' } },
    ),
    changed({ repository: {} }, {}),
    changed(
      { homepage: 'https://e.org/h' },
      { homepage: 'https://e.org/h', ...urls(docs('pip', '/en/stable/'), 'https://e.org/h') },
    ),
    changed(
      { homepage: 'https://pip.pypa.io' },
      { homepage: 'https://pip.pypa.io', ...urls(docs('pip', '/en/stable/')) },
    ),
    changed(
      { language: 'de' },
      { language: { code: 'de', name: 'German' }, ...urls(docs('pip', '/de/stable/')) },
    ),
    changed(
      { language: 'en' },
      { language: { code: 'en', name: 'English' }, ...urls(docs('pip', '/en/stable/')) },
    ),
    changed({ programming_language: '' }, { programming_language: { code: '', name: 'Unknown' } }),
    changed(
      { programming_language: 'objc' },
      { programming_language: { code: 'objc', name: 'Objective-C' } },
    ),
    changed(
      { default_version: 'dev-3.0' },
      { default_version: 'dev-3.0', ...urls(docs('pip', '/en/latest/')) },
    ),
    changed(
      { default_version: 'nowhere' },
      { default_version: 'nowhere', ...urls(docs('pip', '/en/latest/')) },
    ),
    changed({ default_version: '2.0' }, { default_version: '2.0', ...urls(docs('pip', '/en/2.0/')) }),
    changed({ analytics_code: 'UA-1' }, {}),
    changed({ analytics_code: null, show_version_warning: 'on' }, {}),
    changed({ single_version: 'y' }, urls(docs('pip', '/'))),
    changed({ single_version: 'OFF' }, urls(docs('pip', '/en/2.0/'))),
    changed({ single_version: 1 }, urls(docs('pip', '/'))),
    changed({ single_version: '0' }, urls(docs('pip', '/en/2.0/'))),
    changed({ default_branch: ' main ' }, { default_branch: 'main' }),
    changed({ default_branch: '' }, { default_branch: 'master' }),
    changed({ default_branch: 'x' }, { default_branch: 'x' }),
    changed({ default_branch: null }, { default_branch: 'master' }),
    changed(
      { repository: { type: 'svn' } },
      { default_branch: '/trunk/', repository: { url: 'https://e.org/only-url', type: 'svn' } },
    ),
    {
      name: 'latest follows the default branch; no build came of it',
      as: 'alice',
      method: 'GET',
      path: `${PIP}versions/latest/?expand=last_build&fields=identifier,last_build.id`,
      expect: { status: 200, body: { identifier: '/trunk/', last_build: { id: 1002 } } },
    },
    {
      name: 'a form',
      as: 'bob',
      method: 'PATCH',
      path: PIP,
      form: { name: 'By form', 'repository.url': 'https://e.org/form', single_version: 'false' },
      expect: DONE,
      after: async (api) =>
        expect(await readJson(api, PIP)).toMatchObject({
          name: 'By form',
          repository: { url: 'https://e.org/form', type: 'svn' },
        }),
    },
    {
      name: 'PUT leaves what is optional as it was',
      as: 'alice',
      method: 'PUT',
      path: PIP,
      body: fullBody,
      expect: DONE,
      after: async (api) =>
        expect(await readJson(api, PIP)).toMatchObject({
          name: 'Pip',
          repository,
          homepage: 'https://e.org',
          default_version: '2.0',
          programming_language: { code: 'objc' },
        }),
    },
    {
      name: 'PUT without the slash, with everything',
      as: 'alice',
      method: 'PUT',
      path: '/api/v3/projects/pip',
      body: {
        ...fullBody,
        language: 'fr',
        programming_language: 'go',
        default_version: 'latest',
        default_branch: 'b',
        analytics_code: 'x',
        single_version: false,
        show_version_warning: true,
      },
      expect: DONE,
      after: async (api) =>
        expect(await readJson(api, PIP)).toMatchObject({
          language: { code: 'fr', name: 'French' },
          programming_language: { code: 'go', name: 'Go' },
          default_version: 'latest',
          default_branch: 'b',
          urls: { documentation: docs('pip', '/fr/latest/') },
        }),
    },
    {
      name: 'the slug stayed',
      as: 'alice',
      method: 'GET',
      path: `${P}?language=fr`,
      expect: expectList('slug', 'pip'),
    },
  ],
  { seed: V3_SEED },
);

scenarios(
  'v3 project methods',
  ['DELETE', 'POST'].flatMap((method): readonly Scenario[] =>
    ['pip', 'theirs', 'vault', 'nope'].map((slug) => ({
      as: 'alice',
      method,
      path: `${P}${slug}/`,
      expect: {
        status: 405,
        body: { detail: `Method "${method}" not allowed.` },
        headers: { allow: 'GET, PUT, PATCH, HEAD, OPTIONS' },
      },
    })),
  ),
  { seed: V3_SEED },
);
