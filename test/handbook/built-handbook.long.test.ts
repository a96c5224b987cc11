import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/repository.ts';
import { gitRepository, scratchFolder } from '../builder/git/git-repository.ts';
import { type BuildState, eventually, type Page, readPage } from '../support/program/build-server.ts';
import { startLectern } from '../support/program/lectern-process.ts';
import { hasProgram } from '../support/runner/programs.ts';

const HOST = 'http://handbook.localhost';

/** Starts Lectern with a window, whose files nobody asks for, and returns calls of the API and of the desk. */
async function startWithDesk() {
  const gui = scratchFolder();
  writeFileSync(join(gui, 'index.html'), '');
  const args = ['--gui', '--data', join(scratchFolder(), 'data'), '--user', 'alice', '--trust-builds'];
  const lectern = await startLectern(args, {
    builds: true,
    env: { LECTERN_GUI: gui, PATH: '/usr/bin:/bin' },
  });
  onTestFinished(() => void lectern.kill());
  const { window: link } = JSON.parse(await lectern.firstLine) as { window: string };
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(lectern.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const json: unknown = await answer.json();
    expect({ path, ok: answer.ok, json }).toMatchObject({ ok: true });
    return { answer, json };
  };
  const { answer, json } = await post('/desk/session', { key: new URL(link).hash.slice('#key='.length) }, {});
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = { cookie, 'x-lectern-session': (json as { secret: string }).secret };
  const authorization = { authorization: `Token ${lectern.tokens.alice}` };
  return {
    page: (path: string) => readPage(lectern.url, 'handbook.localhost', path),
    api: async (path: string, body: unknown) => (await post(`/api/v3/${path}`, body, authorization)).json,
    desk: async (procedure: string, input: unknown) => {
      const answer = (await post(`/desk/${procedure}`, input, session)).json;
      expect(answer).not.toHaveProperty('error');
    },
    get: async (path: string): Promise<unknown> =>
      (await fetch(`${lectern.url}/api/v3/${path}`, { headers: authorization })).json(),
  };
}

/** Returns the links and pictures of a page on its host; Debian's MkDocs lacks some scripts of its own themes. */
function linksOf(page: Page, address: string): URL[] {
  return [...page.text.matchAll(/<(?:a|img) [^>]*?\b(?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => new URL(link.replaceAll('&amp;', '&'), HOST + address))
    .filter(({ origin }) => origin === HOST);
}

/** Reads every page that is reached from the first one; returns them by path, and the links that lead nowhere. */
async function follow(read: (path: string) => Promise<Page>, first: string) {
  const pages = new Map<string, Page>();
  const anchors: { readonly from: string; readonly to: URL }[] = [];
  const waiting = [first];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await read(path);
    pages.set(path, page);
    if (page.status !== 200 || !String(page.headers['content-type']).startsWith('text/html')) continue;
    for (const to of linksOf(page, path)) {
      waiting.push(to.pathname);
      if (to.hash !== '') anchors.push({ from: path, to });
    }
  }
  const isThere = (to: URL) =>
    pages.get(to.pathname)?.text.includes(`id="${decodeURIComponent(to.hash.slice(1))}"`);
  return {
    pages,
    broken: [
      ...[...pages].filter(([, { status }]) => status !== 200).map(([path]) => path),
      ...anchors.filter(({ to }) => !isThere(to)).map(({ from, to }) => `${from}: ${to.pathname}${to.hash}`),
    ],
  };
}

test.skipIf(!hasProgram('mkdocs') || !hasProgram('git'))(
  'Lectern builds the handbook with MkDocs, and every link and anchor of the built pages leads somewhere',
  async () => {
    const { folder, commit } = gitRepository();
    mkdirSync(join(folder, 'docs'));
    cpSync(join(ROOT, 'docs/handbook'), join(folder, 'docs/handbook'), { recursive: true });
    commit('Write the handbook');
    const lectern = await startWithDesk();
    await lectern.api('projects/', { name: 'Handbook', repository: { url: folder, type: 'git' } });
    await lectern.desk('project.update', {
      slug: 'handbook',
      body: { build_tools: 'machine', readthedocs_yaml_path: 'docs/handbook/.readthedocs.yaml' },
    });
    const started = await lectern.api('projects/handbook/versions/latest/builds/', {});
    const { id } = (started as { build: BuildState }).build;
    const build = await eventually(
      () => lectern.get(`projects/handbook/builds/${id}/`) as Promise<BuildState>,
      ({ state }) => state.code === 'finished',
      (state) => `the build is ${JSON.stringify(state)}`,
    );
    expect(build).toMatchObject({ success: true });

    const { pages, broken } = await follow(lectern.page, '/en/latest/');
    expect(broken).toEqual([]);
    const names = readdirSync(join(ROOT, 'docs/handbook/pages')).filter((name) => /\.md$/.test(name));
    const expected = names.map((name) => `/en/latest/${name === 'index.md' ? '' : name.replace('.md', '/')}`);
    expect(expected.filter((path) => !pages.has(path))).toEqual([]);
    expect([...pages.keys()].filter((path) => path.endsWith('.webp')).length).toBeGreaterThan(5);
  },
);
