import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

let server: ApiServer;
beforeEach(async () => {
  server = await startApi({ seed: SAMPLE_SEED });
  await call('system.welcome', { username: 'alice' });
});
afterEach(() => server.close());

const call = async (procedure: string, input?: unknown) =>
  (await callDesk(server.lectern, procedure, input)) as { answer: { id: number }; undo: { batch: number } };
const modeOf = async (id: number) => ((await call('build.get', { id })) as unknown as { mode: string }).mode;
const answer = async (path: string) => (await server.request('GET', path, { user: 'alice' })).text;

test('a build from scratch and fast rebuild are the window’s: no answer of the API knows them', async () => {
  const { id } = (await call('builds.trigger', { project: 'pip', version: 'latest', isFromScratch: true }))
    .answer;
  expect(await modeOf(id)).toBe('scratch');
  const again = (await call('build.retry', { project: 'pip', id, isFromScratch: true })).answer;
  expect(await modeOf(again.id)).toBe('scratch');
  expect(await modeOf((await call('build.retry', { project: 'pip', id })).answer.id)).toBe('clean');

  const isFast = () => server.lectern.store.versions.bySlug(projectId, 'latest')?.fastRebuild;
  const projectId = server.lectern.store.projects.bySlug('pip')?.project.id ?? 0;
  const before = await answer('/api/v3/projects/pip/versions/latest/');
  const changed = await call('versions.update', {
    slug: 'pip',
    version: 'latest',
    body: { fast_rebuild: true },
  });
  expect(isFast()).toBe(true);
  expect(await answer('/api/v3/projects/pip/versions/latest/')).toBe(before);
  for (const path of [`/api/v3/projects/pip/builds/${id}/`, `/api/v2/build/${id}/`])
    expect(await answer(path)).not.toMatch(/scratch|"mode"|fast/);
  const body = { active: true, fast_rebuild: false };
  await server.request('PATCH', '/api/v3/projects/pip/versions/latest/', { user: 'alice', body });
  expect(isFast()).toBe(true);
  await call('undo.revert', { batch: changed.undo.batch });
  expect(isFast()).toBe(false);
});

test('the settings of a record say that it is one', async () => {
  expect(await call('project.details', { slug: 'pip' })).toMatchObject({ recordReason: null });
  await call('project.update', { slug: 'pip', body: { repository: { url: 'https://git.example/pip.git' } } });
  expect(await call('project.details', { slug: 'pip' })).toMatchObject({
    recordReason: expect.stringContaining('This project is a record'),
  });
});
