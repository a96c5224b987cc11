import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocsServer, project, seedOf, startDocs, version } from './docs-fixture.ts';

const SEED = seedOf(
  project(
    'pip',
    [
      version('latest'),
      version('2.0'),
      version('1.0'),
      version('off', { active: false }),
      version('12', { type: 'external' }),
    ],
    {
      subprojects: [
        { child: 'plugin', alias: 'plug' },
        { child: 'single-child', alias: 'only' },
        { child: 'other', alias: 'single-child' },
      ],
      default_version: '2.0',
    },
  ),
  project('plugin', [version('latest'), version('12', { type: 'external' })]),
  project('plugin-es', [version('latest')], { language: 'es', translation_of: 'plugin' }),
  project('single-child', [version('latest')], { single_version: true }),
  project('pip-es', [version('latest'), version('2.0')], { language: 'es', translation_of: 'pip' }),
  project('pip-br', [version('latest')], { language: 'pt_BR', translation_of: 'pip', single_version: true }),
  project('solo', [version('latest'), version('7', { type: 'external' })], { single_version: true }),
  project('solo-es', [version('latest')], { language: 'es', translation_of: 'solo' }),
  project('with_under', [version('latest')]),
  project('two_ways', [version('latest')]),
  project('two-ways', [version('latest')]),
  project('other', [version('latest')]),
  project('empty', [version('latest')]),
);

let docs: DocsServer;
beforeAll(async () => {
  docs = await startDocs({ seed: SEED });
  const site = (name: string) => ({
    'index.html': `${name} index`,
    'a.html': `${name} a`,
    'dir/index.html': `${name} dir`,
    'read/README.html': `${name} readme`,
    'page/b.html': `${name} page b`,
    'en/latest/x.html': `${name} deep`,
    'a b+c%.html': `${name} odd`,
    'guía.html': `${name} guía`,
  });
  docs.publish('pip', 'latest', site('pip latest'));
  docs.publish('pip', '2.0', { ...site('pip 2.0'), 'robots.txt': 'robots of pip' }, [
    'pdf',
    'htmlzip',
    'epub',
  ]);
  docs.publish('pip', '12', site('pip 12'), ['pdf']);
  docs.publish('plugin', 'latest', site('plugin'), ['pdf']);
  docs.publish('plugin', '12', site('plugin 12'));
  docs.publish('plugin-es', 'latest', site('plugin-es'), ['epub']);
  docs.publish('single-child', 'latest', site('single-child'), ['pdf']);
  docs.publish('pip-es', 'latest', site('pip-es'), ['pdf']);
  docs.publish('pip-es', '2.0', site('pip-es 2.0'));
  docs.publish('pip-br', 'latest', site('pip-br'));
  docs.publish('solo', 'latest', site('solo'));
  docs.publish('solo', '7', site('solo 7'));
  docs.publish('solo-es', 'latest', site('solo-es'));
  docs.publish('with_under', 'latest', site('with_under'));
  docs.publish('other', 'latest', site('other'));
  docs.publish('two_ways', 'latest', site('two_ways'));
  docs.publish('two-ways', 'latest', site('two-ways'));
});
afterAll(() => docs.close());

describe('a page is served at', () => {
  test.each([
    // behaviour.md 14, row by row.
    ['pip', '/en/2.0/a.html', 'pip 2.0 a', 'normal'],
    ['pip', '/en/latest/', 'pip latest index', 'normal, the index'],
    ['pip', '/en/latest/index.html', 'pip latest index', 'normal, the index by name'],
    ['pip', '/en/2.0/dir/', 'pip 2.0 dir', 'normal, the index of a folder'],
    ['solo', '/', 'solo index', 'single version'],
    ['solo', '/a.html', 'solo a', 'single version'],
    ['solo', '/en/latest/x.html', 'solo deep', 'single version: language and version are folders'],
    ['solo', '/page/b.html', 'solo page b', 'single version: a folder called page'],
    ['pip', '/projects/plug/en/latest/a.html', 'plugin a', 'subproject by alias'],
    ['pip', '/projects/plugin/en/latest/a.html', 'plugin a', 'subproject by slug'],
    ['pip', '/projects/single-child/en/latest/a.html', 'other a', 'an alias comes before a slug'],
    ['pip', '/projects/only/a.html', 'single-child a', 'subproject single version'],
    ['pip', '/projects/only/', 'single-child index', 'subproject single version, the index'],
    ['pip', '/projects/only/dir/', 'single-child dir', 'subproject single version, a folder'],
    ['pip', '/es/latest/a.html', 'pip-es a', 'translation'],
    ['pip', '/es/2.0/', 'pip-es 2.0 index', 'translation'],
    ['pip', '/pt_BR/latest/a.html', 'pip-br a', 'translation of a single version'],
    ['solo', '/es/latest/a.html', 'solo-es a', 'translation, the main project being of a single version'],
    ['pip', '/projects/plug/es/latest/a.html', 'plugin-es a', 'translation of a subproject'],
    ['pip--12', '/en/12/a.html', 'pip 12 a', 'pull request'],
    ['pip--12', '/projects/plug/en/12/a.html', 'plugin 12 a', 'pull request of a subproject'],
    ['solo--7', '/a.html', 'solo 7 a', 'pull request of a single version'],
    // Hosts.
    ['with-under', '/en/latest/a.html', 'with_under a', 'an underscore is a hyphen'],
    ['two-ways', '/en/latest/a.html', 'two-ways a', 'the exact slug wins'],
    ['PIP', '/en/latest/a.html', 'pip latest a', 'upper case'],
    ['Pip--12', '/en/12/a.html', 'pip 12 a', 'upper case, pull request'],
    // Names of files.
    ['pip', '/en/latest/a%20b+c%25.html', 'pip latest odd', 'percent-encoded'],
    ['pip', '/en/latest/gu%C3%ADa.html', 'pip latest guía', 'UTF-8'],
    ['pip', '/%65n/late%73t/a.html', 'pip latest a', 'encoded without need'],
    ['pip', '/en/latest/a.html?a=b/../c#d', 'pip latest a', 'with a query'],
  ])('%s %s: %s (%s)', async (host, path, text) => {
    const answer = await docs.request(host, path);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const head = await docs.request(host, path, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });
});

describe('our own redirect', () => {
  test.each([
    ['pip', '/', '/en/2.0/', 'to the default version'],
    ['pip', '/?a=b&c', '/en/2.0/?a=b&c', 'with the query'],
    ['empty', '/', '/en/latest/', 'to a version that is not built'],
    ['pip', '/page/a.html?q', '/en/2.0/a.html?q', '/page/'],
    ['pip', '/page/', '/en/2.0/', '/page/ and nothing'],
    ['pip', '/page//evil.example/', '/page/evil.example/', 'one slash for two'],
    ['pip', '//evil.example', '/evil.example', 'never to another host'],
    ['pip', '////evil.example//x/?q=//y', '/evil.example/x/?q=//y', 'of the query nothing changes'],
    ['pip', '/en//latest///a.html', '/en/latest/a.html', 'to the page with clean slashes'],
    ['pip', '/page/a%20b%3Fc.html', '/en/2.0/a%20b%3Fc.html', '/page/, encoded as it was'],
    ['solo', '/page/zzz.html', '/zzz.html', '/page/ of a single version'],
    ['pip', '/projects/plug/page/a.html', '/projects/plug/en/latest/a.html', '/page/ of a subproject'],
    ['pip', '/en/latest', '/en/latest/', 'adds the slash'],
    ['pip', '/en/latest?a', '/en/latest/?a', 'adds the slash before the query'],
    ['pip', '/en/2.0/dir', '/en/2.0/dir/', 'adds the slash of a folder'],
    ['solo', '/dir', '/dir/', 'adds the slash, single version'],
    ['pip', '/projects/plug/es/latest', '/projects/plug/es/latest/', 'adds the slash, deep'],
    ['pip', '/en/latest/read/', '/en/latest/read/README.html', 'to the README'],
    ['pip', '/en/latest/read?x=1', '/en/latest/read/README.html?x=1', 'to the README, without slash'],
    ['pip', '/projects/plug', '/projects/plug/en/latest/', 'subproject without slash'],
    ['pip', '/projects/plug/?a', '/projects/plug/en/latest/?a', 'subproject'],
    ['pip', '/projects/plugin', '/projects/plugin/en/latest/', 'subproject by slug'],
    ['pip', '/projects/only', '/projects/only/', 'subproject single version without slash'],
    ['pip', '/en', '/en/2.0/', 'a language alone'],
    ['pip', '/es/', '/es/latest/', 'a language alone, with slash'],
    ['pip--12', '/', '/en/12/', 'pull request'],
  ])('%s %s -> %s (%s)', async (host, path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await docs.request(host, path, { method });
      expect(answer).toMatchObject({
        status: 302,
        text: '',
        headers: { location, 'x-rtd-system-redirect': 'True' },
      });
    }
  });
});

describe('the host of a subproject or translation redirects to the host of its pages', () => {
  test.each([
    ['plugin', '/en/latest/a.html?b', 'pip', '/projects/plug/en/latest/a.html?b'],
    ['plugin', '/', 'pip', '/projects/plug/en/latest/'],
    ['plugin', '/?a', 'pip', '/projects/plug/en/latest/?a'],
    ['plugin', '/no%20such', 'pip', '/projects/plug/no%20such'],
    ['plugin', '/page/a.html', 'pip', '/projects/plug/en/latest/a.html'],
    ['plugin', '/_/downloads/en/latest/pdf/', 'pip', '/_/downloads/plug/en/latest/pdf/'],
    ['plugin', '/robots.txt', 'pip', '/robots.txt'],
    ['plugin', '/%2e%2e/', 'pip', '/projects/plug/en/latest/'],
    ['plugin-es', '/es/latest/a.html', 'pip', '/projects/plug/es/latest/a.html'],
    ['single-child', '/a.html', 'pip', '/projects/only/a.html'],
    ['single-child', '/', 'pip', '/projects/only/'],
    ['pip-es', '/es/2.0/a.html', 'pip', '/es/2.0/a.html'],
    ['pip-es', '/', 'pip', '/es/latest/'],
    ['pip-br', '/', 'pip', '/pt_BR/latest/'],
    ['pip-es', '/_/downloads/es/latest/pdf/', 'pip', '/_/downloads/es/latest/pdf/'],
    ['PLUGIN', '/', 'pip', '/projects/plug/en/latest/'],
    ['plugin--12', '/en/12/', 'pip--12', '/projects/plug/en/12/'],
    ['plugin--12', '/', 'pip--12', '/projects/plug/en/12/'],
  ])('%s %s -> %s %s', async (host, path, home, rest) => {
    const answer = await docs.request(host, path);
    const location = `http://${home}.localhost:${docs.port}${rest}`;
    expect(answer).toMatchObject({ status: 302, headers: { location, 'x-rtd-system-redirect': 'True' } });
  });
});

describe('a download is served at', () => {
  test.each([
    ['pip', '/_/downloads/en/2.0/pdf/', 'pdf of 2.0', 'pip-2.0.pdf'],
    ['pip', '/_/downloads/en/2.0/pdf', 'pdf of 2.0', 'pip-2.0.pdf'],
    ['pip', '/_/downloads/en/2.0/htmlzip/', 'htmlzip of 2.0', 'pip-2.0.zip'],
    ['pip', '/_/downloads/en/2.0/epub/', 'epub of 2.0', 'pip-2.0.epub'],
    ['pip', '/_/downloads/es/latest/pdf/', 'pdf of latest', 'pip-es-latest.pdf'],
    ['pip', '/_/downloads/plug/en/latest/pdf/', 'pdf of latest', 'plugin-latest.pdf'],
    ['pip', '/_/downloads/plugin/en/latest/pdf/', 'pdf of latest', 'plugin-latest.pdf'],
    ['pip', '/_/downloads/plug/es/latest/epub/', 'epub of latest', 'plugin-es-latest.epub'],
    ['pip', '/_/downloads/only/en/latest/pdf/', 'pdf of latest', 'single-child-latest.pdf'],
    ['pip--12', '/_/downloads/en/12/pdf/', 'pdf of 12', 'pip-12.pdf'],
  ])('%s %s: %s', async (host, path, text, name) => {
    const answer = await docs.request(host, path);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  });
});

describe('nothing is at', () => {
  test.each([
    ['pip', '/a.html', 'no language and version'],
    ['pip', '/latest/a.html', 'no language'],
    ['pip', '/EN/latest/a.html', 'a language in upper case'],
    ['pip', '/fr/latest/a.html', 'a language without translation'],
    ['pip', '/es/1.0/a.html', 'a version that the translation has not'],
    ['pip', '/en/9/a.html', 'no such version'],
    ['pip', '/en/off/a.html', 'a version switched off'],
    ['pip', '/en/1.0/a.html', 'a version not built'],
    ['pip', '/en/1.0', 'a version not built, without slash'],
    ['pip', '/en/12/a.html', "a pull request on the project's own host"],
    ['pip--12', '/en/latest/a.html', "another version on a pull request's host"],
    ['pip--12', '/es/latest/a.html', "another language's on it"],
    ['pip', '/en/latest/nothing.html', 'no such file'],
    ['pip', '/en/latest/nothing/', 'no such folder'],
    ['pip', '/en/latest/a.html/', 'a file with a slash'],
    ['pip', '/projects/', 'no name'],
    ['pip', '/projects/nobody/', 'no such subproject'],
    ['pip', '/projects/plug/projects/plug/en/latest/', 'a subproject of a subproject'],
    ['pip', '/projects/pip-es/es/latest/', 'a translation as a subproject'],
    ['pip', '/_/downloads/en/latest/pdf/', 'a format that was not made'],
    ['pip', '/_/downloads/en/2.0/docx/', 'no such format'],
    ['pip', '/_/downloads/en/2.0/', 'no format'],
    ['pip', '/_/downloads/nobody/en/2.0/pdf/', 'no such subproject'],
    ['pip', '/_/downloads/en/12/pdf/', "a pull request on the project's own host"],
    ['pip', '/api/v3/', 'the API'],
    ['pip', '/desk/', 'the desk'],
    ['pip', '/projects/pip/badge/', 'a badge'],
    ['empty', '/en/latest/', 'a project without pages'],
  ])('%s %s (%s)', async (host, path) => {
    const answer = await docs.request(host, path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Page not found');
    expect(answer.headers.location).toBeUndefined();
  });

  test.each(['nobody', 'pip--13x', 'nobody--1', 'a--b--1', 'xn--12'])('%s.localhost', async (host) => {
    const answer = await docs.request(host, '/en/latest/');
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('Project not found');
    expect(answer.text).toContain(`<code>${host}.localhost:${docs.port}</code>`);
  });
});
