import { afterAll, expect, vi } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { ApiServer } from '../../support/api/api-server.ts';
import { type Expected, type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { CURRENT, NO_CREDENTIALS, OWN, P } from './current-fixture.ts';

const V2 = '/api/v2/';
const TEXT = { 'content-type': 'text/plain; charset=utf-8', allow: undefined };
const NULL_BYTE: Expected = { status: 400, text: /null byte/, headers: TEXT };
const FAILURE: Expected = {
  status: 500,
  text: /<p>A server error occurred\.<\/p>/,
  headers: { 'content-type': 'text/html; charset=utf-8' },
};
const PAGE: Expected = {
  status: 404,
  text: /^<!doctype html>/,
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

afterAll(() => void vi.restoreAllMocks());

/** Lets services fail with an error that is not theirs; `after` repairs them. */
const failing: Pick<Scenario, 'before' | 'after'> = {
  before({ lectern: { services } }: ApiServer) {
    const fail = (): never => {
      throw new Error('SELECT token FROM tokens failed');
    };
    vi.spyOn(services.visibleProjects, 'get').mockImplementation(fail);
    vi.spyOn(services.currentProjects, 'update').mockImplementation(fail);
    vi.spyOn(services.v2Reads, 'project').mockImplementation(fail);
  },
  after({ log }, { text }) {
    vi.restoreAllMocks();
    expect(log.at(-1)).toMatch(/failed: Error: SELECT token/);
    expect(text).not.toContain('SELECT');
  },
};

/** A list of v2 that names nothing. */
function disabled(path: string): Scenario {
  return {
    ...{ as: 'nobody', method: 'GET', path: V2 + path },
    expect: { status: 410, body: { error: 'disabled', msg: expect.stringMatching(/\/api\/v3\//) } },
  };
}

function narrowed(path: string, count: number): Scenario {
  return { as: 'nobody', method: 'GET', path: V2 + path, expect: { status: 200, partial: { count } } };
}

scenarios(
  'what all paths of today have in common',
  [
    ...[
      ['nobody', 'GET', `${P}?name=a%00b`],
      ['alice', 'GET', `${OWN}?unknown=%00`],
      ['alice', 'PATCH', `${OWN}?x=%00`],
      ['nobody', 'GET', '/api/v3/nowhere/?x=%00'],
      ['nobody', 'GET', `${V2}build/?commit=%00`],
    ].map(
      ([as = '', method = '', path = '']): Scenario => ({
        ...{ name: 'a null byte comes before everything', as, method, path, expect: NULL_BYTE },
        ...(method === 'PATCH' && { body: { name: 'Else' } }),
      }),
    ),
    {
      name: 'of a value given twice the last counts',
      as: 'alice',
      method: 'GET',
      path: `${P}?name=%00&name=own`,
      expect: { status: 200, partial: { count: 3 } },
    },
    { ...failing, as: 'nobody', method: 'GET', path: OWN, expect: FAILURE },
    { ...failing, as: 'alice', method: 'PATCH', path: OWN, body: {}, expect: FAILURE },
    { ...failing, as: 'nobody', method: 'GET', path: `${V2}project/10/`, expect: FAILURE },
    { as: 'nobody', method: 'GET', path: `${V2}nowhere/`, expect: PAGE },
    { as: 'nobody', method: 'GET', path: `${P}%ff/`, expect: PAGE },
    {
      name: 'the first page leads to what can be read',
      as: 'nobody',
      method: 'GET',
      path: '/',
      headers: { accept: 'text/html' },
      expect: { status: 200, text: /What is public needs no token.+href="\/api\/v2\/">/s },
    },
    disabled('project/'),
    disabled('project/?slug=%20'),
    disabled('project/?project__slug=own'),
    disabled('version/?slug=latest'),
    disabled('build/?limit=1'),
    narrowed('project/?slug=own', 1),
    narrowed('version/?project__slug=own', 2),
    narrowed('build/?project__slug=own', 2),
    narrowed('build/?commit=none', 0),
    { as: 'nobody', method: 'GET', path: `${V2}project/10/`, expect: { status: 200, partial: { id: 10 } } },
    { as: 'nobody', method: 'GET', path: V2, expect: { status: 200 } },
    {
      name: 'a cookie is no way to sign in',
      as: 'nobody',
      method: 'PATCH',
      path: OWN,
      headers: { cookie: 'sessionid=x; csrftoken=y; lectern=z' },
      body: {},
      expect: { status: 401, body: NO_CREDENTIALS },
    },
    {
      name: 'a repository that is not of git cannot be synced',
      as: 'alice',
      method: 'POST',
      path: `${P}own-spare/sync-versions/`,
      before({ lectern: { services } }) {
        const repository = { url: 'https://example.com/spare', type: 'svn' } as const;
        services.projects.update(systemActor('command'), 'own-spare', { repository });
      },
      expect: { status: 400, body: { triggered: false } },
    },
  ],
  CURRENT,
);
