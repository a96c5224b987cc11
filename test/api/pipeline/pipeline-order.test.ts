import { expect } from 'vitest';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { NO_CREDENTIALS, NO_PERMISSION, NOT_FOUND } from './permissions-fixture.ts';

const PROJECTS = '/api/v3/projects/';
const PIP = `${PROJECTS}pip/`;
const THEIRS = `${PROJECTS}theirs/`;
const XML = { 'content-type': 'application/xml' };
const NOT_ACCEPTABLE = { detail: 'Could not satisfy the request Accept header.' };
const NOT_XML = { detail: 'Unsupported media type "application/xml" in request.' };

type Row = Partial<Scenario> & Pick<Scenario, 'path' | 'expect'>;
const row = (name: string, rest: Row): Scenario => ({ name, as: 'alice', method: 'GET', ...rest });
const hidden = (status: number, body: object): Scenario['expect'] => ({ status, body });
const accept = { accept: 'application/xml' };

scenarios(
  'what is refused early hides what would be refused later',
  [
    // 1 before 2 and 3
    row('no such path: before Accept and token', {
      as: 'nobody',
      path: '/api/v3/nope/',
      headers: accept,
      expect: hidden(404, NOT_FOUND),
    }),
    row('nor below a project', { as: 'nobody', path: `${PIP}nope/`, expect: hidden(404, NOT_FOUND) }),
    row('nor with a method of its own', {
      as: 'nobody',
      method: 'DELETE',
      path: `${PIP}nope/`,
      expect: hidden(404, NOT_FOUND),
    }),
    row('a slug that cannot be one', { path: `${PROJECTS}a.b/`, expect: hidden(404, NOT_FOUND) }),
    row('an id that is no number', { path: `${PIP}builds/x7/`, expect: hidden(404, NOT_FOUND) }),
    row('a missing slash: before Accept and token', {
      as: 'nobody',
      path: '/api/v3/projects',
      headers: accept,
      expect: { status: 301, text: '', headers: { location: PROJECTS } },
    }),

    // 2 before 3, 4 and 6
    row('Accept: before the token', {
      as: 'nobody',
      path: PROJECTS,
      headers: accept,
      expect: hidden(406, NOT_ACCEPTABLE),
    }),
    row('Accept: before a bad token', {
      as: 'nobody',
      token: 'wrong',
      path: PROJECTS,
      headers: accept,
      expect: hidden(406, NOT_ACCEPTABLE),
    }),
    row('Accept: before the method', {
      method: 'DELETE',
      path: PROJECTS,
      headers: accept,
      expect: hidden(406, NOT_ACCEPTABLE),
    }),
    row('Accept: before the project', {
      path: `${PROJECTS}nope/builds/`,
      headers: accept,
      expect: hidden(406, NOT_ACCEPTABLE),
    }),
    row('Accept: before permission', {
      path: `${THEIRS}builds/`,
      headers: accept,
      expect: hidden(406, NOT_ACCEPTABLE),
    }),
    row('Accept: before the body', {
      method: 'POST',
      path: PROJECTS,
      headers: { ...accept, ...XML },
      body: '<a/>',
      expect: hidden(406, NOT_ACCEPTABLE),
    }),
    row('?format: before the token', {
      as: 'nobody',
      path: `${PROJECTS}?format=xml`,
      expect: hidden(404, NOT_FOUND),
    }),

    // 3 before 4, 6, 7 and 8
    row('the token: before the method', {
      as: 'nobody',
      method: 'DELETE',
      path: PIP,
      expect: { status: 401, body: NO_CREDENTIALS, headers: { 'www-authenticate': 'Token' } },
    }),
    row('the token: before the project', {
      as: 'nobody',
      path: `${PROJECTS}nope/`,
      expect: hidden(401, NO_CREDENTIALS),
    }),
    row('the token: before the body', {
      as: 'nobody',
      method: 'POST',
      path: PROJECTS,
      headers: XML,
      body: '<a/>',
      expect: hidden(401, NO_CREDENTIALS),
    }),
    row('a bad token: before the method', {
      as: 'nobody',
      token: 'wrong',
      method: 'DELETE',
      path: PIP,
      expect: hidden(401, { detail: 'Invalid token.' }),
    }),

    // 4 before 6, 7 and 8
    row('the project: before the method', {
      method: 'DELETE',
      path: `${PROJECTS}nope/versions/`,
      expect: hidden(404, NOT_FOUND),
    }),
    row('the project: before the body', {
      method: 'POST',
      path: `${PROJECTS}nope/redirects/`,
      body: '{',
      expect: hidden(404, NOT_FOUND),
    }),
    row('permission: before the method', {
      method: 'DELETE',
      path: `${THEIRS}versions/latest/`,
      expect: hidden(403, NO_PERMISSION),
    }),
    row('permission: before the object', {
      method: 'DELETE',
      path: `${THEIRS}redirects/999/`,
      expect: hidden(403, NO_PERMISSION),
    }),
    row('permission: before the media type', {
      method: 'POST',
      path: `${THEIRS}redirects/`,
      headers: XML,
      body: '<a/>',
      expect: hidden(403, NO_PERMISSION),
    }),
    row('permission: before the fields', {
      method: 'POST',
      path: `${THEIRS}environmentvariables/`,
      body: {},
      expect: hidden(403, NO_PERMISSION),
    }),
    row('permission: before the filters', {
      path: `${THEIRS}versions/?privacy_level=x`,
      expect: hidden(403, NO_PERMISSION),
    }),

    // 6 before 7 and 8
    row('the method: before the object', {
      method: 'PATCH',
      path: `${PIP}environmentvariables/999/`,
      expect: hidden(405, { detail: 'Method "PATCH" not allowed.' }),
    }),
    row('the method: before the body', {
      method: 'POST',
      path: `${PIP}versions/`,
      headers: XML,
      body: '<a/>',
      expect: hidden(405, { detail: 'Method "POST" not allowed.' }),
    }),

    // 7 before 8
    ...['PUT', 'PATCH'].flatMap((method) =>
      ['redirects/999/', 'versions/nope/', 'version/nope/'].flatMap((path) => [
        row('the object: before the media type', {
          method,
          path: PIP + path,
          headers: XML,
          body: '<a/>',
          expect: hidden(404, NOT_FOUND),
        }),
        row('the object: before the JSON', {
          method,
          path: PIP + path,
          body: '{',
          expect: hidden(404, NOT_FOUND),
        }),
        row('the object: before the fields', {
          method,
          path: PIP + path,
          body: { type: 'x', active: 'x' },
          expect: hidden(404, NOT_FOUND),
        }),
      ]),
    ),

    // 8
    row('the media type: before what is in the body', {
      method: 'POST',
      path: PROJECTS,
      headers: XML,
      body: '{',
      expect: hidden(415, NOT_XML),
    }),
    row('the JSON: before the fields', {
      method: 'PATCH',
      path: PIP,
      body: '{"name":',
      expect: { status: 400, body: { detail: expect.stringMatching(/^JSON parse error - /) } },
    }),
    row('a body that nobody asks for is not read', {
      method: 'POST',
      path: `${PIP}versions/latest/builds/`,
      headers: XML,
      body: '{',
      expect: { status: 202 },
    }),
    row('nor is that of a DELETE', {
      method: 'DELETE',
      path: `${PIP}redirects/5/`,
      headers: XML,
      body: '{',
      expect: { status: 204, text: '' },
    }),
  ],
  { seed: SAMPLE_SEED },
);
