import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { additionTo } from '../../src-server/hosting/menus/asking-pages.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const META = '<meta name="readthedocs-addons-api-version" content="1">';
const SCRIPT = '<script async src="/_/static/javascript/readthedocs-addons.js"></script>';
const page = (head: string) => `<!doctype html><html><head>${head}</head><body>ü</body></html>`;
const ASKING = page(`${META}<title>Tides</title>SCRIPT`);
const PLAIN = page('<title>Tides</title>');
const BUILT = ASKING.replace('SCRIPT', '');
const SENT = ASKING.replace('SCRIPT', SCRIPT);

test.each([
  ['the end of the head, after its policy', page(`${META}<meta http-equiv="x" content="a>b">SCRIPT`)],
  ['names in any quotes and order', page(`<META content=1 NAME='readthedocs-addons-api-version' />SCRIPT`)],
  ['a head without tags', `<!doctype html>${META}<title>x</title>SCRIPT<p>text`],
  [
    'bytes of more than one',
    `\u{feff}<!-- <head> --><html>\n<head>\n<title>ü</title>${META}\nSCRIPT</head>ü`,
  ],
  ['a script in a comment', page(`${META}<!-- ${SCRIPT} -->SCRIPT`)],
  ['a script that loads another', page(`${META}<script src="/_/static/javascript/other.js"></script>SCRIPT`)],
])('a page that asks gets the script: %s', (_, expected) => {
  const built = Buffer.from(expected.replace(/SCRIPT(?!<\/script>)/, ''));
  const addition = additionTo(built);
  expect(addition?.text.toString()).toBe(SCRIPT);
  expect(built.subarray(0, addition?.at).toString()).toBe(expected.slice(0, expected.indexOf('SCRIPT')));
});

test.each([
  ['nothing asks', PLAIN],
  ['another name', page('<meta name="description" content="readthedocs-addons-api-version">')],
  ['asked in the body', `<head></head><body>${META}`],
  [
    'asked in a comment, a title, a script',
    page(`<!--${META}--><title>${META}</title><script>'${META}'</script>`),
  ],
  ['loaded in the head', page(`${SCRIPT}${META}`)],
  [
    'loaded at the end of the body',
    `${page(META)}<script defer src='https://docs.example/_/static/javascript/readthedocs-addons.js'></script>`,
  ],
])('a page is left as it is: %s', (_, built) => {
  expect(additionTo(Buffer.from(built))).toBeUndefined();
});

test('a page made to take long does not', () => {
  const long = 'readthedocs-addons-api-version';
  for (const part of ['<!--', '<!-- -->', '<script ', '<meta "', "<meta x='", '<title>', '<'])
    expect(additionTo(Buffer.from(long + part.repeat(200_000)))).toBeUndefined();
});

let docs: DocsServer;
let folder: string;
beforeAll(async () => {
  docs = await startDocs({ seed: seedOf(project('pip', [version('latest')])) });
  folder = docs.publish(
    'pip',
    'latest',
    {
      'index.html': BUILT,
      'plain.html': PLAIN,
      'asking.txt': BUILT,
      'gone.html': BUILT,
      '404.html': BUILT,
      'large.html': BUILT + ' '.repeat(4 * 1024 * 1024),
    },
    ['htmlzip'],
  );
});
afterAll(() => docs.close());

const get = (path: string, headers = {}, method = 'GET') =>
  docs.request('pip', `/en/latest/${path}`, { headers, method });
const set = (pageMenus: boolean) => docs.services.settings.set(systemActor('command'), { pageMenus });

test('a page that asks is sent with the script, whole, in parts and as known already', async () => {
  const { status, headers, text } = await get('');
  expect({ status, text }).toEqual({ status: 200, text: SENT });
  const length = String(Buffer.byteLength(SENT));
  expect(headers).toMatchObject({
    ...{ 'content-length': length, 'content-type': 'text/html; charset=utf-8', 'accept-ranges': 'bytes' },
  });
  const head = await get('', {}, 'HEAD');
  expect(head).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': length, etag: headers.etag },
  });

  const at = BUILT.indexOf('</head>');
  for (const [from, to] of [
    [at - 5, at + 5],
    [at + 5, at + SCRIPT.length + 9],
    [0, 3],
    [Buffer.byteLength(SENT) - 4, Buffer.byteLength(SENT) - 1],
  ] as const) {
    const part = await get('', { range: `bytes=${from}-${to}` });
    expect(part).toMatchObject({
      status: 206,
      text: Buffer.from(SENT)
        .subarray(from, to + 1)
        .toString(),
      headers: { 'content-range': `bytes ${from}-${to}/${length}`, 'content-length': String(to - from + 1) },
    });
  }
  expect((await get('', { range: `bytes=${length}-` })).status).toBe(416);
  for (const condition of [
    { 'if-none-match': headers.etag },
    { 'if-modified-since': headers['last-modified'] },
  ])
    expect(await get('', condition)).toMatchObject({ status: 304, text: '' });

  // The built page is another one to a browser.
  set(false);
  const built = await get('', { 'if-none-match': headers.etag });
  expect(built).toMatchObject({ status: 200, text: BUILT });
  expect(built.headers.etag).not.toBe(headers.etag);
  set(true);
  expect(await get('', { 'if-none-match': built.headers.etag })).toMatchObject({ status: 200, text: SENT });
});

test('all other files are sent as they were built', async () => {
  for (const [path, built] of [
    ['plain.html', PLAIN],
    ['asking.txt', BUILT],
    ['large.html', BUILT + ' '.repeat(4 * 1024 * 1024)],
  ] as const)
    expect((await get(path)).text === built, path).toBe(true);
  const download = await docs.request('pip', '/_/downloads/en/latest/htmlzip/');
  expect(download).toMatchObject({ status: 200, text: 'htmlzip of latest' });
});

test('a 404 page of the project asks as any page; a page that is gone is not found', async () => {
  expect(await get('nothing')).toMatchObject({ status: 404, text: SENT });
  expect((await get('gone.html')).text).toBe(SENT);
  rmSync(join(folder, 'gone.html'));
  expect(await get('gone.html')).toMatchObject({ status: 404, text: SENT });
  set(false);
  expect(await get('nothing')).toMatchObject({ status: 404, text: BUILT });
  set(true);
});
