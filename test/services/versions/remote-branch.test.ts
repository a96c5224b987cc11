import { describe, expect, onTestFinished, test } from 'vitest';
import type { RepositoryRefs } from '../../../src-server/services/versions/version-refs.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { READER, toRefs } from './sync-fixture.ts';

const PIP = '/api/v3/projects/pip/';
const REPOSITORY = { url: 'https://github.com/pypa/pip', type: 'git' };
const MAIN = toRefs({ branches: ['main', 'dev'], defaultBranch: 'main' });

type Fixture = ApiServer & {
  readonly sync: (refs: RepositoryRefs) => void;
  readonly patch: (body: object) => Promise<number>;
  /** What v3, v2, `latest` and its page at the forge say. */
  readonly defaultBranches: () => Promise<readonly unknown[]>;
};

async function start(): Promise<Fixture> {
  const api = await startApi();
  onTestFinished(api.close);
  const { services } = api.lectern;
  await api.request('POST', '/api/v3/projects/', {
    user: 'alice',
    body: { name: 'Pip', repository: REPOSITORY },
  });
  const get = async (path: string) =>
    (await api.request('GET', path, { user: 'alice' })).json as Record<string, unknown>;
  return {
    ...api,
    sync: (refs) => void services.versionSync.apply(READER, 'pip', refs),
    patch: async (body) => (await api.request('PATCH', PIP, { user: 'alice', body })).status,
    async defaultBranches() {
      const latest = await get(`${PIP}versions/latest/`);
      const { vcs } = latest.urls as { vcs: string };
      return [
        (await get(PIP)).default_branch,
        (await get('/api/v2/project/1/')).default_branch,
        latest.identifier,
        vcs.replace(`${REPOSITORY.url}/tree/`, ''),
      ];
    },
  };
}

describe('the default branch', () => {
  test('is what the repository says, once it was read; v2 shows only what was chosen', async () => {
    const { sync, defaultBranches, lectern } = await start();
    expect(await defaultBranches()).toEqual(['master', null, 'master', 'master/']);
    sync(MAIN);
    expect(await defaultBranches()).toEqual(['main', null, 'main', 'main/']);
    const [entry] = lectern.store.journal.newest(0, 1);
    expect(entry).toMatchObject({
      ...{ action: 'project.sync', before: { remoteBranch: null } },
      after: { added: ['main', 'dev'], moved: ['latest'], removed: [], remoteBranch: 'main' },
    });
    sync(toRefs({ branches: ['main', 'dev'], defaultBranch: 'dev' }));
    expect(await defaultBranches()).toEqual(['dev', null, 'dev', 'dev/']);
    sync(toRefs({ branches: ['main', 'dev'] }));
    expect(await defaultBranches()).toEqual(['master', null, 'master', 'master/']);
  });

  test('that was chosen comes before it, and gives way again', async () => {
    const { sync, defaultBranches, patch } = await start();
    sync(MAIN);
    expect(await patch({ default_branch: 'dev' })).toBe(204);
    expect(await defaultBranches()).toEqual(['dev', 'dev', 'dev', 'dev/']);
    sync(MAIN);
    expect(await defaultBranches()).toEqual(['dev', 'dev', 'dev', 'dev/']);
    expect(await patch({ default_branch: null })).toBe(204);
    expect(await defaultBranches()).toEqual(['main', null, 'main', 'main/']);
  });

  test('of another kind of repository is its own, until an undo', async () => {
    const { sync, defaultBranches, patch, lectern } = await start();
    const { services, store } = lectern;
    sync(MAIN);
    expect(await patch({ repository: { type: 'hg' } })).toBe(204);
    expect((await defaultBranches()).slice(0, 3)).toEqual(['default', null, 'default']);
    const [entry] = store.journal.newest(0, 1);
    services.undo.apply(READER, entry?.batch ?? 0);
    expect(await defaultBranches()).toEqual(['main', null, 'main', 'main/']);
  });

  test('of a repository at another URL is unknown until its sync, and an undo restores it', async () => {
    const { sync, defaultBranches, patch, lectern } = await start();
    const { services, store } = lectern;
    sync(MAIN);
    services.versionSync.recordFailure(READER, 'pip');
    expect(await patch({ repository: { url: 'https://github.com/pypa/other' } })).toBe(204);
    expect((await defaultBranches())[0]).toBe('master');
    expect(services.versionSync.next()?.slug).toBe('pip');
    const changed = store.journal.newest(0, 5).find(({ action }) => action === 'project.update');
    sync(toRefs({ branches: ['trunk'], defaultBranch: 'trunk' }));
    expect((await defaultBranches()).slice(0, 3)).toEqual(['trunk', null, 'trunk']);
    services.undo.apply(READER, changed?.batch ?? 0);
    expect(store.projects.bySlug('pip')?.project).toMatchObject({
      repositoryUrl: REPOSITORY.url,
      remoteBranch: 'main',
    });
    expect(services.versionSync.next()?.slug).toBe('pip');
    sync(MAIN);
    expect(await defaultBranches()).toEqual(['main', null, 'main', 'main/']);
  });

  test('an undo of other fields keeps what was read since', async () => {
    const { sync, defaultBranches, patch, lectern } = await start();
    const { services, store } = lectern;
    await patch({ name: 'Other' });
    const [renamed] = store.journal.newest(0, 1);
    sync(MAIN);
    services.undo.apply(READER, renamed?.batch ?? 0);
    expect(store.projects.bySlug('pip')?.project.name).toBe('Pip');
    expect((await defaultBranches())[0]).toBe('main');
  });

  test('is there again when a removed project is restored', async () => {
    const { sync, defaultBranches, lectern } = await start();
    const { services, store } = lectern;
    sync(MAIN);
    services.projects.remove(READER, 'pip');
    const [removed] = store.journal.newest(0, 1);
    services.undo.apply(READER, removed?.batch ?? 0);
    expect(await defaultBranches()).toEqual(['main', null, 'main', 'main/']);
  });

  test('is built by an event that names no branch', async () => {
    const { sync, request, lectern } = await start();
    sync(MAIN);
    lectern.services.versions.update(READER, 'pip', 'main', { active: true });
    const { json } = await request('POST', '/api/v2/webhook/generic/pip/', { user: 'alice', body: {} });
    expect(json).toMatchObject({ versions: expect.arrayContaining(['latest', 'main']) });
  });

  test('that is news alone is journalled once', async () => {
    const { sync, lectern } = await start();
    sync(MAIN);
    await lectern.services.projects.update(READER, 'pip', { default_branch: 'main' });
    const count = () => lectern.store.journal.newest(0, 1000).length;
    const before = count();
    const other = { ...MAIN, defaultBranch: 'dev' };
    sync(other);
    expect(count()).toBe(before + 1);
    sync(other);
    expect(count()).toBe(before + 1);
  });
});
