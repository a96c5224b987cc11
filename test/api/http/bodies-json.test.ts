import { expect } from 'vitest';
import type { ApiServer } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PROJECTS = '/api/v3/projects/';
const PIP = `${PROJECTS}pip/`;
const VARIABLES = `${PIP}environmentvariables/`;
const JSON_ERROR = /^JSON parse error - /;

/** A text sent as JSON that is none. */
const malformed = (
  name: string,
  body: string | Buffer,
  detail: unknown = expect.stringMatching(JSON_ERROR),
): Scenario => ({
  name,
  as: 'alice',
  method: 'PATCH',
  path: PIP,
  body,
  expect: { status: 400, body: { detail } },
});

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0])));

scenarios(
  'JSON that cannot be read',
  [
    malformed('a word', 'abc', 'JSON parse error - Expecting value: line 1 column 1 (char 0)'),
    malformed('white space alone', ' \n'),
    malformed('cut off', '{"name":"x"'),
    malformed('cut off in a text', '{"name":"x'),
    malformed('a comma too many', '{"name":"x",}'),
    malformed('single quotes', "{'name':'x'}"),
    malformed('a key without quotes', '{name:"x"}'),
    malformed('a comment', '{"name":"x"/**/}'),
    malformed('two values', '{"name":"x"}{}'),
    malformed('NaN', '{"name":NaN}'),
    malformed('Infinity', '{"name":Infinity}'),
    malformed('an octal number', '{"name":007}'),
    malformed('a control character in a text', '{"name":"a\nb"}'),
    malformed('a bad escape', '{"name":"\\x41"}'),
    malformed('a form', 'name=x'),
    malformed(
      'bytes that are no UTF-8',
      Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]),
    ),
    malformed('UTF-16', Buffer.from('{"name":"x"}', 'utf16le')),
    malformed(
      'a surrogate as bytes',
      Buffer.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    ),
    malformed('nested too deeply', nested(33)),
    malformed('nested far too deeply', `{"name":${'['.repeat(400_000)}`),
    malformed('nested far too deeply, and closed', nested(400_000)),
    malformed('too many members', members(10_001)),
    malformed('too many items', `{"name":[${'0,'.repeat(10_000)}0]}`),
    {
      ...malformed('what it says of a secret', '{"value":"hunter2" "name":"x"}'),
      expect: {
        status: 400,
        text: /^(?!.*hunter2)\{"detail":"JSON parse error - Expecting value: line 1 column \d+ \(char \d+\)"\}$/,
      },
    },
  ],
  { seed: SAMPLE_SEED },
);

/** A body that is taken; `after` says what it came to. */
const taken = (name: string, body: unknown, after: Scenario['after'], headers = {}): Scenario => ({
  name,
  as: 'alice',
  method: 'PATCH',
  path: PIP,
  body,
  headers,
  expect: { status: 204, text: '' },
  ...(after && { after }),
});
const isStored = (expected: object) => async (api: ApiServer) => {
  expect((await api.request('GET', PIP, { user: 'alice' })).json).toMatchObject(expected);
};

scenarios(
  'JSON that is taken',
  [
    taken('text is trimmed', { name: ' \t A  b \n' }, isStored({ name: 'A  b' })),
    taken('a number is a text', { name: 5 }, isStored({ name: '5' })),
    taken('so is a negative one', '{"name":-1.5}', isStored({ name: '-1.5' })),
    taken(
      'and one that is too big to count',
      '{"name":12345678901234567890}',
      isStored({ name: '12345678901234567890' }),
    ),
    taken(
      'a text of 63 characters beyond the plane',
      { name: '\u{1f600}'.repeat(63) },
      isStored({ name: '\u{1f600}'.repeat(63) }),
    ),
    taken(
      'raw UTF-8 comes back',
      '{"name":"Käse \\u00e9 \\ud83d\\ude00"}',
      isStored({ name: 'Käse é \u{1f600}' }),
    ),
    taken('what is no HTML stays text', { name: '<b>&amp;"\'' }, isStored({ name: '<b>&amp;"\'' })),
    taken('the last of two equal keys', '{"name":"first","name":"second"}', isStored({ name: 'second' })),
    taken(
      'unknown keys',
      { name: 'Pip', id: 99, slug: 'x', users: [], tags: ['x'], privacy_level: 'private' },
      isStored({
        id: 1,
        name: 'Pip',
        slug: 'pip',
        tags: ['packaging'],
        users: [{ username: 'alice' }],
      }),
    ),
    taken(
      'a key that is everywhere',
      '{"__proto__":{"name":"Polluted"},"constructor":{"prototype":{"name":"x"}}}',
      isStored({ name: 'Pip' }),
    ),
    taken(
      'inside too',
      '{"repository":{"__proto__":{"url":"https://evil.example/"},"type":"git"}}',
      isStored({
        repository: { url: 'https://github.com/pypa/pip', type: 'git' },
      }),
    ),
    taken('and an object is still an object', {}, () => {
      expect(Object.keys({})).toEqual([]);
      expect(({} as { name?: string }).name).toBeUndefined();
    }),
    taken(
      'part of the repository',
      { repository: { type: 'hg' } },
      isStored({
        default_branch: 'default',
        repository: { type: 'hg', url: 'https://github.com/pypa/pip' },
      }),
    ),
    taken(
      'the other part',
      { repository: { url: '/srv/pip' } },
      isStored({ repository: { type: 'hg', url: '/srv/pip' } }),
    ),
    taken('no part', { repository: {} }, isStored({ repository: { type: 'hg', url: '/srv/pip' } })),
    taken('null for the branch', { default_branch: null }, isStored({ default_branch: 'default' })),
    taken(
      'a blank programming language',
      { programming_language: '' },
      isStored({ programming_language: { code: '' } }),
    ),
    taken('nested as deeply as may be', nested(32), undefined),
    taken('as many members as may be', members(10_000), undefined),
    taken('nothing', '', isStored({ name: 'Pip' })),
    taken('nothing of a type that is not read', '', undefined, { 'content-type': 'application/xml' }),
    taken('nothing of no type', '', undefined, { 'content-type': undefined }),
    taken('a byte order mark', '\ufeff{"name":"Marked"}', isStored({ name: 'Marked' })),
    taken('a type in capitals', { name: 'Capital' }, isStored({ name: 'Capital' }), {
      'content-type': 'Application/JSON',
    }),
    taken('a type with a charset', { name: 'Set' }, isStored({ name: 'Set' }), {
      'content-type': 'application/json; charset=utf-8',
    }),
    taken('one megabyte', `{"name":"Large"}${' '.repeat(1_000_000 - 16)}`, isStored({ name: 'Large' })),
    taken('one that comes in pieces', { name: 'Pieces' }, isStored({ name: 'Pieces' }), {
      'transfer-encoding': 'chunked',
      'content-length': undefined,
    }),
  ],
  { seed: SAMPLE_SEED },
);

const TRUE = [true, 't', 'T', 'y', 'Y', 'yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON', '1', 1];
const FALSE = [false, 'f', 'F', 'n', 'N', 'no', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF', '0', 0];
const active = (value: unknown, expected: boolean): Scenario => ({
  name: `active: ${JSON.stringify(value)}`,
  as: 'alice',
  method: 'PATCH',
  path: `${PIP}versions/10/`,
  body: { active: value },
  expect: { status: 204 },
  async after(api) {
    const { json } = await api.request('GET', `${PIP}versions/10/`, { user: 'alice' });
    expect(json).toMatchObject({ active: expected });
  },
});
scenarios(
  'what stands for true and false',
  FALSE.flatMap((no, at) => [active(no, false), active(TRUE[at], true)]),
  { seed: SAMPLE_SEED },
);

const type = (contentType: string | undefined, detail: string): Scenario => ({
  name: `Content-Type ${contentType ?? 'none'}`,
  as: 'alice',
  method: 'POST',
  path: VARIABLES,
  headers: { 'content-type': contentType },
  body: '{"name":"A","value":"b"}',
  expect: { status: 415, body: { detail: `Unsupported media type "${detail}" in request.` } },
});
const tooLarge = (name: string, body: string, headers = {}): Scenario => ({
  name,
  as: 'alice',
  method: 'POST',
  path: VARIABLES,
  body,
  headers,
  expect: { status: 413, body: { detail: 'Request body is too large: at most 1 MB.' } },
  async after(api) {
    expect((await api.request('GET', VARIABLES, { user: 'alice' })).status).toBe(200);
  },
});
scenarios(
  'bodies that are not read',
  [
    type('application/xml', 'application/xml'),
    type('application/xml; charset=utf-8', 'application/xml; charset=utf-8'),
    type('text/plain;charset=UTF-8', 'text/plain;charset=UTF-8'),
    type('text/json', 'text/json'),
    type('application/jsonx', 'application/jsonx'),
    type('application/merge-patch+json', 'application/merge-patch+json'),
    type('"quoted"', '"quoted"'),
    type('application', 'application'),
    type('', ''),
    type(undefined, ''),
    tooLarge('a byte too many', `{"name":"A","value":"b"}${' '.repeat(1_000_001 - 24)}`),
    tooLarge('twenty times too many', 'x'.repeat(20_000_000)),
    tooLarge('a byte too many of another type', 'x'.repeat(1_000_001), { 'content-type': 'application/xml' }),
    tooLarge('in pieces, with no length said', 'x'.repeat(3_000_000), {
      'transfer-encoding': 'chunked',
      'content-length': undefined,
    }),
  ],
  { seed: SAMPLE_SEED },
);
