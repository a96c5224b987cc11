import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';

const RUNNER = systemActor('runner');
const OPERATOR = systemActor('command');
const BUILDS = '/api/v3/projects/kiln/builds/';
const at = (id: number) => new Date(Date.UTC(2026, 9, 1) + id * 3_600_000).toISOString();
const record = (id: number, state: string, more: object = {}) => ({ id, created: at(id), state, ...more });

const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    {
      slug: 'kiln',
      name: 'Kiln',
      users: ['alice'],
      repository: { url: 'https://git.example/kiln.git', type: 'git' },
      versions: [
        {
          verbose_name: 'latest',
          identifier: 'main',
          type: 'branch',
          active: true,
          built: true,
          builds: [
            record(10, 'uploading'),
            record(11, 'cancelled', { success: false, error: 'Cancelled by ana.', duration: 5 }),
            record(12, 'finished', { success: false, error: 'Cancelled by ana.', duration: 5 }),
            record(13, 'finished', { success: false, duration: 5 }),
          ],
        },
        { verbose_name: '1.0', identifier: 'a', type: 'tag', active: true, built: false },
      ],
    },
  ],
};

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SEED });
});
afterAll(() => api.close());

const get = async (path: string) => (await api.request('GET', path, { user: 'alice' })).json;
const ids = async (query: string) =>
  (member(await get(`${BUILDS}?${query}`), 'results') as { id: number }[]).map(({ id }) => id);
const said = (id: number) =>
  api.lectern.services.notifications.ofBuild(OPERATOR, 'kiln', id, undefined, { limit: 9, offset: 0 }).items;

describe('the states of today in the 2020 dialect and v2', () => {
  test('cancelled is finished and failed, uploading is building', async () => {
    expect(await get(`${BUILDS}11/`)).toMatchObject({
      ...{ state: { code: 'finished', name: 'Finished' }, success: false, error: 'Cancelled by ana.' },
      finished: '2026-10-01T11:00:05Z',
    });
    expect(await get(`${BUILDS}10/`)).toMatchObject({ state: { code: 'building' }, success: null });
    expect(await get('/api/v2/build/11/')).toMatchObject({ state: 'finished', success: false });
    expect(await get('/api/v2/build/10/')).toMatchObject({ state: 'building', success: true });
  });

  test('the filter takes cancelled for ended and uploading for running', async () => {
    expect(await ids('running=true')).toEqual([10]);
    expect(await ids('running=false')).toEqual([13, 12, 11]);
  });
});

describe('the end of a build', () => {
  test('a cancelled one is cancelled, and says so', () => {
    const { services } = api.lectern;
    const { build } = services.builds.trigger(OPERATOR, 'kiln', '1.0');
    services.buildControl.cancel(OPERATOR, 'kiln', build.id);
    const ended = services.builds.get(OPERATOR, 'kiln', undefined, build.id);
    expect(ended).toMatchObject({ state: 'cancelled', success: false });
    expect(said(build.id)).toMatchObject([{ message: 'build:user:cancelled', state: 'unread' }]);
  });

  test.each([
    [{ success: false }, 'build:user:generic', 'A command of this build failed'],
    [{ success: false, error: 'No <pages>.' }, 'build:user:generic', 'No &lt;pages&gt;.'],
    [{ success: false, error: 'Bad key', message: 'config:validation:x' }, 'config:validation:x', 'Bad key'],
  ])('%o says why as a notification', (result, message, header) => {
    const { services } = api.lectern;
    const { build } = services.builds.trigger(OPERATOR, 'kiln', '1.0');
    expect(services.buildRuns.dequeue(RUNNER)?.id).toBe(build.id);
    services.buildRuns.progress(RUNNER, build.id, { state: 'uploading' });
    services.buildRuns.finish(RUNNER, build.id, result);
    expect(said(build.id)).toMatchObject([{ message, text: { id: message, type: 'error', header } }]);
  });

  test('a success says nothing', () => {
    const { services } = api.lectern;
    const { build } = services.builds.trigger(OPERATOR, 'kiln', '1.0');
    services.buildRuns.dequeue(RUNNER);
    services.buildRuns.finish(RUNNER, build.id, { success: true });
    expect(said(build.id)).toEqual([]);
  });

  test('failed builds of a seed file have theirs', () => {
    expect(said(11)).toMatchObject([{ message: 'build:user:cancelled' }]);
    expect(said(12)).toMatchObject([{ message: 'build:user:cancelled' }]);
    expect(said(13)).toMatchObject([{ message: 'build:user:generic' }]);
  });
});
