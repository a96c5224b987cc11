import { expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../../support/sample-seed.ts';
import { testClock } from '../../../support/test-clock.ts';

const PROJECTS = '/api/v3/projects/';
const VARIABLES = `${PROJECTS}pip/environmentvariables/`;
const REQUIRED = ['This field is required.'];
const NOT_NULL = ['This field may not be null.'];
const NOT_BLANK = ['This field may not be blank.'];
const NOT_TEXT = ['Not a valid string.'];
const NO_NUL = ['Null characters are not allowed.'];
const TAKEN = ['There is already a variable with this name for this project'];
const DUNDER = ["Variable name can't start with __ (double underscore)"];
const RESERVED = ["Variable name can't start with READTHEDOCS"];
const SPACES = ["Variable name can't contain spaces"];
const LETTERS = ['Only letters, numbers and underscore are allowed'];
const longest = (max: number) => [`Ensure this field has no more than ${max} characters.`];

const refused = (body: unknown, errors: object): Scenario => ({
  name: JSON.stringify(body).slice(0, 80),
  as: 'alice',
  method: 'POST',
  path: VARIABLES,
  body,
  expect: { status: 400, body: errors },
});
const named = (name: unknown, messages: readonly string[]) =>
  refused({ name, value: 'v' }, { name: messages });
const valued = (value: unknown, messages: readonly string[]) =>
  refused({ name: 'A', value }, { value: messages });

scenarios(
  'a variable that is refused',
  [
    refused({}, { name: REQUIRED, value: REQUIRED }),
    refused({ name: 'A' }, { value: REQUIRED }),
    refused({ value: 'v' }, { name: REQUIRED }),
    refused([], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }),
    refused({ name: '', value: '' }, { name: NOT_BLANK, value: NOT_BLANK }),
    refused({ name: 'A', value: '   ' }, { value: NOT_BLANK }),
    refused({ name: ' ', value: '\t\n' }, { name: NOT_BLANK, value: NOT_BLANK }),
    refused({ name: null, value: null }, { name: NOT_NULL, value: NOT_NULL }),
    refused({ name: 'A B', value: [] }, { name: SPACES, value: NOT_TEXT }),
    named('   ', NOT_BLANK),
    named(true, NOT_TEXT),
    named(['A'], NOT_TEXT),
    named('A'.repeat(129), longest(128)),
    named(`__${'A'.repeat(127)}`, longest(128)),
    named('__', DUNDER),
    named('__A B', DUNDER),
    named('READTHEDOCS', RESERVED),
    named('READTHEDOCS_VERSION', RESERVED),
    named('READTHEDOCSX Y', RESERVED),
    named('KEY', TAKEN),
    named(' KEY ', TAKEN),
    named('A B', SPACES),
    named('A B-é', SPACES),
    named('A-B', LETTERS),
    named('A=B', LETTERS),
    named('A\tB', LETTERS),
    named('A\nB', LETTERS),
    named('Ä', LETTERS),
    named('Ａ', LETTERS),
    named('$(id)', LETTERS),
    named('A\0', NO_NUL),
    valued(false, NOT_TEXT),
    valued({ a: 1 }, NOT_TEXT),
    valued('x'.repeat(2049), longest(2048)),
    valued('\u{1f600}'.repeat(2049), longest(2048)),
    valued('a\0b', NO_NUL),
    valued('\ud83d', ['Surrogate characters are not allowed: U+D83D.']),
  ],
  { seed: SAMPLE_SEED },
);

/** A variable that is taken, with what a build of the project then receives. */
const taken = (
  name: unknown,
  value: unknown,
  as: { readonly name?: string; readonly value?: string } = {},
): Scenario => {
  const stored = as.name ?? String(name);
  return {
    name: JSON.stringify({ name, value }).slice(0, 80),
    as: 'alice',
    method: 'POST',
    path: VARIABLES,
    body: { name, value, unknown: true, pk: 1, project: 'theirs' },
    expect: {
      status: 201,
      body: {
        _links: {
          _self: expect.stringMatching(/\/environmentvariables\/\d+\/$/),
          project: `${PROJECTS}pip/`,
        },
        created: expect.any(String),
        modified: expect.any(String),
        name: stored,
        pk: expect.any(Number),
        project: 'pip',
      },
      headers: { location: undefined },
    },
    async after(api) {
      const variables = await api.lectern.services.environmentVariables.forBuild(1);
      expect(variables.get(stored)).toBe(as.value ?? value);
    },
  };
};

scenarios(
  'a variable that is taken, its value as it was given',
  [
    taken('A', 'b'),
    taken('a', 'another, since capitals count'),
    taken(' TRIMMED ', 'x', { name: 'TRIMMED' }),
    taken('_ONE', 'x'),
    taken('9', 'x'),
    taken('readthedocs', 'in small letters'),
    taken('MY_READTHEDOCS', 'x'),
    taken('A'.repeat(128), 'x'),
    taken(2024, 'a number as its name', { name: '2024' }),
    taken('NUMBER', 5, { value: '5' }),
    taken('SPACED', '  a b\t'),
    taken('LINES', 'a\r\nb\n'),
    taken('QUOTED', `'a' "b" \\ $HOME \`id\` $(id) ; rm -rf / & | < > * ? # !`),
    taken('UNICODE', 'Käse \u{1f600} \u200b \u202e'),
    taken('LONGEST', 'x'.repeat(2048)),
    taken('LONGEST_BEYOND', '\u{1f600}'.repeat(2048)),
    taken('JSON', '{"a":[1]}'),
    {
      name: 'a second of a name, even of another value',
      as: 'alice',
      method: 'POST',
      path: VARIABLES,
      body: { name: 'A', value: 'c' },
      expect: { status: 400, body: { name: TAKEN } },
    },
    {
      name: 'the same name in another project',
      as: 'stranger',
      method: 'POST',
      path: `${PROJECTS}theirs/environmentvariables/`,
      body: { name: 'A', value: 'theirs' },
      expect: { status: 201, partial: { project: 'theirs' } },
      async after(api) {
        const { environmentVariables } = api.lectern.services;
        expect([...(await environmentVariables.forBuild(4))]).toEqual([['A', 'theirs']]);
        expect((await environmentVariables.forBuild(1)).get('A')).toBe('b');
      },
    },
  ],
  { seed: SAMPLE_SEED },
);

const refusedMethod = (method: string, path: string, allow: string): Scenario => ({
  as: 'alice',
  method,
  path,
  body: { name: 'KEY', value: 'new' },
  expect: { status: 405, body: { detail: `Method "${method}" not allowed.` }, headers: { allow } },
});
const ONE = 'GET, DELETE, HEAD, OPTIONS';
const LIST = 'GET, POST, HEAD, OPTIONS';
const GONE = { status: 404, body: { detail: 'Not found.' } };

scenarios(
  'a variable on its way',
  [
    refusedMethod('PUT', `${VARIABLES}3/`, ONE),
    refusedMethod('PATCH', `${VARIABLES}3/`, ONE),
    refusedMethod('POST', `${VARIABLES}3/`, ONE),
    refusedMethod('PUT', VARIABLES, LIST),
    refusedMethod('DELETE', VARIABLES, LIST),
    {
      as: 'alice',
      method: 'GET',
      path: `${VARIABLES}3/?fields=name,value`,
      expect: { status: 200, body: { name: 'KEY' } },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${VARIABLES}3/?expand=value,~all`,
      expect: { status: 200, text: /^(?!.*secret)/ },
    },
    { as: 'alice', method: 'GET', path: `${VARIABLES}KEY/`, expect: GONE },
    { as: 'alice', method: 'DELETE', path: `${VARIABLES}99/`, expect: GONE },
    { as: 'alice', method: 'DELETE', path: `${VARIABLES}3/`, expect: { status: 204, text: '' } },
    { as: 'alice', method: 'GET', path: `${VARIABLES}3/`, expect: GONE },
    { as: 'alice', method: 'DELETE', path: `${VARIABLES}3/`, expect: GONE },
    {
      name: 'its name is free again, its id is not',
      as: 'alice',
      method: 'POST',
      path: VARIABLES,
      body: { name: 'KEY', value: 'new value' },
      expect: { status: 201, partial: { name: 'KEY', pk: 4 } },
      async after(api) {
        expect([...(await api.lectern.services.environmentVariables.forBuild(1))]).toEqual([
          ['KEY', 'new value'],
        ]);
      },
    },
  ],
  { seed: SAMPLE_SEED },
);

test('lists the most recently modified first, then the higher id', async () => {
  const clock = testClock();
  const api = await startApi({ seed: SAMPLE_SEED, clock });
  try {
    const add = async (name: string) => {
      const answer = await api.request('POST', VARIABLES, { user: 'alice', body: { name, value: 'v' } });
      expect(answer.status).toBe(201);
    };
    clock.advance(60);
    await add('LATER');
    await add('SAME_MOMENT');
    clock.advance(-3600);
    await add('BEFORE_ALL');
    expect(await names(api, '')).toEqual(['SAME_MOMENT', 'LATER', 'KEY', 'BEFORE_ALL']);
    expect(await names(api, '?limit=2&offset=1')).toEqual(['LATER', 'KEY']);
  } finally {
    await api.close();
  }
});

async function names(api: ApiServer, query: string): Promise<unknown[]> {
  const { json } = await api.request('GET', `${VARIABLES}${query}`, { user: 'alice' });
  return (json as { results: { name: string }[] }).results.map(({ name }) => name);
}

test('the value is in no answer, no log, no line of the journal and no byte of the database', async () => {
  const value = 'correct horse battery staple';
  const api = await startApi({ seed: SAMPLE_SEED });
  try {
    const made = await api.request('POST', VARIABLES, { user: 'alice', body: { name: 'SECRET', value } });
    const path = String((made.json as { _links: { _self: string } })._links._self);
    const answers = [
      made,
      await api.request('GET', path, { user: 'alice' }),
      await api.request('GET', path, { user: 'alice', headers: { accept: 'text/html' } }),
      await api.request('GET', VARIABLES, { user: 'alice' }),
      await api.request('OPTIONS', VARIABLES, { user: 'alice' }),
      await api.request('GET', `${PROJECTS}pip/?expand=~all`, { user: 'alice' }),
      await api.request('POST', VARIABLES, { user: 'alice', body: { name: 'SECRET', value } }),
      await api.request('POST', VARIABLES, { user: 'alice', body: { name: 'A B', value } }),
      await api.request('POST', VARIABLES, { user: 'alice', body: `{"value":"${value}" "name"` }),
      await api.request('GET', '/api/v2/project/1/'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 400, 400, 400, 200]);
    const everything = [
      ...answers.map(({ text }) => text),
      ...api.log,
      api.lectern.database.serialize().toString('latin1'),
    ].join('\n');
    expect(everything).not.toContain(value);
    expect(everything).toContain('environment-variable.create');
    expect((await api.lectern.services.environmentVariables.forBuild(1)).get('SECRET')).toBe(value);
  } finally {
    await api.close();
  }
});
