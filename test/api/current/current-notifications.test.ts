import { expect, test } from 'vitest';
import { parseSeed } from '../../../src-server/model/seeds/seed.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { testClock } from '../../support/test-clock.ts';
import {
  CURRENT,
  missing,
  NO_CREDENTIALS,
  NO_PERMISSION,
  noMatch,
  OWN,
  P,
  urlOf,
} from './current-fixture.ts';

const NOTIFICATIONS = '/api/v3/notifications/';
const OF_BUILD = `${OWN}builds/10/notifications/`;
const OF_USER = '/api/v3/users/alice/notifications/';

const CANCELLED_SEED = {
  users: [],
  projects: [
    {
      ...{ slug: 'tide', name: 'Tide', users: ['alice'] },
      repository: { url: 'https://example.org/tide', type: 'git' },
      versions: [
        {
          ...{ verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: false },
          builds: [{ id: 77, created: '2019-04-29T10:00:00Z', state: 'cancelled', success: false }],
        },
      ],
    },
  ],
};

const prepare: Pick<Scenario, 'before'> = {
  before({ lectern: { store, services } }) {
    const about = [
      { kind: 'build', id: 10 },
      { kind: 'project', id: 10 },
      { kind: 'user', id: services.users.get('alice').id },
    ] as const;
    store.change(() => {
      for (const each of about)
        store.notifications.say({
          ...{
            about: each,
            message: each.kind === 'user' ? 'unknown:here' : 'build:user:generic',
            details: {},
          },
          ...{ dismissable: true, news: false, modified: 1 },
        });
    });
  },
};

scenarios(
  'notifications of today',
  [
    {
      ...prepare,
      as: 'nobody',
      method: 'GET',
      path: OF_BUILD,
      expect: {
        status: 200,
        body: {
          count: 1,
          next: null,
          previous: null,
          results: [
            {
              _links: { _self: urlOf(`${OF_BUILD}1/`) },
              attached_to_content_type: 'build',
              attached_to_id: 10,
              dismissable: true,
              id: 1,
              message: {
                body: expect.any(String),
                header: expect.any(String),
                icon_classes: 'fas fa-circle-xmark',
                id: 'build:user:generic',
                type: 'error',
              },
              news: false,
              state: 'unread',
            },
          ],
        },
      },
    },
    missing('nobody', `${OWN}builds/110/notifications/`, 'Build'),
    missing('nobody', `${P}x/builds/10/notifications/`, 'Project'),
    missing('nobody', `${OF_BUILD}2/`, 'Notification'),
    {
      as: 'nobody',
      method: 'GET',
      path: `${OWN}notifications/`,
      expect: { status: 401, body: NO_CREDENTIALS },
    },
    {
      as: 'stranger',
      method: 'GET',
      path: `${OWN}notifications/`,
      expect: { status: 403, body: NO_PERMISSION },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}notifications/2/`,
      expect: { status: 200, partial: { id: 2 } },
    },
    { as: 'bob', method: 'GET', path: OF_USER, expect: { status: 403, body: NO_PERMISSION } },
    {
      name: 'a message whose text is not known is null',
      as: 'alice',
      method: 'GET',
      path: OF_USER,
      expect: { status: 200, partial: { count: 1, results: [{ message: null }] } },
    },
    { as: 'nobody', method: 'GET', path: NOTIFICATIONS, expect: { status: 401, body: NO_CREDENTIALS } },
    {
      name: 'those of the caller and of their projects, with their own addresses',
      as: 'alice',
      method: 'GET',
      path: NOTIFICATIONS,
      expect: { status: 200, partial: { count: 2 } },
      after(_, { json }) {
        const results = member(json, 'results') as { _links: { _self: string } }[];
        expect(results.map(({ _links }) => new URL(_links._self).pathname)).toEqual([
          `${OF_USER}3/`,
          `${OWN}notifications/2/`,
        ]);
      },
    },
    {
      as: 'bob',
      method: 'PATCH',
      path: `${OF_BUILD}1/`,
      body: {},
      expect: { status: 403, body: NO_PERMISSION },
    },
    {
      as: 'alice',
      method: 'PATCH',
      path: `${OF_BUILD}1/`,
      body: { state: 'gone' },
      expect: { status: 400, body: { state: ['"gone" is not a valid choice.'] } },
    },
    { as: 'alice', method: 'PUT', path: `${OF_BUILD}1/`, body: {}, expect: { status: 204 } },
    {
      as: 'alice',
      method: 'PATCH',
      path: `${NOTIFICATIONS}2/`,
      body: { state: 'dismissed' },
      expect: { status: 204 },
    },
    { as: 'alice', method: 'GET', path: NOTIFICATIONS, expect: { status: 200, partial: { count: 1 } } },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}notifications/?state=dismissed`,
      expect: { status: 200, partial: { count: 1 } },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}notifications/?state__in=read,unread`,
      expect: { status: 200, partial: { count: 0 } },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}notifications/?state=x`,
      expect: {
        status: 400,
        body: { state: ['Select a valid choice. x is not one of the available choices.'] },
      },
    },
    missing('alice', '/api/v3/organizations/acme/teams/', 'Organization'),
    ...['PUT', 'PATCH'].map((method) => ({
      ...{ as: 'alice', method, path: '/api/v3/organizations/acme/notifications/1/' },
      expect: { status: 404, body: noMatch('Organization') },
    })),
    {
      name: 'a build of a file that was cancelled says so',
      as: 'nobody',
      method: 'GET',
      path: `${P}tide/builds/77/notifications/`,
      async before({ lectern: { services } }: ApiServer) {
        await services.seeds.load(systemActor('command'), parseSeed(CANCELLED_SEED));
      },
      expect: { status: 200, partial: { count: 1, results: [{ message: { id: 'build:user:cancelled' } }] } },
    },
    {
      as: 'alice',
      method: 'GET',
      path: '/api/v3/remote/repositories/?vcs_provider=x',
      expect: {
        status: 400,
        body: { vcs_provider: ['Select a valid choice. x is not one of the available choices.'] },
      },
    },
    {
      as: 'alice',
      method: 'GET',
      path: '/api/v3/remote/organizations/',
      expect: { status: 200, partial: { count: 0, results: [] } },
    },
  ],
  CURRENT,
);

test('searches count as other requests do, and have a limit of their own; the root counts for nobody', async () => {
  const api = await startApi({ ...CURRENT, throttle: true, clock: testClock({ step: 0 }) });
  const get = async (path: string) => (await api.request('GET', path)).status;
  for (let count = 0; count < 10; count += 1) expect(await get('/api/v3/')).toBe(200);
  for (let count = 0; count < 5; count += 1) expect(await get('/api/v3/search/?q=x')).toBe(200);
  const refused = await api.request('GET', OWN);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.json).toEqual({ detail: 'Request was throttled. Expected available in 60 seconds.' });
  expect(await get('/api/v3/search/?q=x')).toBe(200);
  expect(await get(NOTIFICATIONS)).toBe(401);
  await api.close();
});
