import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { checkAnswer, FUZZ, pathsWithMethod, query, segment } from './fuzz-arbitraries.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SAMPLE_SEED });
});
afterAll(() => api.close());

const PIP = '/api/v3/projects/pip/';
const READS = pathsWithMethod('GET');

const user = fc.constantFrom(undefined, 'alice', 'stranger');
const from = (name: string | undefined) => (name === undefined ? {} : { user: name });

test.each(READS)('any query of %s', async (path) => {
  const property = fc.asyncProperty(query, user, async (text, name) => {
    const { status } = await checkAnswer(api, 'GET', `${path}?${text}`, from(name));
    expect([200, 400, 401, 403, 404]).toContain(status);
  });
  await fc.assert(property, FUZZ);
});

test('any path', async () => {
  const root = fc.constantFrom(
    '/',
    '/api/',
    '/api/v3/',
    '/api/v2/',
    '/api/v3/projects/',
    PIP,
    '/projects/',
    '/api/v3',
  );
  const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE', 'PROPFIND');
  const property = fc.asyncProperty(
    root,
    fc.array(segment, { maxLength: 5 }),
    fc.boolean(),
    method,
    fc.constantFrom(undefined, 'stranger'),
    async (start, segments, slash, verb, name) => {
      const path = `${start}${segments.join('/')}${slash ? '/' : ''}`;
      const { status } = await checkAnswer(api, verb, path, from(name));
      expect([200, 301, 401, 403, 404, 405]).toContain(status);
    },
  );
  await fc.assert(property, { ...FUZZ, numRuns: FUZZ.numRuns * 5 });
});

/** What a header may hold at all. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,30}$/),
  fc.constantFrom(
    'Token',
    'Token  ',
    'token x',
    '*/*',
    'text/html',
    'application/json;q=',
    ';;',
    ',,',
    'a/b/c;q=x',
    'q=1',
  ),
);

test('any Accept and any credentials', async () => {
  const property = fc.asyncProperty(
    headerText,
    headerText,
    fc.constantFrom(...READS),
    async (accept, auth, path) => {
      const { status } = await checkAnswer(api, 'GET', path, { headers: { accept, authorization: auth } });
      expect([200, 401, 403, 406]).toContain(status);
    },
  );
  await fc.assert(property, { ...FUZZ, numRuns: FUZZ.numRuns * 3 });
});

test('any bytes instead of a path', async () => {
  // A mark that begins a fragment is never sent; here it would only hide the path that the answer is held against.
  const target = fc
    .uint8Array({ minLength: 1, maxLength: 20 })
    .map((array) => Buffer.from(array.filter((byte) => byte !== 0x23)));
  const property = fc.asyncProperty(
    target,
    fc.constantFrom('/api/v3/', '/', PIP, ''),
    async (text, start) => {
      const raw = Buffer.concat([
        Buffer.from(`GET ${start}`),
        text,
        Buffer.from(` HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\nConnection: close\r\n\r\n`),
      ]);
      const path = (start + text.toString('latin1')).replace(/ +$/, '');
      const { status } = await api.request('GET', path, { raw });
      expect([200, 301, 400, 401, 404, 421]).toContain(status);
    },
  );
  await fc.assert(property, FUZZ);
});
