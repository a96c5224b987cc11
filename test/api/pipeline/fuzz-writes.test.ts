import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import {
  allReadable,
  checkAnswer,
  FUZZ,
  jsonText,
  pathsWithMethod,
  query,
  segment,
  validText,
} from './fuzz-arbitraries.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SAMPLE_SEED });
});
afterAll(() => api.close());

const PROJECTS = '/api/v3/projects/';
const WRITES = ['POST', 'PUT', 'PATCH'].flatMap((method) =>
  pathsWithMethod(method)
    // v2 asks nobody who they are; v2-webhook-fuzz.test.ts has its writes.
    .filter((path) => !path.startsWith('/api/v2/'))
    .map((path) => [method, path] as const),
);

describe.each(WRITES)('%s %s', (method, path) => {
  test('accepts or refuses any JSON without a 500', async () => {
    const property = fc.asyncProperty(validText, async (body) => {
      const { status } = await checkAnswer(api, method, path, { user: 'alice', body });
      expect([200, 201, 202, 204, 400]).toContain(status);
    });
    await fc.assert(property, FUZZ);
    await allReadable(api);
  });

  test('accepts nothing from a stranger or without credentials', async () => {
    const property = fc.asyncProperty(
      jsonText,
      fc.constantFrom(undefined, 'stranger'),
      async (body, user) => {
        if (path === PROJECTS && user) return;
        const { status } = await checkAnswer(api, method, path, { body, ...(user ? { user } : {}) });
        expect(status).toBe(user ? 403 : 401);
      },
    );
    await fc.assert(property, { ...FUZZ, numRuns: Math.ceil(FUZZ.numRuns / 5) });
  });
});

const TYPES = [
  ...[
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
  ],
  ...['application/xml', 'text/plain; charset=utf-8', '', 'application/json; charset=utf-16', 'a/b;'],
];
/** Bytes that resemble a body of some kind, and bytes that do not. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => Buffer.from(text)),
  query.map((text) => Buffer.from(text)),
  fc
    .array(
      fc.tuple(fc.constantFrom('name', 'value', 'repository.url', '__proto__.x', 'a.b.c', '"'), fc.string()),
    )
    .map((parts) =>
      Buffer.from(
        `${parts.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`,
      ),
    ),
  validText.chain((text) => fc.nat(text.length).map((length) => Buffer.from(text.slice(0, length)))),
);

test('any bytes of any type', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...WRITES),
    fc.constantFrom(...TYPES),
    bytes,
    async ([method, path], type, body) => {
      const { status } = await checkAnswer(api, method, path, {
        user: 'alice',
        headers: { 'content-type': type },
        body,
      });
      expect([200, 201, 202, 204, 400, 415]).toContain(status);
    },
  );
  await fc.assert(property, { ...FUZZ, numRuns: FUZZ.numRuns * 3 });
  await allReadable(api);
});

test('any path for a write', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
    fc.array(segment, { maxLength: 4 }),
    fc.boolean(),
    validText,
    async (method, segments, slash, body) => {
      const path = `${PROJECTS}${segments.join('/')}${slash ? '/' : ''}`;
      const { status } = await checkAnswer(api, method, path, { user: 'alice', body });
      expect([200, 201, 202, 204, 400, 403, 404, 405]).toContain(status);
    },
  );
  await fc.assert(property, { ...FUZZ, numRuns: FUZZ.numRuns * 3 });
  await allReadable(api);
});
