import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../../src-server/services/kernel/actor.ts';
import type { Answer } from '../../../support/api/api-server.ts';
import { type SearchServer, sphinxPage, startSearch } from './search-fixture.ts';

const branch = (name: string) => ({
  verbose_name: name,
  identifier: `origin/${name}`,
  type: 'branch',
  active: true,
  built: false,
});
const project = (slug: string, more: object = {}) => ({
  slug,
  name: slug,
  users: ['alice'],
  repository: { url: `https://example.org/${slug}`, type: 'git' },
  versions: [branch('latest'), branch('2.0')],
  ...more,
});
const SEED = {
  users: [{ username: 'alice' }, { username: 'carol' }],
  projects: [
    project('harbour', { subprojects: [{ child: 'crane', alias: 'lift' }, { child: 'vault' }] }),
    project('crane', { default_version: '2.0' }),
    project('vault', { users: ['carol'], privacy_level: 'private' }),
    project('single', { single_version: true, users: ['carol'] }),
    project('ranked'),
    project('still'),
  ],
};

type Found = {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly query: string;
  readonly projects: readonly { slug: string; versions: readonly { slug: string }[] }[];
  readonly results: readonly {
    readonly path: string;
    readonly title: string;
    readonly highlights: { readonly title: readonly string[] };
    readonly blocks: readonly { id: string; title: string; content: string; highlights: object }[];
  }[];
};

let api: SearchServer;

function searchFor(q: string, user: string | undefined = 'alice', more = ''): Promise<Answer> {
  return api.request('GET', `/api/v3/search/?q=${encodeURIComponent(q)}${more}`, user ? { user } : {});
}

async function find(q: string, user = 'alice', more = ''): Promise<Found> {
  const { status, json, text } = await searchFor(q, user, more);
  expect({ status, text }).toMatchObject({ status: 200 });
  return json as Found;
}

/** The paths that a search finds, in order. */
async function paths(q: string, user = 'alice'): Promise<string[]> {
  return (await find(q, user)).results.map(({ path }) => path);
}

beforeAll(async () => {
  api = await startSearch(SEED);
  api.publish('harbour', 'latest', {
    'index.html': sphinxPage('Harbour guide', { Welcome: 'Ships & <b>boats</b> moor at the quay.' }),
    'tides.html': sphinxPage('Tides', {
      'High water': 'The quay floods at &lt;script&gt;spring&lt;/script&gt; tide.',
    }),
    'guide/index.html': sphinxPage('Guide', {
      Mooring: 'Two lines, fore and aft.',
      Quay: 'A wall of stone.',
    }),
    'search.html': sphinxPage('Search', { Quay: 'quay quay quay' }),
    'genindex.html': sphinxPage('Index', { Quay: 'quay' }),
    '_static/theme.html': sphinxPage('Theme', { Quay: 'quay' }),
  });
  api.publish('harbour', '2.0', { 'index.html': sphinxPage('Harbour 2.0', { Old: 'The old quay.' }) });
  api.publish('crane', 'latest', { 'index.html': sphinxPage('Crane', { Hook: 'It lifts from the quay.' }) });
  api.publish('crane', '2.0', {
    'index.html': sphinxPage('Crane 2.0', { Hook: 'It lifted from the quay.' }),
  });
  api.publish('vault', 'latest', { 'index.html': sphinxPage('Vault', { Gold: 'Below the quay.' }) });
  api.publish('single', 'latest', {
    'a b.html': sphinxPage('Single', { Only: 'Una única página on the quay.' }),
  });
  await api.indexed();
});
afterAll(() => api.close());

describe('a result', () => {
  test('has the format of the service, with spans around the matches', async () => {
    const { json } = await searchFor('project:harbour spring');
    expect(json).toEqual({
      count: 1,
      next: null,
      previous: null,
      projects: [{ slug: 'harbour', versions: [{ slug: 'latest' }] }],
      query: 'spring',
      results: [
        {
          type: 'page',
          project: { slug: 'harbour', alias: null },
          version: { slug: 'latest' },
          title: 'Tides',
          domain: `http://harbour.localhost:${api.port}`,
          path: '/en/latest/tides.html',
          highlights: { title: [] },
          blocks: [
            {
              type: 'section',
              id: 'high-water',
              title: 'High water',
              content: 'The quay floods at <script>spring</script> tide.',
              highlights: {
                title: [],
                content: ['The quay floods at &lt;script&gt;<span>spring</span>&lt;/script&gt; tide.'],
              },
            },
          ],
        },
      ],
    });
  });

  test('names a subproject below its parent, by its alias', async () => {
    const { results } = await find('subprojects:harbour hook');
    expect(results).toMatchObject([
      {
        project: { slug: 'crane', alias: 'lift' },
        version: { slug: '2.0' },
        domain: `http://harbour.localhost:${api.port}`,
        path: '/projects/lift/en/2.0/',
        blocks: [{ id: 'hook', highlights: { title: ['<span>Hook</span>'] } }],
      },
    ]);
  });

  test('in a heading comes before one in text', async () => {
    expect((await paths('project:harbour/latest quay'))[0]).toBe('/en/latest/guide/');
  });

  test('is part of pages, as in other lists', async () => {
    const first = await find('subprojects:harbour quay', 'alice', '&limit=1');
    expect(first.count).toBe(4);
    expect(first.previous).toBeNull();
    expect(first.next).toMatch(/limit=1&offset=1&q=subprojects%3Aharbour\+quay$/);
    const seen = new Set<string>();
    for (let offset = 0; offset < 4; offset += 1) {
      const page = await find('subprojects:harbour quay', 'alice', `&limit=1&offset=${offset}`);
      expect(page.results).toHaveLength(1);
      seen.add(page.results[0]?.path ?? '');
    }
    expect(seen.size).toBe(4);
    expect(await find('subprojects:harbour quay', 'alice', '&offset=9')).toMatchObject({
      count: 4,
      results: [],
    });
  });

  test('never comes from navigation, scripts or pages that are lists of links', async () => {
    expect(await paths('sidebar')).toEqual([]);
    expect(await paths('"navigation menu"')).toEqual([]);
    expect((await paths('project:harbour/latest quay')).join()).not.toMatch(/search|genindex|_static/);
  });
});

describe('a search looks in', () => {
  test('a project alone or with its subprojects, in the default version or in the named one', async () => {
    expect((await paths('project:harbour quay')).sort()).toEqual([
      '/en/latest/',
      '/en/latest/guide/',
      '/en/latest/tides.html',
    ]);
    expect((await paths('subprojects:harbour quay')).sort()).toEqual([
      '/en/latest/',
      '/en/latest/guide/',
      '/en/latest/tides.html',
      '/projects/lift/en/2.0/',
    ]);
    expect((await paths('subprojects:harbour/2.0 quay')).sort()).toEqual([
      '/en/2.0/',
      '/projects/lift/en/2.0/',
    ]);
    expect(await paths('project:crane/latest quay')).toEqual(['/projects/lift/en/latest/']);
  });

  test('all projects of the caller, or in all that they may see when no project is named', async () => {
    expect((await find('user:@me quay')).projects.map(({ slug }) => slug)).not.toContain('single');
    expect(await paths('user:@me única', 'carol')).toEqual(['/a%20b.html']);
    expect(await paths('unica')).toEqual(['/a%20b.html']);
  });

  test('only what the caller may see', async () => {
    expect(await find('project:vault gold')).toMatchObject({ count: 0, projects: [] });
    expect(await paths('gold')).toEqual([]);
    expect(await paths('subprojects:harbour gold')).toEqual([]);
    expect(await paths('project:vault gold', 'carol')).toEqual(['/projects/vault/en/latest/']);
    expect(await paths('subprojects:harbour gold', 'carol')).toEqual(['/projects/vault/en/latest/']);
    expect((await searchFor('gold', '')).status).toBe(401);
  });

  test('a project or version that does not exist has no results', async () => {
    expect(await find('project:nope quay')).toMatchObject({ count: 0, projects: [], results: [] });
    expect(await find('project:single/9.9 quay')).toMatchObject({ count: 0, projects: [] });
  });
});

describe('a search finds', () => {
  test('all words, in any order and anywhere on a page; the last one may be incomplete', async () => {
    expect(await paths('aft mooring')).toEqual(['/en/latest/guide/']);
    expect(await paths('moor')).toContain('/en/latest/guide/');
    expect(await paths('mooring li')).toEqual(['/en/latest/guide/']);
  });

  test('a phrase exactly as it is written', async () => {
    expect(await paths('"fore and aft"')).toEqual(['/en/latest/guide/']);
    expect(await paths('"aft and fore"')).toEqual([]);
    const [result] = (await find('"wall of stone"')).results;
    expect(result?.blocks[0]?.highlights).toEqual({ title: [], content: ['A <span>wall of stone</span>.'] });
  });

  test('other forms of a word in the language of the page, exact ones first', async () => {
    expect((await paths('project:harbour moored')).sort()).toEqual(['/en/latest/', '/en/latest/guide/']);
    expect(await paths('project:harbour mooring')).toEqual(['/en/latest/guide/', '/en/latest/']);
    const { results } = await find('project:harbour moored');
    expect(JSON.stringify(results)).toContain('boats <span>moor</span> at the quay');
  });

  test('a word that differs by a letter or two where none fits, and tells of no word that is private', async () => {
    const found = await find('project:harbour moorign');
    expect(found.query).toBe('moorign');
    expect(found.results[0]?.path).toBe('/en/latest/guide/');
    expect(await paths('godl', 'carol')).toEqual(['/projects/vault/en/latest/']);
    expect(await paths('godl')).toEqual([]);
    expect(await paths('project:harbour "moorign"'), 'a phrase is meant as it is').toEqual([]);
  });

  test('some of the words when no page has all of them', async () => {
    expect(await paths('fore zeppelin')).toEqual(['/en/latest/guide/']);
    expect(await paths('zeppelin')).toEqual([]);
  });

  test.each([
    'NEAR(quay, 5)',
    'quay AND OR NOT',
    'title:quay*',
    '{title text} : quay',
    "quay'; DROP TABLE pages; --",
    '^quay + (',
    'quay\0 %',
    '-- */',
    '\u202e\ufffd',
  ])('S13 %j is words, never an operator', async (q) => {
    expect((await searchFor(q)).status).toBe(200);
  });

  test.each([
    ['', 'Say what to look for.'],
    [' ', 'Say what to look for.'],
    ['project:harbour', 'Say what to look for beside where.'],
    ['"quay', 'A quotation mark is not closed.'],
    ['project: quay', 'After "project:" stands the slug of a project, or SLUG/VERSION, without a space.'],
    [
      'subprojects:a/b/c quay',
      'After "subprojects:" stands the slug of a project, or SLUG/VERSION, without a space.',
    ],
    ['user:carol quay', 'After "user:" only "@me" can stand: the projects of the one who asks.'],
    ['x'.repeat(501), 'Ensure this field has no more than 500 characters.'],
    [`"${'a '.repeat(240)}"`, 'A search has at most 64 words.'],
    [Array.from({ length: 65 }, (_, index) => `w${index}`).join(' '), 'A search has at most 64 words.'],
  ])('%j is refused', async (q, message) => {
    expect(await searchFor(q)).toMatchObject({ status: 400, json: { q: [message] } });
  });

  test('nothing without the parameter q, which is required', async () => {
    expect(await api.request('GET', '/api/v3/search/', { user: 'alice' })).toMatchObject({ status: 400 });
  });
});

describe('the search index follows the served pages', () => {
  test('search.ranking and search.ignore of the build are applied', async () => {
    const pages = {
      'api.html': sphinxPage('Anchor', { Anchor: 'anchor anchor' }),
      'guide.html': sphinxPage('Guide', { Use: 'Drop the anchor.' }),
      'old/x.html': sphinxPage('Anchor', { Anchor: 'anchor' }),
    };
    const search = { ranking: { 'api*': -10, 'guide.html': 10 }, ignore: ['old/*'] };
    api.publish('ranked', 'latest', pages);
    await api.indexed();
    expect(await paths('project:ranked anchor')).toHaveLength(3);
    api.publish('ranked', 'latest', pages, { search });
    await api.indexed();
    expect(await paths('project:ranked anchor')).toEqual(['/en/latest/guide.html', '/en/latest/api.html']);
  });

  test('a new build replaces the old one; a deactivated version is unknown', async () => {
    api.publish('still', 'latest', { 'index.html': sphinxPage('Still', { One: 'first heron' }) });
    await api.indexed();
    expect(await paths('project:still heron')).toHaveLength(1);
    expect(await paths('project:still heron'), 'the same question again').toHaveLength(1);
    api.publish('still', 'latest', { 'index.html': sphinxPage('Still', { Two: 'second curlew' }) });
    expect(await paths('project:still heron'), 'no longer served').toEqual([]);
    await api.indexed();
    expect(await paths('project:still curlew')).toHaveLength(1);
    api.lectern.services.versions.update(systemActor('command'), 'still', 'latest', { active: false });
    expect(await paths('project:still curlew')).toEqual([]);
  });

  test('a damaged index is rebuilt', async () => {
    const lost = await paths('project:single quay');
    expect(lost).toHaveLength(1);
    for (const end of ['-wal', '-shm']) rmSync(api.searchFile + end, { force: true });
    writeFileSync(api.searchFile, 'no database at all '.repeat(1000));
    expect((await searchFor('project:single quay')).status).toBe(200);
    await api.indexed();
    expect(await paths('project:single quay')).toEqual(lost);
  });
});
