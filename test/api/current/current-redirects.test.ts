import { expect } from 'vitest';
import { REQUIRED } from '../../../src-server/model/base/fields.ts';
import { member } from '../../support/api/api-server.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import { CURRENT, missing, NO_CREDENTIALS, NO_PERMISSION, noMatch, OWN, P } from './current-fixture.ts';

const REDIRECTS = `${OWN}redirects/`;
const NULL = 'This field may not be null.';
const LINK = 'See https://blog.readthedocs.com/new-improvements-to-redirects/.';

function create(name: string, body: object, expected: Scenario['expect']): Scenario {
  return { name, as: 'alice', method: 'POST', path: REDIRECTS, body, expect: expected };
}

function refused(name: string, body: object, answer: unknown): Scenario {
  return create(name, body, { status: 400, body: answer });
}

/** Checks the order that the list has, by `from_url` or type. */
function order(...wanted: readonly string[]): Pick<Scenario, 'after'> {
  return {
    async after(api) {
      const { json } = await api.request('GET', `${REDIRECTS}?limit=100`, { user: 'alice' });
      const results = member(json, 'results') as {
        from_url: string | null;
        type: string;
        position: number;
      }[];
      expect(results.map(({ from_url, type }) => from_url ?? type)).toEqual(wanted);
      expect(results.map(({ position }) => position)).toEqual(wanted.map((_, index) => index));
    },
  };
}

scenarios(
  'redirects of today',
  [
    {
      name: 'one of 2020 is shown in the words of today',
      as: 'alice',
      method: 'GET',
      path: REDIRECTS,
      expect: {
        status: 200,
        body: {
          count: 1,
          next: null,
          previous: null,
          results: [
            {
              _links: {
                _self: expect.stringMatching(/^http:\/\/.*\/api\/v3\/projects\/own\/redirects\/10\/$/),
                project: expect.stringMatching(/^http:\/\/.*\/api\/v3\/projects\/own\/$/),
              },
              created: expect.any(String),
              description: null,
              enabled: true,
              force: false,
              from_url: '/a.html',
              http_status: 302,
              modified: expect.any(String),
              pk: 10,
              position: 0,
              project: 'own',
              to_url: '/b.html',
              type: 'page',
            },
          ],
        },
      },
    },
    { as: 'nobody', method: 'GET', path: REDIRECTS, expect: { status: 401, body: NO_CREDENTIALS } },
    {
      as: 'alice',
      method: 'GET',
      path: `${P}open/redirects/`,
      expect: { status: 403, body: NO_PERMISSION },
    },
    missing('alice', `${P}x/redirects/`, 'Project'),
    missing('alice', `${REDIRECTS}20/`, 'Redirect'),
    {
      name: 'an id that is no number has the plain text',
      as: 'alice',
      method: 'GET',
      path: `${REDIRECTS}abc/`,
      expect: { status: 404, body: { detail: 'Not found.' } },
    },
    {
      ...create(
        'a new one goes in front; its from_url is normalised',
        { type: 'page', from_url: 'guide//', to_url: 'manual/' },
        { status: 201, partial: { from_url: '/guide', to_url: '/manual/', position: 0, http_status: 302 } },
      ),
      ...order('/guide', '/a.html'),
    },
    {
      ...create(
        'one with a position goes there',
        {
          type: 'exact',
          from_url: '/x/*',
          to_url: 'https://example.com/:splat',
          position: 1,
          http_status: '301',
        },
        { status: 201, partial: { position: 1, http_status: 301, to_url: 'https://example.com/:splat' } },
      ),
      ...order('/guide', '/x/*', '/a.html'),
    },
    {
      ...create(
        'a position beyond the end is the end',
        { type: 'clean_url_to_html', position: 99, from_url: '/ignored', force: true, enabled: false },
        {
          status: 201,
          partial: { position: 3, from_url: '', to_url: '', force: true, enabled: false },
        },
      ),
      ...order('/guide', '/x/*', '/a.html', 'clean_url_to_html'),
    },
    {
      name: 'types without URLs have null when they are read',
      as: 'alice',
      method: 'GET',
      path: `${REDIRECTS}?offset=3`,
      expect: { status: 200, partial: { results: [{ from_url: null, to_url: null }] } },
    },
    refused('a second one of a clean type', { type: 'clean_url_to_html' }, [
      'Only one redirect of type `clean_url_to_html` is allowed per project.',
    ]),
    refused('no type', {}, { type: [REQUIRED] }),
    refused('null as type and position', { type: null, position: null }, { position: [NULL], type: [NULL] }),
    refused('a type that does not exist', { type: 'foo' }, { type: ['"foo" is not a valid choice.'] }),
    refused(
      'an old type: prefix',
      { type: 'prefix', from_url: '/a' },
      {
        type: [
          `Prefix redirects have been removed. Please use an exact redirect \`/prefix/*\` instead. ${LINK}`,
        ],
      },
    ),
    refused(
      'an old type: sphinx_html',
      { type: 'sphinx_html' },
      { type: [`sphinx_html redirect has been renamed to clean_url_to_html. ${LINK}`] },
    ),
    refused(
      'an old type: sphinx_htmldir',
      { type: 'sphinx_htmldir' },
      { type: [`sphinx_htmldir redirect has been renamed to html_to_clean_url. ${LINK}`] },
    ),
    refused(
      'another status',
      { type: 'page', http_status: 307 },
      { http_status: ['"307" is not a valid choice.'] },
    ),
    refused(
      'a position below zero',
      { type: 'page', position: -1 },
      { position: ['Ensure this value is greater than or equal to 0.'] },
    ),
    refused(
      'a position that is no number',
      { type: 'page', position: 'x' },
      { position: ['A valid integer is required.'] },
    ),
    refused(
      'too long a URL',
      { type: 'page', from_url: `/${'a'.repeat(255)}` },
      { from_url: ['Ensure this field has no more than 255 characters.'] },
    ),
    refused('the old wildcard', { type: 'exact', from_url: '/a/$rest', to_url: '/b/' }, [
      'The $rest wildcard has been removed in favor of *.',
    ]),
    refused('a wildcard inside', { type: 'exact', from_url: '/a*b', to_url: '/b/' }, [
      'The * wildcard must be at the end of the path.',
    ]),
    refused('a splat without a wildcard', { type: 'exact', from_url: '/a', to_url: '/b/:splat' }, [
      'The * wildcard must be at the end of from_url to use the :splat placeholder in to_url.',
    ]),
    {
      ...create('no URLs at all are the root', { type: 'page' }, { status: 201, partial: { from_url: '/' } }),
      ...order('/', '/guide', '/x/*', '/a.html', 'clean_url_to_html'),
    },
    {
      name: 'a position may be a whole number with a point',
      as: 'alice',
      method: 'PATCH',
      path: `${REDIRECTS}10/`,
      body: { position: '4.0' },
      expect: { status: 200, partial: { position: 4 } },
      ...order('/', '/guide', '/x/*', 'clean_url_to_html', '/a.html'),
    },
    {
      name: 'a partial update of a redirect of 2020 keeps what it was written in',
      as: 'alice',
      method: 'PATCH',
      path: `${REDIRECTS}10/`,
      body: { description: 'moved', http_status: 301, position: 0 },
      expect: { status: 200, partial: { description: 'moved', http_status: 301, position: 0, type: 'page' } },
      after(api) {
        expect(api.lectern.store.redirects.byId(10)).toMatchObject({ dialect: '2020', httpStatus: 301 });
      },
    },
    {
      name: 'a full update needs the type',
      as: 'alice',
      method: 'PUT',
      path: `${REDIRECTS}10/`,
      body: { from_url: '/z' },
      expect: { status: 400, body: { type: [REQUIRED] } },
    },
    {
      name: 'a full update writes it in the words of today',
      as: 'alice',
      method: 'PUT',
      path: `${REDIRECTS}10/`,
      body: { type: 'page', from_url: '/z/*', position: 2 },
      expect: { status: 200, partial: { from_url: '/z/*', to_url: '/b.html', position: 2 } },
      after(api) {
        expect(api.lectern.store.redirects.byId(10)).toMatchObject({
          dialect: 'current',
          has2020Form: false,
        });
      },
    },
    {
      as: 'alice',
      method: 'DELETE',
      path: `${REDIRECTS}10/`,
      expect: { status: 204 },
      ...order('/', '/guide', '/x/*', 'clean_url_to_html'),
    },
    {
      as: 'alice',
      method: 'DELETE',
      path: `${REDIRECTS}10/`,
      expect: { status: 404, body: noMatch('Redirect') },
    },
    {
      name: 'the hundred-and-first is refused',
      as: 'alice',
      method: 'POST',
      path: REDIRECTS,
      body: { type: 'page', from_url: '/one-more' },
      async before(api) {
        for (let count = 4; count < 100; count += 1)
          await api.request('POST', REDIRECTS, {
            user: 'alice',
            body: { type: 'page', from_url: `/${count}` },
          });
      },
      expect: {
        status: 400,
        body: [
          'This project has reached the limit of 100 redirects. Consider replacing some of your redirects with a wildcard redirect.',
        ],
      },
    },
  ],
  CURRENT,
);

scenarios(
  'redirects of today in the words of 2020',
  [
    {
      name: 'those that have a form are listed in it, the others are absent',
      as: 'alice',
      method: 'GET',
      path: REDIRECTS,
      before(api) {
        const { currentRedirects } = api.lectern.services;
        const actor = { kind: 'system', door: 'command' } as const;
        currentRedirects.create(actor, 'own', { type: 'html_to_clean_url' });
        currentRedirects.create(actor, 'own', { type: 'page', from_url: '/old/*', to_url: '/:splat' });
        currentRedirects.create(actor, 'own', { type: 'page', from_url: '/gone/*', to_url: '/here' });
        currentRedirects.create(actor, 'own', {
          type: 'exact',
          from_url: '/off',
          to_url: '/',
          enabled: false,
        });
      },
      expect: {
        status: 200,
        partial: {
          count: 3,
          results: [
            { type: 'prefix', from_url: '/old/', to_url: null },
            { type: 'sphinx_htmldir', from_url: null, to_url: null },
            { type: 'page', from_url: '/a.html', to_url: '/b.html' },
          ],
        },
      },
    },
    {
      name: 'an absent one is not found, and stays',
      as: 'alice',
      method: 'DELETE',
      path: (api) => {
        const absent = api.lectern.store.redirects
          .ofProject(10, { limit: 10, offset: 0 })
          .items.find(({ fromUrl }) => fromUrl === '/gone/*');
        return `${REDIRECTS}${absent?.id}/`;
      },
      expect: { status: 404, body: { detail: 'Not found.' } },
    },
  ],
  { seed: CURRENT.seed ?? {} },
);
