import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startBuiltDocs, startDocs, version } from './docs-fixture.ts';

const HIDDEN = { privacy_level: 'private' };

const SEED = seedOf(
  project(
    'pip',
    [
      version('latest'),
      version('1.9'),
      version('1.10'),
      version('secret', HIDDEN),
      version('unbuilt'),
      version('12', { type: 'external' }),
    ],
    {
      subprojects: [
        { child: 'plugin', alias: 'plug' },
        { child: 'hidden-child', alias: 'hid' },
      ],
    },
  ),
  project('pip-es', [version('latest'), version('1.9', HIDDEN)], { language: 'es', translation_of: 'pip' }),
  project('pip-br', [version('latest'), version('1.9')], { language: 'pt_BR', translation_of: 'pip' }),
  project('pip-fr', [version('latest')], { language: 'fr', translation_of: 'pip', ...HIDDEN }),
  project('plugin', [version('latest')]),
  project('hidden-child', [version('latest')], HIDDEN),
  project('solo', [version('latest'), version('1.0')], { single_version: true }),
  project('hidden', [version('latest')], {
    ...HIDDEN,
    subprojects: [{ child: 'open-child', alias: 'open' }],
  }),
  project('open-child', [version('latest')]),
  project('plain', [version('latest')]),
);
const BUILT = [
  ...['latest', '1.9', '1.10', 'secret', '12'].map((slug) => ['pip', slug] as const),
  ...['pip-es', 'pip-br', 'pip-fr', 'plugin', 'hidden-child', 'solo', 'hidden', 'open-child'].map(
    (slug) => [slug, 'latest'] as const,
  ),
  ['pip-es', '1.9'] as const,
  ['pip-br', '1.9'] as const,
  ['solo', '1.0'] as const,
];

const start = (servesPrivate: boolean) => startBuiltDocs({ seed: SEED, servesPrivate }, BUILT, ['pdf']);

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

describe('robots.txt', () => {
  test('allows everything and names the sitemap, unless the default version has one', async () => {
    const answer = await docs.request('pip', '/robots.txt');
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(answer.text).toBe(
      `User-agent: *\nDisallow:\n\nSitemap: http://pip.localhost:${docs.port}/sitemap.xml\n`,
    );
    docs.publish('plain', 'latest', { 'robots.txt': 'User-agent: *\nDisallow: /secret/\n' });
    expect((await docs.request('plain', '/robots.txt')).text).toBe('User-agent: *\nDisallow: /secret/\n');
  });

  test('disallows everything for pull requests', async () => {
    expect((await docs.request('pip--12', '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('sitemap.xml', () => {
  const locations = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

  test("lists public versions with pages in the dashboard's order, and their translations", async () => {
    const answer = await docs.request('pip', '/sitemap.xml');
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/xml; charset=utf-8' },
    });
    const at = (path: string) => `http://pip.localhost:${docs.port}${path}`;
    expect(locations(answer.text)).toEqual([at('/en/latest/'), at('/en/1.10/'), at('/en/1.9/')]);
    expect([...answer.text.matchAll(/<priority>([^<]*)/g)].map(([, one]) => one)).toEqual([
      '1.0',
      '0.9',
      '0.8',
    ]);
    const links = [...answer.text.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, language, url]) => `${language} ${url?.slice(at('').length)}`,
    );
    expect(links).toEqual([
      ...['en /en/latest/', 'es /es/latest/', 'pt-BR /pt_BR/latest/'],
      ...['en /en/1.9/', 'pt-BR /pt_BR/1.9/'],
    ]);
  });

  test('begins with stable at priority 1 and latest at 0.9, with how often and when each changed', async () => {
    const old = Array.from({ length: 7 }, (_, at) => `0.${7 - at}`);
    const slugs = ['stable', 'latest', 'main', '3.0', '2.0', '1.0', ...old];
    const versions = slugs.map((name) => version(name));
    const server = await startDocs({ seed: seedOf(project('tides', versions, { default_branch: 'main' })) });
    for (const slug of slugs.toReversed()) server.publish('tides', slug, { 'index.html': slug });
    const { text } = await server.request('tides', '/sitemap.xml');
    const builds = await fetch(`http://127.0.0.1:${server.port}/api/v2/build/?limit=50`);
    await server.close();
    const { results } = (await builds.json()) as { results: { version_slug: string; date: string }[] };
    const dates = new Map(results.map(({ version_slug, date }) => [version_slug, `${date.slice(0, 19)}Z`]));
    const entries = [...text.matchAll(/<url>([\s\S]*?)<\/url>/g)].map(([, entry = '']) =>
      ['loc', 'lastmod', 'changefreq', 'priority'].map(
        (name) => new RegExp(`<${name}>(.*)</${name}>`).exec(entry)?.[1],
      ),
    );
    const frequencies = ['weekly', 'daily', ...slugs.slice(2).map(() => 'monthly')];
    const priorities = [
      '1.0',
      '0.9',
      '0.8',
      '0.7',
      '0.6',
      '0.5',
      '0.4',
      '0.3',
      '0.2',
      '0.1',
      '0.1',
      '0.1',
      '0.1',
    ];
    expect(entries).toEqual(
      slugs.map((slug, at) => [
        `http://tides.localhost:${server.port}/en/${slug}/`,
        dates.get(slug),
        frequencies[at],
        priorities[at],
      ]),
    );
  });

  test('of a single-version project has one URL', async () => {
    const { text } = await docs.request('solo', '/sitemap.xml');
    expect(locations(text)).toEqual([`http://solo.localhost:${docs.port}/`]);
  });

  test('is empty for a private project and missing for a pull request', async () => {
    expect(locations((await docs.request('hidden', '/sitemap.xml')).text)).toEqual([]);
    expect((await docs.request('pip--12', '/sitemap.xml')).status).toBe(404);
  });
});

describe('what is private', () => {
  const PRIVATE = [
    ['pip', '/en/secret/'],
    ['pip', '/fr/latest/'],
    ['pip', '/es/1.9/'],
    ['pip', '/projects/hid/en/latest/'],
    ['pip', '/_/downloads/en/secret/pdf/'],
    ['pip', '/_/downloads/hid/en/latest/pdf/'],
    ['hidden', '/en/latest/'],
    ['hidden', '/projects/open/en/latest/'],
  ] as const;

  test.each(PRIVATE)('%s %s is served on loopback, and nowhere else', async (host, path) => {
    expect((await docs.request(host, path)).status).toBe(200);
    expect((await open.request(host, path)).status).toBe(404);
  });

  test.each([
    ['hidden-child', '/'],
    ['pip-fr', '/'],
    ['open-child', '/'],
    ['hidden', '/'],
    ['hidden', '/robots.txt'],
    ['hidden', '/sitemap.xml'],
    ['pip', '/projects/hid'],
  ])('%s %s reveals nothing of it to others', async (host, path) => {
    expect((await docs.request(host, path)).status).not.toBe(404);
    const answer = await open.request(host, path);
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
  });

  test('is not listed on the 404 page', async () => {
    const { text } = await open.request('pip', '/nothing');
    expect(text).toContain('/en/1.10/');
    for (const word of ['secret', 'fr', 'hid', 'French']) expect(text).not.toContain(`>${word}<`);
    expect((await docs.request('pip', '/nothing')).text).toContain('>secret<');
    expect((await open.request('pip', '/en/secret/')).text).toContain(
      'Pip has no version <code>secret</code>',
    );
  });

  test('what is public is served to all', async () => {
    expect((await open.request('pip', '/en/latest/')).status).toBe(200);
    expect((await open.request('pip--12', '/en/12/')).status).toBe(200);
  });
});
