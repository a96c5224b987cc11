import { expect } from 'vitest';
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

const LATEST = `${OWN}versions/latest/`;

scenarios(
  'versions of today',
  [
    {
      name: 'anybody reads a public one, with every field',
      as: 'nobody',
      method: 'GET',
      path: LATEST,
      expect: {
        status: 200,
        body: {
          _links: { _self: urlOf(LATEST), builds: urlOf(`${LATEST}builds/`), project: urlOf(OWN) },
          active: true,
          aliases: [],
          built: true,
          downloads: {},
          hidden: false,
          id: 10,
          identifier: 'master',
          privacy_level: 'public',
          ref: null,
          slug: 'latest',
          type: 'branch',
          urls: {
            dashboard: { edit: urlOf('/dashboard/own/version/latest/edit/') },
            documentation: expect.stringMatching(/^http:\/\/own\.localhost:\d+\/en\/latest\/$/),
            vcs: 'https://github.com/example/own/tree/master/',
          },
          verbose_name: 'latest',
        },
      },
    },
    { as: 'nobody', method: 'GET', path: `${OWN}versions/`, expect: { status: 200, partial: { count: 1 } } },
    { as: 'alice', method: 'GET', path: `${OWN}versions/`, expect: { status: 200, partial: { count: 2 } } },
    ...['x', 'closed'].map((slug) => ({
      as: 'alice',
      method: 'GET',
      path: `${P}${slug}/versions/`,
      expect: { status: 200, body: { count: 0, next: null, previous: null, results: [] } },
    })),
    ...[
      ['slug=HID', 1],
      ['verbose_name=at', 1],
      ['privacy_level=private', 1],
      ['type=tag', 0],
      ['active=true&built=1&uploaded=false', 2],
      ['active=maybe', 2],
      ['slug=%20hid+&verbose_name=%20', 1],
    ].map(([query, count]) => ({
      as: 'alice',
      method: 'GET',
      path: `${OWN}versions/?${query}`,
      expect: { status: 200, partial: { count } },
    })),
    {
      as: 'alice',
      method: 'GET',
      path: `${OWN}versions/?type=x`,
      expect: {
        status: 400,
        body: { type: ['Select a valid choice. x is not one of the available choices.'] },
      },
    },
    {
      name: 'fields are not chosen, and what would expand is not read',
      as: 'alice',
      method: 'GET',
      path: `${LATEST}?fields=slug&expand=last_build,a.a`,
      expect: { status: 200, partial: { slug: 'latest', active: true } },
    },
    missing('nobody', `${LATEST}?built=false`, 'Version'),
    missing('nobody', `${OWN}versions/hidden/`, 'Version'),
    {
      name: 'the path of 2020 is gone',
      as: 'alice',
      method: 'PATCH',
      path: `${OWN}version/latest/`,
      body: {},
      expect: { status: 404, text: /<!doctype html>/ },
    },
    { as: 'nobody', method: 'PATCH', path: LATEST, body: {}, expect: { status: 401, body: NO_CREDENTIALS } },
    { as: 'stranger', method: 'PATCH', path: LATEST, body: {}, expect: { status: 403, body: NO_PERMISSION } },
    {
      as: 'alice',
      method: 'PATCH',
      path: `${OWN}versions/nope/`,
      body: {},
      expect: { status: 404, body: noMatch('Version') },
    },
    {
      as: 'alice',
      method: 'PUT',
      path: LATEST,
      body: { hidden: true, privacy_level: 'private' },
      expect: { status: 204 },
      async after(api) {
        expect((await api.request('GET', LATEST)).json).toMatchObject({
          hidden: true,
          privacy_level: 'public',
        });
      },
    },
    {
      as: 'alice',
      method: 'PATCH',
      path: LATEST,
      body: { active: false },
      expect: { status: 204 },
      async after(api) {
        expect((await api.request('GET', LATEST)).json).toMatchObject({ active: false, built: false });
      },
    },
    {
      name: 'switching on builds, and cancels what waits',
      as: 'alice',
      method: 'PATCH',
      path: LATEST,
      body: { active: true },
      async before(api) {
        await api.request('POST', `${LATEST}builds/`, { user: 'alice' });
      },
      expect: { status: 204 },
      async after(api) {
        const { json } = await api.request('GET', `${LATEST}builds/?limit=2`);
        expect(json).toMatchObject({
          results: [{ state: { code: 'triggered' } }, { state: { code: 'cancelled' }, success: false }],
        });
      },
    },
  ],
  CURRENT,
);

const VARIABLES = `${OWN}environmentvariables/`;
const variable = (body: object, status: number, answer: object) => ({
  ...{ as: 'alice', method: 'POST', path: VARIABLES, body },
  expect: status === 201 ? { status, partial: answer } : { status, body: answer },
});

scenarios(
  'environment variables of today',
  [
    { as: 'nobody', method: 'GET', path: VARIABLES, expect: { status: 401, body: NO_CREDENTIALS } },
    { as: 'stranger', method: 'GET', path: VARIABLES, expect: { status: 403, body: NO_PERMISSION } },
    {
      as: 'alice',
      method: 'GET',
      path: VARIABLES,
      expect: {
        status: 200,
        partial: {
          count: 1,
          results: [
            {
              _links: { _self: urlOf(`${VARIABLES}10/`), project: urlOf(OWN) },
              name: 'KEY',
              pk: 10,
              project: 'own',
              public: false,
            },
          ],
        },
      },
      after: (_, { text }) => expect(text).not.toContain('value'),
    },
    {
      name: 'a name that is taken',
      ...variable({ name: 'KEY', value: 'x', public: true }, 201, { name: 'KEY', public: true }),
    },
    {
      name: 'a name of any form',
      ...variable({ name: ' __READ THE ', value: 'x' }, 201, { name: '__READ THE' }),
    },
    variable({}, 400, { name: ['This field is required.'], value: ['This field is required.'] }),
    variable({ name: 'A', value: 'x'.repeat(48_001) }, 400, {
      value: ['Ensure this field has no more than 48000 characters.'],
    }),
    {
      name: 'more than 256 KB together',
      ...variable({ name: 'A', value: 'x'.repeat(48_000) }, 400, [
        'The total size of all environment variables in the project cannot exceed 256 KB.',
      ]),
      async before(api) {
        for (let count = 0; count < 5; count += 1)
          await api.request('POST', VARIABLES, {
            ...{ user: 'alice', body: { name: `BIG${count}`, value: 'x'.repeat(48_000) } },
          });
      },
    },
    {
      as: 'alice',
      method: 'PATCH',
      path: `${VARIABLES}10/`,
      body: {},
      expect: { status: 405, body: { detail: 'Method "PATCH" not allowed.' } },
    },
    { as: 'alice', method: 'DELETE', path: `${VARIABLES}10/`, expect: { status: 204 } },
    {
      as: 'alice',
      method: 'DELETE',
      path: `${VARIABLES}10/`,
      expect: { status: 404, body: noMatch('EnvironmentVariable') },
    },
  ],
  CURRENT,
);
