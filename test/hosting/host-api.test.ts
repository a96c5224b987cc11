import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageIndexer } from '../../src-server/builder/search/index-pages.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const PRIVATE = { privacy_level: 'private' };
const SEED = seedOf(
  project(
    'pip',
    [
      version('latest'),
      version('1.0'),
      version('secret', PRIVATE),
      version('old', { hidden: true }),
      version('7', { type: 'external' }),
    ],
    {
      repository: { url: 'https://mira:hunter22@example.org/pip', type: 'git' },
      subprojects: [
        { child: 'plugin', alias: 'plug' },
        { child: 'hidden', alias: 'hid' },
      ],
    },
  ),
  project('pip-es', [version('latest'), version('1.0')], { language: 'es', translation_of: 'pip' }),
  project('plugin', [version('latest')]),
  project('hidden', [version('latest')], PRIVATE),
  project('other', [version('latest')]),
);
const BUILT = [
  ...['latest', '1.0', 'secret', 'old', '7'].map((slug) => ['pip', slug] as const),
  ...['pip-es', 'plugin', 'hidden', 'other'].map((slug) => [slug, 'latest'] as const),
];

async function start(servesPrivate: boolean): Promise<DocsServer> {
  const docs = await startDocs({ seed: SEED, servesPrivate });
  const actor = systemActor('docs');
  const indexer = createPageIndexer({
    ...{ docsFolder: docs.docsFolder, searchFile: join(docs.docsFolder, '..', 'search.sqlite') },
    secretsOf: () => Promise.resolve([]),
    log: (line) => expect.fail(line),
  });
  for (const [slug, name] of BUILT)
    docs.publish(slug, name, { 'index.html': `<body><h1 id="heron">Heron of ${slug} ${name}</h1>` });
  for (const request of docs.services.pageIndex.due(actor).index) await indexer.index(request);
  await indexer.close();
  return docs;
}

let docs: DocsServer;
let open: DocsServer;
beforeAll(async () => {
  docs = await start(true);
  open = await start(false);
});
afterAll(async () => {
  await docs.close();
  await open.close();
});

async function search(server: DocsServer, host: string, q: string) {
  const path = `/_/api/v3/search/?${new URLSearchParams({ q })}`;
  const { status, headers, text } = await server.request(host, path, { headers: { cookie: 'a=b' } });
  return { status, headers, json: JSON.parse(text) as { count: number; results: { path: string }[] } };
}

describe('the search of a documentation host', () => {
  test('answers as that of the API, to pages of this host alone', async () => {
    const { status, headers, json } = await search(docs, 'pip', 'project:pip heron');
    expect({ status, json }).toMatchObject({
      status: 200,
      json: {
        count: 1,
        next: null,
        projects: [{ slug: 'pip', versions: [{ slug: 'latest' }] }],
        query: 'heron',
        results: [
          {
            type: 'page',
            path: '/en/latest/',
            domain: `http://pip.localhost:${docs.port}`,
            highlights: { title: ['<span>Heron</span> of pip latest'] },
          },
        ],
      },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect((await search(docs, 'pip', 'project:pip/1.0 heron')).json.results[0]?.path).toBe('/en/1.0/');
    expect((await search(docs, 'pip', 'project:pip-es heron')).json.results[0]?.path).toBe('/es/latest/');
  });

  test('S11 searches no project of another host', async () => {
    for (const q of ['project:other heron', 'user:@me heron', 'heron'])
      expect((await search(docs, 'pip', q)).json, q).toMatchObject({ count: 0, results: [] });
    expect((await search(docs, 'other', 'project:pip heron')).json.count).toBe(0);
  });

  test('shows private pages only to who may read them', async () => {
    for (const [server, count] of [
      [docs, 1],
      [open, 0],
    ] as const) {
      expect((await search(server, 'pip', 'project:pip/secret heron')).json.count).toBe(count);
      expect((await search(server, 'pip', 'project:hidden heron')).json.count).toBe(count);
    }
    expect((await search(docs, 'pip', 'subprojects:pip heron')).json.count).toBe(3);
    expect((await search(open, 'pip', 'subprojects:pip heron')).json.count).toBe(2);
  });

  test.each([
    ['', { q: ['This query parameter is required'] }],
    ['?q=project:pip+a&page=0', ['Invalid page']],
    ['?q=project:pip+"a', { q: ['A quotation mark is not closed.'] }],
  ])('%j is refused as by the API', async (query, body) => {
    const { status, text } = await docs.request('pip', `/_/api/v3/search/${query}`);
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 400, body });
    expect((await docs.request('pip', '/_/api/v3/search/', { method: 'POST' })).status).toBe(405);
  });
});

type Addressed = { readonly urls: { readonly documentation: string } };

describe('the data of a page’s menu', () => {
  const ask = async (server: DocsServer, host: string, query: Record<string, string>) => {
    const { status, text } = await server.request(host, `/_/addons/?${new URLSearchParams(query)}`);
    return { status, text, json: JSON.parse(text) as Record<string, Record<string, unknown>> };
  };
  const asked = (projectSlug: string, versionSlug: string) => ({
    ...{ 'project-slug': projectSlug, 'version-slug': versionSlug },
    ...{ 'api-version': '1.0.0', 'client-version': '0.22.0' },
  });

  test('has project, versions, translations and build in the shapes of the API without links', async () => {
    const { status, text, json } = await ask(docs, 'pip', asked('pip', '1.0'));
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      ...['addons', 'api_version', 'builds', 'domains', 'projects', 'readthedocs', 'versions'],
    ]);
    expect(json).toMatchObject({
      api_version: '1',
      addons: {
        search: { default_filter: 'project:pip/1.0', enabled: true },
        ...{ flyout: { enabled: false }, hotkeys: { enabled: false }, notifications: { enabled: false } },
      },
      builds: { current: { project: 'pip', version: '1.0', success: true } },
      domains: { dashboard: `localhost:${docs.port}` },
      projects: { current: { slug: 'pip', language: { code: 'en' } }, translations: [{ slug: 'pip-es' }] },
      versions: {
        current: { slug: '1.0', urls: { documentation: `http://pip.localhost:${docs.port}/en/1.0/` } },
        active: [{ slug: 'latest' }, { slug: '1.0' }, { slug: 'secret' }],
      },
    });
    for (const word of ['_links', 'hunter22', '"users"', '"tags"']) expect(text).not.toContain(word);
    const limited = await ask(open, 'pip', asked('pip', 'secret'));
    expect(limited.text).not.toContain('secret');
    expect(limited.json.versions).toMatchObject({
      current: null,
      active: [{ slug: 'latest' }, { slug: '1.0' }],
    });
  });

  test('is found by the URL of a page, of a subproject and a translation too', async () => {
    const byUrl = async (label: string, path: string) => {
      const url = `http://${label}.localhost:${docs.port}${path}`;
      return (await ask(docs, 'pip', { url, 'api-version': '1' })).json;
    };
    const current = (slug: string, name: string | null, filename: string | null) => ({
      projects: { current: { slug } },
      versions: { current: name === null ? null : { slug: name } },
      readthedocs: { resolver: { filename } },
    });
    expect(await byUrl('pip', '/en/1.0/a.html')).toMatchObject(current('pip', '1.0', '/a.html'));
    expect(await byUrl('pip', '/projects/plug/en/latest/')).toMatchObject(
      current('plugin', 'latest', '/index.html'),
    );
    expect(await byUrl('pip', '/es/latest/')).toMatchObject(current('pip-es', 'latest', '/index.html'));
    expect(await byUrl('pip', '/nothing')).toMatchObject(current('pip', null, null));
    expect(await byUrl('other', '/en/latest/')).toEqual({ detail: 'Not found.' });
  });

  test('has addresses of pages in the version that is read, where a translation has it', async () => {
    const addresses = async (path: string) => {
      const url = `http://pip.localhost:${docs.port}${path}`;
      const { json } = await ask(docs, 'pip', { url, 'api-version': '1' });
      const { projects, versions } = json as unknown as {
        projects: { current: Addressed; translations: readonly Addressed[] };
        versions: { active: readonly Addressed[] };
      };
      const pathOf = (one: Addressed) =>
        one.urls.documentation.replace(`http://pip.localhost:${docs.port}`, '');
      return [[projects.current], projects.translations, versions.active].map((list) => list.map(pathOf));
    };
    const own = ['/en/latest/', '/en/1.0/', '/en/secret/'];
    expect(await addresses('/en/latest/a.html')).toEqual([['/en/latest/'], ['/es/latest/'], own]);
    expect(await addresses('/en/secret/')).toEqual([['/en/secret/'], ['/es/latest/'], own]);
    docs.publish('pip-es', '1.0', { 'index.html': '' });
    expect(await addresses('/en/1.0/')).toEqual([['/en/1.0/'], ['/es/1.0/'], own]);
    expect(await addresses('/es/1.0/')).toEqual([['/es/1.0/'], ['/en/1.0/'], ['/es/latest/', '/es/1.0/']]);
    const plugin = '/projects/plug/en/latest/';
    expect(await addresses(plugin)).toEqual([[plugin], [], [plugin]]);
  });

  test('says that nothing is searched in a hidden version', async () => {
    const { json } = await ask(docs, 'pip', asked('pip', 'old'));
    expect(json.addons).toMatchObject({ search: { enabled: false } });
    expect((await search(docs, 'pip', 'project:pip/old heron')).json.count).toBe(0);
  });

  test('has the second structure as today’s service has it', async () => {
    const { status, json } = await ask(docs, 'pip', { ...asked('pip', '1.0'), 'api-version': '2' });
    expect({ status, json }).toEqual({
      status: 200,
      json: { api_version: '2', comment: 'Undefined yet. Use v1 for now' },
    });
  });

  test('is handed to the theme by the script of the host', async () => {
    const script = await docs.request('pip', '/_/static/javascript/readthedocs-addons.js');
    expect(script).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    const event = await new Promise<{ type: string; detail: { data: () => unknown } }>((resolve) => {
      const page = new URL(`http://pip.localhost:${docs.port}/en/1.0/`);
      runInNewContext(script.text, {
        ...{ URLSearchParams, CustomEvent, console, location: page },
        ...{ performance, window: {} },
        document: { readyState: 'complete', addEventListener: () => {}, dispatchEvent: resolve },
        fetch: async (path: string) => {
          const { status, text } = await docs.request('pip', path);
          return { ok: status === 200, status, json: () => JSON.parse(text) };
        },
      });
    });
    expect(event.type).toBe('readthedocs-addons-data-ready');
    expect(event.detail.data()).toMatchObject({ versions: { current: { slug: '1.0' } } });
  });

  test.each([
    [{ 'api-version': '1' }, 400, /^'project-slug' and 'version-slug' GET attributes are required/],
    [{ 'project-slug': 'pip', 'version-slug': 'latest' }, 400, /^'api-version' GET attribute is required$/],
    [{ ...asked('pip', 'latest'), 'api-version': 'x' }, 400, /is invalid$/],
    [
      { ...asked('pip', 'latest'), 'api-version': '7.0' },
      400,
      /not currently supported|currently not supported$/,
    ],
    [asked('other', 'latest'), 404, /^Not found\.$/],
  ])('%j is refused with %d', async (query, status, message) => {
    const answer = await ask(docs, 'pip', query as unknown as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(Object.values(answer.json)[0]).toMatch(message);
  });
});
