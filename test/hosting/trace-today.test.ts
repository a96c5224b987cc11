import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RedirectTrace } from '../../src-server/model/redirects/redirect-trace.ts';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const today = (type: string, from_url: string, to_url: string, more: object = {}) => ({
  ...{ type, from_url, to_url, dialect: 'current' },
  ...more,
});
/** The first is tried first. */
const RULES = [
  today('page', '/a.html', '/b.html', { force: true, http_status: 301 }),
  today('page', '/off.html', '/b.html', { enabled: false }),
  today('page', '/b.html', '/a.html'),
  today('exact', '/en/latest/old/*', '/en/latest/old/new/:splat'),
  { type: 'page', from_url: '/old/new/x.html', to_url: '/b.html' },
  today('page', '/ping.html', '/pong.html', { force: true }),
  today('page', '/pong.html', '/ping.html', { force: true }),
  { type: 'html_to_clean_url' },
  today('page', '/ring.html', '/rung.html', { force: true }),
  today('page', '/rung.html', '/ring.html', { force: true }),
  today('page', '/round', '/about', { force: true }),
  today('page', '/about', '/round', { force: true }),
];

let docs: DocsServer;
beforeAll(async () => {
  const pull = version('7', { type: 'external' });
  docs = await startDocs({
    seed: seedOf(project('pip', [version('latest'), pull], { redirects: RULES })),
  });
  docs.publish('pip', 'latest', {
    'index.html': 'i',
    'a.html': 'a',
    'b.html': 'b',
    'ping.html': 'p',
    'pong.html': 'q',
  });
  docs.publish('pip', '7', { 'index.html': 'i', 'a.html': 'a' });
});
afterAll(() => docs.close());

/** Traces an address; and asks for it, which must give the same. */
async function trace(path: string, host = 'pip') {
  const address = `http://${host}.localhost:${docs.port}${path}`;
  const { steps, end } = (await docs.callDesk('redirects.trace', { slug: 'pip', address })) as RedirectTrace;
  const { status, headers } = await docs.request(host, path);
  expect([steps[0]?.status, steps[0]?.redirectedTo?.target]).toEqual([status, headers.location]);
  const rules = steps[0]?.rules;
  return {
    ...{ statuses: steps.map((step) => step.status), end: end.kind, explanation: steps[0]?.explanation },
    ...{ evaluated: rules?.evaluated, forcedOnly: rules?.forcedOnly ?? false },
    outcomes: rules?.matches.flatMap(({ number, outcome }) =>
      outcome === 'none' ? [] : [`${number} ${outcome}`],
    ),
    reasons: rules?.matches.map(({ reason }) => reason) ?? [],
  };
}

test('a forced redirect is tried before the page, and answers its status', async () => {
  expect(await trace('/en/latest/a.html')).toMatchObject({
    ...{ statuses: [301, 200], end: 'page', evaluated: false, forcedOnly: true },
    outcomes: ['1 matched', '8 idle'],
    explanation: 'A forced redirect matches. It is tried before the page is looked up.',
  });
});

test('where a page answers, the others are not tried', async () => {
  expect(await trace('/en/latest/b.html')).toMatchObject({
    ...{ statuses: [200], forcedOnly: true, outcomes: ['3 idle', '8 idle'] },
    explanation: expect.stringContaining('no forced redirect leads away from it'),
  });
});

test('one that is switched off says so', async () => {
  const { reasons, outcomes } = await trace('/en/latest/off.html');
  expect(reasons[1]).toBe('it is switched off');
  expect(outcomes).toEqual(['8 matched']);
});

test('a wildcard that could never end is not followed, and no redirect below it is tried', async () => {
  expect(await trace('/en/latest/old/x.html')).toMatchObject({
    statuses: [302, 404],
    outcomes: ['4 matched', '8 shadowed'],
  });
  expect(await trace('/en/latest/old/new/x.html')).toMatchObject({
    ...{ statuses: [404], evaluated: true },
    outcomes: ['4 self', '5 shadowed', '8 shadowed'],
  });
});

test('forced redirects in a circle leave the pages to be read', async () => {
  expect(await trace('/en/latest/ping.html')).toMatchObject({
    ...{ statuses: [200], end: 'page', outcomes: ['6 round', '8 idle'] },
  });
});

test('where no page is, forced redirects in a circle are passed over, and the others are tried', async () => {
  const circle = 'A forced redirect matches. It leads back here or never ends, so it is not followed. ';
  expect(await trace('/en/latest/ring.html')).toMatchObject({
    ...{ statuses: [302, 404], evaluated: true, forcedOnly: false, outcomes: ['8 matched', '9 shadowed'] },
    explanation: `${circle}No such page in \`latest\`, so the redirects are tried.`,
  });
  expect(await trace('/en/latest/round/')).toMatchObject({
    ...{ statuses: [404], end: 'loop', evaluated: true, forcedOnly: false, outcomes: ['11 round'] },
    explanation: `${circle}No such page in \`latest\`, so the redirects are tried.`,
  });
});

test('on the host of a pull request no redirect of today is tried', async () => {
  expect(await trace('/en/7/a.html', 'pip--7')).toMatchObject({ statuses: [200], outcomes: [] });
  const { reasons, statuses } = await trace('/en/7/off.html', 'pip--7');
  expect(statuses).toEqual([404]);
  expect(reasons[0]).toBe('it is not tried on hosts of pull requests');
});
