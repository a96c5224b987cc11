import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBudget } from '../../../src-server/sync/client/budget.ts';
import { createServiceClient } from '../../../src-server/sync/client/service-client.ts';
import type { ServiceFailure } from '../../../src-server/sync/client/service-failure.ts';
import { testTime } from '../../support/sync/client-time.ts';
import { type ScriptedAnswer, scriptedService } from '../../support/sync/scripted-service.ts';
import { SELF_SIGNED } from '../../support/sync/self-signed.ts';

const TOKEN = 'f00dfeed'.repeat(5);

type Expected = { readonly sentence: RegExp; readonly kind: string; readonly attempts: number };

/** What comes back, what a person reads, and how often a reading request is sent. */
const BAD_ANSWERS: Readonly<Record<string, readonly [answer: ScriptedAnswer, expected: Expected]>> = {
  'a web page': [
    { text: '<!doctype html><title>Welcome</title>' },
    {
      sentence: /answered with a web page, not with data\. Check the address/,
      kind: 'not-the-service',
      attempts: 1,
    },
  ],
  'a redirect to a login': [
    { status: 302, headers: { location: '/accounts/login/?next=/api/v3/' } },
    {
      sentence: /redirects to a page for signing in\. The token is not sent there/,
      kind: 'not-the-service',
      attempts: 1,
    },
  ],
  'a redirect to another host': [
    { status: 307, headers: { location: 'http://evil.localhost:1/api/v3/projects/' } },
    {
      sentence: /redirects to another host, evil\.localhost:1\. The token is not sent there/,
      kind: 'not-the-service',
      attempts: 1,
    },
  ],
  'a redirect to itself without end': [
    { status: 301, headers: { location: '/api/v3/projects/' } },
    { sentence: /redirects to another address/, kind: 'not-the-service', attempts: 4 },
  ],
  'a wrong token': [
    { status: 401, json: { detail: 'Invalid token.' } },
    {
      sentence: /does not accept the token: it is wrong or was revoked\. Create a new one/,
      kind: 'token',
      attempts: 1,
    },
  ],
  'a refusal that repeats the token': [
    { status: 403, json: { detail: `No\u0000 rights\nfor ${TOKEN}.`, [TOKEN]: ['x'] } },
    {
      sentence: /does not allow this with your token\..* It said: No rights for …\. …: x$/,
      kind: 'not-allowed',
      attempts: 1,
    },
  ],
  'a page of an edge that blocks this network': [
    { status: 403, text: '<html>Forbidden</html>' },
    { sentence: /blocks requests from this network/, kind: 'not-allowed', attempts: 1 },
  ],
  'an unknown object': [
    { status: 404, json: { detail: 'No Project matches the given query.' } },
    {
      sentence: /has no such object: it was removed there, or it is no longer yours/,
      kind: 'missing',
      attempts: 1,
    },
  ],
  'a page for a path without a route': [
    { status: 404, text: '<html>Not found</html>' },
    {
      sentence: /answered 404 with a web page, not with data\. Check the address/,
      kind: 'not-the-service',
      attempts: 1,
    },
  ],
  'an error of redirects, which is a bare list': [
    { status: 400, json: ['The * wildcard must be at the end of the path.'] },
    {
      sentence: /status 400\. It said: The \* wildcard must be at the end of the path\.$/,
      kind: 'refused',
      attempts: 1,
    },
  ],
  'a refusal of 200,000 letters in nested fields': [
    { status: 400, json: { repository: { url: ['x'.repeat(200_000)] } } },
    { sentence: /It said: url: x{395}…$/, kind: 'refused', attempts: 1 },
  ],
  '429 without end': [
    { status: 429, headers: { 'retry-after': '42' }, json: { detail: 'Request was throttled.' } },
    {
      sentence: /too many requests\. .* was asked 6 times\. What was done is kept; lower the share/,
      kind: 'too-many-requests',
      attempts: 6,
    },
  ],
  'a wait of a day': [
    { status: 429, headers: { 'retry-after': '86400' }, json: {} },
    {
      sentence: /asks to wait 1440 minutes; resume the run after that/,
      kind: 'too-many-requests',
      attempts: 1,
    },
  ],
  '500 for an hour': [
    { status: 500, text: '<h1>Server Error</h1>' },
    {
      sentence: /failed with status 500\. .* was asked 6 times\. What was done is kept; resume the run later/,
      kind: 'no-answer',
      attempts: 6,
    },
  ],
  'half of the JSON': [
    { headers: { 'content-type': 'application/json' }, text: '{"count": 1, "results": [{"id"' },
    { sentence: /cut off or damaged\. .* resume the run later/, kind: 'no-answer', attempts: 6 },
  ],
  'fewer bytes than announced': [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"count": 1', () => response.destroy());
    },
    { sentence: /was cut before the answer was complete/, kind: 'no-answer', attempts: 6 },
  ],
  'no answer at all': [
    (response) => void response.destroy(),
    { sentence: /was cut before the answer was complete/, kind: 'no-answer', attempts: 6 },
  ],
  'a body without end': [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const pour = () => {
        while (!response.destroyed && response.write('['.repeat(1000)));
      };
      response.on('drain', pour);
      pour();
    },
    {
      sentence: /sent more than 1 MB as one answer, which was cut off/,
      kind: 'not-the-service',
      attempts: 1,
    },
  ],
};

async function failureOf(work: Promise<unknown>): Promise<ServiceFailure> {
  return work.then(
    () => expect.unreachable('It did not fail.'),
    (error: ServiceFailure) => error,
  );
}

describe('a bad answer ends in a sentence', () => {
  test.each(Object.entries(BAD_ANSWERS))('%s', async (_name, [answer, expected]) => {
    const service = await scriptedService(() => answer);
    const time = testTime();
    const client = createServiceClient({
      ...{ address: service.url, token: TOKEN, userAgent: 'Lectern/test', time, random: () => 0.5 },
      ...{ budget: createBudget(() => null, time), bodyBytes: 1_000_000 },
    });
    const failure = await failureOf(client.get('projects/'));
    expect(failure).toMatchObject({ name: 'ServiceFailure', kind: expected.kind });
    expect(failure.message).toMatch(expected.sentence);
    expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toContain(TOKEN);
    expect(service.received).toHaveLength(expected.attempts);
    expect(client.requests()).toBe(expected.attempts);
  });

  test('an answer that drips, and one that never begins, end at the time limit', async () => {
    const time = testTime();
    const service = await scriptedService(({ at }) => (response) => {
      if (at % 2 === 0) response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      // What was written has arrived before the time is up.
      setImmediate(() => time.expire());
    });
    const client = createServiceClient({
      ...{ address: service.url, token: TOKEN, userAgent: 'Lectern/test', time, random: () => 1 },
      budget: createBudget(() => null, time),
    });
    const failure = await failureOf(client.get('projects/'));
    expect(failure.message).toMatch(
      /did not send a complete answer within 60 seconds\. .* resume the run later/,
    );
    expect(service.received).toHaveLength(6);
    expect(time.waits).toEqual([1000, 2000, 4000, 8000, 16000]);
  });

  test('a certificate that nobody vouches for', async () => {
    const server = createServer(SELF_SIGNED, () => expect.unreachable('A request was sent.'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const time = testTime();
    const client = createServiceClient({
      ...{ address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, token: TOKEN },
      ...{ userAgent: 'Lectern/test', time, budget: createBudget(() => null, time) },
    });
    const failure = await failureOf(client.get('projects/'));
    expect(failure.message).toMatch(/certificate of 127\.0\.0\.1:\d+ cannot be trusted .* Nothing was sent/);
    expect(failure).toMatchObject({ kind: 'not-sent', mayHaveHappened: false, isTemporary: false });
    expect(client.requests()).toBe(1);
  });

  test.each([
    ['ENOTFOUND', /There is no host app\.example\. Check the address/, 6],
    ['EAI_AGAIN', /could not be resolved\. Check that this computer is online/, 6],
    ['ECONNREFUSED', /Nothing answers at app\.example/, 6],
    [
      'CERT_HAS_EXPIRED',
      /has expired\. Nothing was sent\. Check the date and time of this computer first/,
      1,
    ],
    ['CERT_NOT_YET_VALID', /not valid yet\. Nothing was sent\. Check the date and time of this computer/, 1],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /belongs to another name\. Nothing was sent/, 1],
    ['EPROTO', /does not speak https/, 1],
  ])('%s', async (code, sentence, attempts) => {
    const time = testTime();
    const cause = Object.assign(new Error(`authorization: Token ${TOKEN}`), { code });
    const client = createServiceClient({
      ...{ address: 'https://app.example', token: TOKEN, userAgent: 'Lectern/test', time },
      budget: createBudget(() => null, time),
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
    });
    // A change that surely never left may be repeated as well.
    const failure = await failureOf(client.post('projects/', {}));
    expect(failure.message).toMatch(sentence);
    expect(failure).toMatchObject({ kind: 'not-sent', mayHaveHappened: false });
    expect(failure.cause).toBeUndefined();
    expect(client.requests()).toBe(attempts);
  });
});
