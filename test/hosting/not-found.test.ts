import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const MANY = Array.from({ length: 15 }, (_, at) => version(`1.${at}`));

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({
    seed: seedOf(
      project(
        'pip',
        [
          version('latest'),
          version('2.0'),
          version('1.0'),
          version('off', { active: false }),
          version('12', { type: 'external' }),
        ],
        { name: 'Pip <b>&</b>', subprojects: [{ child: 'plugin', alias: 'plug' }] },
      ),
      project('plugin', [version('latest')]),
      project('pip-es', [version('latest')], { language: 'es', translation_of: 'pip', name: 'Pip (es)' }),
      project('bare', [version('latest'), version('2.0'), version('1.0')]),
      project('many', MANY),
      project('solo', [version('latest')], { single_version: true }),
    ),
  });
  docs.publish('pip', 'latest', {
    'index.html': 'i',
    '404.html': '<i>latest: none</i>',
    '404/index.html': 'no',
  });
  docs.publish('pip', '2.0', { 'index.html': 'i', '404/index.html': '2.0: none' });
  docs.publish('pip', '1.0', { 'index.html': 'i' });
  docs.publish('pip', '12', { 'index.html': 'i' });
  docs.publish('pip-es', 'latest', { 'index.html': 'i' });
  docs.publish('plugin', 'latest', { 'index.html': 'i' });
  docs.publish('bare', '2.0', { 'index.html': 'i' });
  docs.publish('solo', 'latest', { 'index.html': 'i', '404.html': 'solo: none' });
  for (const { verbose_name } of MANY) docs.publish('many', String(verbose_name), { 'index.html': 'i' });
});
afterAll(() => docs.close());

describe('the 404 page is', () => {
  test.each([
    ["the version's own", 'pip', '/en/latest/x', '<i>latest: none</i>'],
    ["the version's own, as a folder", 'pip', '/en/2.0/x', '2.0: none'],
    ["the default version's, where the version has none", 'pip', '/en/1.0/x', '<i>latest: none</i>'],
    ["the default version's, where there is no such version", 'pip', '/en/9/x', '<i>latest: none</i>'],
    ["the default version's, where none is named", 'pip', '/x', '<i>latest: none</i>'],
    ["the default version's, for a path that can be none", 'pip', '/..%2fx', '<i>latest: none</i>'],
    ["the single version's", 'solo', '/x/y', 'solo: none'],
  ])('%s', async (_, host, path, text) => {
    const answer = await docs.request(host, path);
    expect(answer).toMatchObject({
      status: 404,
      text,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
    const head = await docs.request(host, path, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 404, text: '', headers: { 'content-length': String(text.length) } });
  });

  test('sent whole, even to range and conditional requests', async () => {
    for (const headers of [
      { range: 'bytes=0-1' },
      { 'if-none-match': '*' },
      { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() },
    ]) {
      const answer = await docs.request('pip', '/en/latest/x', { headers });
      expect(answer).toMatchObject({ status: 404, text: '<i>latest: none</i>' });
    }
    expect((await docs.request('pip', '/en/latest/x', { headers: { 'if-match': '"x"' } })).status).toBe(404);
  });

  test("never a translation's main project's, nor a subproject's parent's", async () => {
    for (const path of ['/es/latest/x', '/projects/plug/en/latest/x']) {
      expect((await docs.request('pip', path)).text).toContain('Page not found');
    }
  });
});

describe('our own 404 page', () => {
  test('names project and path as text, and what is there', async () => {
    const { text } = await docs.request('pip', '/es/latest/<script>alert(1)</script>?q=<b>');
    expect(text).toContain('<title>Page not found · Pip (es)</title>');
    expect(text).toContain('<code>/es/latest/&lt;script&gt;alert(1)&lt;/script&gt;</code>');
    expect(text).not.toContain('<script');
    expect(text).toContain('<a href="/es/latest/">latest</a>');
    expect(text).toContain('<a href="/en/latest/">English</a>');
    expect(text).toContain('<a href="/projects/plug/">Plugin</a>');
  });

  test('of a subproject names it and its parent', async () => {
    const { text } = await docs.request('pip', '/projects/plug/en/latest/x');
    expect(text).toContain('Plugin has no page');
    expect(text).toContain('<a href="/projects/plug/en/latest/">latest</a>');
    expect(text).toContain('<h2>Part of</h2><ul><li><a href="/">Pip &lt;b&gt;&amp;&lt;/b&gt;</a>');
  });

  test.each([
    ['bare', '/en/latest/', 'Version <code>latest</code> of Bare has not been built yet.'],
    ['bare', '/en/9/', 'Bare has no version <code>9</code>.'],
    ['bare', '/en/%3Cb%3E/', 'Bare has no version <code>&lt;b&gt;</code>.'],
    ['pip', '/projects/plug/en/9/', 'Plugin has no version <code>9</code>.'],
  ])('%s %s says: %s', async (host, path, text) => {
    expect((await docs.request(host, path)).text).toContain(text);
  });

  test('has no links to versions without pages', async () => {
    const { text } = await docs.request('bare', '/x');
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/en/2.0/']);
  });

  test('keeps its lists short, the highest version first', async () => {
    const { text } = await docs.request('many', '/x');
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links.slice(0, 2)).toEqual(['/en/1.14/', '/en/1.13/']);
    expect(links).toHaveLength(12);
    expect(text).toContain('and 3 more');
  });

  test("of a pull request's host names nothing else", async () => {
    const { text } = await docs.request('pip--12', '/en/latest/x');
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/en/12/']);
  });
});
