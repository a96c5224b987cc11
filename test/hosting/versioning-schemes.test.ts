import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const WITHOUT_LANGUAGE = { versioning_scheme: 'multiple_versions_without_translations' };
const SITE = { 'index.html': 'index', 'a.html': 'a', 'dir/index.html': 'dir', 'page/b.html': 'b' };

const SEED = seedOf(
  project('plain', [version('latest'), version('2.0'), version('old', { hidden: true })], {
    ...WITHOUT_LANGUAGE,
    default_version: '2.0',
    subprojects: [{ child: 'part', alias: 'piece' }],
    redirects: [
      { type: 'page', from_url: '/gone.html', to_url: '/a.html' },
      { type: 'exact', from_url: '/2.0/exact.html', to_url: '/latest/a.html' },
      { type: 'prefix', from_url: '/docs/' },
    ],
  }),
  project('plain-es', [version('latest')], { language: 'es', translation_of: 'plain' }),
  project('part', [version('latest')], WITHOUT_LANGUAGE),
  project('brazil', [version('latest')], { language: 'pt_BR' }),
  project('usual', [version('latest'), version('secret-plan', { hidden: true, privacy_level: 'private' })]),
);

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({ seed: SEED });
  for (const name of ['latest', '2.0', 'old']) docs.publish('plain', name, { ...SITE, 'which.html': name });
  for (const name of ['plain-es', 'part', 'usual', 'brazil']) docs.publish(name, 'latest', SITE);
  docs.publish('usual', 'secret-plan', SITE);
});
afterAll(() => docs.close());

describe('addresses that name the version alone', () => {
  test.each([
    ['/', 302, '/2.0/'],
    ['/?q=1', 302, '/2.0/?q=1'],
    ['/2.0/which.html', 200, '2.0'],
    ['/latest/which.html', 200, 'latest'],
    ['/old/which.html', 200, 'old'],
    ['/latest', 302, '/latest/'],
    ['/latest/dir', 302, '/latest/dir/'],
    ['/latest/dir/', 200, 'dir'],
    ['/latest/page/b.html', 200, 'b'],
    ['/page/a.html', 302, '/2.0/a.html'],
    ['/es/latest/a.html', 200, 'a'],
    ['/es/', 302, '/es/latest/'],
    ['/projects/piece/', 302, '/projects/piece/latest/'],
    ['/projects/piece/latest/a.html', 200, 'a'],
    ['/latest/gone.html', 302, '/latest/a.html'],
    ['/gone.html', 302, '/2.0/a.html'],
    ['/2.0/exact.html', 302, '/latest/a.html'],
    ['/docs/a.html', 302, '/2.0/a.html'],
    ['/latest/docs/a.html', 302, '/latest/a.html'],
    ['/en/latest/a.html', 404, ''],
    ['/3.0/a.html', 404, ''],
  ])('%s', async (path, status, found) => {
    const answer = await docs.request('plain', path);
    expect(answer.status).toBe(status);
    if (status === 302) expect(answer.headers.location).toBe(found);
    else if (status === 200) expect(answer.text).toBe(found);
  });

  test('the own host of a subproject leads there', async () => {
    const { headers } = await docs.request('part', '/');
    expect(headers.location).toBe(`http://plain.localhost:${docs.port}/projects/piece/latest/`);
  });

  test('the API, the sitemap and the page of an error use them', async () => {
    const { text: sitemap } = await docs.request('plain', '/sitemap.xml');
    expect(sitemap).toContain(`<loc>http://plain.localhost:${docs.port}/latest/</loc>`);
    expect(sitemap).not.toContain('/en/');
    const { text: missing } = await docs.request('plain', '/2.0/nothing.html');
    expect(missing).toContain('href="/latest/"');
    const page = await docs.callDesk('versions.pages', { slug: 'plain', version: 'latest' });
    expect(page).toMatchObject({ docsUrl: `http://plain.localhost:${docs.port}/latest/` });
  });
});

describe('a hidden version', () => {
  test('is in no sitemap and on no page of ours, and robots.txt keeps crawlers away', async () => {
    const { text: sitemap } = await docs.request('plain', '/sitemap.xml');
    expect(sitemap).not.toContain('/old/');
    const { text: missing } = await docs.request('plain', '/2.0/nothing.html');
    expect(missing).not.toContain('/old/');
    const { text: robots } = await docs.request('plain', '/robots.txt');
    expect(robots).toBe(
      `User-agent: *\nDisallow: /old/ # Hidden version\n\nSitemap: http://plain.localhost:${docs.port}/sitemap.xml\n`,
    );
  });

  test('that is private is not named by robots.txt', async () => {
    const { text: robots } = await docs.request('usual', '/robots.txt');
    expect(robots).toContain('Disallow:\n');
    expect(robots).not.toContain('secret-plan');
  });
});

describe('a language that today’s service writes otherwise', () => {
  test.each([
    ['/pt_BR/latest/a.html', 200],
    ['/pt-br/latest/a.html', 200],
    ['/pt-br/latest/dir', 302],
    ['/PT-BR/latest/a.html', 404],
    ['/pt-br/', 302],
  ])('%s', async (path, status) => {
    const answer = await docs.request('brazil', path);
    expect(answer.status).toBe(status);
  });
});
