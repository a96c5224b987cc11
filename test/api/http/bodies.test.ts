import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import type { FieldErrors } from '../../../src-server/model/base/problems.ts';
import {
  ProjectCreateBody,
  ProjectPatchBody,
  ProjectPutBody,
} from '../../../src-server/model/projects/project.ts';
import {
  checkRedirect,
  RedirectBody,
  RedirectPatchBody,
} from '../../../src-server/model/redirects/redirect.ts';
import { REDIRECT_TYPES } from '../../../src-server/model/redirects/rules/rule-2020.ts';
import { SubprojectBody } from '../../../src-server/model/relations/subproject.ts';
import { UserBody, usernameError } from '../../../src-server/model/users/user.ts';
import { EnvironmentVariableBody } from '../../../src-server/model/variables/environment-variable.ts';
import { VersionUpdateBody } from '../../../src-server/model/versions/version.ts';
import { errorsOf } from '../../support/api/errors-of.ts';

const REQUIRED = ['This field is required.'];
const NOT_NULL = ['This field may not be null.'];
const NOT_BLANK = ['This field may not be blank.'];
const tooLong = (max: number) => [`Ensure this field has no more than ${max} characters.`];

type Case = [body: unknown, errors: FieldErrors];
function refuses(schema: z.ZodType, cases: readonly Case[]): void {
  test.each(cases)('refuses %j', (body, errors) => {
    expect(errorsOf(() => parseBody(schema, body))).toEqual(errors);
  });
}
function accepts(schema: z.ZodType, cases: readonly [body: unknown, read: unknown][]): void {
  test.each(cases)('accepts %j', (body, expected) => {
    expect(parseBody(schema, body)).toEqual(expected);
  });
}

const repository = { url: 'https://example.com/r', type: 'git' };

describe('ProjectCreateBody', () => {
  accepts(ProjectCreateBody, [
    [
      { name: ' Test Project ', repository },
      { name: 'Test Project', repository },
    ],
    [
      { name: 'a', repository, homepage: 'http://example.com', language: 'pt_BR', programming_language: '' },
      { name: 'a', repository, homepage: 'http://example.com', language: 'pt_BR', programming_language: '' },
    ],
    [
      {
        name: 'a',
        repository,
        slug: 'x',
        tags: ['t'],
        default_branch: 5,
        single_version: 'x',
        privacy_level: 'private',
      },
      { name: 'a', repository },
    ],
    [
      { name: 5, repository: { ...repository, url: '/srv/repo' } },
      { name: '5', repository: { ...repository, url: '/srv/repo' } },
    ],
  ]);
  refuses(ProjectCreateBody, [
    [{}, { name: REQUIRED, repository: REQUIRED }],
    [
      { name: '', repository: {} },
      { name: NOT_BLANK, repository: { url: REQUIRED, type: REQUIRED } },
    ],
    [{ name: 'x'.repeat(64), repository }, { name: tooLong(63) }],
    [
      { name: 'a', repository: { type: 'cvs' } },
      { repository: { url: REQUIRED, type: ['"cvs" is not a valid choice.'] } },
    ],
    [
      { name: 'a', repository: { ...repository, url: 'ext::x' } },
      { repository: { url: ['Invalid scheme for URL'] } },
    ],
    [
      { name: 'a', repository: { ...repository, url: 'https://a/|b' } },
      { repository: { url: ['Invalid character in the URL'] } },
    ],
    [
      { name: 'a', repository: { ...repository, url: `https://a/${'b'.repeat(255)}` } },
      { repository: { url: tooLong(255) } },
    ],
    [{ name: 'a', repository, homepage: null }, { homepage: NOT_NULL }],
    [{ name: 'a', repository, homepage: '' }, { homepage: NOT_BLANK }],
    [{ name: 'a', repository, homepage: 'x' }, { homepage: ['Enter a valid URL.'] }],
    [{ name: 'a', repository, language: '' }, { language: ['"" is not a valid choice.'] }],
    [{ name: 'a', repository, language: 'pt-br' }, { language: ['"pt-br" is not a valid choice.'] }],
    [{ name: 'a', repository, programming_language: null }, { programming_language: NOT_NULL }],
    [
      { name: 'a', repository, programming_language: 'x' },
      { programming_language: ['"x" is not a valid choice.'] },
    ],
  ]);
});

describe('ProjectPutBody', () => {
  const least = { name: 'a', repository, homepage: 'http://example.com' };
  const settings = {
    language: 'es',
    programming_language: 'py',
    default_version: 'stable',
    default_branch: 'main',
    analytics_code: 'UA-1',
    single_version: true,
    show_version_warning: false,
  };
  accepts(ProjectPutBody, [
    [least, least],
    [
      { ...least, ...settings },
      { ...least, ...settings },
    ],
    [
      { ...least, default_branch: null, analytics_code: null, single_version: 'on' },
      { ...least, default_branch: null, analytics_code: null, single_version: true },
    ],
    [
      { ...least, default_branch: '', analytics_code: '' },
      { ...least, default_branch: '', analytics_code: '' },
    ],
  ]);
  refuses(ProjectPutBody, [
    [{}, { name: REQUIRED, repository: REQUIRED, homepage: REQUIRED }],
    [
      { ...least, default_version: '', default_branch: 'b'.repeat(256), analytics_code: 'c'.repeat(51) },
      { default_version: NOT_BLANK, default_branch: tooLong(255), analytics_code: tooLong(50) },
    ],
    [
      { ...least, default_version: null, single_version: null, show_version_warning: 'x' },
      {
        default_version: NOT_NULL,
        single_version: NOT_NULL,
        show_version_warning: ['Must be a valid boolean.'],
      },
    ],
  ]);
});

describe('ProjectPatchBody', () => {
  accepts(ProjectPatchBody, [
    [{}, {}],
    [{ repository: { url: '/srv/repo' } }, { repository: { url: '/srv/repo' } }],
    [{ repository: {} }, { repository: {} }],
    [{ default_branch: null }, { default_branch: null }],
  ]);
  refuses(ProjectPatchBody, [
    [
      { name: null, repository: null },
      { name: NOT_NULL, repository: NOT_NULL },
    ],
    [
      { repository: 'x' },
      { repository: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] } },
    ],
    [{ repository: { url: 'x' } }, { repository: { url: ['Invalid scheme for URL'] } }],
  ]);
});

describe('VersionUpdateBody', () => {
  accepts(VersionUpdateBody, [
    [{}, {}],
    [{ active: 'true' }, { active: true }],
  ]);
  refuses(VersionUpdateBody, [
    [{ active: 'x' }, { active: ['Must be a valid boolean.'] }],
    [{ active: null }, { active: NOT_NULL }],
  ]);
});

describe('RedirectBody', () => {
  accepts(RedirectBody, [
    [{ type: 'sphinx_html' }, { type: 'sphinx_html', from_url: '', to_url: '' }],
    [
      { type: 'sphinx_htmldir', from_url: null, to_url: '/x' },
      { type: 'sphinx_htmldir', from_url: '', to_url: '' },
    ],
    [
      { type: 'prefix', from_url: '/woot/', to_url: '/x' },
      { type: 'prefix', from_url: '/woot/', to_url: '' },
    ],
    [
      { type: 'prefix', from_url: '/woot/', to_url: null },
      { type: 'prefix', from_url: '/woot/', to_url: '' },
    ],
    [
      { type: 'page', from_url: '/a', to_url: '/b' },
      { type: 'page', from_url: '/a', to_url: '/b' },
    ],
    [
      { type: 'exact', from_url: '/en/latest/$rest', to_url: 'https://example.com/' },
      { type: 'exact', from_url: '/en/latest/$rest', to_url: 'https://example.com/' },
    ],
  ]);
  refuses(RedirectBody, [
    [{}, { type: REQUIRED }],
    [{ type: 'foo' }, { type: ['"foo" is not a valid choice.'] }],
    [{ type: 'toString' }, { type: ['"toString" is not a valid choice.'] }],
    [
      { type: 'foo', from_url: 'x'.repeat(256) },
      { type: ['"foo" is not a valid choice.'], from_url: tooLong(255) },
    ],
    [{ type: 'page', from_url: '/a' }, { to_url: REQUIRED }],
    [{ type: 'exact' }, { from_url: REQUIRED, to_url: REQUIRED }],
    [
      { type: 'page', from_url: '', to_url: null },
      { from_url: REQUIRED, to_url: REQUIRED },
    ],
    [{ type: 'prefix' }, { from_url: REQUIRED }],
    [
      { type: 'page', from_url: 'x'.repeat(256) },
      { from_url: tooLong(255), to_url: REQUIRED },
    ],
    [[], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
  ]);

  test.each(REDIRECT_TYPES)('the parsed value of %s is accepted again', (type) => {
    const redirect = checkRedirect({ type, from_url: '/a', to_url: '/b' });
    expect(checkRedirect(redirect)).toEqual(redirect);
  });

  test('a patch merged over what is stored is checked as a whole', () => {
    const stored = checkRedirect({ type: 'sphinx_html' });
    const patch = parseBody(RedirectPatchBody, { type: 'page', from_url: '/a' });
    expect(errorsOf(() => checkRedirect({ ...stored, ...patch }))).toEqual({ to_url: REQUIRED });
    expect(parseBody(RedirectPatchBody, {})).toEqual({});
    expect(errorsOf(() => parseBody(RedirectPatchBody, { type: null }))).toEqual({ type: NOT_NULL });
  });
});

describe('EnvironmentVariableBody', () => {
  accepts(EnvironmentVariableBody, [
    [
      { name: 'TOKEN_2', value: ' a b ' },
      { name: 'TOKEN_2', value: ' a b ' },
    ],
    [
      { name: ' token ', value: 5 },
      { name: 'token', value: '5' },
    ],
    [
      { name: '_READTHEDOCS', value: 'a\n' },
      { name: '_READTHEDOCS', value: 'a\n' },
    ],
  ]);
  const value = 'x';
  refuses(EnvironmentVariableBody, [
    [{}, { name: REQUIRED, value: REQUIRED }],
    [
      { name: ' ', value: '' },
      { name: NOT_BLANK, value: NOT_BLANK },
    ],
    [{ name: 'A', value: ' \n' }, { value: NOT_BLANK }],
    [{ name: `__${'x'.repeat(127)}`, value }, { name: tooLong(128) }],
    [{ name: '__a b', value }, { name: ["Variable name can't start with __ (double underscore)"] }],
    [{ name: 'READTHEDOCS_X Y', value }, { name: ["Variable name can't start with READTHEDOCS"] }],
    [{ name: 'a b-c', value }, { name: ["Variable name can't contain spaces"] }],
    [{ name: 'a-b', value }, { name: ['Only letters, numbers and underscore are allowed'] }],
    [{ name: 'é', value }, { name: ['Only letters, numbers and underscore are allowed'] }],
    [{ name: 'a', value: 'x'.repeat(2049) }, { value: tooLong(2048) }],
    [{ name: 'a', value: 'x\0' }, { value: ['Null characters are not allowed.'] }],
    [{ name: 'a', value: null }, { value: NOT_NULL }],
  ]);
});

describe('SubprojectBody', () => {
  accepts(SubprojectBody, [
    [{ child: 'pip' }, { child: 'pip' }],
    [{ child: 'pip', alias: '' }, { child: 'pip' }],
    [{ child: 'pip', alias: null }, { child: 'pip' }],
    [
      { child: ' pip', alias: ' a_B-1 ' },
      { child: ' pip', alias: 'a_B-1' },
    ],
  ]);
  const notASlug = ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'];
  refuses(SubprojectBody, [
    [{}, { child: REQUIRED }],
    [{ child: null }, { child: NOT_NULL }],
    [{ child: '' }, { child: NOT_NULL }],
    [{ child: ['pip'] }, { child: ["Object with slug=['pip'] does not exist."] }],
    [{ child: 'pip', alias: true }, { alias: notASlug }],
    [{ child: 'pip', alias: 'a b' }, { alias: notASlug }],
    [{ child: 'pip', alias: 'a/b' }, { alias: notASlug }],
    [{ child: 'pip', alias: 'a.b' }, { alias: notASlug }],
    [{ child: 'pip', alias: 'x'.repeat(256) }, { alias: tooLong(255) }],
  ]);
});

describe('UserBody', () => {
  test.each(['alice', 'a.b+c@d-e_f', 'Jürgen', 'x'.repeat(150)])('%s is a username', (username) => {
    expect(parseBody(UserBody, { username })).toEqual({ username });
    expect(usernameError(username)).toBeUndefined();
  });
  test.each(['', 'a b', 'a/b', 'a\nb', '<b>', 'x'.repeat(151)])('%j is not a username', (username) => {
    expect(errorsOf(() => parseBody(UserBody, { username }))).toHaveProperty('username');
    expect(usernameError(username)).toMatch(/^A username has 1 to 150 characters/);
  });
});

test('every body can be shown as JSON Schema', () => {
  const bodies = { ProjectCreateBody, ProjectPutBody, ProjectPatchBody, VersionUpdateBody, RedirectBody };
  const more = { RedirectPatchBody, EnvironmentVariableBody, SubprojectBody, UserBody };
  const required = Object.entries({ ...bodies, ...more }).map(([name, body]) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    expect(Object.values(schema.properties ?? {}), name).not.toContainEqual({});
    return [name, schema.required ?? []];
  });
  expect(Object.fromEntries(required)).toEqual({
    ProjectCreateBody: ['name', 'repository'],
    ProjectPutBody: ['name', 'repository', 'homepage'],
    ProjectPatchBody: [],
    VersionUpdateBody: [],
    RedirectBody: ['type'],
    RedirectPatchBody: [],
    EnvironmentVariableBody: ['name', 'value'],
    SubprojectBody: ['child'],
    UserBody: ['username'],
  });
});
