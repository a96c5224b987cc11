import { expect } from 'vitest';
import type { ApiServer } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PROJECTS = '/api/v3/projects/';
const PIP = `${PROJECTS}pip/`;
const VARIABLES = `${PIP}environmentvariables/`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const REQUIRED = ['This field is required.'];

/** What the project is afterwards. */
const isStored = (expected: object) => async (api: ApiServer) => {
  expect((await api.request('GET', PIP, { user: 'alice' })).json).toMatchObject(expected);
};
/** What a build of the project would receive. */
const variableIs = (name: string, value: string) => async (api: ApiServer) => {
  const variables = await api.lectern.services.environmentVariables.forBuild(1);
  expect(variables.get(name)).toBe(value);
};
const form = (name: string, body: string | Buffer, rest: Partial<Scenario>): Scenario => ({
  name,
  as: 'alice',
  method: 'PATCH',
  path: PIP,
  headers: FORM,
  body,
  expect: { status: 204 },
  ...rest,
});
const refused = (errors: object): Partial<Scenario> => ({ expect: { status: 400, body: errors } });
const NOT_UTF8 = refused({ detail: 'Form parse error - the body is not valid UTF-8' });

scenarios(
  'forms',
  [
    {
      name: 'dotted names are nested fields',
      as: 'alice',
      method: 'POST',
      path: PROJECTS,
      form: {
        name: 'Form Project',
        'repository.url': 'https://example.com/r?a=b&c',
        'repository.type': 'hg',
        language: 'es',
      },
      expect: {
        status: 201,
        partial: {
          slug: 'form-project',
          language: { code: 'es' },
          repository: { type: 'hg', url: 'https://example.com/r?a=b&c' },
        },
      },
    },
    form('plus and percent', 'name=+A%20b%2Bc+&unknown=1', { after: isStored({ name: 'A b+c' }) }),
    form('UTF-8, as bytes and as percent signs', 'name=é%C3%A9', { after: isStored({ name: 'éé' }) }),
    form('the last of a repeated name', 'name=first&name=second', { after: isStored({ name: 'second' }) }),
    form('a part of a nested field', 'repository.type=hg', {
      after: isStored({ repository: { type: 'hg', url: 'https://github.com/pypa/pip' } }),
    }),
    form('booleans', 'single_version=on&show_version_warning=0', {
      after: isStored({ urls: { documentation: expect.stringMatching(/^http:\/\/pip\.localhost:\d+\/$/) } }),
    }),
    form('a charset', 'name=Set', {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      after: isStored({ name: 'Set' }),
    }),
    form('a key that is everywhere', '__proto__.name=x&__proto__=y&constructor=z&repository.__proto__=w', {
      after: isStored({ name: 'Set' }),
    }),
    form('nothing', '', {}),
    form('signs alone', '&&=&==', { after: isStored({ name: 'Set' }) }),
    form('a percent sign that stands for itself', 'name=100%', { after: isStored({ name: '100%' }) }),
    form('a blank', 'name=', refused({ name: ['This field may not be blank.'] })),
    form('JSON', '{"name":"x"}', { after: isStored({ name: '100%' }) }),
    form(
      'no word of a choice',
      'repository.type=cvs',
      refused({ repository: { type: ['"cvs" is not a valid choice.'] } }),
    ),
    form(
      'a text in place of a nested field',
      'repository=x',
      refused({
        repository: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
      }),
    ),
    form('deeper than any field', 'repository.url.x=https://evil.example/', {
      after: isStored({ repository: { url: 'https://github.com/pypa/pip' } }),
    }),
    form(
      'a character that cannot be stored',
      'name=a%00b',
      refused({ name: ['Null characters are not allowed.'] }),
    ),
    form('bytes that are no UTF-8', Buffer.from([...Buffer.from('name='), 0xff]), NOT_UTF8),
    form('percent signs that are no UTF-8', 'name=%FF', NOT_UTF8),
    form('half of one', 'name=%C3&x=1', NOT_UTF8),
    form('a surrogate', 'name=%ED%A0%80', NOT_UTF8),
    form(
      'too many fields',
      'a=&'.repeat(10_001),
      refused({ detail: expect.stringMatching(/^Form parse error - /) }),
    ),
    {
      name: 'all that is missing',
      as: 'alice',
      method: 'POST',
      path: PROJECTS,
      form: { 'repository.type': 'x' },
      expect: {
        status: 400,
        body: { name: REQUIRED, repository: { url: REQUIRED, type: ['"x" is not a valid choice.'] } },
      },
    },
    {
      name: 'a value as it was given',
      as: 'alice',
      method: 'POST',
      path: VARIABLES,
      form: { name: 'FORM_VALUE', value: '  a+b&c=d%20 \r\n' },
      expect: { status: 201 },
      after: variableIs('FORM_VALUE', '  a+b&c=d%20 \r\n'),
    },
    {
      name: 'a redirect',
      as: 'alice',
      method: 'PUT',
      path: `${PIP}redirects/5/`,
      form: { type: 'prefix', from_url: '/old/', to_url: '' },
      expect: { status: 200, partial: { type: 'prefix', from_url: '/old/', to_url: null } },
    },
    {
      name: 'a subproject with a blank alias',
      as: 'alice',
      method: 'POST',
      path: `${PROJECTS}pip-es/subprojects/`,
      form: { child: 'form-project', alias: '' },
      expect: { status: 201, partial: { alias: 'form-project' } },
    },
    {
      name: 'a version',
      as: 'alice',
      method: 'PATCH',
      path: `${PIP}version/latest/`,
      form: { active: 'false' },
      expect: { status: 204 },
    },
  ],
  { seed: SAMPLE_SEED },
);

const BOUNDARY = '----boundary';
type Part = readonly [name: string, value: string | Buffer, more?: string];

/** What a browser sends of a form with files. */
function multipart(...parts: readonly Part[]): Buffer {
  const written = parts.flatMap(([name, value, more = '']) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const FILE = '; filename="x.txt"\r\nContent-Type: text/plain';
const parts = (name: string, body: Buffer, rest: Partial<Scenario>): Scenario =>
  form(name, body, { headers: MULTIPART, ...rest });
const broken = (detail: string): Partial<Scenario> =>
  refused({ detail: `Multipart form parse error - ${detail}` });

scenarios(
  'multipart forms',
  [
    {
      ...parts('dotted names are nested fields', Buffer.alloc(0), {}),
      method: 'POST',
      path: PROJECTS,
      body: multipart(
        ['name', 'Parts'],
        ['repository.url', 'https://example.com/r'],
        ['repository.type', 'git'],
      ),
      expect: {
        status: 201,
        partial: { slug: 'parts', repository: { type: 'git', url: 'https://example.com/r' } },
      },
    },
    parts('UTF-8', multipart(['name', 'Käse']), { after: isStored({ name: 'Käse' }) }),
    parts('the last of a repeated name', multipart(['name', 'a'], ['name', 'b']), {
      after: isStored({ name: 'b' }),
    }),
    parts('a key that is everywhere', multipart(['__proto__', 'x'], ['__proto__.name', 'y']), {
      after: isStored({ name: 'b' }),
    }),
    parts(
      'a file beside the fields is left out',
      multipart(['name', 'c'], ['file', Buffer.from([0xff, 0]), FILE]),
      {
        after: isStored({ name: 'c' }),
      },
    ),
    parts('a file in place of a field', multipart(['name', 'x', FILE]), { after: isStored({ name: 'c' }) }),
    parts('no part', multipart(), {}),
    parts(
      'bytes that are no UTF-8',
      multipart(['name', Buffer.from([0xff])]),
      broken('the body is not valid UTF-8'),
    ),
    parts('cut off', multipart(['name', 'x']).subarray(0, -8), broken('Invalid boundary in multipart')),
    parts('no boundary in the body', Buffer.from('name=x'), broken('Invalid boundary in multipart')),
    {
      ...parts('no boundary in the type', multipart(['name', 'x']), broken('Invalid boundary in multipart')),
      headers: { 'content-type': 'multipart/form-data' },
    },
    {
      ...parts('another boundary', multipart(['name', 'x']), broken('Invalid boundary in multipart')),
      headers: { 'content-type': 'multipart/form-data; boundary=other' },
    },
    {
      ...parts('nothing at all', Buffer.alloc(0), {}),
      headers: { 'content-type': 'multipart/form-data' },
    },
    {
      ...parts('a value as it was given', multipart(['name', 'PART_VALUE'], ['value', ' a\r\nb ']), {}),
      method: 'POST',
      path: VARIABLES,
      expect: { status: 201 },
      after: variableIs('PART_VALUE', ' a\r\nb '),
    },
    {
      ...parts('a file in place of a required field', multipart(['name', 'F'], ['value', 'x', FILE]), {}),
      method: 'POST',
      path: VARIABLES,
      expect: { status: 400, body: { value: REQUIRED } },
    },
  ],
  { seed: SAMPLE_SEED },
);
