import { expect } from 'vitest';
import { REDIRECT_TYPES, type RedirectType } from '../../../../src-server/model/redirects/rules/rule-2020.ts';
import { type Scenario, scenarios } from '../../../support/api/scenarios.ts';
import { SAMPLE_SEED } from '../../../support/sample-seed.ts';

const REDIRECTS = '/api/v3/projects/pip/redirects/';
const REQUIRED = ['This field is required.'];

/** Which addresses a type needs (service.md, "Rules for redirects"; behaviour.md 12). */
const NEEDS: Readonly<Record<RedirectType, { readonly from: boolean; readonly to: boolean }>> = {
  prefix: { from: true, to: false },
  page: { from: true, to: true },
  exact: { from: true, to: true },
  sphinx_html: { from: false, to: false },
  sphinx_htmldir: { from: false, to: false },
};

const FROM = [undefined, null, '', ' \t', '/from.html'];
const TO = [undefined, null, '', ' \n', '/to.html'];

type Urls = { readonly from_url?: string | null | undefined; readonly to_url?: string | null | undefined };
const has = (url: string | null | undefined): boolean => (url ?? '').trim() !== '';

/** What comes of a whole redirect, given its type and addresses. */
function outcome(type: RedirectType, { from_url, to_url }: Urls, success: number): Scenario['expect'] {
  const needs = NEEDS[type];
  const errors = {
    ...(needs.from && !has(from_url) ? { from_url: REQUIRED } : {}),
    ...(needs.to && !has(to_url) ? { to_url: REQUIRED } : {}),
  };
  if (Object.keys(errors).length > 0) return { status: 400, body: errors };
  const partial = { type, from_url: needs.from ? from_url : null, to_url: needs.to ? to_url : null };
  return { status: success, partial };
}

const addresses: readonly Urls[] = FROM.flatMap((from_url) => TO.map((to_url) => ({ from_url, to_url })));
const putRows = REDIRECT_TYPES.flatMap((type) =>
  addresses.flatMap((urls): Scenario[] => {
    const body = { type, ...urls };
    const name = JSON.stringify(body);
    return [
      { name, as: 'alice', method: 'POST', path: REDIRECTS, body, expect: outcome(type, urls, 201) },
      { name, as: 'alice', method: 'PUT', path: `${REDIRECTS}5/`, body, expect: outcome(type, urls, 200) },
    ];
  }),
);
scenarios('a whole redirect of each type', putRows, { seed: SAMPLE_SEED });

/** A redirect of each type to begin a PATCH from. */
const START: Readonly<Record<RedirectType, Urls>> = {
  prefix: { from_url: '/p/', to_url: null },
  page: { from_url: '/a', to_url: '/b' },
  exact: { from_url: '/c', to_url: '/d' },
  sphinx_html: { from_url: null, to_url: null },
  sphinx_htmldir: { from_url: null, to_url: null },
};

const patched = (start: Urls, patch: Urls): Urls => ({
  from_url: patch.from_url === undefined ? start.from_url : patch.from_url,
  to_url: patch.to_url === undefined ? start.to_url : patch.to_url,
});
const patchRows = REDIRECT_TYPES.flatMap((before) =>
  [undefined, ...REDIRECT_TYPES].flatMap((type) =>
    [{}, { to_url: '/new' }, { from_url: '/new' }, { from_url: '', to_url: null }].map(
      (urls: Urls): Scenario => ({
        name: `${before} with ${JSON.stringify({ type, ...urls })}`,
        as: 'alice',
        method: 'PATCH',
        path: `${REDIRECTS}5/`,
        body: { type, ...urls },
        before: async (api) => {
          const body = { type: before, ...START[before] };
          expect((await api.request('PUT', `${REDIRECTS}5/`, { user: 'alice', body })).status).toBe(200);
        },
        expect: outcome(type ?? before, patched(START[before], urls), 200),
      }),
    ),
  ),
);
scenarios('a part of a redirect of each type', patchRows, { seed: SAMPLE_SEED });

const NOT_WEB = ['Only http:// and https:// URLs can be given. A path begins with a slash.'];
/** What no reader can be sent to. */
const NO_TARGETS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001data:text/html,x',
  'ftp://example.org/',
  'mailto:mira@example.org',
  'http:/x',
  'https:evil.example',
];
const badTargets = (['exact', 'page'] as const).flatMap((type) =>
  NO_TARGETS.map((to_url) => [{ type, from_url: '/a', to_url }, { to_url: NOT_WEB }] as const),
);

const longest = [`Ensure this field has no more than 255 characters.`];
const FIELDS: readonly (readonly [body: unknown, errors: object])[] = [
  [{ type: 'foo', from_url: '/a', to_url: '/b' }, { type: ['"foo" is not a valid choice.'] }],
  [{ type: 'Page', from_url: '/a', to_url: '/b' }, { type: ['"Page" is not a valid choice.'] }],
  [{ type: 'clean_url_to_html' }, { type: ['"clean_url_to_html" is not a valid choice.'] }],
  [{ type: '' }, { type: ['"" is not a valid choice.'] }],
  [{ type: null }, { type: ['This field may not be null.'] }],
  [{ type: 5 }, { type: ['"5" is not a valid choice.'] }],
  [{ type: ['page'] }, { type: [`"['page']" is not a valid choice.`] }],
  [{ type: '__proto__' }, { type: ['"__proto__" is not a valid choice.'] }],
  [{ type: 'toString' }, { type: ['"toString" is not a valid choice.'] }],
  [{ type: 'page', from_url: true, to_url: '/b' }, { from_url: ['Not a valid string.'] }],
  [{ type: 'page', from_url: '/a', to_url: {} }, { to_url: ['Not a valid string.'] }],
  [
    { type: 'page', from_url: 'x'.repeat(256), to_url: 'x'.repeat(256) },
    { from_url: longest, to_url: longest },
  ],
  [{ type: 'sphinx_html', from_url: 'x'.repeat(256) }, { from_url: longest }],
  [{ type: 'page', from_url: '/a\0', to_url: '/b' }, { from_url: ['Null characters are not allowed.'] }],
  [
    { type: 'page', from_url: '/a', to_url: '/\ud800' },
    { to_url: ['Surrogate characters are not allowed: U+D800.'] },
  ],
  [
    { type: 'x', from_url: [], to_url: 0.5 },
    { type: ['"x" is not a valid choice.'], from_url: ['Not a valid string.'] },
  ],
  ...badTargets,
  [[], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
];
scenarios(
  'fields of a redirect',
  [
    ...[['POST', ''] as const, ['PUT', '5/'] as const, ['PATCH', '5/'] as const].flatMap(([method, id]) =>
      FIELDS.map(
        ([body, errors]): Scenario => ({
          name: JSON.stringify(body).slice(0, 80),
          as: 'alice',
          method,
          path: REDIRECTS + id,
          body,
          expect: { status: 400, body: errors },
        }),
      ),
    ),
    ...[['POST', ''] as const, ['PUT', '5/'] as const].map(
      ([method, id]): Scenario => ({
        name: 'no type',
        as: 'alice',
        method,
        path: REDIRECTS + id,
        body: { from_url: '/a', to_url: '/b' },
        expect: { status: 400, body: { type: REQUIRED } },
      }),
    ),
    {
      name: 'no type, and nothing else',
      as: 'alice',
      method: 'POST',
      path: REDIRECTS,
      body: {},
      expect: { status: 400, body: { type: REQUIRED } },
    },
    ...[
      'x'.repeat(255),
      '\u{1f600}'.repeat(255),
      '/a b',
      'https://example.com/',
      '/$rest',
      '//evil',
      '/a:b',
      '/a//b',
      '5',
    ].map(
      (url): Scenario => ({
        name: `an address such as ${url.slice(0, 20)}`,
        as: 'alice',
        method: 'POST',
        path: REDIRECTS,
        body: { type: 'exact', from_url: url, to_url: ` ${url} ` },
        expect: { status: 201, partial: { from_url: url, to_url: url } },
      }),
    ),
    {
      name: 'what its type has no use for',
      as: 'alice',
      method: 'POST',
      path: REDIRECTS,
      body: { type: 'prefix', from_url: '//a', to_url: '//b' },
      expect: { status: 201, partial: { from_url: '//a', to_url: null } },
    },
    {
      name: 'a number',
      as: 'alice',
      method: 'POST',
      path: REDIRECTS,
      body: { type: 'page', from_url: 404, to_url: '/b' },
      expect: { status: 201, partial: { from_url: '404' } },
    },
  ],
  { seed: SAMPLE_SEED },
);
