import { expect, onTestFinished, test } from 'vitest';
import { type Actor, anonymous } from '../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import type { JsonObject } from '../support/api/schema-checker.ts';
import { servedRoutes } from '../support/api/served-routes.ts';

const PASSWORD = 'hunter2-of-mira';
const WITH_PASSWORD = `https://mira:${PASSWORD}@git.example.org/mira/pip.git`;
const WITHOUT = 'https://git.example.org/mira/pip.git';
const PIP = '/api/v3/projects/pip/';

/** `pip` of alice, whose repository takes a password; `other` of stranger has it below itself. */
async function start(): Promise<ApiServer> {
  const api = await startApi({
    seed: {
      users: [{ username: 'alice' }, { username: 'stranger' }],
      projects: [
        {
          ...{ slug: 'pip', name: 'Pip', users: ['alice'] },
          repository: { url: WITH_PASSWORD, type: 'git' },
          versions: [
            {
              ...{ verbose_name: '10', identifier: 'a', type: 'tag', active: true, built: true },
              builds: [{ id: 7, created: '2019-04-29T10:00:00Z', state: 'finished', success: true }],
            },
          ],
          redirects: [{ pk: 5, type: 'sphinx_html' }],
          environment_variables: [{ pk: 3, name: 'A', value: 'b' }],
        },
        {
          ...{ slug: 'plugin', name: 'Plugin', users: ['alice', 'stranger'] },
          repository: { url: 'https://x.org/plugin', type: 'git' },
          versions: [],
        },
      ],
    },
  });
  onTestFinished(api.close);
  await api.request('POST', `${PIP}subprojects/`, {
    user: 'alice',
    body: { child: 'plugin', alias: 'plug' },
  });
  await api.request('POST', '/api/v2/integration/pip/', { user: 'alice' });
  return api;
}

test('a password in a repository’s address is in no answer to anybody but its maintainers', async () => {
  const api = await start();
  const { json } = await api.request('GET', '/api/openapi.json');
  const reads = servedRoutes(json as JsonObject).filter(({ method }) => method === 'GET');
  const shown: string[] = [];
  for (const route of reads) {
    const path = `${route.path()}${route.template.startsWith('/api/v3/') ? '?expand=~all&q=pip' : ''}`;
    for (const as of [{}, { user: 'stranger' }]) {
      const { text } = await api.request('GET', path, as);
      if (text.includes(PASSWORD) || text.includes('mira:')) shown.push(path);
    }
  }
  expect(reads.length).toBeGreaterThan(20);
  expect(shown).toEqual([]);
  const theirs = await api.request('GET', PIP, { user: 'stranger' });
  expect(theirs.json).toMatchObject({ repository: { url: WITHOUT } });
  const above = await api.request('GET', '/api/v3/projects/plugin/', { user: 'stranger' });
  expect(above.json).toMatchObject({ subproject_of: { repository: { url: WITHOUT } } });
  const v2 = await api.request('GET', '/api/v2/project/?slug=pip');
  expect(v2.json).toMatchObject({ results: [{ repo: WITHOUT }] });
});

test('a maintainer reads it, and may write back what was read', async () => {
  const api = await start();
  const { json } = await api.request('GET', PIP, { user: 'alice' });
  const { name, repository, homepage } = json as { name: string; repository: object; homepage: null };
  expect(repository).toEqual({ type: 'git', url: WITH_PASSWORD });
  const body = { name, repository, homepage: homepage ?? 'https://x.org' };
  expect((await api.request('PUT', PIP, { user: 'alice', body })).status).toBe(204);
  expect(api.lectern.store.projects.bySlug('pip')?.project.repositoryUrl).toBe(WITH_PASSWORD);
  const version = await api.request('GET', `${PIP}versions/10/`, { user: 'alice' });
  expect(version.json).toMatchObject({ urls: { vcs: WITHOUT.replace(/\.git$/, '') } });
});

test('it is in no record of changes', async () => {
  const { lectern, request } = await start();
  const { services } = lectern;
  const alice: Actor = { kind: 'operator', user: services.users.get('alice'), door: 'desk' };
  await request('PATCH', PIP, { user: 'alice', body: { repository: { url: `${WITH_PASSWORD}2` } } });
  services.buildTrust.allow(alice, 'pip');
  const texts = [
    services.overview.timeline(alice, 'pip', undefined, 100),
    services.history.list(alice, { limit: 100 }),
    services.buildTrust.state(alice, 'pip'),
    services.palette.search(alice, 'mira', 10),
    services.v2Reads.projects({}, { limit: 10, offset: 0 }),
    services.projects.get(anonymous, 'pip'),
  ];
  expect(JSON.stringify(texts)).toContain('git.example.org');
  expect(JSON.stringify(texts)).not.toContain(PASSWORD);
  // Undo needs the whole address.
  await request('PATCH', PIP, { user: 'alice', body: { repository: { url: 'https://x.org/y' } } });
  services.buildTrust.revoke(alice, 'pip');
  expect(services.overview.timeline(alice, 'pip', undefined, 1)).toMatchObject([
    { before: { trustedRepository: `${WITHOUT}2` } },
  ]);
});
