import { describe, expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, type RequestOptions, startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { type TestClock, testClock } from '../../support/test-clock.ts';

const PROJECTS = '/api/v3/projects/';
const PIP = `${PROJECTS}pip/`;
const ALICE = { user: 'alice' };

/** A server that holds callers back, by a clock that stands. */
async function withThrottle(
  use: (api: ApiServer, clock: TestClock) => Promise<void>,
  throttle = true,
): Promise<void> {
  const clock = testClock();
  const api = await startApi({ seed: SAMPLE_SEED, clock, throttle });
  try {
    await use(api, clock);
  } finally {
    await api.close();
  }
}

/** The statuses of one request, sent so many times. */
async function statuses(
  api: ApiServer,
  count: number,
  method: string,
  path: string,
  options: RequestOptions = {},
) {
  const seen = new Map<number, number>();
  for (let at = 0; at < count; at += 1) {
    const { status } = await api.request(method, path, options);
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(seen);
}

async function throttled(api: ApiServer, path = PIP, options: RequestOptions = ALICE, method = 'GET') {
  const { status, json, headers } = await api.request(method, path, options);
  return { status, json, after: headers['retry-after'] };
}
const inSeconds = (seconds: number) => ({
  status: 429,
  json: {
    detail: `Request was throttled. Expected available in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  },
  after: String(seconds),
});

describe('without the option', () => {
  test('nobody is throttled', async () => {
    await withThrottle(async (api) => {
      expect(await statuses(api, 70, 'GET', PIP, ALICE)).toEqual({ 200: 70 });
      expect(await statuses(api, 10, 'GET', '/api/v3/')).toEqual({ 200: 10 });
    }, false);
  });
});

describe('a user', () => {
  test('has 60 requests a minute, each user their own', async () => {
    await withThrottle(async (api) => {
      expect(await statuses(api, 60, 'GET', PIP, ALICE)).toEqual({ 200: 60 });
      expect(await throttled(api)).toEqual(inSeconds(60));
      expect(await statuses(api, 60, 'GET', PIP, { user: 'stranger' })).toEqual({ 200: 60 });
      expect(await throttled(api, PIP, { user: 'stranger' })).toEqual(inSeconds(60));
    });
  });

  test('has one limit for all tokens and paths', async () => {
    await withThrottle(async (api) => {
      const { users, tokens } = api.lectern.services;
      const operator = systemActor('command');
      const { token } = tokens.create(operator, users.get('alice'), 'second');
      expect(await statuses(api, 30, 'GET', PIP, ALICE)).toEqual({ 200: 30 });
      expect(await statuses(api, 30, 'GET', `${PIP}versions/`, { token })).toEqual({ 200: 30 });
      expect(await throttled(api, PROJECTS)).toEqual(inSeconds(60));
      expect(await throttled(api, `${PIP}builds/`, { token })).toEqual(inSeconds(60));
    });
  });

  test('may send further requests one by one as the oldest are more than a minute old', async () => {
    await withThrottle(async (api, clock) => {
      expect(await statuses(api, 1, 'GET', PIP, ALICE)).toEqual({ 200: 1 });
      clock.advance(30);
      expect(await statuses(api, 59, 'GET', PIP, ALICE)).toEqual({ 200: 59 });
      expect(await throttled(api)).toEqual(inSeconds(30));
      clock.advance(29.5);
      expect(await throttled(api)).toEqual(inSeconds(1));
      clock.advance(0.5);
      expect(await statuses(api, 1, 'GET', PIP, ALICE)).toEqual({ 200: 1 });
      expect(await throttled(api)).toEqual(inSeconds(30));
      clock.advance(30);
      expect(await statuses(api, 59, 'GET', PIP, ALICE)).toEqual({ 200: 59 });
      expect(await throttled(api)).toEqual(inSeconds(30));
    });
  });

  test.each([
    [0.1, 60],
    [18, 42],
    [57.5, 3],
    [58, 2],
    [58.9, 2],
    [59, 1],
    [59.999, 1],
  ])('is told after %d seconds to wait %d seconds, rounded up', async (passed, wait) => {
    await withThrottle(async (api, clock) => {
      await statuses(api, 60, 'GET', PIP, ALICE);
      clock.advance(passed);
      expect(await throttled(api)).toEqual(inSeconds(wait));
    });
  });

  test('does not count refused requests', async () => {
    await withThrottle(async (api, clock) => {
      await statuses(api, 60, 'GET', PIP, ALICE);
      clock.advance(30);
      expect(await statuses(api, 100, 'GET', PIP, ALICE)).toEqual({ 429: 100 });
      clock.advance(30);
      expect(await statuses(api, 60, 'GET', PIP, ALICE)).toEqual({ 200: 60 });
    });
  });
});

describe('a stranger', () => {
  test('may read the root as often as it likes, with any credentials, which counts for nobody', async () => {
    await withThrottle(async (api) => {
      for (const options of [{}, { headers: { authorization: 'Bearer x' } }, { token: 'wrong' }, ALICE])
        expect(await statuses(api, 70, 'GET', '/api/v3/', options)).toEqual({ 200: 70 });
      expect(await statuses(api, 60, 'GET', PIP, ALICE)).toEqual({ 200: 60 });
      expect(await throttled(api)).toEqual(inSeconds(60));
      expect(await statuses(api, 1, 'GET', '/api/v3/', ALICE)).toEqual({ 200: 1 });
    });
  });

  test('always gets 401 for other paths and is never throttled there', async () => {
    await withThrottle(async (api) => {
      expect(await statuses(api, 20, 'GET', PIP)).toEqual({ 401: 20 });
      expect(await statuses(api, 20, 'GET', PROJECTS, { token: 'wrong' })).toEqual({ 401: 20 });
      expect(await statuses(api, 5, 'GET', '/api/v3/')).toEqual({ 200: 5 });
      expect(await statuses(api, 20, 'GET', PIP)).toEqual({ 401: 20 });
    });
  });
});

type Sent = readonly [what: string, status: number, method: string, path: string, options?: RequestOptions];
const UNCOUNTED: readonly Sent[] = [
  ['no such path', 404, 'GET', '/api/v3/nope/'],
  ['a missing slash', 301, 'GET', '/api/v3/projects'],
  ['what cannot be accepted', 406, 'GET', PIP, { headers: { accept: 'image/png' } }],
  ['an unknown format', 404, 'GET', `${PIP}?format=x`],
  ['a wrong token', 401, 'GET', PIP, { token: 'wrong' }],
  ['what is forbidden', 403, 'GET', `${PROJECTS}theirs/versions/`],
  ['a forbidden method', 403, 'DELETE', `${PROJECTS}theirs/versions/`],
  ['a project that is not there', 404, 'GET', `${PROJECTS}nope/versions/`],
  ['v2', 200, 'GET', '/api/v2/project/'],
  ['a write to v2', 403, 'POST', '/api/v2/project/'],
  ['the OpenAPI document', 200, 'GET', '/api/openapi.json'],
  ['a badge', 200, 'GET', '/projects/pip/badge/'],
  ['the welcome', 200, 'GET', '/'],
];
const COUNTED: readonly Sent[] = [
  ['a read', 200, 'GET', PIP],
  ['a HEAD', 200, 'HEAD', PIP],
  ['an OPTIONS', 200, 'OPTIONS', PIP],
  ['a method that is not taken', 405, 'DELETE', PIP],
  ['an object that is not there', 404, 'GET', `${PIP}builds/999/`],
  ['a filter that is refused', 400, 'GET', `${PROJECTS}?language=xx`],
  ['a body that is refused', 400, 'PATCH', PIP, { body: { name: '' } }],
  ['a body that cannot be read', 400, 'PATCH', PIP, { body: '{' }],
  ['a body of no known type', 415, 'PATCH', PIP, { body: 'x', headers: { 'content-type': 'text/x' } }],
  ['a change', 204, 'PATCH', PIP, { body: { name: 'New' } }],
];
const titled = (rows: readonly Sent[]) => rows.map((row) => [`${row[0]} (${row[1]})`, row] as const);

describe('only requests that pass the first checks are counted', () => {
  test.each(titled(UNCOUNTED))('%s is not counted', async (_, [, status, method, path, options = {}]) => {
    await withThrottle(async (api) => {
      const sent = { ...(options.token === undefined ? ALICE : {}), ...options };
      expect(await statuses(api, 61, method, path, sent)).toEqual({ [status]: 61 });
      expect(await statuses(api, 61, 'GET', PIP, ALICE)).toEqual({ 200: 60, 429: 1 });
      expect(await statuses(api, 1, method, path, sent)).toEqual({ [status]: 1 });
    });
  });

  test.each(titled(COUNTED))('%s', async (_, [, status, method, path, options = {}]) => {
    await withThrottle(async (api) => {
      const sent = { ...ALICE, ...options };
      expect(await statuses(api, 60, method, path, sent)).toEqual({ [status]: 60 });
      const before = api.digest();
      const over = await api.request(method, path, sent);
      expect(over.status).toBe(429);
      expect(over.headers).toMatchObject({
        'retry-after': '60',
        vary: 'Accept',
        allow: expect.stringMatching(/GET/),
      });
      expect(api.digest()).toBe(before);
      expect(await statuses(api, 1, 'GET', PIP, { user: 'stranger' })).toEqual({ 200: 1 });
    });
  });

  test('a 304 is counted too', async () => {
    await withThrottle(async (api) => {
      const { headers } = await api.request('GET', PIP, ALICE);
      const again = { ...ALICE, headers: { 'if-none-match': String(headers.etag) } };
      expect(await statuses(api, 60, 'GET', PIP, again)).toEqual({ 304: 59, 429: 1 });
    });
  });

  test('a browser gets the refusal as a page', async () => {
    await withThrottle(async (api) => {
      await statuses(api, 60, 'GET', PIP, ALICE);
      const { status, text, headers } = await api.request('GET', PIP, {
        ...ALICE,
        headers: { accept: 'text/html' },
      });
      expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: '60' });
      expect(text).toContain('Expected available in 60 seconds.');
    });
  });
});
