import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';

const PROJECTS = '/api/v3/projects/';
const NOT_PROVIDED = 'Authentication credentials were not provided.';
const NONE_AFTER = 'Invalid token header. No credentials provided.';
const SPACES = 'Invalid token header. Token string should not contain spaces.';
const CHARACTERS = 'Invalid token header. Token string should not contain invalid characters.';
const UNKNOWN = 'Invalid token.';
const ALICE = 'a1'.repeat(20);
const SEED = { users: [{ username: 'alice', token: ALICE }] };

const refused = (detail: string): Scenario['expect'] => ({
  status: 401,
  body: { detail },
  headers: {
    'www-authenticate': 'Token',
    allow: 'GET, POST, HEAD, OPTIONS',
    vary: 'Accept',
    'content-type': 'application/json',
  },
});
const accepted = { status: 200, partial: { count: 0 } };

const header = (authorization: string | readonly string[] | undefined, expected: Scenario['expect']) => ({
  name: JSON.stringify(authorization),
  as: 'nobody',
  method: 'GET',
  path: PROJECTS,
  headers: { authorization },
  expect: expected,
});

scenarios(
  'Authorization',
  [
    header(undefined, refused(NOT_PROVIDED)),
    header('', refused(NOT_PROVIDED)),
    header(`Bearer ${ALICE}`, refused(NOT_PROVIDED)),
    header('Basic YTpi', refused(NOT_PROVIDED)),
    header(ALICE, refused(NOT_PROVIDED)),
    header(`Token${ALICE}`, refused(NOT_PROVIDED)),
    header(`Tokens ${ALICE}`, refused(NOT_PROVIDED)),
    header(`Token:${ALICE}`, refused(NOT_PROVIDED)),
    header('Token', refused(NONE_AFTER)),
    header('Token ', refused(NONE_AFTER)),
    header('token \t ', refused(NONE_AFTER)),
    header('Token a b', refused(SPACES)),
    header(`Token ${ALICE} ${ALICE}`, refused(SPACES)),
    header(`Token ${ALICE}\tx`, refused(SPACES)),
    header('Token x', refused(UNKNOWN)),
    header(`Token ${ALICE.toUpperCase()}`, refused(UNKNOWN)),
    header(`Token ${ALICE.slice(0, -1)}`, refused(UNKNOWN)),
    header(`Token ${ALICE}0`, refused(UNKNOWN)),
    header(`Token "${ALICE}"`, refused(UNKNOWN)),
    header(`Token ${ALICE},`, refused(UNKNOWN)),
    header(`Token ${createHash('sha256').update(ALICE).digest('hex')}`, refused(UNKNOWN)),
    header(`Token ${"' OR '1'='1".replaceAll(' ', '')}`, refused(UNKNOWN)),
    header('Token __proto__', refused(UNKNOWN)),
    header(`Token ${'a'.repeat(8000)}`, refused(UNKNOWN)),

    header(`Token ${ALICE}`, accepted),
    header(`token ${ALICE}`, accepted),
    header(`TOKEN ${ALICE}`, accepted),
    header(`tOkEn ${ALICE}`, accepted),
    header(`  Token   ${ALICE}  `, accepted),
    header(`Token\t${ALICE}`, accepted),
    header(`Token \t \t${ALICE}\t`, accepted),
    // Of a header sent twice the first counts, as Node has it; it must not be the way in for the second.
    header(['Token x', `Token ${ALICE}`], refused(UNKNOWN)),
  ],
  { seed: SEED, users: [] },
);

/** A request whose header values are bytes that no client library would send. */
const bytes = (token: readonly number[] | Buffer, detail: string) => ({
  name: Buffer.from(token).toString('hex') || 'nothing',
  token: Buffer.from(token),
  detail,
});
const withBytes = [
  bytes([0xff], CHARACTERS),
  bytes([0xc3], CHARACTERS),
  bytes([0xa0], CHARACTERS),
  bytes([0xc0, 0xaf], CHARACTERS),
  bytes([0xed, 0xa0, 0x80], CHARACTERS),
  bytes([0xf5, 0x80, 0x80, 0x80], CHARACTERS),
  bytes(Buffer.concat([Buffer.from(ALICE), Buffer.from([0xa0])]), CHARACTERS),
  bytes(Buffer.concat([Buffer.from([0xa0]), Buffer.from(ALICE)]), CHARACTERS),
  bytes(Buffer.from('é'), UNKNOWN),
  bytes(Buffer.from('à'), UNKNOWN),
  bytes(Buffer.from('\u{1f600}'), UNKNOWN),
  bytes(Buffer.from(`${ALICE}\u00a0`), UNKNOWN),
  bytes(Buffer.from(`\ufeff${ALICE}`), UNKNOWN),
];

test.each(withBytes)('a token of the bytes $name', async ({ token, detail }) => {
  const api = await startApi({ seed: SEED, users: [] });
  try {
    const raw = Buffer.concat([Buffer.from(`GET ${PROJECTS} HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\n`)]);
    const line = Buffer.concat([Buffer.from('Authorization: Token '), token, Buffer.from('\r\n\r\n')]);
    const answer = await api.request('GET', PROJECTS, { raw: Buffer.concat([raw, line]) });
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 401, json: { detail } });
    expect(answer.headers['www-authenticate']).toBe('Token');
  } finally {
    await api.close();
  }
});

const onOtherPath = (name: string, path: string, headers: Readonly<Record<string, string>>): Scenario => ({
  name,
  as: 'nobody',
  method: 'GET',
  path,
  headers,
  expect: refused(NOT_PROVIDED),
});
scenarios(
  'a token anywhere but in Authorization is none',
  [
    onOtherPath('query', `${PROJECTS}?token=${ALICE}`, {}),
    onOtherPath('query', `${PROJECTS}?access_token=${ALICE}&api_key=${ALICE}`, {}),
    onOtherPath('query', `${PROJECTS}?Authorization=Token%20${ALICE}`, {}),
    onOtherPath('cookie', PROJECTS, {
      cookie: `token=${ALICE}; sessionid=${ALICE}; Authorization=Token ${ALICE}`,
    }),
    onOtherPath('another header', PROJECTS, { 'x-api-key': ALICE, 'x-auth-token': ALICE }),
    onOtherPath('for a proxy', PROJECTS, { 'proxy-authorization': `Token ${ALICE}` }),
    onOtherPath('for another proxy', PROJECTS, { 'x-forwarded-user': 'alice', 'remote-user': 'alice' }),
    {
      name: 'the body',
      as: 'nobody',
      method: 'POST',
      path: PROJECTS,
      body: { token: ALICE },
      expect: refused(NOT_PROVIDED),
    },
  ],
  { seed: SEED, users: [] },
);

const root = (authorization: string | undefined, expected: Scenario['expect']): Scenario => ({
  name: JSON.stringify(authorization),
  as: 'nobody',
  method: 'GET',
  path: '/api/v3/',
  headers: { authorization },
  expect: expected,
});
const index = (api: ApiServer) => ({ projects: `http://127.0.0.1:${api.port}/api/v3/projects/` });
const open: Pick<Scenario, 'after'> = {
  after: (api, { json }) => expect(json).toEqual(index(api)),
};
scenarios(
  'the root is open to everybody',
  [
    { ...root(undefined, { status: 200 }), ...open },
    { ...root('Bearer x', { status: 200 }), ...open },
    { ...root(`Token ${ALICE}`, { status: 200 }), ...open },
    // It does not read credentials, so that wrong ones are none.
    { ...root('Token x', { status: 200 }), ...open },
    { ...root('Token', { status: 200 }), ...open },
    { ...root(undefined, { status: 200, text: /^<!doctype html>/ }), headers: { accept: 'text/html' } },
  ],
  { seed: SEED, users: [] },
);
