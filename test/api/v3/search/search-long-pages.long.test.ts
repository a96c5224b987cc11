import { expect, onTestFinished, test } from 'vitest';
import { measureTurns } from '../../../support/program/measure-turns.ts';
import { type SearchServer, sphinxPage, startSearch } from './search-fixture.ts';

const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    {
      ...{ slug: 'sea', name: 'sea', users: ['alice'] },
      repository: { url: 'https://example.org/sea', type: 'git' },
      versions: [
        { verbose_name: 'latest', identifier: 'origin/latest', type: 'branch', active: true, built: false },
      ],
    },
  ],
};
const PAGES = 8;

type Found = {
  readonly count: number;
  readonly results: readonly {
    readonly blocks: readonly { id: string; highlights: { content: readonly string[] } }[];
  }[];
};

async function start(pages: Readonly<Record<string, string>>): Promise<SearchServer> {
  const api = await startSearch(SEED);
  onTestFinished(() => api.close());
  api.publish('sea', 'latest', pages);
  await api.indexed();
  return api;
}

let questions = 0;

async function find(api: SearchServer, q: string, limit: number): Promise<Found> {
  questions += 1;
  // Another address each time, so that no answer is a kept one.
  const path = `/api/v3/search/?q=${encodeURIComponent(q)}&limit=${limit}&question=${questions}`;
  const { status, json } = await api.request('GET', path, { user: 'alice' });
  expect(status).toBe(200);
  return json as Found;
}

/** Measures several times and returns the least: the compiler and the collector of garbage work beside it. */
async function leastWork(work: () => Promise<Found>) {
  const measured = [];
  for (let run = 0; run < 5; run++) measured.push(await measureTurns(work));
  return measured.reduce((least, each) => (each.total < least.total ? each : least));
}

test('many long pages are marked with about the work of one', async () => {
  const text = 'a '.repeat(60_000);
  const pages = Array.from({ length: PAGES }, (_, at) => [
    `p${at}.html`,
    sphinxPage(`P ${at}`, { All: text }),
  ]);
  const api = await start(Object.fromEntries(pages));
  const all = await leastWork(() => find(api, 'a', PAGES));
  const one = await leastWork(() => find(api, 'a', 1));
  expect(all.result.results.length).toBe(PAGES);
  for (const { blocks } of all.result.results)
    expect(blocks[0]?.highlights.content[0]).toContain('<span>a</span>');
  expect(all.total).toBeLessThan((PAGES / 2) * one.total);
});

test('a match at the end of a long page is found and marked', async () => {
  const water = 'Water, nothing but water, as far as the eye can see. '.repeat(4_000);
  const sections = { Calm: water, Storm: `${water} Then came a whale. ${water}`, Harbour: 'A wharf.' };
  const api = await start({ 'index.html': sphinxPage('Log', sections) });
  const { results } = await find(api, 'whale', 10);
  expect(results.flatMap(({ blocks }) => blocks)).toMatchObject([{ id: 'storm' }]);
  expect(results[0]?.blocks[0]?.highlights.content[0]).toContain('Then came a <span>whale</span>. Water');
  const wharf = await find(api, 'wharf', 10);
  expect(wharf.results[0]?.blocks.map(({ id }) => id)).toEqual(['harbour']);
});
