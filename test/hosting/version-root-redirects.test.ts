import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const SEED = seedOf(
  project('pip', [version('latest'), version('1.0'), version('off', { active: false })], {
    redirects: [{ type: 'prefix', from_url: '/' }],
    subprojects: [{ child: 'plugin', alias: 'plug' }],
  }),
  project('plugin', [version('1.0')], { redirects: [{ type: 'prefix', from_url: '/' }] }),
  project('start', [version('latest'), version('1.0')], {
    redirects: [
      { type: 'prefix', from_url: '/' },
      { type: 'page', from_url: '/', to_url: '/start.html' },
    ],
  }),
  project('old', [version('latest')], {
    redirects: [
      { type: 'page', from_url: '/en/intro', to_url: '/start.html' },
      { type: 'exact', from_url: '/en/latest', to_url: '/en/latest/' },
      { type: 'exact', from_url: '/en/latest/', to_url: '/en/latest/start.html' },
    ],
  }),
);

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({ seed: SEED });
  for (const slug of ['pip', 'start', 'old'])
    docs.publish(slug, 'latest', { 'start.html': 'start', 'dir/index.html': 'dir' });
});
afterAll(() => docs.close());

/** Asks hosting and the redirect tester, which must say the same. */
async function locationOf(host: string, path: string): Promise<string | undefined> {
  const answer = await docs.request(host, path);
  const origin = `http://${host}.localhost:${docs.port}`;
  const trace = await docs.callDesk('redirects.trace', { slug: host, address: origin + path });
  const [step] = (trace as { steps: { redirectedTo: { target: string } | null }[] }).steps;
  expect(step?.redirectedTo?.target).toBe(answer.headers.location);
  expect(answer.status).toBe(answer.headers.location === undefined ? 404 : 302);
  return answer.headers.location;
}

describe('the address of a version without its slash is the root of that version for redirects (behaviour.md 12)', () => {
  test.each<[string, string, string | null, string]>([
    ['pip', '/en/latest', null, 'a prefix `/` adds no second language and version'],
    ['pip', '/en/1.0', null, 'of a version that is not built'],
    ['pip', '/en/off?a=b', null, 'of an inactive version, with a query'],
    ['pip', '/projects/plug/en/1.0', null, 'of a subproject'],
    ['pip', '/faq.html', '/en/latest/faq.html', 'a page without a version still gets the default one'],
    ['pip', '/en/nothing', '/en/latest/en/nothing', 'a path that names no version is a page'],
    ['start', '/en/1.0', '/en/1.0/start.html', 'a redirect of the root applies after the prefix'],
    ['start', '/en/latest?a=b', '/en/latest/start.html?a=b', 'with a query'],
    ['old', '/en/intro', '/en/latest/start.html', 'a page whose path looks like a version'],
    ['old', '/en/latest', '/en/latest/', 'an exact redirect may add the slash'],
    ['old', '/en/latest/', '/en/latest/start.html', 'and the next one follows'],
  ])('%s %s -> %s (%s)', async (host, path, location) => {
    expect(await locationOf(host, path)).toBe(location ?? undefined);
  });
});
