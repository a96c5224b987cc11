import { describe, expect, test } from 'vitest';
import { type InsteadOf, seedProject, twoLecterns } from '../../support/sync/two-lecterns.ts';

const PROJECTS = [seedProject('kettle'), seedProject('samovar', { builds: 1 }), seedProject('teapot')];

const html = (status: number) => () =>
  new Response('<!doctype html><title>Hello</title>', { status, headers: { 'content-type': 'text/html' } });
const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const list = (results: readonly unknown[], count = results.length, next: string | null = null) =>
  json({ count, next, previous: null, results });
/** Answers one path in place of the service. */
const at =
  (path: RegExp, answer: (url: URL) => Response): InsteadOf =>
  (url) =>
    path.test(url.pathname) ? answer(url) : undefined;
const cause = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }));

/** What goes wrong from some moment on, and the sentence in which the run rests. */
const BROKEN: Readonly<Record<string, readonly [instead: InsteadOf, sentence: RegExp]>> = {
  'the address leads to a web page': [
    html(200),
    /answered with a web page, not with data\. Check the address/,
  ],
  'everything redirects to a login': [
    () => new Response(null, { status: 302, headers: { location: '/accounts/login/' } }),
    /redirects to a page for signing in\. The token is not sent there/,
  ],
  'the certificate does not hold': [
    cause('SELF_SIGNED_CERT_IN_CHAIN'),
    /cannot be trusted \(SELF_SIGNED_CERT_IN_CHAIN\)/,
  ],
  'the clock here is wrong': [cause('CERT_NOT_YET_VALID'), /Check the date and time of this computer first/],
  'this computer is offline': [
    cause('EAI_AGAIN'),
    /could not be resolved\. Check that this computer is online.* was asked 6 times/,
  ],
  'the token was revoked': [
    () => json({ detail: 'Invalid token.' }, 401),
    /it is wrong or was revoked\. Create a new one/,
  ],
  'the token is that of another account': [
    at(/\/users\/ana\//, () => json({ detail: 'No.' }, 403)),
    /The token is not one of ana on .*, whose projects are linked here\. Nothing was changed/,
  ],
  'the service answers 500 for an hour': [
    html(500),
    /failed with status 500\. .* was asked 6 times\. What was done is kept/,
  ],
  'it answers 429 without end': [
    () => json({ detail: 'Throttled.' }, 429, { 'retry-after': '30' }),
    /too many requests\. .* was asked 6 times\. What was done is kept; lower the share/,
  ],
  'its answers are cut off': [
    () => new Response('{"count": 3, "resu', { headers: { 'content-type': 'application/json' } }),
    /cut off or damaged\. .* resume the run later/,
  ],
  'it lists more projects than anybody has': [
    at(/\/projects\/$/, () => list([], 5_000_000, 'http://x/')),
    /lists projects without end\. Nothing was changed here/,
  ],
  'one project after the other is a web page': [
    at(/\/versions\/$/, html(404)),
    /answered 404 with a web page, not with data/,
  ],
};

describe('a pull from a service that', () => {
  // One after the other against the same two sides, which are equal again after each.
  test('fails rests with a sentence each time, and goes on later', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    const runner = await two.runner();
    await runner.pull(two.operator, two.remoteId, { ifNoneChosen: 'all' });
    const before = await two.states();
    expect(before.here).toEqual(before.there);
    for (const [name, [instead, sentence]] of Object.entries(BROKEN)) {
      two.answerInstead(instead);
      const rested = await runner.pull(two.operator, two.remoteId, { full: true });
      expect(rested, name).toMatchObject({
        ...{ state: 'paused', run: { state: 'paused', outcome: rested.outcome } },
      });
      expect(rested.outcome, name).toMatch(sentence);
      expect(rested.outcome).not.toContain(two.there.tokens.ana);
      expect((await two.states()).here, name).toEqual(before.here);
      two.answerInstead(undefined);
      const { state, run } = await runner.resume(two.operator, two.remoteId);
      expect({ state, id: run.id }, name).toEqual({ state: 'done', id: rested.run.id });
    }
    expect(await two.states()).toEqual(before);
  });

  test('breaks for an hour while it is asked does not undo what was pulled before', async () => {
    const two = await twoLecterns({ projects: PROJECTS });
    const runner = await two.runner();
    two.answerInstead(at(/\/samovar\/environmentvariables\/$/, html(503)));
    const rested = await runner.pull(two.operator, two.remoteId, { ifNoneChosen: 'all' });
    expect(rested).toMatchObject({ state: 'paused', run: { counts: { projects: 1, created: 1 } } });
    expect(Object.keys((await two.states()).here)).toEqual(['kettle']);
    two.answerInstead(undefined);
    expect((await runner.resume(two.operator, two.remoteId)).run.counts).toMatchObject({
      projects: 3,
      created: 3,
    });
    const { here, there } = await two.states();
    expect(here).toEqual(there);
  });
});

const VERSION = {
  id: 77,
  slug: 'odd',
  verbose_name: 'odd',
  identifier: 'x',
  type: 'tag',
  active: true,
  hidden: false,
};
const REDIRECT = { pk: 88, type: 'page', from_url: '/a', to_url: '/b', position: 0, http_status: 302 };

/** Answers that are no failure, and yet may delete, double or smuggle in nothing. `keeps` is what must stay as it was. */
const HOSTILE: Readonly<
  Record<string, readonly [instead: InsteadOf, keeps: 'all' | 'what-there-was', outcome: RegExp]>
> = {
  'an unknown project answers empty lists': [
    (url) => {
      if (!url.pathname.includes('/samovar/')) return undefined;
      return /versions|builds/.test(url.pathname) ? list([]) : json({ detail: 'No Project matches.' }, 404);
    },
    'all',
    /samovar: It is gone there, or no longer yours\. Its copy here is kept\./,
  ],
  'a project whose rights were lost shows its public versions': [
    (url) => {
      if (!url.pathname.includes('/samovar/')) return undefined;
      return /versions|builds/.test(url.pathname) ? list([]) : json({ detail: 'No.' }, 403);
    },
    'all',
    /samovar: It is gone there, or no longer yours/,
  ],
  'a page is missing': [
    at(/samovar\/versions\/$/, () => list([VERSION], 900)),
    'what-there-was',
    /^Pulled 3/,
  ],
  'the ids repeat': [
    at(/samovar\/redirects\/$/, () => list([REDIRECT, REDIRECT], 2)),
    'what-there-was',
    /^Pulled 3/,
  ],
  'a list never ends': [
    at(/samovar\/versions\/$/, (url) => {
      const from = Number(url.searchParams.get('offset'));
      return list(
        Array.from({ length: 10 }, (_, n) => ({ ...VERSION, id: 1000 + from + n })),
        19_000,
        'http://x/',
      );
    }),
    'what-there-was',
    /lists more than 20,000 objects|^Pulled 3/,
  ],
  'objects have wrong types': [
    at(/samovar\/(?:versions|redirects|environmentvariables)\/$/, () =>
      list([
        null,
        7,
        'x',
        [],
        { id: '1', pk: '1' },
        { id: -1, pk: -1 },
        { id: 1e300, pk: 1.5 },
        { __proto__: {} },
      ]),
    ),
    'all',
    /^Pulled 3/,
  ],
  'the list of projects is empty': [at(/\/projects\/$/, () => list([])), 'all', /^Pulled 0/],
  'redirects run scripts and names hide what they are': [
    at(/samovar\/(?:redirects|environmentvariables)\/$/, (url) =>
      url.pathname.includes('redirects')
        ? list([{ ...REDIRECT, from_url: '/\u0000', to_url: 'x'.repeat(100_000) }], 3)
        : list([{ pk: 5, name: '\u202eEVIL\u0000', public: false }], 3),
    ),
    'all',
    /^Pulled 3/,
  ],
};

test('an object that does not fit here is named with the reason, and the rest of its list counts as complete', async () => {
  const two = await twoLecterns({ projects: PROJECTS });
  const runner = await two.runner();
  await runner.pull(two.operator, two.remoteId, { ifNoneChosen: 'all' });
  const odd = { ...VERSION, slug: 'x y/..' };
  two.answerInstead(at(/samovar\/versions\/$/, () => list([odd])));
  const { outcome } = await runner.pull(two.operator, two.remoteId, { full: true });
  expect(outcome).toContain(
    'samovar: The version 77 is not taken here, because its slug does not fit: This is no slug of a version.',
  );
  expect((await two.states()).here.samovar?.versions).toEqual([]);
  two.answerInstead(at(/\/projects\/$/, () => list([{ id: 99, slug: '../x', name: 'Odd' }])));
  const { outcome: gone } = await runner.pull(two.operator, two.remoteId, { full: true });
  expect(gone).toContain('The project 99 is not taken here, because its slug does not fit');
  expect(gone).toContain('kettle: It is gone there, or no longer yours.');
});

test('hostile answers delete, double and smuggle in nothing', async () => {
  const two = await twoLecterns({ projects: PROJECTS });
  const runner = await two.runner();
  await runner.pull(two.operator, two.remoteId, { ifNoneChosen: 'all' });
  const before = await two.states();
  for (const [name, [instead, keeps, outcome]] of Object.entries(HOSTILE)) {
    two.answerInstead(instead);
    const end = await runner.pull(two.operator, two.remoteId, { full: true });
    expect(end.state, name).toBe('done');
    expect(end.outcome, name).toMatch(outcome);
    const after = (await two.states()).here;
    if (keeps === 'all') expect(after, name).toEqual(before.here);
    for (const list of ['versions', 'redirects', 'variables'] as const) {
      const kept = [...(before.here.samovar?.[list] ?? [])];
      expect(after.samovar?.[list], name).toEqual(expect.arrayContaining(kept));
    }
    two.answerInstead(undefined);
    await runner.pull(two.operator, two.remoteId, { full: true });
    expect(await two.states(), name).toEqual(before);
  }
});

/** What an address does that is only tried, and what is said about it. */
const TRIED: Readonly<Record<string, readonly [instead: InsteadOf, sentence: RegExp]>> = {
  'nothing answers': [
    cause('ECONNREFUSED'),
    /^Nothing answers at 127.* Check the address and the port, and that the service runs\. Nothing was kept\.$/,
  ],
  'it fails': [
    html(500),
    /failed with status 500\. Nothing was kept\. Check the address, or try again later\.$/,
  ],
  'it asks for patience': [
    () => json({ detail: 'Throttled.' }, 429, { 'retry-after': '42' }),
    /too many requests\. Nothing was kept\. Try again in 42 s\.$/,
  ],
};

test('an address that is connected is tried for a moment, and the sentence is about it', async () => {
  const two = await twoLecterns({ projects: [] });
  const runner = await two.runner();
  const token = two.there.tokens.ana ?? '';
  for (const [name, [instead, sentence]] of Object.entries(TRIED)) {
    const before = two.time.waits.length;
    two.answerInstead(instead);
    await expect(runner.connect(two.operator, two.proxy.url, token), name).rejects.toThrow(sentence);
    await expect(runner.replaceToken(two.operator, two.remoteId, token), name).rejects.toThrow(sentence);
    const waited = two.time.waits.slice(before).reduce((sum, ms) => sum + ms, 0);
    expect(waited, name).toBeLessThan(3_000);
  }
});
