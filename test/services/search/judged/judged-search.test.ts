import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SearchServer, startSearch } from '../../../api/v3/search/search-fixture.ts';
import { ALMANAC, HAFEN } from './almanac.ts';
import { mkdocsHtml, type Page, sphinxHtml } from './html.ts';
import { QUERIES } from './queries.ts';
import { TERN } from './tern.ts';

const project = (slug: string, language: string) => ({
  ...{
    slug,
    name: slug,
    language,
    users: ['alice'],
    repository: { url: 'https://example.org/x', type: 'git' },
  },
  versions: [
    { verbose_name: 'latest', identifier: 'origin/main', type: 'branch', active: true, built: false },
  ],
});

let api: SearchServer;
beforeAll(async () => {
  const projects = [project('tern', 'en'), project('almanac', 'en'), project('hafen', 'de')];
  api = await startSearch({ users: [{ username: 'alice' }], projects });
  const publish = (slug: string, pages: Readonly<Record<string, Page>>, write: (page: Page) => string) =>
    api.publish(
      slug,
      'latest',
      Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, write(page)])),
    );
  publish('tern', TERN, (page) => sphinxHtml(page, 'en', 'Tern 3.1'));
  publish('almanac', ALMANAC, (page) => mkdocsHtml(page, 'Almanac'));
  publish('hafen', HAFEN, (page) => sphinxHtml(page, 'de', 'Hafen'));
  await api.indexed();
});
afterAll(() => api.close());

/** The place of the right page in the answer, from 1; infinite where it is not among the first ten. */
async function placeOf(slug: string, q: string, page: string): Promise<number> {
  const asked = new URLSearchParams({ q: `project:${slug} ${q}` });
  const { json } = await api.request('GET', `/api/v3/search/?${asked}`, { user: 'alice' });
  const { results } = json as { readonly results: readonly { readonly path: string }[] };
  const language = slug === 'hafen' ? 'de' : 'en';
  const path = `/${language}/latest/${page.replace(/index\.html$/, '')}`;
  const at = results.findIndex((result) => result.path === path);
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

test('of the judged searches 90 % find the right page first, and 98 % among the first three', async () => {
  const places: { readonly asked: string; readonly place: number }[] = [];
  for (const [slug, queries] of Object.entries(QUERIES))
    for (const [q, page] of queries)
      places.push({ asked: `${slug}: ${q}`, place: await placeOf(slug, q, page) });
  const share = (most: number) => places.filter(({ place }) => place <= most).length / places.length;
  const missed = places.filter(({ place }) => place > 1);
  expect(places.length).toBeGreaterThanOrEqual(60);
  expect(share(1), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.9);
  expect(share(3), JSON.stringify(missed)).toBeGreaterThanOrEqual(0.98);
});
