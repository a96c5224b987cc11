import { expect } from 'vitest';
import { type Answer, type ApiServer, member } from '../../support/api/api-server.ts';
import { scenarios } from '../../support/api/scenarios.ts';
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

/** Build 10 of `own` with every field (live-service.md 3). */
const BUILD = {
  _links: {
    _self: urlOf('/api/v3/projects/own/builds/10/'),
    notifications: urlOf('/api/v3/projects/own/builds/10/notifications/'),
    project: urlOf('/api/v3/projects/own/'),
    version: urlOf('/api/v3/projects/own/versions/latest/'),
  },
  commit: null,
  created: '2019-04-29T10:00:00Z',
  duration: 60,
  error: '',
  finished: '2019-04-29T10:01:00Z',
  id: 10,
  project: 'own',
  state: { code: 'finished', name: 'Finished' },
  success: true,
  urls: {
    build: urlOf('/projects/own/builds/10/'),
    project: urlOf('/projects/own/'),
    version: urlOf('/dashboard/own/version/latest/edit/'),
  },
  version: 'latest',
};

function ids(...wanted: readonly number[]): (api: ApiServer, answer: Answer) => void {
  return (_, { json }) =>
    expect((member(json, 'results') as { id: number }[]).map(({ id }) => id)).toEqual(wanted);
}

scenarios(
  'builds of today, read',
  [
    { as: 'nobody', method: 'GET', path: `${OWN}builds/10/`, expect: { status: 200, body: BUILD } },
    {
      as: 'nobody',
      method: 'GET',
      path: `${OWN}builds/10/?expand=config`,
      expect: { status: 200, body: { ...BUILD, config: {} } },
    },
    {
      name: 'anybody sees the builds of public versions, those of pull requests too',
      as: 'nobody',
      method: 'GET',
      path: `${OWN}builds/`,
      expect: { status: 200, partial: { count: 2, next: null, previous: null } },
      after: ids(210, 10),
    },
    {
      name: 'a maintainer sees those of private versions too',
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/`,
      expect: { status: 200, partial: { count: 3 } },
      after: ids(210, 110, 10),
    },
    missing('nobody', `${OWN}builds/110/`, 'Build'),
    { as: 'alice', method: 'GET', path: `${OWN}builds/110/`, expect: { status: 200, partial: { id: 110 } } },
    missing('alice', `${OWN}builds/20/`, 'Build'),
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/abc/`,
      expect: { status: 404, body: { detail: 'Not found.' } },
    },
    ...['x', 'closed'].map((slug) => ({
      name: 'the list of a project that is not seen is empty',
      as: 'alice',
      method: 'GET',
      path: `${P}${slug}/builds/`,
      expect: { status: 200, body: { count: 0, next: null, previous: null, results: [] } },
    })),
    {
      name: 'filters apply to lists',
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/?running=true&commit=%20`,
      expect: { status: 200, partial: { count: 0 } },
    },
    {
      name: 'filters apply to details',
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/10/?running=true`,
      expect: { status: 404, body: noMatch('Build') },
    },
    {
      as: 'nobody',
      method: 'GET',
      path: `${OWN}versions/latest/builds/`,
      expect: { status: 200 },
      after: ids(10),
    },
    {
      as: 'nobody',
      method: 'GET',
      path: `${OWN}versions/12/builds/?expand=config`,
      expect: { status: 200, partial: { results: [{ config: {} }] } },
      after: ids(210),
    },
    {
      as: 'nobody',
      method: 'GET',
      path: `${OWN}versions/hidden/builds/`,
      expect: { status: 200, partial: { count: 0 } },
    },
    {
      as: 'nobody',
      method: 'GET',
      path: `${OWN}versions/latest/builds/10/`,
      expect: { status: 200, body: BUILD },
    },
    missing('nobody', `${OWN}versions/12/builds/10/`, 'Build'),
    {
      name: 'an unlimited page is answered as it was asked for',
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/?limit=5000&offset=1`,
      expect: {
        status: 200,
        partial: { previous: expect.stringMatching(/\/builds\/\?limit=5000$/), next: null },
      },
      after: ids(110, 10),
    },
    {
      name: 'fields given twice are names that are not split',
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/10/?fields=id&fields=commit,project&fields=state`,
      expect: { status: 200, body: { id: 10, state: BUILD.state } },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/10/?fields[]=id`,
      expect: { status: 200, body: { id: 10 } },
    },
    { as: 'alice', method: 'GET', path: `${OWN}builds/10/?fields=`, expect: { status: 200, body: {} } },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/10/?fields=~all`,
      expect: { status: 200, body: BUILD },
    },
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}builds/10/?expand=config.config`,
      expect: { status: 400, body: ['Recursive expansion found'] },
    },
    {
      name: 'other methods: a maintainer hears which there are',
      as: 'alice',
      method: 'PATCH',
      path: `${OWN}builds/10/`,
      expect: {
        status: 405,
        body: { detail: 'Method "PATCH" not allowed.' },
        headers: { allow: 'GET, HEAD, OPTIONS' },
      },
    },
    {
      as: 'stranger',
      method: 'PATCH',
      path: `${OWN}builds/10/`,
      expect: { status: 403, body: NO_PERMISSION },
    },
    {
      as: 'nobody',
      method: 'PATCH',
      path: `${OWN}builds/10/`,
      expect: { status: 401, body: NO_CREDENTIALS },
    },
  ],
  CURRENT,
);

const TRIGGER = `${OWN}versions/latest/builds/`;

scenarios(
  'builds of today, triggered',
  [
    { as: 'nobody', method: 'POST', path: TRIGGER, expect: { status: 401, body: NO_CREDENTIALS } },
    { as: 'stranger', method: 'POST', path: TRIGGER, expect: { status: 403, body: NO_PERMISSION } },
    {
      as: 'alice',
      method: 'POST',
      path: `${P}x/versions/latest/builds/`,
      expect: { status: 404, body: noMatch('Project') },
    },
    {
      as: 'alice',
      method: 'POST',
      path: `${OWN}versions/nope/builds/`,
      expect: { status: 404, body: noMatch('Version') },
    },
    {
      as: 'alice',
      method: 'POST',
      path: TRIGGER,
      expect: {
        status: 202,
        partial: {
          build: {
            state: { code: 'triggered', name: 'Triggered' },
            success: null,
            duration: null,
            finished: null,
          },
          project: { slug: 'own', _links: { _self: urlOf('/api/v3/projects/own/') } },
          triggered: true,
          version: { slug: 'latest' },
        },
      },
    },
    {
      name: 'another trigger cancels the build that waits',
      as: 'alice',
      method: 'POST',
      path: TRIGGER,
      expect: { status: 202, partial: { build: { state: { code: 'triggered' } } } },
      async after(api) {
        const { json } = await api.request('GET', `${TRIGGER}?limit=2`, { user: 'alice' });
        expect(member(json, 'results')).toMatchObject([
          { state: { code: 'triggered' }, success: null },
          { state: { code: 'cancelled', name: 'Cancelled' }, success: false },
        ]);
      },
    },
    {
      name: 'a pull request takes the commit of its last build',
      as: 'alice',
      method: 'POST',
      path: `${OWN}versions/12/builds/`,
      before(api) {
        const { store } = api.lectern;
        const last = store.builds.byId(210);
        if (last) store.builds.update({ ...last, commit: 'c'.repeat(40) });
      },
      expect: {
        status: 202,
        partial: { build: { commit: 'c'.repeat(40) }, version: { type: 'external', slug: '12' } },
      },
    },
  ],
  CURRENT,
);

scenarios(
  'builds of today, where builds are not allowed',
  [
    {
      name: 'nothing is triggered, and the answer says so',
      as: 'alice',
      method: 'POST',
      path: TRIGGER,
      expect: {
        status: 400,
        partial: {
          build: {
            _links: {},
            commit: '',
            created: null,
            duration: null,
            state: { code: '' },
            urls: { build: '' },
          },
          project: { slug: 'own' },
          triggered: false,
          version: { slug: 'latest' },
        },
      },
    },
  ],
  { ...CURRENT, builds: true },
);
