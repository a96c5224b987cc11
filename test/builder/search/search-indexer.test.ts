import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSearchIndexer } from '../../../src-server/builder/search/search-indexer.ts';
import { openCore } from '../../../src-server/core.ts';
import { Unavailable } from '../../../src-server/model/base/problems.ts';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type SearchServer, sphinxPage, startSearch } from '../../api/v3/search/search-fixture.ts';
import { scratchFolder } from '../git/git-repository.ts';

const RUNNER = systemActor('runner');
const SECRET = 'Hunter22-of-the-harbour';
const SEED = {
  users: [{ username: 'alice' }],
  projects: ['harbour', 'crane'].map((slug) => ({
    ...{ slug, name: slug, users: ['alice'] },
    repository: { url: `https://example.org/${slug}`, type: 'git' },
    versions: [
      { verbose_name: 'latest', identifier: 'origin/main', type: 'branch', active: true, built: false },
    ],
    environment_variables: slug === 'harbour' ? [{ name: 'TOKEN', value: SECRET }] : [],
  })),
};
const PAGES = {
  'index.html': sphinxPage(`Quay ${SECRET}`, {
    [`Key ${SECRET}`]: `It is <code>${SECRET}</code>, said the heron.`,
  }),
};

async function startFixture(): Promise<SearchServer> {
  const server = await startSearch(SEED);
  onTestFinished(() => server.close());
  return server;
}

async function found(server: SearchServer, project: string, word: string): Promise<string> {
  const address = `/api/v3/search/?q=project:${project}+${word}`;
  const { json } = await server.request('GET', address, { user: 'alice' });
  return JSON.stringify((json as { results: unknown }).results);
}

describe('the search indexer', () => {
  test('S8 keeps the values of variables out of the index and of search results', async () => {
    const server = await startFixture();
    server.publish('harbour', 'latest', PAGES);
    server.publish('crane', 'latest', PAGES);
    await server.indexed();
    const answer = await found(server, 'harbour', 'heron');
    expect(answer).toContain('Quay ********');
    expect(answer.toLowerCase()).not.toContain('hunter22');
    expect(await found(server, 'harbour', 'hunter22')).toBe('[]');
    // The value is not secret in this project, so a search finds it.
    expect(await found(server, 'crane', 'hunter22')).toContain(SECRET);
  });

  test('S8 leaves no values in its files', async () => {
    const server = await startFixture();
    server.publish('harbour', 'latest', PAGES);
    await server.indexed();
    const folder = dirname(server.searchFile);
    const files = readdirSync(folder).filter((name) => name.startsWith(basename(server.searchFile)));
    const bytes = files.map((name) => readFileSync(join(folder, name), 'latin1').toLowerCase()).join('');
    expect(bytes).toContain('heron');
    expect(bytes).not.toContain('hunter22');
  });

  test('delays pages whose variables cannot be read until the variables change', async () => {
    const data = scratchFolder();
    const core = await openCore({ data, keychain: 'off' });
    onTestFinished(() => core.close());
    const { services, folder } = core;
    if (!folder) throw new Error('there is no data folder');
    await services.seeds.load(systemActor('command'), parseSeed(SEED));
    const { build } = services.builds.trigger(systemActor('command'), 'harbour', 'latest');
    services.buildRuns.dequeue(RUNNER);
    services.buildRuns.finish(RUNNER, build.id, { success: true, downloads: [], pages: true });
    let isLocked = true;
    const log: string[] = [];
    const indexer = startSearchIndexer({
      services: {
        ...services,
        environmentVariables: {
          ...services.environmentVariables,
          forBuild: (id) =>
            isLocked
              ? Promise.reject(new Unavailable('There is no key.'))
              : services.environmentVariables.forBuild(id),
        },
      },
      ...{ searchFile: folder.search, docsFolder: folder.docs },
      log: (line) => log.push(line),
    });
    onTestFinished(() => indexer.close());
    const isIndexed = () => services.pageIndex.due(RUNNER).index.length === 0;
    await indexer.settled();
    expect(isIndexed()).toBe(false);
    expect(log).toEqual([expect.stringMatching(/^The pages of version \d+ could not be .*no key\.$/)]);
    isLocked = false;
    const whole = { limit: 10, offset: 0 };
    const { items } = services.environmentVariables.list(systemActor('command'), 'harbour', whole);
    services.environmentVariables.remove(systemActor('command'), 'harbour', items[0]?.id ?? 0);
    await indexer.settled();
    expect(isIndexed()).toBe(true);
    expect(log).toHaveLength(1);
  });
});
