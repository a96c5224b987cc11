import { afterAll, beforeAll, expect, test } from 'vitest';
import { member } from '../../support/api/api-server.ts';
import { type SearchServer, sphinxPage, startSearch } from '../v3/search/search-fixture.ts';

const VERSION = { identifier: 'origin/latest', type: 'branch', active: true, built: false };
const project = (slug: string, more: object = {}) => ({
  ...{ slug, name: slug, users: ['alice'], repository: { url: 'https://example.org/x', type: 'git' } },
  versions: [{ verbose_name: 'latest', ...VERSION }],
  ...more,
});
const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    project('sea', { subprojects: [{ child: 'bay', alias: 'b' }] }),
    project('bay'),
    project('secret', { privacy_level: 'private' }),
  ],
};

let api: SearchServer;

beforeAll(async () => {
  api = await startSearch(SEED, 'current');
  api.publish(
    'sea',
    'latest',
    Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `p${at}.html`,
        sphinxPage(`Boats ${at}`, { Sails: 'about boats' }),
      ]),
    ),
  );
  api.publish('bay', 'latest', { 'b.html': sphinxPage('Bay', { Boats: 'boats in the bay' }) });
  api.publish('secret', 'latest', { 's.html': sphinxPage('Secret', { Boats: 'hidden boats' }) });
  await api.indexed();
});
afterAll(() => api.close());

async function search(query: Record<string, string>, user?: string) {
  const path = `/api/v3/search/?${new URLSearchParams(query)}`;
  return api.request('GET', path, user === undefined ? {} : { user });
}

test('anybody searches public pages, fifteen at once', async () => {
  const { status, json } = await search({ q: 'project:sea boats' });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    count: 20,
    next: `${api.url}/api/v3/search/?page=2&q=project%3Asea+boats`,
    previous: null,
    projects: [{ slug: 'sea', versions: [{ slug: 'latest' }] }],
    query: 'boats',
  });
  expect(member(json, 'results')).toHaveLength(15);
  expect(member(json, 'results', 0)).toMatchObject({
    ...{ type: 'page', project: { slug: 'sea', alias: null }, version: { slug: 'latest' } },
    domain: expect.stringMatching(/^http:\/\/sea\.localhost:\d+$/),
    path: expect.stringMatching(/^\/en\/latest\/p\d+\.html$/),
    title: expect.stringMatching(/^Boats \d+$/),
    highlights: { title: [expect.stringMatching(/^<span>Boats<\/span> \d+$/)] },
    blocks: [
      { type: 'section', content: '', highlights: { content: [] } },
      { type: 'section', id: 'sails', title: 'Sails', content: 'about boats' },
    ],
  });
});

test('pages are numbered', async () => {
  const { json } = await search({ q: 'project:sea boats', page: '2', page_size: '8' });
  expect(json).toMatchObject({
    next: `${api.url}/api/v3/search/?page=3&page_size=8&q=project%3Asea+boats`,
    previous: `${api.url}/api/v3/search/?page_size=8&q=project%3Asea+boats`,
  });
  expect(member(json, 'results')).toHaveLength(8);
  const large = await search({ q: 'project:sea boats', page_size: '500' });
  expect(member(large.json, 'results')).toHaveLength(20);
});

test.each([
  [{}, { q: ['This query parameter is required'] }],
  [{ q: '' }, { q: ['This query parameter is required'] }],
  [{ q: 'project:sea boats', page: '0' }, ['Invalid page']],
  [{ q: 'project:sea boats', page: 'x' }, ['Invalid page']],
  [{ q: 'project:sea boats', page: '68' }, ['Page number is too high.']],
])('%j is refused', async (query, body) => {
  const { status, json } = await search(query as Record<string, string>);
  expect({ status, json }).toEqual({ status: 400, json: body });
});

test.each([
  ['boats', undefined, 0, []],
  ['project:sea', undefined, 0, []],
  ['subprojects:sea boats', undefined, 21, ['sea', 'bay']],
  ['project:sea/latest project:bay boats', undefined, 21, ['sea', 'bay']],
  ['project:sea/nope boats', undefined, 0, []],
  ['project:secret boats', undefined, 0, []],
  ['project:secret boats', 'alice', 1, ['secret']],
  ['user:@me boats', undefined, 0, []],
  ['user:@me boats', 'alice', 22, ['bay', 'sea', 'secret']],
  ['project:sea name\\:boats', undefined, 20, ['sea']],
])('%s as %s finds %d', async (q, user, count, slugs) => {
  const { status, json } = await search({ q }, user);
  expect(status).toBe(200);
  expect(member(json, 'count')).toBe(count);
  expect((member(json, 'projects') as { slug: string }[]).map(({ slug }) => slug)).toEqual(slugs);
});
