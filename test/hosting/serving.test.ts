import { chmodSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const TYPES = [
  ['a.html', 'text/html; charset=utf-8'],
  ['a.css', 'text/css; charset=utf-8'],
  ['a.js', 'text/javascript; charset=utf-8'],
  ['a.mjs', 'text/javascript; charset=utf-8'],
  ['a.json', 'application/json; charset=utf-8'],
  ['a.txt', 'text/plain; charset=utf-8'],
  ['a.xml', 'application/xml'],
  ['a.svg', 'image/svg+xml'],
  ['a.png', 'image/png'],
  ['a.woff2', 'font/woff2'],
  ['a.wasm', 'application/wasm'],
  ['a.pdf', 'application/pdf'],
  ['objects.inv', 'application/octet-stream'],
  ['LICENSE', 'application/octet-stream'],
] as const;
const EMPTY_OR_ANY = { 'empty.html': '', 'ten.txt': '0123456789' };

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({
    seed: seedOf(project('pip', [version('latest'), version('2.0'), version('3.0')])),
    allowedOrigins: ['http://partner.example:5173'],
  });
  docs.publish('pip', 'latest', {
    'index.html': 'index',
    ...EMPTY_OR_ANY,
    ...Object.fromEntries(TYPES.map(([name]) => [name, name])),
  });
});
afterAll(() => docs.close());

const TEN = '/en/latest/ten.txt';

test.each(TYPES)('%s has the type %s', async (name, type) => {
  const { status, headers } = await docs.request('pip', `/en/latest/${name}`);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type });
});

test('S11 pages and refusals have the isolating headers and no credential', async () => {
  for (const path of ['/en/latest/', '/', '/en/latest/nothing', '/robots.txt', '/sitemap.xml', '/%']) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { headers } = await docs.request('pip', path, { method });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-cache',
      });
      const names = Object.keys(headers);
      const forbidden = names.filter((name) => /^(access-control-|set-cookie|vary|x-powered-by)/.test(name));
      expect(forbidden).toEqual([]);
    }
  }
});

test('our own pages run nothing, built ones are left as they are', async () => {
  expect((await docs.request('pip', '/nothing')).headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-/,
  );
  expect((await docs.request('pip', '/en/latest/')).headers['content-security-policy']).toBeUndefined();
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])(
  '%s is refused for pages',
  async (method) => {
    for (const path of ['/en/latest/', '/', '/nothing', '/api/v3/projects/', '/%']) {
      const answer = await docs.request('pip', path, { method });
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    }
  },
);

describe('a browser that has the page already', () => {
  test('gets 304', async () => {
    const { headers } = await docs.request('pip', TEN);
    const { etag = '', 'last-modified': modified = '' } = headers;
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-modified-since': modified },
      { 'if-none-match': etag, 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ]) {
      const answer = await docs.request('pip', TEN, { headers: condition });
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': 'no-cache' } });
    }
    for (const condition of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'if-modified-since': 'no date' },
    ]) {
      expect(await docs.request('pip', TEN, { headers: condition })).toMatchObject({ status: 200 });
    }
  });

  test('gets a new page from a new build, though size and time are the same', async () => {
    const at = new Date('2026-01-01T00:00:00Z');
    const build = (text: string) => {
      const folder = docs.publish('pip', '2.0', { 'a.html': text });
      utimesSync(join(folder, 'a.html'), at, at);
      return docs.request('pip', '/en/2.0/a.html');
    };
    const first = await build('one');
    const second = await build('two');
    expect([first.text, second.text]).toEqual(['one', 'two']);
    expect(second.headers['last-modified']).toBe(first.headers['last-modified']);
    expect(second.headers.etag).not.toBe(first.headers.etag);
    const again = await docs.request('pip', '/en/2.0/a.html', {
      headers: {
        'if-none-match': first.headers.etag ?? '',
        'if-modified-since': first.headers['last-modified'] ?? '',
      },
    });
    expect(again).toMatchObject({ status: 200, text: 'two' });
  });

  test('gets 412 when a precondition fails', async () => {
    for (const condition of [
      { 'if-match': '"other"' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ]) {
      expect(await docs.request('pip', TEN, { headers: condition })).toMatchObject({ status: 412, text: '' });
    }
  });
});

describe('a part of a file', () => {
  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-100', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
    ['bytes=a-b', 200, '0123456789', undefined],
  ])('%s', async (range, status, text, contentRange) => {
    const answer = await docs.request('pip', TEN, { headers: { range } });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  test('is the whole file when the file has changed', async () => {
    const { headers } = await docs.request('pip', TEN);
    const requestRange = (ifRange: string) =>
      docs.request('pip', TEN, { headers: { range: 'bytes=2-4', 'if-range': ifRange } });
    expect(await requestRange(headers.etag ?? '')).toMatchObject({ status: 206, text: '234' });
    expect(await requestRange('"other"')).toMatchObject({ status: 200, text: '0123456789' });
  });

  test('of an empty file is the empty file', async () => {
    const { status, text, headers } = await docs.request('pip', '/en/latest/empty.html');
    expect({ status, text, length: headers['content-length'] }).toEqual({
      status: 200,
      text: '',
      length: '0',
    });
  });
});

describe('which pages are served', () => {
  test('those of the build that the version names, whatever other builds exist', async () => {
    const old = docs.publish('pip', '3.0', { 'a.html': 'old', 'b.html': 'only old' });
    expect(await docs.request('pip', '/en/3.0/b.html')).toMatchObject({ status: 200 });
    docs.publish('pip', '3.0', { 'a.html': 'new' });
    expect(await docs.request('pip', '/en/3.0/a.html')).toMatchObject({ status: 200, text: 'new' });
    expect((await docs.request('pip', '/en/3.0/b.html')).status).toBe(404);
    rmSync(old, { recursive: true });
    expect(await docs.request('pip', '/en/3.0/a.html')).toMatchObject({ status: 200, text: 'new' });
  });

  test('none of a deactivated version', async () => {
    docs.publish('pip', '3.0', { 'a.html': 'on' });
    expect((await docs.request('pip', '/en/3.0/a.html')).status).toBe(200);
    docs.services.versions.update({ kind: 'system', door: 'command' }, 'pip', '3.0', { active: false });
    const answer = await docs.request('pip', '/en/3.0/a.html');
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('is inactive');
  });

  test('those built after the deactivation, at their URL only', async () => {
    docs.publish('pip', '3.0', { 'a.html': 'asked for' });
    expect(await docs.request('pip', '/en/3.0/a.html')).toMatchObject({ status: 200, text: 'asked for' });
    const sitemap = await docs.request('pip', '/sitemap.xml');
    expect(sitemap.text).toContain('/en/latest/');
    expect(sitemap.text).not.toContain('/en/3.0/');
  });

  test('no file that was deleted since it was last read', async () => {
    const pages = docs.publish('pip', '2.0', { 'a.html': 'here', 'b.html': 'stays' });
    expect((await docs.request('pip', '/en/2.0/a.html')).status).toBe(200);
    rmSync(join(pages, 'a.html'));
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await docs.request('pip', '/en/2.0/a.html', { method });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect((await docs.request('pip', '/en/2.0/b.html')).status).toBe(200);
    rmSync(pages, { recursive: true });
    // What is done where no page is, is done then too.
    docs.services.redirects.create({ kind: 'system', door: 'command' }, 'pip', {
      ...{ type: 'page', from_url: '/b.html', to_url: '/c.html' },
    });
    const missing = await docs.request('pip', '/en/2.0/b.html');
    expect(missing).toMatchObject({ status: 302, headers: { location: '/en/2.0/c.html' } });
    expect(missing.headers['content-type']).toBeUndefined();
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'no file that cannot be read',
    async () => {
      const pages = docs.publish('pip', '2.0', { 'a.html': 'closed' });
      chmodSync(join(pages, 'a.html'), 0);
      const answer = await docs.request('pip', '/en/2.0/a.html');
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('Page not found');
      expect(answer.headers['content-disposition']).toBeUndefined();
    },
  );
});
