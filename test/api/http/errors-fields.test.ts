import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PROJECTS = '/api/v3/projects/';
const PIP = `${PROJECTS}pip/`;
const REQUIRED = ['This field is required.'];
const NOT_NULL = ['This field may not be null.'];
const NOT_BLANK = ['This field may not be blank.'];
const NOT_TEXT = ['Not a valid string.'];
const NOT_BOOLEAN = ['Must be a valid boolean.'];
const NO_NUL = ['Null characters are not allowed.'];
const NOT_A_URL = ['Enter a valid URL.'];
const HALF = ['Surrogate characters are not allowed: U+DC00.'];
const longest = (max: number) => [`Ensure this field has no more than ${max} characters.`];
const noChoice = (value: string) => [`"${value}" is not a valid choice.`];
const notADictionary = (type: string) => ({
  non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`],
});

const repository = { url: 'https://example.com/r', type: 'git' };
const fullBody = { name: 'New', repository, homepage: 'https://example.com/' };

/** Rows of bodies that one operation refuses, each with the whole of its errors. */
function refusals(
  method: string,
  path: string,
  cases: readonly (readonly [body: unknown, errors: object])[],
) {
  return cases.map(
    ([body, errors]): Scenario => ({
      name: shortened(body),
      as: 'alice',
      method,
      path,
      body: typeof body === 'string' ? JSON.stringify(body) : body,
      expect: { status: 400, body: errors, headers: { 'content-type': 'application/json' } },
    }),
  );
}

function shortened(body: unknown): string {
  const text = JSON.stringify(body);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}

const NAME: readonly (readonly [value: unknown, messages: readonly string[]])[] = [
  [null, NOT_NULL],
  ['', NOT_BLANK],
  [' \t\n ', NOT_BLANK],
  [true, NOT_TEXT],
  [['a'], NOT_TEXT],
  [{}, NOT_TEXT],
  ['x'.repeat(64), longest(63)],
  ['\u{1f600}'.repeat(64), longest(63)],
  ['a\0b', NO_NUL],
  ['a\udc00', HALF],
  [`${'x'.repeat(64)}\0`, [...longest(63), ...NO_NUL]],
];
const URLS: readonly (readonly [value: unknown, messages: readonly string[]])[] = [
  [null, NOT_NULL],
  ['', NOT_BLANK],
  [false, NOT_TEXT],
  [[], NOT_TEXT],
  ['ext::sh -c x', ['Invalid scheme for URL']],
  ['ftp://example.com/r', ['Invalid scheme for URL']],
  ['javascript:alert(1)', ['Invalid scheme for URL']],
  ['relative/path', ['Invalid scheme for URL']],
  ['http://[::1', ['Enter a valid URL.']],
  ['file://host/x', ['A file:// URL names a folder of this computer: file:///path/to/repository']],
  ['--upload-pack=x', ['Invalid character in the URL']],
  ['https://example.com/a && rm -rf x', ['Invalid character in the URL']],
  ['https://example.com/a|b', ['Invalid character in the URL']],
  ['https://example.com/a\nb', ['Invalid character in the URL']],
  [`https://example.com/${'x'.repeat(255)}`, longest(255)],
];
const HOMEPAGE: readonly (readonly [value: unknown, messages: readonly string[]])[] = [
  [null, NOT_NULL],
  ['', NOT_BLANK],
  [{}, NOT_TEXT],
  ['example.com', NOT_A_URL],
  ['javascript:alert(1)', NOT_A_URL],
  ['http://', NOT_A_URL],
  ['https://exa mple.com/', NOT_A_URL],
  [`https://example.com/${'x'.repeat(200)}`, longest(200)],
];

scenarios(
  'import',
  refusals('POST', PROJECTS, [
    [{}, { name: REQUIRED, repository: REQUIRED }],
    [{ unknown: 1 }, { name: REQUIRED, repository: REQUIRED }],
    [{ name: 'a' }, { repository: REQUIRED }],
    [{ repository }, { name: REQUIRED }],
    ...NAME.map(([name, messages]) => [{ name, repository }, { name: messages }] as const),
    [{ name: '!!!', repository }, { name: ['Invalid project name "!!!": no slug generated.'] }],
    [{ name: 'PIP', repository }, { name: ['Project with slug "pip" already exists.'] }],
    [{ name: 'theirs', repository }, { name: ['Project with slug "theirs" already exists.'] }],
    [{ name: 'a', repository: null }, { repository: NOT_NULL }],
    [{ name: 'a', repository: 'x' }, { repository: notADictionary('str') }],
    [{ name: 'a', repository: [] }, { repository: notADictionary('list') }],
    [{ name: 'a', repository: 5 }, { repository: notADictionary('int') }],
    [{ name: 'a', repository: true }, { repository: notADictionary('bool') }],
    [{ name: 'a', repository: {} }, { repository: { url: REQUIRED, type: REQUIRED } }],
    [{ name: 'a', repository: { type: 'cvs' } }, { repository: { url: REQUIRED, type: noChoice('cvs') } }],
    ...URLS.map(
      ([url, messages]) =>
        [{ name: 'a', repository: { url, type: 'git' } }, { repository: { url: messages } }] as const,
    ),
    [{ name: 'a', repository: { ...repository, type: null } }, { repository: { type: NOT_NULL } }],
    [{ name: 'a', repository: { ...repository, type: '' } }, { repository: { type: noChoice('') } }],
    [{ name: 'a', repository: { ...repository, type: 'Git' } }, { repository: { type: noChoice('Git') } }],
    [{ name: 'a', repository: { ...repository, type: 5 } }, { repository: { type: noChoice('5') } }],
    [{ name: 'a', repository: { ...repository, type: true } }, { repository: { type: noChoice('True') } }],
    ...HOMEPAGE.map(
      ([homepage, messages]) => [{ name: 'a', repository, homepage }, { homepage: messages }] as const,
    ),
    [{ name: 'a', repository, language: 'xx' }, { language: noChoice('xx') }],
    [{ name: 'a', repository, language: '' }, { language: noChoice('') }],
    [{ name: 'a', repository, language: null }, { language: NOT_NULL }],
    [{ name: 'a', repository, language: 'pt-br' }, { language: noChoice('pt-br') }],
    [{ name: 'a', repository, programming_language: 'cobol' }, { programming_language: noChoice('cobol') }],
    [{ name: 'a', repository, programming_language: null }, { programming_language: NOT_NULL }],
    [
      {
        name: '',
        repository: { url: '', type: 'x' },
        homepage: 'x',
        language: 'x',
        programming_language: 'x',
      },
      {
        name: NOT_BLANK,
        repository: { url: NOT_BLANK, type: noChoice('x') },
        homepage: NOT_A_URL,
        language: noChoice('x'),
        programming_language: noChoice('x'),
      },
    ],
    [[], notADictionary('list')],
    [[fullBody], notADictionary('list')],
    ['text', notADictionary('str')],
    [5, notADictionary('int')],
    [0.5, notADictionary('float')],
    [true, notADictionary('bool')],
    [null, { non_field_errors: ['No data provided'] }],
  ]),
  { seed: SAMPLE_SEED },
);

/** Fields that an update takes beyond those of the import. */
const SETTINGS: readonly (readonly [body: object, errors: object])[] = [
  [{ default_version: null }, { default_version: NOT_NULL }],
  [{ default_version: '' }, { default_version: NOT_BLANK }],
  [{ default_version: [] }, { default_version: NOT_TEXT }],
  [{ default_version: 'x'.repeat(256) }, { default_version: longest(255) }],
  [{ default_version: 'a\0' }, { default_version: NO_NUL }],
  [{ default_branch: {} }, { default_branch: NOT_TEXT }],
  [{ default_branch: 'x'.repeat(256) }, { default_branch: longest(255) }],
  [{ default_branch: '\udc00' }, { default_branch: HALF }],
  [{ analytics_code: true }, { analytics_code: NOT_TEXT }],
  [{ analytics_code: 'x'.repeat(51) }, { analytics_code: longest(50) }],
  [{ single_version: null }, { single_version: NOT_NULL }],
  [{ single_version: 'maybe' }, { single_version: NOT_BOOLEAN }],
  [{ single_version: '' }, { single_version: NOT_BOOLEAN }],
  [{ single_version: 2 }, { single_version: NOT_BOOLEAN }],
  [{ single_version: [] }, { single_version: NOT_BOOLEAN }],
  [{ single_version: {} }, { single_version: NOT_BOOLEAN }],
  [{ show_version_warning: 'x' }, { show_version_warning: NOT_BOOLEAN }],
  [
    { single_version: 'x', show_version_warning: null, default_version: '' },
    { single_version: NOT_BOOLEAN, show_version_warning: NOT_NULL, default_version: NOT_BLANK },
  ],
];

scenarios(
  'update of a project',
  [
    ...refusals('PATCH', PIP, [
      ...SETTINGS,
      ...NAME.map(([name, messages]) => [{ name }, { name: messages }] as const),
      ...URLS.map(([url, messages]) => [{ repository: { url } }, { repository: { url: messages } }] as const),
      ...HOMEPAGE.map(([homepage, messages]) => [{ homepage }, { homepage: messages }] as const),
      [{ repository: null }, { repository: NOT_NULL }],
      [{ repository: [] }, { repository: notADictionary('list') }],
      [{ repository: { type: 'x' } }, { repository: { type: noChoice('x') } }],
      [{ language: 'xx' }, { language: noChoice('xx') }],
      [{ programming_language: 5 }, { programming_language: noChoice('5') }],
      [[], notADictionary('list')],
      [null, { non_field_errors: ['No data provided'] }],
      // One bad field keeps the good ones out.
      [{ name: 'Good', language: 'xx' }, { language: noChoice('xx') }],
    ]),
    ...refusals('PUT', PIP, [
      ...SETTINGS.map(([body, errors]) => [{ ...fullBody, ...body }, errors] as const),
      [{}, { name: REQUIRED, repository: REQUIRED, homepage: REQUIRED }],
      [{ ...fullBody, homepage: undefined }, { homepage: REQUIRED }],
      [{ ...fullBody, repository: { url: repository.url } }, { repository: { type: REQUIRED } }],
      [{ ...fullBody, repository: { type: 'git' } }, { repository: { url: REQUIRED } }],
      ['x', notADictionary('str')],
    ]),
  ],
  { seed: SAMPLE_SEED },
);

scenarios(
  'update of a version',
  ['versions/latest/', 'version/latest/'].flatMap((path) =>
    ['PUT', 'PATCH'].flatMap((method) =>
      refusals(method, PIP + path, [
        [{ active: 'x' }, { active: NOT_BOOLEAN }],
        [{ active: '' }, { active: NOT_BOOLEAN }],
        [{ active: ' true' }, { active: NOT_BOOLEAN }],
        [{ active: 2 }, { active: NOT_BOOLEAN }],
        [{ active: [false] }, { active: NOT_BOOLEAN }],
        [{ active: null }, { active: NOT_NULL }],
        [[{ active: false }], notADictionary('list')],
        [false, notADictionary('bool')],
      ]),
    ),
  ),
  { seed: SAMPLE_SEED },
);
