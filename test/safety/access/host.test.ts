import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exposureWarning } from '../../../src-server/commands/serve/startup-text.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { serveHere } from '../../support/program/run-command.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SAMPLE_SEED, allowedHosts: ['desk.example'] });
});
afterAll(() => api.close());

const REFUSED = '{"detail":"This server does not answer under that host name."}';

/** Sends a request of this line and these headers; PORT stands for the server's port. */
function send(line: string, ...headers: readonly string[]) {
  const text = [line, 'Connection: close', ...headers, '', '']
    .join('\r\n')
    .replaceAll('PORT', String(api.port));
  const [method = '', path = ''] = text.split(' ');
  return api.request(method, path, { raw: Buffer.from(text, 'latin1') });
}

describe('S1', () => {
  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('S1 %s is loopback: no warning', (host) => {
    expect(exposureWarning(host)).toBeUndefined();
  });

  test.each(['0.0.0.0', '::', '192.0.2.7', 'desk.example', '127.example.org', '1127.0.0.1', ''])(
    'S1 %s is not: a warning',
    (host) => {
      expect(exposureWarning(host)).toContain('lets other computers reach Lectern');
    },
  );

  test('S1 listens on loopback by default, without a warning; on every interface only with a warning', async () => {
    const [usual, open] = await Promise.all([
      serveHere(['--memory', '--quiet']),
      serveHere(['--memory', '--quiet', '--host', '0.0.0.0']),
    ]);
    try {
      expect(new URL(usual.url).hostname).toBe('127.0.0.1');
      expect(usual.output().stderr).toBe('');
      expect(open.output().stderr).toMatch(/^Warning: --host 0\.0\.0\.0 lets other computers reach Lectern/);
      if (process.platform === 'linux') {
        const outside = (url: string) =>
          fetch(url.replace('127.0.0.1', '127.0.0.9')).then((one) => one.status);
        await expect(outside(usual.url)).rejects.toThrow();
        // Reached, and refused for the name: nobody allowed that one.
        await expect(outside(open.url)).resolves.toBe(421);
      }
    } finally {
      await Promise.all([usual.stop(), open.stop()]);
    }
  });
});

describe('S2 accepts our own Host:', () => {
  test.each([
    '127.0.0.1:PORT',
    'localhost:PORT',
    'LocalHost:PORT',
    '[::1]:PORT',
    'desk.example:PORT',
    'DESK.example:PORT',
    ' 127.0.0.1:PORT ',
  ])('S2 %j', async (host) => {
    expect(await send('GET /api/v3/ HTTP/1.1', `Host:${host}`)).toMatchObject({ status: 200 });
  });

  test('S2 also from an HTTP/1.0 client that sends it', async () => {
    expect(await send('GET /api/v3/ HTTP/1.0', 'Host: 127.0.0.1:PORT')).toMatchObject({ status: 200 });
  });
});

describe('S2 any other Host is refused before routing:', () => {
  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    '127.0.0.1:80',
    '127.0.0.1:0',
    '127.0.0.1:',
    '127.0.0.1:PORT0',
    '127.0.0.1:-PORT',
    '127.0.0.1:+PORT',
    '127.0.0.1:PORT.0',
    '127.0.0.1:PORT:PORT',
    '127.0.0.1:http',
    'localhost.:PORT',
    '127.0.0.1.:PORT',
    'desk.example.:PORT',
    'sub.desk.example:PORT',
    'localhost.evil.example:PORT',
    '127.0.0.1.evil.example:PORT',
    '127.0.0.1.nip.io:PORT',
    'notlocalhost:PORT',
    'evil.example#.localhost:PORT',
    'evil.example/.localhost:PORT',
    'a.b.localhost:PORT',
    '.localhost:PORT',
    '-a.localhost:PORT',
    'a_b.localhost:PORT',
    '127.0.0.2:PORT',
    '0.0.0.0:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    '0x7f.0.0.1:PORT',
    '0177.0.0.1:PORT',
    '[::]:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '[0:0:0:0:0:0:0:1]:PORT',
    '[::1%lo]:PORT',
    '::1:PORT',
    '[::1]PORT',
    'user@127.0.0.1:PORT',
    'http://127.0.0.1:PORT',
    '127.0.0.1:PORT/',
    '127.0.0.1:PORT, evil.example',
    'evil.example, 127.0.0.1:PORT',
    '127.0.0.1 :PORT',
    'lоcalhost:PORT',
    '',
  ])('S2 %j', async (host) => {
    const answer = await send('GET /api/v3/ HTTP/1.1', `Host: ${host}`);
    expect(answer).toMatchObject({ status: 421, text: REFUSED });
    expect(answer.headers['content-type']).toBe('application/json');
  });

  test.each([
    ['none at all', []],
    ['two of them', ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT']],
    ['a second that is not ours', ['Host: 127.0.0.1:PORT', 'host: evil.example']],
    ['a first that is not ours', ['HOST: evil.example', 'Host: 127.0.0.1:PORT']],
    ['only X-Forwarded-Host', ['X-Forwarded-Host: 127.0.0.1:PORT']],
    ['X-Forwarded-Host over another', ['Host: evil.example', 'X-Forwarded-Host: 127.0.0.1:PORT']],
    ['Forwarded over another', ['Host: evil.example', 'Forwarded: host="127.0.0.1:PORT"']],
  ])('S2 %s', async (_name, headers) => {
    for (const version of ['1.1', '1.0']) {
      const answer = await send(`GET /api/v3/ HTTP/${version}`, ...headers);
      expect(answer, version).toMatchObject({ status: 421, text: REFUSED });
    }
  });

  test.each([
    'GET /api/v3/projects/',
    'GET /api/v3/nothing/',
    'GET /%',
    'GET /',
    'GET /api/openapi.json',
    'GET /projects/pip/badge/',
    'OPTIONS /api/v3/projects/',
    'POST /api/v3/projects/',
    'PATCH /api/v3/projects/pip/',
    'DELETE /api/v3/projects/pip/redirects/5/',
    'PROPFIND /api/v3/',
  ])('S2 %s, with a good token', async (line) => {
    const before = api.digest();
    const answer = await send(
      `${line} HTTP/1.1`,
      'Host: evil.example',
      `Authorization: Token ${api.tokens.alice}`,
      'Accept: image/png',
      'Content-Type: application/json',
      'Content-Length: 0',
    );
    expect(answer).toMatchObject({ status: 421, text: REFUSED });
    expect(api.digest()).toBe(before);
  });
});

test('S2 HEAD is refused as GET is', async () => {
  const answer = await api.request('HEAD', '/api/v3/', { headers: { host: 'evil.example' } });
  expect(answer).toMatchObject({ status: 421, text: '' });
});

describe('S2 checks a URL in the request line like a Host:', () => {
  test.each([
    'http://evil.example/api/v3/',
    'http://evil.example:PORT/api/v3/',
    'http://localhost.evil.example:PORT/api/v3/',
    'http://127.0.0.1@evil.example:PORT/api/v3/',
    'http://127.0.0.1:1/api/v3/',
    'http:///api/v3/',
    'ftp://127.0.0.1:PORT/api/v3/',
    'https://127.0.0.1:PORT/api/v3/',
    // Ours, though not the one of the header.
    'http://localhost:PORT/api/v3/',
  ])('S2 %s is refused', async (target) => {
    const answer = await send(`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1:PORT');
    expect(answer).toMatchObject({ status: 421, text: REFUSED });
  });

  test('S2 accepts our own host in the request line', async () => {
    const own = `http://127.0.0.1:${api.port}`;
    const token = `Authorization: Token ${api.tokens.alice}`;
    const answer = await send(`GET ${own}/api/v3/projects/?limit=1 HTTP/1.1`, 'Host: 127.0.0.1:PORT', token);
    expect(answer.json).toMatchObject({ next: `${own}/api/v3/projects/?limit=1&offset=1` });
    const moved = await send(`GET ${own}/api/v3/projects?limit=1 HTTP/1.1`, 'Host: 127.0.0.1:PORT', token);
    expect(moved).toMatchObject({ status: 301, headers: { location: '/api/v3/projects/?limit=1' } });
  });

  test('S2 never redirects to another host', async () => {
    for (const target of [
      '//evil.example/api/v3',
      '//evil.example/..//api/v3/projects',
      '/\\evil.example/api/v3',
    ]) {
      const answer = await send(`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1:PORT');
      expect(answer.status, target).toBe(404);
      expect(answer.headers.location, target).toBeUndefined();
    }
  });

  test.each(['OPTIONS * HTTP/1.1', 'GET * HTTP/1.1'])('S2 %s is a 404', async (line) => {
    const answer = await send(line, 'Host: 127.0.0.1:PORT');
    expect([400, 404]).toContain(answer.status);
  });
});
