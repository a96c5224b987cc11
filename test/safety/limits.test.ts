import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const MB = 1_000_000;
const PIP = '/api/v3/projects/pip/';
const REDIRECTS = `${PIP}redirects/`;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SAMPLE_SEED });
});
afterAll(() => api.close());

/** Writes everything before it reads anything, as simple clients do; resolves with all that came back. */
async function exchangeRaw(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
  await once(socket, 'close');
  return received;
}

function requestHead(line: string, ...headers: readonly string[]): string {
  const usual = [
    `Host: 127.0.0.1:${api.port}`,
    `Authorization: Token ${api.tokens.alice}`,
    'Connection: close',
  ];
  return [`${line} HTTP/1.1`, ...usual, 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
}

function answers(received: string): { status: number; json: unknown }[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => !answer.startsWith('HTTP/1.1 100'))
    .map((answer) => {
      const [top = '', ...rest] = answer.split('\r\n\r\n');
      const body = rest.join('\r\n\r\n');
      expect(top).toMatch(/content-type: application\/json/i);
      return { status: Number(top.slice(9, 12)), json: JSON.parse(body) };
    });
}

async function lives(): Promise<void> {
  expect(await api.request('GET', PIP, { user: 'alice' })).toMatchObject({ status: 200 });
}

/** A JSON body of this many bytes. */
function sized(bytes: number): string {
  const start = '{"description":"';
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
}

const TOO_LARGE = { status: 413, json: { detail: 'Request body is too large: at most 1 MB.' } };

describe('S9 a body beyond 1 MB', () => {
  test('S9 is 413; one of exactly 1 MB is read', async () => {
    expect(await api.request('PATCH', PIP, { user: 'alice', body: sized(MB) })).toMatchObject({
      status: 204,
    });
    expect(await api.request('PATCH', PIP, { user: 'alice', body: sized(MB + 1) })).toMatchObject(TOO_LARGE);
  });

  test.each([1.5, 3, 20])('S9 of %f MB: its sender receives the 413', async (megabytes) => {
    const before = api.digest();
    const bytes = Buffer.alloc(megabytes * MB, 'x');
    const whole = await exchangeRaw(
      api.port,
      requestHead(`PATCH ${PIP}`, `Content-Length: ${bytes.length}`),
      bytes,
    );
    expect(answers(whole)).toEqual([TOO_LARGE]);
    const size = bytes.length.toString(16);
    const chunked = await exchangeRaw(
      api.port,
      requestHead(`PATCH ${PIP}`, 'Transfer-Encoding: chunked'),
      `${size}\r\n`,
      bytes,
      '\r\n0\r\n\r\n',
    );
    expect(answers(chunked)).toEqual([TOO_LARGE]);
    expect(api.digest()).toBe(before);
    await lives();
  });

  test.each([
    ['that nobody may send', 401, PIP, 'Authorization: Token nobody'],
    ['for a path that is none', 404, '/api/v3/projects/nothing/', ''],
    ['for another host', 421, PIP, 'Host: evil.example'],
    ['from another site', 403, PIP, 'Origin: http://evil.example'],
  ])('S9 %s: its sender gets to read the %i', async (_name, status, path, header) => {
    const bytes = Buffer.alloc(5 * MB, 'x');
    const name = header.split(':')[0] ?? '';
    const lines = requestHead(`PATCH ${path}`, `Content-Length: ${bytes.length}`).split('\r\n');
    const sent = name
      ? [lines[0], header, ...lines.slice(1).filter((line) => !line.startsWith(name))]
      : lines;
    expect(answers(await exchangeRaw(api.port, sent.join('\r\n'), bytes))).toMatchObject([{ status }]);
  });

  test('S9 a request that stops in the middle affects no other', async () => {
    const before = api.digest();
    for (const length of [10, MB, 2 * MB]) {
      for (const framing of [`Content-Length: ${length}`, 'Transfer-Encoding: chunked']) {
        const socket = connect({ host: '127.0.0.1', port: api.port });
        await once(socket, 'connect');
        socket.write(
          `${requestHead(`PATCH ${PIP}`, framing)}${framing.startsWith('C') ? '{"na' : '4\r\n{"na\r\n'}`,
        );
        socket.resetAndDestroy();
        await once(socket, 'close');
      }
    }
    await lives();
    expect(api.digest()).toBe(before);
    expect(api.log).toEqual([]);
  });
});

describe('S9 a body that is small and costly', () => {
  const nested = (depth: number, open: string, close: string) =>
    `${open.repeat(depth)}${close.repeat(depth)}`;
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));

  test.each<[string, number, string]>([
    ['32 levels deep', 204, `{"x":${nested(31, '[', ']')}}`],
    ['33 levels deep', 400, `{"x":${nested(32, '[', ']')}}`],
    ['100,000 levels deep', 400, nested(100_000, '[', ']')],
    ['100,000 objects deep', 400, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['100,000 levels that never close', 400, '['.repeat(100_000)],
    [
      'deep, with a number beyond our counting',
      400,
      `${'['.repeat(100_000)}12345678901234567890${']'.repeat(100_000)}`,
    ],
    ['of 10,000 members', 204, JSON.stringify(members(10_000))],
    ['of 10,001 members', 400, JSON.stringify(members(10_001))],
    ['of 10,001 items', 400, `{"x":[${'0,'.repeat(10_000)}0]}`],
    ['of one key, often', 204, `{${'"name":"Pip",'.repeat(20_000)}"name":"Pip"}`],
    ['of one long number', 204, `{"x":${'9'.repeat(900_000)}}`],
    ['with __proto__', 204, '{"__proto__":{"name":"x"},"constructor":{"prototype":{"name":"x"}}}'],
  ])('S9 %s: %i', async (_name, status, body) => {
    expect(await api.request('PATCH', PIP, { user: 'alice', body })).toMatchObject({ status });
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
    await lives();
  });

  test.each<[string, number, URLSearchParams]>([
    [
      'of 10,000 fields',
      204,
      new URLSearchParams(
        Array.from({ length: 10_000 }, (_, index) => [`k${index}`, ''] as [string, string]),
      ),
    ],
    [
      'of 10,001 fields',
      400,
      new URLSearchParams(
        Array.from({ length: 10_001 }, (_, index) => [`k${index}`, ''] as [string, string]),
      ),
    ],
    ['with dotted names in depth', 204, new URLSearchParams({ [`a${'.a'.repeat(10_000)}`]: 'x' })],
    [
      'with __proto__',
      204,
      new URLSearchParams({ '__proto__.name': 'x', 'constructor.prototype': 'y', __proto__x: 'z' }),
    ],
  ])('S9 a form %s: %i', async (_name, status, form) => {
    expect(await api.request('PATCH', PIP, { user: 'alice', form })).toMatchObject({ status });
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  test('S9 a form of many parts: 400, and the process survives', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="k"\r\n\r\n\r\n';
    const body = `${part.repeat(12_000)}--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await api.request('PATCH', PIP, { user: 'alice', headers, body })).toMatchObject({ status: 400 });
    await lives();
  });
});

describe('S9 the head of a request', () => {
  test.each([
    ['one header', () => [`X-Long: ${'x'.repeat(20_000)}`]],
    ['many headers', () => Array.from({ length: 500 }, (_, index) => `X-${index}: ${'x'.repeat(40)}`)],
    ['an Authorization header', () => [`Authorization: Token ${'a'.repeat(20_000)}`]],
    ['the path', () => [] as string[]],
  ])('S9 beyond 16 kB in %s: 431 JSON', async (name, headers) => {
    const path = name === 'the path' ? `/api/v3/${'x'.repeat(20_000)}/` : '/api/v3/';
    const received = await exchangeRaw(api.port, requestHead(`GET ${path}`, ...headers()));
    expect(answers(received)).toEqual([{ status: 431, json: { detail: 'Request headers are too large.' } }]);
    await lives();
  });

  test('S9 up to the limit it is read', async () => {
    const received = await exchangeRaw(
      api.port,
      requestHead('GET /api/v3/', `X-Long: ${'x'.repeat(15_000)}`),
    );
    expect(answers(received)).toMatchObject([{ status: 200 }]);
  });

  test.each([
    'NONSENSE\r\n\r\n',
    '\0\x01\x02\x03\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHo st: x\r\n\r\n',
    'GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'POST / HTTP/1.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ])('S9 %j is no HTTP: 400 JSON', async (text) => {
    const received = await exchangeRaw(api.port, Buffer.from(text, 'latin1'));
    expect(answers(received)).toEqual([{ status: 400, json: { detail: 'The request could not be read.' } }]);
    await lives();
  });

  test('S9 garbage behind a read: that one is answered, the garbage is 400', async () => {
    const good = requestHead('GET /api/v3/').replace('Connection: close\r\n', '');
    const received = await exchangeRaw(api.port, `${good}GARBAGE\r\n\r\n${good}`);
    expect(answers(received).map(({ status }) => status)).toEqual([200, 400]);
    await lives();
  });

  test('S9 garbage behind a change: it is made or not, and the process survives', async () => {
    const good = requestHead(`PATCH ${PIP}`, 'Content-Length: 2').replace('Connection: close\r\n', '');
    for (let count = 1; count <= 20; count += 1) {
      const received = await exchangeRaw(api.port, `${`${good}{}`.repeat(count)}\0GARBAGE\r\n\r\n`);
      expect(received).toContain('HTTP/1.1 400');
    }
    await lives();
    expect(api.log).toEqual([]);
  });

  test('S9 the rest of a body longer than its Content-Length is not read as a request with the rights of the first', async () => {
    const smuggled = 'DELETE /api/v3/projects/pip/redirects/5/ HTTP/1.1\r\nHost: x\r\n\r\n';
    const received = await exchangeRaw(
      api.port,
      `${requestHead(`POST ${REDIRECTS}`, 'Content-Length: 2').replace('Connection: close\r\n', '')}{}${smuggled}${requestHead('GET /')}`,
    );
    expect(answers(received).map(({ status }) => status)).toEqual([400, 421, 200]);
    expect(await api.request('GET', `${REDIRECTS}5/`, { user: 'alice' })).toMatchObject({ status: 200 });
  });
});

describe('S9 a slow request', () => {
  let shortTimeoutApi: ApiServer;
  beforeAll(async () => {
    shortTimeoutApi = await startApi({ timeouts: { headers: 200, request: 400 } });
  });
  afterAll(() => shortTimeoutApi.close());

  const TOO_SLOW = [{ status: 408, json: { detail: 'The request took too long to arrive.' } }];

  test.each([
    ['head', () => 'GET / HTTP/1.1\r\nHost: 127.0'],
    ['first byte of a head', () => 'G'],
    [
      'body',
      () =>
        `PATCH ${PIP} HTTP/1.1\r\nHost: 127.0.0.1:${shortTimeoutApi.port}\r\nAuthorization: Token ${shortTimeoutApi.tokens.alice}\r\nContent-Length: 9\r\n\r\n{`,
    ],
    ['refused body', () => `PATCH ${PIP} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 9\r\n\r\n{`],
  ])('S9 whose %s never ends: 408 JSON', async (_name, text) => {
    expect(answers(await exchangeRaw(shortTimeoutApi.port, text()))).toEqual(TOO_SLOW);
    // On a busy machine an ordinary request may be too slow for this server as well.
    await expect.poll(async () => (await shortTimeoutApi.request('GET', '/api/v3/')).status).toBe(200);
    expect(shortTimeoutApi.log).toEqual([]);
  });

  test('S9 a hundred of them are all answered', async () => {
    const slow = Array.from({ length: 100 }, () =>
      exchangeRaw(shortTimeoutApi.port, 'GET / HTTP/1.1\r\nX-Slow: '),
    );
    for (const received of await Promise.all(slow)) expect(answers(received)).toEqual(TOO_SLOW);
  });

  test('S9 that has its answer and never hangs up is destroyed, not kept', async () => {
    const callers = Array.from({ length: 40 }, () =>
      cutOff(shortTimeoutApi.port, 'GET / HTTP/1.1\r\nX-Slow: '),
    );
    await Promise.all(callers);
    expect(await shortTimeoutApi.request('GET', '/api/v3/')).toMatchObject({ status: 200 });
  });

  test('S9 a hundred of them do not block other callers', async () => {
    const patient = await startApi({ timeouts: { headers: 600_000, request: 600_000 } });
    onTestFinished(() => patient.close());
    const slow = Array.from({ length: 100 }, () => {
      const socket = connect(patient.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
      return socket;
    });
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    expect(await patient.request('GET', '/api/v3/')).toMatchObject({ status: 200 });
    // It was answered while all of them were open.
    expect(slow.filter(({ closed, bytesRead }) => !closed && bytesRead === 0)).toHaveLength(100);
  });
});

/** Sends a part of a request and never ends; resolves once the server has destroyed the connection. */
function cutOff(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => socket.write(text));
    // Bytes that nobody takes any more are answered by a reset, which is how a caller can tell.
    const sending = setInterval(() => socket.write('x'), 50);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(sending);
      resolve();
    });
    socket.resume();
  });
}
