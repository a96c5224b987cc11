import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startBuiltDocs, version } from './docs-fixture.ts';

const pull = (name: string, more: object = {}) => version(name, { type: 'external', ...more });

const SEED = seedOf(
  project(
    'project',
    [
      ...[version('latest'), version('10')],
      ...[pull('10'), pull('11'), pull('fix typos'), pull('12', { active: false })],
    ],
    { subprojects: [{ child: 'plug_in', alias: 'plug' }] },
  ),
  project('plug_in', [version('latest'), version('20'), pull('20')]),
  project('hidden', [version('latest'), pull('10', { privacy_level: 'private' }), pull('draft')], {
    privacy_level: 'private',
  }),
);
const BUILT = [
  ...['10', '10_a', '11', '12', 'fix-typos'].map((slug) => ['project', slug] as const),
  ['plug_in', '20_a'] as const,
  ...['10', 'draft'].map((slug) => ['hidden', slug] as const),
];

const start = (servesPrivate: boolean) => startBuiltDocs({ seed: SEED, servesPrivate }, BUILT);

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

describe('pages of a pull request (behaviour.md 8 and 14) are served at', () => {
  test.each([
    ['project--11', '/en/11/', 'project 11', 'its number'],
    ['project--12', '/en/12/', 'project 12', 'its number, inactive'],
    ['project--10', '/en/10_a/', 'project 10_a', 'its number, which a tag has as its slug'],
    ['project--10-a', '/en/10_a/', 'project 10_a', 'its slug'],
    ['project--fix-typos', '/en/fix-typos/', 'project fix-typos', 'a slug that is no number'],
    ['project--20', '/projects/plug/en/20_a/', 'plug_in 20_a', 'the number of one of a subproject'],
    ['hidden--10', '/en/10/', 'hidden 10', 'the number of a private one'],
    ['hidden--draft', '/en/draft/', 'hidden draft', 'the slug of one of a private project'],
  ])('%s %s: %s (%s)', async (host, path, text) => {
    expect(await docs.request(host, path)).toMatchObject({ status: 200, text });
  });

  test.each([
    ['project--10', '/', '/en/10_a/'],
    ['project--10-a', '/', '/en/10_a/'],
    ['project--11', '/page/a.html', '/en/11/a.html'],
    ['project--20', '/projects/plug/', '/projects/plug/en/20_a/'],
  ])('%s %s -> %s', async (host, path, location) => {
    expect(await docs.request(host, path)).toMatchObject({ status: 302, headers: { location } });
  });

  test.each([
    ['plug-in--20', 'project--20-a'],
    ['plug-in--20-a', 'project--20-a'],
  ])('%s redirects to the host of the superproject', async (host, home) => {
    const location = `http://${home}.localhost:${docs.port}/projects/plug/en/20_a/`;
    expect(await docs.request(host, '/')).toMatchObject({ status: 302, headers: { location } });
    expect((await docs.request(home, '/projects/plug/en/20_a/')).text).toBe('plug_in 20_a');
  });

  test.each([
    ['project--10', '/en/10/', 'Page not found', 'the tag of that name'],
    ['project', '/en/10_a/', 'Page not found', "the project's own host"],
    ['project--99', '/en/99/', 'Page not found', 'a number that no pull request has'],
    ['project--latest', '/en/latest/', 'Project not found', 'a version that is no pull request'],
    ['project--nothing', '/', 'Project not found', 'a name that no pull request has'],
  ])('and not at %s %s: %s (%s)', async (host, path, text) => {
    const answer = await docs.request(host, path);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain(text);
  });

  test.each(['hidden--draft', 'hidden--nothing'])('%s tells others nothing', async (host) => {
    const answer = await open.request(host, '/');
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('Project not found');
  });

  test.each([
    ['project', '10_a'],
    ['project', 'fix-typos'],
    ['plug_in', '20_a'],
  ])('the URL in the answers of the API: %s %s', async (slug, name) => {
    const builds = await fetch(`http://127.0.0.1:${docs.port}/api/v2/build/?project__slug=${slug}&limit=50`);
    const { results } = (await builds.json()) as { results: { version_slug: string; docs_url: string }[] };
    const url = new URL(results.find(({ version_slug }) => version_slug === name)?.docs_url ?? '');
    const answer = await docs.request(url.hostname.replace('.localhost', ''), url.pathname);
    expect(answer).toMatchObject({ status: 200, text: `${slug} ${name}` });
  });
});
