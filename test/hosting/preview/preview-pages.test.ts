import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { addScript } from '../../../src-server/hosting/preview/preview-handler.ts';
import { folderWith, operator, previewServer, writeFiles } from '../../builder/preview/preview-fixture.ts';
import { commandsConfig, eventually } from '../../support/program/build-server.ts';

const SCRIPT = '<script src="/_/preview/script.js" data-revision="4"></script>';

test.each([
  [
    '<!DOCTYPE html>\n<html lang="en">\n<head class="x"><meta',
    '<!DOCTYPE html>\n<html lang="en">\n<head class="x">SCRIPT<meta',
  ],
  ['<!-- <head> --><html><head><title>', '<!-- <head> --><html><head>SCRIPT<title>'],
  ['<!doctype html><p>no head', '<!doctype html>SCRIPT<p>no head'],
  ['text <head>', 'SCRIPTtext <head>'],
  ['\u{feff}<!doctype html><head>ü', '\u{feff}<!doctype html><head>SCRIPTü'],
  ['', 'SCRIPT'],
])('%j gets the script at the beginning of its head', (page, expected) => {
  expect(addScript(Buffer.from(page), 4).toString()).toBe(expected.replace('SCRIPT', SCRIPT));
});

test('a preview has its script and events on its own host alone, and tells of each build', async () => {
  const copy = '"mkdir -p $READTHEDOCS_OUTPUT/html && cp -r pages/. $READTHEDOCS_OUTPUT/html/"';
  const folder = folderWith({
    '.readthedocs.yaml': commandsConfig(copy),
    'pages/index.html': '<head></head>one',
    'pages/a b/index.html': 'blank',
    'pages/.env': 'SECRET=1',
  });
  const server = await previewServer();
  const { id } = await server.preview(folder);
  const preview = await server.until(id, ({ state }) => state === 'ready');
  const status = async (path: string) => (await server.page(preview, path)).status;
  expect((await server.page(preview, '/')).headers.location).toBe('/en/preview/');
  expect((await server.page(preview, '/en/preview/a%20b')).headers.location).toBe('/en/preview/a%20b/');
  expect((await server.page(preview, '/en/preview/a%20b/')).text).toContain('blank');
  for (const path of ['.env', '..%2f..%2fstate', '%2e%2e/%2e%2e/etc/passwd', 'no.html', '/en/latest/'])
    expect(await status(path), path).toBe(404);
  const missing = await server.page(preview, 'no.html');
  expect(missing.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);

  const { port } = new URL(server.url);
  const other = { ...preview, label: 'other' };
  expect((await server.page(other, '/_/preview/script.js')).status).toBe(404);
  expect((await server.page(other, '/_/preview/events')).status).toBe(404);

  let heard = '';
  const headers = { host: `${preview.label}.localhost:${port}` };
  const events = get({ host: '127.0.0.1', port, path: '/_/preview/events', headers }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk;
    });
  });
  onTestFinished(() => void events.destroy());
  await eventually(
    () => heard,
    (text) => text.includes('"revision":1'),
  );
  writeFiles(folder, { 'pages/index.html': 'two' });
  await eventually(
    () => heard,
    (text) => text.includes('"revision":2'),
  );
  await server.services.previews.stop(operator, id);
  await eventually(
    () => heard,
    (text) => text.includes('event: end'),
  );
});

test('a page of another site reads nothing of a preview', async () => {
  const copy = '"mkdir -p $READTHEDOCS_OUTPUT/html && cp index.html $READTHEDOCS_OUTPUT/html/"';
  const server = await previewServer();
  const { label } = await server.preview(
    folderWith({ '.readthedocs.yaml': commandsConfig(copy), 'index.html': 'mine' }),
  );
  const { port } = new URL(server.url);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }]) {
    const status = await new Promise((resolve, reject) => {
      const path = '/_/preview/events';
      const host = `${label}.localhost:${port}`;
      get({ host: '127.0.0.1', port, path, headers: { ...headers, host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(403);
  }
});
