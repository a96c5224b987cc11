import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { FieldErrors } from '../../../src-server/model/base/problems.ts';
import { parseSeed, seedJsonSchema } from '../../../src-server/model/seeds/seed.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { SEED_SCHEMA_FILE, seedSchemaText } from '../../support/write-seed-schema.ts';

const NO_KEY = 'There is no such key.';
const NO_TIME = 'Not a date and time with an offset, such as 2019-04-29T10:00:00Z.';

const BUILD = {
  id: 7,
  created: '2019-04-29T10:00:00.5+02:00',
  state: 'finished',
  success: true,
  error: '',
  commit: 'a1b2c3',
  duration: 60,
  config: { version: '2', formats: ['pdf'] },
  commands: [
    {
      description: '',
      command: 'git clone',
      output: ' ok\n',
      exit_code: 0,
      start_time: '2019-04-29T10:00:00Z',
      end_time: '2019-04-29T10:00:01Z',
    },
  ],
};
const VERSION = {
  id: 3,
  slug: 'v1.0',
  verbose_name: 'v1.0',
  identifier: 'a1b2c3',
  type: 'tag',
  active: true,
  built: true,
  uploaded: false,
  privacy_level: 'public',
  downloads: ['pdf', 'htmlzip'],
  builds: [BUILD],
};
const PROJECT = {
  id: 12,
  slug: 'pip',
  name: 'Pip',
  users: ['alice'],
  language: 'en',
  programming_language: 'py',
  repository: { url: 'https://github.com/pypa/pip', type: 'git' },
  homepage: 'https://pip.pypa.io',
  description: ' The *installer*.\n',
  default_version: 'stable',
  default_branch: 'main',
  single_version: false,
  privacy_level: 'public',
  tags: ['packaging'],
  translation_of: 'pip-main',
  created: '2019-04-29T10:00:00Z',
  modified: '2019-04-29T12:00:00Z',
  versions: [VERSION],
  redirects: [{ pk: 1, type: 'page', from_url: '/a', to_url: '/b' }, { type: 'sphinx_html' }],
  environment_variables: [{ pk: 2, name: 'TOKEN', value: ' secret ' }],
  subprojects: [{ child: 'plugin', alias: 'plug' }, { child: 'other' }],
};
const FULL = {
  $schema: 'seed.schema.json',
  users: [{ username: 'alice', token: '0123456789abcdef0123456789abcdef01234567' }, { username: 'bob' }],
  projects: [PROJECT],
};
/** As little as a project needs. */
const LEAST = {
  name: 'Least',
  users: [],
  repository: { url: '/srv/least', type: 'git' },
};

function errorsIn(...projects: readonly object[]): FieldErrors | undefined {
  return errorsOf(() => parseSeed({ users: [], projects }));
}

describe('parseSeed', () => {
  test('reads the whole format', () => {
    const seed = parseSeed(FULL);
    const [project] = seed.projects;
    expect(project).toMatchObject({
      ...PROJECT,
      created: Date.parse(PROJECT.created) * 1000,
      modified: Date.parse(PROJECT.modified) * 1000,
      versions: [
        {
          ...VERSION,
          builds: [
            {
              ...BUILD,
              created: Date.parse('2019-04-29T08:00:00.500Z') * 1000,
              commands: [
                {
                  ...BUILD.commands[0],
                  start_time: Date.parse('2019-04-29T10:00:00Z') * 1000,
                  end_time: Date.parse('2019-04-29T10:00:01Z') * 1000,
                },
              ],
            },
          ],
        },
      ],
      redirects: [PROJECT.redirects[0], { type: 'sphinx_html', from_url: '', to_url: '' }],
    });
    expect(seed.users).toEqual(FULL.users);
  });

  test('lists that are absent are empty', () => {
    expect(parseSeed({})).toEqual({ users: [], projects: [] });
    expect(parseSeed({ projects: [LEAST] }).projects).toEqual([
      { ...LEAST, tags: [], versions: [], redirects: [], environment_variables: [], subprojects: [] },
    ]);
  });

  test('values that an unfinished build does not have yet may be null or absent', () => {
    const build = { created: BUILD.created, state: 'triggered', success: null, commit: null, duration: null };
    const { success, commit, duration, ...shorter } = build;
    const version = { ...VERSION, id: undefined, builds: [build, shorter] };
    const [project] = parseSeed({ projects: [{ ...LEAST, versions: [version] }] }).projects;
    expect(project?.versions[0]?.builds).toMatchObject([
      { success, commit, duration },
      { state: 'triggered' },
    ]);
  });

  test.each<[string, object, FieldErrors]>([
    [
      'an unknown key',
      { nope: 1, other: 2 },
      { 'projects[0].nope': [NO_KEY], 'projects[0].other': [NO_KEY] },
    ],
    [
      'a key of the API that files lack',
      { repository: { ...LEAST.repository, x: 1 } },
      { 'projects[0].repository.x': [NO_KEY] },
    ],
    ['a missing field', { name: undefined }, { 'projects[0].name': ['This field is required.'] }],
    ['a number for a name', { name: 1 }, { 'projects[0].name': ['Not a valid string.'] }],
    [
      'a bad slug',
      { slug: 'A b' },
      { 'projects[0].slug': [expect.stringContaining("A project's slug has")] },
    ],
    [
      'a text for a list',
      { versions: 'x' },
      { 'projects[0].versions': ['Expected a list of items but got type "str".'] },
    ],
    [
      'a text for an object',
      { versions: ['x'] },
      { 'projects[0].versions[0]': ['Invalid data. Expected a dictionary, but got str.'] },
    ],
    [
      'a bad address',
      { repository: { url: 'ext::x', type: 'git' } },
      { 'projects[0].repository.url': ['Invalid scheme for URL'] },
    ],
    ['a bad homepage', { homepage: 'x' }, { 'projects[0].homepage': ['Enter a valid URL.'] }],
    [
      'a bad maintainer',
      { users: ['a b'] },
      { 'projects[0].users[0]': [expect.stringContaining('A username has')] },
    ],
    ['a time without offset', { created: '2019-04-29T10:00:00' }, { 'projects[0].created': [NO_TIME] }],
    ['a day that is none', { created: '2019-02-31T10:00:00Z' }, { 'projects[0].created': [NO_TIME] }],
    ['a date', { modified: '2019-04-29' }, { 'projects[0].modified': [NO_TIME] }],
    [
      'an id of nothing',
      { id: 0 },
      { 'projects[0].id': ['Ensure this value is greater than or equal to 1.'] },
    ],
    ['a fraction for an id', { id: 1.5 }, { 'projects[0].id': ['A valid integer is required.'] }],
    [
      'a redirect without its URLs',
      { redirects: [{ type: 'page' }] },
      {
        'projects[0].redirects[0].from_url': ['This field is required.'],
        'projects[0].redirects[0].to_url': ['This field is required.'],
      },
    ],
    [
      'an unknown key of a redirect',
      { redirects: [{ type: 'sphinx_html', x: 1 }] },
      { 'projects[0].redirects[0].x': [NO_KEY] },
    ],
    [
      'a reserved variable',
      { environment_variables: [{ name: 'READTHEDOCS', value: 'x' }] },
      {
        'projects[0].environment_variables[0].name': ["Variable name can't start with READTHEDOCS"],
      },
    ],
    [
      'a number for a value',
      { environment_variables: [{ name: 'A', value: 1.0 }] },
      {
        'projects[0].environment_variables[0].value': ['Not a valid string.'],
      },
    ],
    [
      'a bad alias',
      { subprojects: [{ child: 'x', alias: 'a b' }] },
      {
        'projects[0].subprojects[0].alias': [expect.stringContaining('Enter a valid "slug"')],
      },
    ],
    [
      'a name without a slug',
      { name: '!!!' },
      { 'projects[0].name': ['Invalid project name "!!!": no slug generated.'] },
    ],
    [
      'its own translation',
      { translation_of: 'least' },
      { 'projects[0].translation_of': ['A project cannot translate itself.'] },
    ],
    [
      'its own subproject',
      { subprojects: [{ child: 'least' }] },
      {
        'projects[0].subprojects[0].child': ['A project cannot be its own subproject.'],
      },
    ],
  ])('%s', (_, change, expected) => {
    expect(errorsIn({ ...LEAST, ...change })).toEqual(expected);
  });

  test.each<[string, object, FieldErrors]>([
    [
      'slug',
      { slug: 'a/b' },
      { 'projects[0].versions[0].slug': [expect.stringContaining("A version's slug has")] },
    ],
    ['type', { type: 'x' }, { 'projects[0].versions[0].type': ['"x" is not a valid choice.'] }],
    ['active', { active: 'yes' }, { 'projects[0].versions[0].active': ['Must be a valid boolean.'] }],
    [
      'verbose_name',
      { verbose_name: 1.0 },
      { 'projects[0].versions[0].verbose_name': ['Not a valid string.'] },
    ],
    [
      'downloads',
      { downloads: ['html'] },
      { 'projects[0].versions[0].downloads[0]': ['"html" is not a valid choice.'] },
    ],
    [
      'state',
      { builds: [{ ...BUILD, state: 'x' }] },
      { 'projects[0].versions[0].builds[0].state': ['"x" is not a valid choice.'] },
    ],
    [
      'config',
      { builds: [{ ...BUILD, config: [] }] },
      { 'projects[0].versions[0].builds[0].config': ['Invalid value.'] },
    ],
    [
      'duration',
      { builds: [{ ...BUILD, duration: -1 }] },
      {
        'projects[0].versions[0].builds[0].duration': ['Ensure this value is greater than or equal to 0.'],
      },
    ],
    [
      'exit_code',
      { builds: [{ ...BUILD, commands: [{ ...BUILD.commands[0], exit_code: '0' }] }] },
      {
        'projects[0].versions[0].builds[0].commands[0].exit_code': ['A valid integer is required.'],
      },
    ],
  ])('a version with a bad %s', (_, change, expected) => {
    expect(errorsIn({ ...LEAST, versions: [{ ...VERSION, ...change }] })).toEqual(expected);
  });

  test.each<[string, unknown, FieldErrors]>([
    ['no object', [], { file: ['Invalid data. Expected a dictionary, but got list.'] }],
    ['null', null, { file: ['No data provided'] }],
    ['an unknown key', { user: [] }, { user: [NO_KEY] }],
    [
      'a short token',
      { users: [{ username: 'a', token: 'abc' }] },
      { 'users[0].token': ['A token has 40 lower-case hexadecimal digits.'] },
    ],
    ['a nameless user', { users: [{}] }, { 'users[0].username': ['This field is required.'] }],
  ])('a file with %s', (_, input, expected) => {
    expect(errorsOf(() => parseSeed(input))).toEqual(expected);
  });

  test('reports the first hundred of a thousand errors, and their number', () => {
    const errors = errorsIn(...Array.from({ length: 1000 }, () => ({ ...LEAST, name: 5 }))) ?? {};
    expect(Object.keys(errors)).toHaveLength(101);
    expect(errors['projects[99].name']).toEqual(['Not a valid string.']);
    expect(errors.more).toEqual(['1000 errors in all.']);
  });
});

describe('the published schema', () => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(seedJsonSchema());

  test('is current (else: npm run docs:seed-schema)', () => {
    expect(readFileSync(SEED_SCHEMA_FILE, 'utf8')).toBe(seedSchemaText());
  });

  test('accepts what the program accepts', () => {
    expect(validate(FULL), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ projects: [LEAST] })).toBe(true);
  });

  test.each<[string, object]>([
    ['an unknown key', { ...LEAST, nope: 1 }],
    ['an unknown key further in', { ...LEAST, versions: [{ ...VERSION, nope: 1 }] }],
    ['a missing name', { ...LEAST, name: undefined }],
    ['a number for a name', { ...LEAST, name: 1 }],
    ['a bad slug', { ...LEAST, slug: 'A b' }],
    ['a time without offset', { ...LEAST, created: '2019-04-29T10:00:00' }],
    ['a bad language', { ...LEAST, language: 'xx' }],
    ['a bad state', { ...LEAST, versions: [{ ...VERSION, builds: [{ ...BUILD, state: 'x' }] }] }],
  ])('and the program refuse %s', (_, project) => {
    const file = JSON.parse(JSON.stringify({ projects: [project] }));
    expect(validate(file)).toBe(false);
    expect(errorsOf(() => parseSeed(file))).toBeDefined();
  });
});
