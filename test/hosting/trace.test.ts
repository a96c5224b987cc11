import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RedirectTrace } from '../../src-server/model/redirects/redirect-trace.ts';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const rule = (type: string, from_url = '', to_url = '') => ({
  type,
  ...(from_url && { from_url }),
  ...(to_url && { to_url }),
});

const RULES = [
  rule('page', '/install.html', '/guides/install.html'), // 1
  rule('page', '/away.html', 'https://example.org/new?a=b#c'), // 2
  rule('page', '/twice.html', '/guides/install.html'), // 3
  rule('page', '/twice.html', '/second.html'), // 4
  rule('page', '/a.html', '/never.html'), // 5
  rule('exact', '/en/latest/self.html', '/en/latest/self.html'), // 6
  rule('page', '/self.html', '/a.html'), // 7
  rule('page', '/ping.html', '/pong.html'), // 8
  rule('page', '/pong.html', '/ping.html'), // 9
  rule('exact', '/deep/$rest', '/deep/x/'), // 10
  rule('exact', '/en/1.x/$rest', '/en/latest/'), // 11
  rule('prefix', '/woot/'), // 12
  rule('exact', '/chain', '/woot/install.html'), // 13
  rule('exact', '/away-host', 'http://nobody/'), // 14
  rule('exact', '/to-robots', '/robots.txt'), // 15
  rule('exact', '/to-pdf', '/_/downloads/en/latest/pdf/'), // 16
  rule('page', '/relative.html', '/dir'), // 17
  rule('exact', '/no-address', 'http://['), // 18
  rule('page', '/encoded.html', '/ñ "<b>.html'), // 19
];
const SEED = seedOf(
  project('pip', [version('latest'), version('2.0'), version('off', { active: false })], {
    redirects: RULES,
    subprojects: [
      { child: 'plugin', alias: 'plug' },
      { child: 'only', alias: 'only' },
    ],
  }),
  project('html', [version('latest')], { redirects: [rule('sphinx_html')] }),
  project('dirs', [version('latest')], {
    redirects: [rule('sphinx_htmldir'), rule('page', '/x.html', '/a.html')],
  }),
  project('both', [version('latest')], { redirects: [rule('sphinx_html'), rule('sphinx_htmldir')] }),
  project('solo', [version('latest')], { single_version: true, redirects: RULES }),
  project('plugin', [version('latest')], {
    users: ['bob'],
    redirects: [rule('page', '/own.html', '/a.html')],
  }),
  project('only', [version('latest')], { single_version: true, redirects: [rule('page', '/x', '/a.html')] }),
  project('pip-es', [version('latest')], {
    language: 'es',
    translation_of: 'pip',
    redirects: [rule('page', '/install.html', '/a.html')],
  }),
);

type Step = { host: string; path: string; status: number; by: string | null; location: string | null };
type Traced = RedirectTrace & { readonly url: string; readonly insteadOf: string | null };

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({ seed: { ...SEED, users: [{ username: 'alice' }, { username: 'bob' }] } });
  const files = {
    'index.html': 'i',
    'a.html': 'a',
    'guides/install.html': 'g',
    'dir/index.html': 'd',
    'docs/README.html': 'r',
  };
  for (const slug of ['pip', 'html', 'dirs', 'both', 'solo', 'plugin', 'only', 'pip-es']) {
    docs.publish(slug, 'latest', files, slug === 'pip' ? ['pdf'] : []);
  }
  const { rules } = (await docs.callDesk('redirects.list', { slug: 'pip' })) as {
    rules: { id: number; fromUrl: string }[];
  };
  const id = rules.find(({ fromUrl }) => fromUrl === '/away-host')?.id;
  const body = rule('exact', '/away-host', `http://nobody.localhost:${docs.port}/x`);
  await docs.callDesk('redirects.save', { slug: 'pip', id, body });
});
afterAll(() => docs.close());

function trace(slug: string, address: string, more: object = {}, actAs?: string): Promise<Traced> {
  const input = { slug, address, ...more };
  return docs.callDesk('redirects.trace', input, actAs) as Promise<Traced>;
}

/** What the server itself does, followed as a browser would, until it answers or the reader is elsewhere. */
async function followed(address: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  let url = URL.parse(address);
  while (url?.host.endsWith(`.localhost:${docs.port}`)) {
    const path = url.pathname + url.search;
    const answer = await docs.request(url.host.split('.')[0] ?? '', path);
    const { location = null, 'x-rtd-user-redirect': user, 'x-rtd-system-redirect': system } = answer.headers;
    const by = user ? 'user' : system ? 'system' : null;
    steps.push({ host: url.host, path, status: answer.status, by, location });
    url = location === null ? null : URL.parse(location, url);
  }
  return steps;
}

function stepsOf({ steps }: RedirectTrace): readonly Step[] {
  return steps.map(({ url, status, redirectedTo: sentTo }) => {
    const { host, pathname, search } = new URL(url);
    return {
      host,
      path: pathname + search,
      status,
      by: sentTo?.by ?? null,
      location: sentTo?.target ?? null,
    };
  });
}

const outcomes = ({ steps }: RedirectTrace, step = 0) =>
  (steps[step]?.rules?.matches ?? []).flatMap(({ number, outcome }) =>
    outcome === 'none' ? [] : [`${number} ${outcome}`],
  );

describe('the redirect tester says what the server does', () => {
  test.each([
    ['a page', 'pip', '/en/latest/guides/install.html', 'page', []],
    ['a page that a rule is for', 'pip', '/en/latest/a.html', 'page', ['5 idle']],
    ['page', 'pip', '/en/latest/install.html', 'page', ['1 matched']],
    ['page, the query kept', 'pip', '/en/latest/install.html?a=b&c', 'page', ['1 matched']],
    ['page, no version', 'pip', '/install.html', 'page', ['1 matched']],
    ['page, a version without pages', 'pip', '/en/2.0/install.html', 'missing', ['1 matched']],
    ['page, a version switched off', 'pip', '/en/off/install.html', 'missing', ['1 matched']],
    ['page, no such version', 'pip', '/en/9/install.html', 'missing', ['1 matched']],
    ['page, an unknown language', 'pip', '/fr/latest/install.html', 'missing', ['1 matched']],
    ['page, no language at all', 'pip', '/xx/latest/install.html', 'missing', []],
    ['page, to another site', 'pip', '/en/latest/away.html', 'elsewhere', ['2 matched']],
    ['page, to a folder', 'pip', '/en/latest/relative.html', 'page', ['17 matched']],
    ['odd letters', 'pip', '/en/latest/encoded.html', 'missing', ['19 matched']],
    ['a shadowed rule', 'pip', '/en/latest/twice.html', 'page', ['3 matched', '4 shadowed']],
    ['a rule that leads to itself', 'pip', '/en/latest/self.html', 'page', ['6 self', '7 matched']],
    ['exact with $rest', 'pip', '/en/1.x/guides/install.html', 'page', ['11 matched']],
    ['prefix', 'pip', '/woot/install.html', 'page', ['12 matched']],
    ['a chain', 'pip', '/chain?q', 'page', ['13 matched']],
    ['to a host of nobody', 'pip', '/away-host', 'no-project', ['14 matched']],
    ['to a file of the host', 'pip', '/to-robots', 'page', ['15 matched']],
    ['to a download', 'pip', '/to-pdf', 'download', ['16 matched']],
    ['to no address at all', 'pip', '/no-address', 'elsewhere', ['18 matched']],
    ['a loop of two', 'pip', '/en/latest/ping.html', 'loop', ['8 round']],
    ['a way without end', 'pip', '/deep/a.html', 'endless', ['10 round']],
    ['a loop of two types', 'both', '/en/latest/faq/', 'loop', ['1 round']],
    ['nothing', 'pip', '/en/latest/nothing.html', 'missing', []],
    ['the root', 'pip', '/', 'page', []],
    ['the root with a query', 'pip', '/?q=1', 'page', []],
    ['a language alone', 'pip', '/en/', 'page', []],
    ['a folder without its slash', 'pip', '/en/latest/dir', 'page', []],
    ['a folder with a README', 'pip', '/en/latest/docs/', 'page', []],
    ['below /page/', 'pip', '/page/install.html', 'page', []],
    ['a download', 'pip', '/_/downloads/en/latest/pdf/', 'download', []],
    ['no such download', 'pip', '/_/downloads/en/latest/epub/', 'missing', []],
    ['robots', 'pip', '/robots.txt', 'page', []],
    ['the sitemap', 'pip', '/sitemap.xml', 'page', []],
    ['a path that can name nothing', 'pip', '/en%2flatest/a.html', 'missing', []],
    ['sphinx_html', 'html', '/en/latest/a/', 'page', ['1 matched']],
    ['sphinx_html, the index', 'html', '/en/latest/guides/install/index.html', 'page', ['1 matched']],
    ['sphinx_htmldir', 'dirs', '/en/latest/dir.html', 'page', ['1 matched']],
    ['sphinx_htmldir, shadowing', 'dirs', '/en/latest/x.html', 'missing', ['1 matched', '2 shadowed']],
    ['single version', 'solo', '/install.html', 'page', ['1 matched']],
    ['single version, with a version', 'solo', '/en/latest/install.html', 'missing', []],
    ['single version, prefix', 'solo', '/woot/a.html', 'page', ['12 matched']],
    ['a subproject', 'pip', '/projects/plug/en/latest/own.html', 'page', ['1 matched']],
    ['a subproject by its slug', 'pip', '/projects/plugin/own.html', 'page', ['1 matched']],
    ['a subproject of a single version', 'pip', '/projects/only/x', 'page', ['1 matched']],
    ["a subproject's own host", 'plugin', '/en/latest/own.html', 'page', []],
    ['a translation', 'pip', '/es/latest/install.html', 'page', ['1 matched']],
    ["a translation's own host", 'pip-es', '/es/latest/install.html?q', 'page', []],
  ])('%s: %s %s', async (_, slug, address, end, trials) => {
    const traced = await trace(slug, address);
    expect(traced.end.kind).toBe(end);
    expect(outcomes(traced)).toEqual(trials);
    const real = await followed(`http://${slug}.localhost:${docs.port}${address}`);
    expect(stepsOf(traced)).toEqual(real);
  });

  test.each([
    ['a project of another', '/projects/plug/en/latest/own.html', 'plugin'],
    ['a translation', '/es/latest/install.html', 'pip-es'],
  ])('%s has rules of its own', async (_, address, slug) => {
    expect((await trace('pip', address)).steps[0]?.rules).toMatchObject({
      project: { slug },
      evaluated: true,
    });
  });

  test("a subproject's host leads to the host whose rules are tried", async () => {
    const { steps } = await trace('plugin', '/en/latest/own.html');
    expect(steps.map(({ rules }) => rules?.project.slug)).toEqual([undefined, 'plugin', undefined]);
    expect(steps[0]?.explanation).toContain('on the host of the parent');
  });

  test('a loop is shown until it closes', async () => {
    const { steps, end } = await trace('pip', '/en/latest/ping.html?q=1');
    const at = (name: string) => `http://pip.localhost:${docs.port}/en/latest/${name}.html?q=1`;
    expect(end).toEqual({ kind: 'loop', urls: [at('ping'), at('pong'), at('ping')] });
    expect(steps).toHaveLength(1);
  });
});

describe('every rule has a reason', () => {
  test.each([
    ['/en/latest/nothing.html', 1, '`/nothing.html` is another page'],
    ['/en/latest/Install.html', 1, 'it differs in upper and lower case'],
    ['/en/latest/install.html/', 1, 'it differs by the slash at the end'],
    ['/en/latest/chain', 13, 'exact compares the whole path, with language and version'],
    ['/en/latest/deep/a', 10, 'exact compares the whole path, with language and version'],
    ['/en/latest/nothing.html', 11, '`/en/latest/nothing.html` does not start with it'],
    ['/en/latest/nothing.html', 13, '`/en/latest/nothing.html` is another path'],
    ['/en/latest/nothing.html', 12, '`/nothing.html` does not start with it'],
  ])('%s, rule %i', async (address, number, why) => {
    const { steps } = await trace('pip', address);
    const { matches: trials = [], omitted: leftOut } = steps[0]?.rules ?? {};
    expect(trials.map((trial) => trial.number)).toEqual(RULES.map((_, at) => at + 1));
    expect(leftOut).toBe(0);
    expect(trials[number - 1]).toMatchObject({ outcome: 'none', target: null, reason: why });
  });

  test.each([
    ['html', '/en/latest/', 'the root has no file name to keep'],
    ['html', '/en/latest/x.html', '`/x.html` does not end with it'],
    ['dirs', '/en/latest/x/', '`/x/` does not end with it'],
  ])('%s %s', async (slug, address, why) => {
    const { steps } = await trace(slug, address);
    expect(steps[0]?.rules?.matches[0]).toMatchObject({
      outcome: steps[0]?.status === 200 ? 'none' : 'none',
      reason: why,
    });
  });

  test.each([
    ['/en/2.0/x', '`2.0` has no pages here yet, so the redirects are tried.'],
    ['/en/off/x', '`off` is inactive, so the redirects are tried.'],
    ['/en/9/x', 'Pip has no version `9`, so the redirects are tried.'],
    ['/x', 'The URL names no version, so the redirects are tried.'],
    ['/en/latest/x', 'No such page in `latest`, so the redirects are tried.'],
    ['/en%2flatest', 'No page can have this path, so no redirect is tried.'],
    ['/en/latest/a.html', 'This page exists. Redirects are tried only where no page exists.'],
    ['/en/latest/dir', 'This is a folder with an index, so a slash is added.'],
  ])('%s: %s', async (address, why) => {
    expect((await trace('pip', address)).steps[0]?.explanation).toBe(why);
  });
});

describe('changes that are not saved', () => {
  test('are tried at their future position, with the effect that they have once saved', async () => {
    const [first] = ((await docs.callDesk('redirects.list', { slug: 'dirs' })) as { rules: { id: number }[] })
      .rules;
    const changed = { type: 'page', from_url: '/later.html', to_url: '/dir/' };
    const fresh = { type: 'page', from_url: '/fresh.html', to_url: '/a.html' };
    const draft = [
      { id: first?.id, body: changed },
      { id: null, body: fresh },
    ];
    const later = await trace('dirs', '/en/latest/later.html', { draft });
    expect(
      later.steps[0]?.rules?.matches.map(({ number, type, outcome }) => [number, type, outcome]),
    ).toEqual([
      [null, 'page', 'none'],
      [1, 'page', 'matched'],
      [2, 'page', 'none'],
    ]);
    const freshly = await trace('dirs', '/en/latest/fresh.html', { draft });
    expect(outcomes(freshly)).toEqual(['null matched']);

    await docs.callDesk('redirects.save', { slug: 'dirs', id: first?.id, body: changed });
    await docs.callDesk('redirects.add', { slug: 'dirs', body: fresh });
    const at = (path: string) => followed(`http://dirs.localhost:${docs.port}${path}`);
    expect(await at('/en/latest/later.html')).toEqual(stepsOf(later));
    expect(await at('/en/latest/fresh.html')).toEqual(stepsOf(freshly));
  });

  test('are refused when they are incomplete', async () => {
    const draft = [{ id: null, body: { type: 'page', from_url: '/x', to_url: '' } }];
    await expect(trace('pip', '/x', { draft })).rejects.toThrow('to_url');
  });
});

describe('the user who asks', () => {
  test('sees nothing of a project that is not theirs', async () => {
    await expect(trace('plugin', '/x', {}, 'alice')).rejects.toThrow();
    await expect(trace('nobody', '/x')).rejects.toThrow();
  });

  test("sees where a reader ends, but not other projects' rules on the way", async () => {
    const { steps, end } = await trace('pip', '/projects/plug/en/latest/own.html', {}, 'alice');
    expect(end.kind).toBe('page');
    expect(steps.map(({ rules }) => rules)).toEqual([null, null]);
    expect((await trace('pip', '/en/latest/x', {}, 'alice')).steps[0]?.rules).not.toBeNull();
  });
});

test('lists 10,000 rules up to its limit, all that match among them', async () => {
  const rules = Array.from({ length: 9_999 }, (_, at) => rule('page', `/old-${at}.html`, `/new-${at}.html`));
  const bodies = [...rules, rule('page', '/new-7.html', '/a.html')];
  // One import changes at most 2,000.
  for (let at = 0; at < bodies.length; at += 1_500) {
    const drafts = bodies.slice(at, at + 1_500);
    await docs.callDesk('redirects.import', { slug: 'both', drafts, mode: at === 0 ? 'replace' : 'add' });
  }
  const { steps, end } = await trace('both', '/en/latest/old-7.html');
  expect(end.kind).toBe('page');
  expect(steps.map(({ rules: trials }) => [trials?.matches.length, trials?.omitted])).toEqual([
    [10_000, 0],
    [0, 10_000],
    [undefined, undefined],
  ]);
  expect(steps[1]?.redirectedTo?.target).toBe('/en/latest/a.html');
});
