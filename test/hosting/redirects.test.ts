import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const rule = (type: string, from_url?: string, to_url?: string) => ({
  type,
  ...(from_url !== undefined && { from_url }),
  ...(to_url !== undefined && { to_url }),
});

const RULES = [
  rule('page', '/install.html', '/tutorial/install.html'),
  rule('page', '/away.html', 'https://example.org/new?a=b#c'),
  rule('page', '/a.html', '/never.html'),
  rule('page', '/twice.html', '/first.html'),
  rule('page', '/twice.html', '/second.html'),
  rule('page', '/fran%C3%A7ais.html', '/b.html'),
  rule('page', '/to-accents.html', '/ñ "<b>.html'),
  rule('prefix', '/woot/'),
  rule('exact', '/old.html', '/en/latest/new.html'),
  rule('exact', '/en/1.x/$rest', '/en/2.0/'),
  rule('exact', '/out/$rest', 'https://example.org/in/'),
  rule('exact', '/top/$rest', '/'),
  rule('exact', '/relative', 'sub/page.html'),
  rule('exact', '/other-host', '//example.org/x'),
  rule('exact', '/en/gone/robots.txt', '/robots.txt'),
];
const HTML = [rule('page', '/own.html', '/own-target.html'), rule('sphinx_html')];
const HTMLDIR = [rule('sphinx_htmldir')];

const SEED = seedOf(
  project('pip', [version('latest'), version('2.0'), version('off', { active: false })], {
    redirects: RULES,
    subprojects: [
      { child: 'plugin', alias: 'plug' },
      { child: 'only', alias: 'only' },
    ],
  }),
  project('html', [version('latest'), version('2.0')], { redirects: HTML }),
  project('dirs', [version('latest')], { redirects: HTMLDIR }),
  project('solo', [version('latest')], {
    single_version: true,
    redirects: [...RULES, rule('sphinx_htmldir')],
  }),
  project('plugin', [version('latest')], { redirects: [...HTML, rule('prefix', '/woot/')] }),
  project('only', [version('latest')], { single_version: true, redirects: [rule('page', '/x', '/y.html')] }),
  project('pip-es', [version('latest')], {
    language: 'es',
    translation_of: 'pip',
    redirects: [rule('page', '/install.html', '/instalar.html')],
  }),
);

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({ seed: SEED });
  for (const slug of ['pip', 'html', 'dirs', 'solo', 'plugin', 'only', 'pip-es']) {
    docs.publish(slug, 'latest', { 'index.html': slug, 'a.html': 'a', 'dir/index.html': 'dir' });
  }
});
afterAll(() => docs.close());

describe('a redirect applies where there is no page', () => {
  test.each([
    // behaviour.md 12, in every shape.
    ['prefix', 'pip', '/woot/faq.html', '/en/latest/faq.html'],
    ['prefix, in a version', 'pip', '/en/2.0/woot/faq.html', '/en/2.0/faq.html'],
    ['prefix, single version', 'solo', '/woot/faq.html', '/faq.html'],
    ['prefix, subproject', 'pip', '/projects/plug/woot/faq.html', '/projects/plug/en/latest/faq.html'],
    ['prefix, subproject in a version', 'pip', '/projects/plug/en/1.0/woot/a', '/projects/plug/en/1.0/a'],
    ['page', 'pip', '/en/2.0/install.html', '/en/2.0/tutorial/install.html'],
    ['page, no version', 'pip', '/install.html?foo=bar', '/en/latest/tutorial/install.html?foo=bar'],
    ['page, single version', 'solo', '/install.html', '/tutorial/install.html'],
    [
      'page, subproject',
      'pip',
      '/projects/plug/en/latest/own.html',
      '/projects/plug/en/latest/own-target.html',
    ],
    [
      'page, subproject by slug',
      'pip',
      '/projects/plugin/own.html',
      '/projects/plugin/en/latest/own-target.html',
    ],
    ['page, subproject single version', 'pip', '/projects/only/x', '/projects/only/y.html'],
    ['page, translation', 'pip', '/es/latest/install.html', '/es/latest/instalar.html'],
    ['page, a version switched off', 'pip', '/en/off/install.html', '/en/off/tutorial/install.html'],
    ['page, no such version', 'pip', '/en/9/install.html', '/en/9/tutorial/install.html'],
    ['page, a language without translation', 'pip', '/fr/9/install.html', '/fr/9/tutorial/install.html'],
    ['page, to another site', 'pip', '/en/latest/away.html', 'https://example.org/new?a=b#c'],
    ['page, to another site with a query', 'pip', '/away.html?d=e', 'https://example.org/new?a=b&d=e#c'],
    ['the first of two', 'pip', '/en/latest/twice.html', '/en/latest/first.html'],
    ['exact', 'pip', '/old.html', '/en/latest/new.html'],
    ['exact, with a query', 'pip', '/old.html?a=b', '/en/latest/new.html?a=b'],
    ['exact, single version', 'solo', '/old.html', '/en/latest/new.html'],
    ['exact with $rest', 'pip', '/en/1.x/guides/a.html', '/en/2.0/guides/a.html'],
    ['exact with $rest, to another site', 'pip', '/out/a/b.html?c', 'https://example.org/in/a/b.html?c'],
    ['exact, relative', 'pip', '/relative', 'sub/page.html'],
    ['exact, to a host without scheme', 'pip', '/other-host', '//example.org/x'],
    ['exact, to a file of the host', 'pip', '/en/gone/robots.txt', '/robots.txt'],
    ['sphinx_html', 'html', '/en/latest/faq/', '/en/latest/faq.html'],
    ['sphinx_html, the index', 'html', '/en/2.0/faq/index.html', '/en/2.0/faq.html'],
    ['sphinx_html, no version', 'html', '/faq/', '/en/latest/faq.html'],
    ['sphinx_html, subproject', 'pip', '/projects/plug/en/latest/faq/', '/projects/plug/en/latest/faq.html'],
    ['sphinx_htmldir', 'dirs', '/en/latest/faq.html', '/en/latest/faq/'],
    ['sphinx_htmldir, single version', 'solo', '/some/faq.html?q=1', '/some/faq/?q=1'],
    // Signs that mean something in addresses.
    ['encoded signs stay so', 'pip', '/woot/a%3Fb%23c%25d%20e', '/en/latest/a%3Fb%23c%25d%20e'],
    ['an encoded rule', 'pip', '/en/latest/fran%c3%a7ais.html', '/en/latest/b.html'],
    ['odd letters', 'pip', '/to-accents.html', '/en/latest/%C3%B1%20%22%3Cb%3E.html'],
    ['a query that is no query', 'pip', '/old.html?', '/en/latest/new.html'],
    ['odd signs in a query', 'pip', '/old.html?a=\'"{}|', "/en/latest/new.html?a='%22%7B%7D%7C"],
  ])('%s: %s %s -> %s', async (_, host, path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await docs.request(host, path, { method });
      expect(answer).toMatchObject({
        status: 302,
        text: '',
        headers: { location, 'x-rtd-user-redirect': 'True' },
      });
      expect(answer.headers['x-rtd-system-redirect']).toBeUndefined();
    }
  });

  test.each([
    ['pip', '/top//evil.example/x', '/top/evil.example/x'],
    ['solo', '/woot//evil.example/x', '/woot/evil.example/x'],
    ['solo', '//evil.example.html', '/evil.example.html'],
  ])('nobody but the rule names a host: %s %s -> %s', async (host, path, location) => {
    expect((await docs.request(host, path)).headers.location).toBe(location);
  });

  test.each([
    ['a page that is there', '/en/latest/a.html', 200],
    ['the slash of a folder', '/en/latest/dir', 302],
  ])('never instead of a page: %s', async (_, path, status) => {
    const answer = await docs.request('pip', path);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-rtd-user-redirect']).toBeUndefined();
  });

  test.each([
    ['prefix, another path', 'pip', '/en/latest/x/woot/faq.html'],
    ['page, another ending', 'pip', '/en/latest/install.htm'],
    ['page, with a slash', 'pip', '/en/latest/install.html/'],
    ['exact, with a slash', 'pip', '/old.html/'],
    ['exact, in a version', 'pip', '/en/latest/old.html'],
    ["a subproject's rules are its own", 'pip', '/projects/plug/en/latest/install.html'],
    ["a project's rules are not its subproject's", 'pip', '/en/latest/own.html'],
    ["a translation's rules are its own", 'pip', '/es/latest/away.html'],
    ['the root of a version', 'html', '/en/2.0/'],
    ['a path in disguise', 'pip', '/woot%2ffaq.html'],
    ['a path that climbs', 'pip', '/woot/../faq.html'],
  ])('never for %s: %s %s', async (_, host, path) => {
    const answer = await docs.request(host, path);
    expect(answer.status).toBe(404);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('never redirects in a circle', () => {
  const cases: readonly (readonly [string, readonly ReturnType<typeof rule>[], string])[] = [
    ['to where they are', [rule('prefix', '/')], '/en/latest/redirect/'],
    ['to where they are, encoded', [rule('page', '/a b.html', '/a%20b.html')], '/en/latest/a%20b.html'],
    ['to where they are, by its whole address', [rule('exact', '/x', 'http://HOST/x')], '/x'],
    ['to where they are, with another query', [rule('exact', '/x', '/x?again=1')], '/x'],
    ['there and back', [rule('page', '/x.html', '/y.html'), rule('page', '/y.html', '/x.html')], '/x.html'],
    ['there and back, by types', [rule('sphinx_html'), rule('sphinx_htmldir')], '/en/latest/faq/'],
    [
      'into a circle',
      [rule('exact', '/a', '/b'), rule('exact', '/b', '/c'), rule('exact', '/c', '/b')],
      '/a',
    ],
    ['further and further', [rule('exact', '/deep/$rest', '/deep/x/')], '/deep/a.html'],
    ['by way of another host', [rule('exact', '/en/latest/x', 'http://sub-HOST/x')], '/en/latest/x'],
  ];
  test.each(cases)('%s', async (_, redirects, path) => {
    const seed = seedOf(
      project('loop', [version('latest')], { subprojects: [{ child: 'sub-loop', alias: 'sub' }] }),
      project('sub-loop', [version('latest')], {}),
    );
    const server = await startDocs({ seed });
    try {
      const host = `loop.localhost:${server.port}`;
      const { services } = server;
      const actor = { kind: 'system', door: 'command' } as const;
      const add = (slug: string, one: ReturnType<typeof rule>) =>
        services.redirects.create(actor, slug, {
          type: one.type as 'page',
          from_url: one.from_url ?? '',
          to_url: (one.to_url ?? '').replace('HOST', host),
        });
      for (const one of redirects) add('loop', one);
      // The child's host sends to /projects/sub/x, and this back to where it began.
      add('sub-loop', rule('exact', '/projects/sub/x', '/en/latest/x'));
      server.publish('loop', 'latest', { 'index.html': 'index' });
      const answer = await server.request('loop', path);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('Page not found');
    } finally {
      await server.close();
    }
  });

  test('a long chain that ends is followed step by step', async () => {
    const redirects = Array.from({ length: 12 }, (_, at) => rule('exact', `/${at}`, `/${at + 1}`));
    const server = await startDocs({ seed: seedOf(project('far', [version('latest')], { redirects })) });
    try {
      expect(await server.request('far', '/0')).toMatchObject({ status: 302, headers: { location: '/1' } });
      expect(await server.request('far', '/11')).toMatchObject({ status: 302, headers: { location: '/12' } });
      expect(await server.request('far', '/12')).toMatchObject({ status: 404 });
    } finally {
      await server.close();
    }
  });
});

test('a target with line ends and other bytes breaks no header', async () => {
  const actor = { kind: 'system', door: 'command' } as const;
  const server = await startDocs({ seed: seedOf(project('odd', [version('latest')])) });
  try {
    const { services } = server;
    const odd = '/x\r\nSet-Cookie: a=b\u0000\u2028\ud800é%zz%41';
    for (const type of ['page', 'exact'] as const) {
      services.redirects.create(actor, 'odd', { type, from_url: `/${type}`, to_url: odd });
    }
    const whole = '/x%0D%0ASet-Cookie:%20a=b%00%E2%80%A8%EF%BF%BD%C3%A9%25zz%41';
    for (const [path, location] of [
      ['/exact', whole],
      ['/page', `/en/latest${whole}`],
    ] as const) {
      const answer = await server.request('odd', path);
      expect(answer).toMatchObject({ status: 302, headers: { location } });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  } finally {
    await server.close();
  }
});

test('a change of the redirects applies immediately', async () => {
  const { redirects } = docs.services;
  const actor = { kind: 'system', door: 'command' } as const;
  const request = () => docs.request('dirs', '/en/latest/moved');
  expect((await request()).status).toBe(404);
  const made = redirects.create(actor, 'dirs', { type: 'page', from_url: '/moved', to_url: '/a.html' });
  expect(await request()).toMatchObject({ status: 302, headers: { location: '/en/latest/a.html' } });
  redirects.remove(actor, 'dirs', made.id);
  expect((await request()).status).toBe(404);
});
