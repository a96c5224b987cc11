import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  GUI_HEADERS,
  GUI_POLICY,
  guiResponse,
  safePath,
} from '../../../src-server/host/runtime/window/gui-files.ts';

let base: string;
let root: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'lectern-gui-'));
  root = join(base, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Lectern</title>');
  writeFileSync(join(root, 'assets', 'main-1a2b.js'), 'console.log(1)');
  writeFileSync(join(root, 'assets', 'serif.woff2'), 'wOF2');
  writeFileSync(join(root, 'icon.svg'), '<svg/>');
  writeFileSync(join(root, 'notes.sqlite'), 'no file of a GUI');
  writeFileSync(join(base, 'secret.txt'), 'secret');
  symlinkSync(join(base, 'secret.txt'), join(root, 'assets', 'out.txt'));
  symlinkSync(base, join(root, 'up'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const request = (path: string, method = 'GET') =>
  guiResponse(root, new Request(`app://lectern${path}`, { method }));

describe('a file of the GUI', () => {
  test.each([
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/main-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/serif.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/icon.svg?v=2', 'image/svg+xml', 'no-cache'],
  ])('%s is %s', async (path, type, caching) => {
    const answer = await request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe(caching);
    expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')));
  });

  test.each([
    '/',
    '/projects/',
    '/projects/almanac/versions/v2.4.0/',
    '/projects/almanac/versions/docs.js',
    '/v2.4',
  ])('%s serves the GUI', async (path) => {
    const answer = await request(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>Lectern</title>');
  });

  test.each(['/assets/gone.js', '/assets/', '/favicon.ico', '/main.js'])('%s is not found', async (path) => {
    expect((await request(path)).status).toBe(404);
  });

  test('of an unknown type is not served', async () => {
    expect(await (await request('/notes.sqlite')).text()).not.toContain('no file');
  });

  test('HEAD has the length and no body', async () => {
    const answer = await request('/icon.svg', 'HEAD');
    expect(answer.headers.get('content-length')).toBe('6');
    expect(await answer.text()).toBe('');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
    const answer = await request('/', method);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('S10 no file outside the folder is read:', () => {
  test.each([
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%252e%252e/secret.txt',
    '/assets/out.txt',
    '/up/secret.txt',
    '/assets//out.txt',
    '/secret.txt%00.js',
    '/assets/%ff.js',
  ])('%s', async (path) => {
    const answer = await request(path);
    expect(await answer.text()).not.toContain('secret');
  });

  test.each(['/a%2fb', '/a%5Cb', '/a%00', '/a//b', '/%ff'])('%s is not a valid path', (path) => {
    expect(safePath(`app://lectern${path}`)).toBeUndefined();
  });
});

test('S14 every response has the policy', async () => {
  for (const [path, method] of [
    ['/', 'GET'],
    ['/assets/gone.js', 'GET'],
    ['/', 'POST'],
  ] as const) {
    const answer = await request(path, method);
    for (const [name, value] of Object.entries(GUI_HEADERS)) expect(answer.headers.get(name)).toBe(value);
  }
  expect(GUI_POLICY).toContain("default-src 'none'; script-src 'self'; ");
  expect(GUI_POLICY).not.toMatch(/script-src[^;]*unsafe|https?:|\*/);
});
