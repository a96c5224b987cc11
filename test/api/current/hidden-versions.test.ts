import { afterAll, beforeAll, expect, test } from 'vitest';
import { member } from '../../support/api/api-server.ts';
import { callDesk } from '../../support/api/call-desk.ts';
import { sendRequest } from '../../support/api/http-request.ts';
import { type SearchServer, sphinxPage, startSearch } from '../v3/search/search-fixture.ts';

// A hidden version: out of lists of versions and of search, while its pages answer (live-service.md 3, `hidden`).

const version = (name: string) => ({
  ...{ verbose_name: name, identifier: 'a'.repeat(40), type: 'tag', active: true, built: false },
});
const project = (slug: string, more: object = {}) => ({
  ...{ slug, name: slug, users: ['alice'], repository: { url: 'https://example.org/x', type: 'git' } },
  ...{ versions: ['latest', 'old'].map(version), ...more },
});

let api: SearchServer;
beforeAll(async () => {
  const sea = project('sea', { subprojects: [{ child: 'bay', alias: 'b' }] });
  api = await startSearch({ users: [{ username: 'alice' }], projects: [sea, project('bay')] }, 'current');
  for (const slug of ['sea', 'bay'])
    for (const name of ['latest', 'old'])
      api.publish(slug, name, { 'b.html': sphinxPage('Boats', { Sails: `boats of ${slug} ${name}` }) });
  await api.indexed();
});
afterAll(() => api.close());

/** Hides a version or shows it again, as a client of today's service does. */
async function setHidden(slug: string, name: string, hidden: boolean): Promise<void> {
  const path = `/api/v3/projects/${slug}/versions/${name}/`;
  const { status } = await api.request('PATCH', path, { user: 'alice', body: { hidden } });
  expect(status).toBe(204);
}

/** Asks the host of `sea`. */
async function page(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { host: `sea.localhost:${api.port}` };
  return sendRequest({ port: api.port, method: 'GET', path, headers });
}

/** Lists the addresses that the API finds. */
async function inApi(q: string): Promise<readonly string[]> {
  const { json } = await api.request('GET', `/api/v3/search/?${new URLSearchParams({ q })}`);
  return (member(json, 'results') as { path: string }[]).map(({ path }) => path).sort();
}

/** Lists the addresses that the search of the window finds. */
async function inWindow(q: string): Promise<readonly string[]> {
  const answer = await callDesk(api.lectern, 'docsSearch.find', { q, limit: 50, offset: 0 }, 'alice');
  return (answer as { pages: { path: string }[] }).pages.map(({ path }) => path).sort();
}

/** What a reader finds of the version `old`. */
async function findings() {
  const [missing, sitemap, robots, address] = await Promise.all(
    ['/en/latest/none.html', '/sitemap.xml', '/robots.txt', '/en/old/b.html'].map(page),
  );
  return {
    inApi: await inApi('subprojects:sea/old boats'),
    inWindow: await inWindow('subprojects:sea/old boats'),
    alone: await inApi('project:sea/old boats'),
    isInMenu: missing?.text.includes('href="/en/old/"'),
    isInSitemap: sitemap?.text.includes('/en/old/'),
    isKeptFromCrawlers: robots?.text.includes('Disallow: /en/old/'),
    page: address?.status,
    words: address?.text.includes('boats of sea old'),
  };
}

const SHOWN = {
  inApi: ['/en/old/b.html', '/projects/b/en/old/b.html'],
  inWindow: ['/en/old/b.html', '/projects/b/en/old/b.html'],
  alone: ['/en/old/b.html'],
  ...{ isInMenu: true, isInSitemap: true, isKeptFromCrawlers: false, page: 200, words: true },
};

test('a version is hidden from lists and search, and shown again; its pages answer all the time', async () => {
  expect(await findings()).toEqual(SHOWN);
  await setHidden('sea', 'old', true);
  await setHidden('bay', 'old', true);
  expect(await findings()).toEqual({
    // A subproject without the version is searched in its default version.
    inApi: ['/projects/b/en/latest/b.html'],
    inWindow: ['/projects/b/en/latest/b.html'],
    alone: [],
    ...{ isInMenu: false, isInSitemap: false, isKeptFromCrawlers: true, page: 200, words: true },
  });
  await setHidden('sea', 'old', false);
  await setHidden('bay', 'old', false);
  expect(await findings()).toEqual(SHOWN);
});

test('a hidden default version is still what the host leads to, and is not searched', async () => {
  expect(await inApi('project:sea boats')).toEqual(['/en/latest/b.html']);
  await setHidden('sea', 'latest', true);
  expect(await inApi('project:sea boats')).toEqual([]);
  expect((await page('/')).status).toBe(302);
  expect((await page('/en/latest/b.html')).text).toContain('boats of sea latest');
  await setHidden('sea', 'latest', false);
  expect(await inApi('project:sea boats')).toEqual(['/en/latest/b.html']);
});
