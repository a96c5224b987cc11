import fc from 'fast-check';
import { expect } from 'vitest';
import { openapiDocument } from '../../../src-server/api/openapi/openapi.ts';
import { resources } from '../../../src-server/api/resources.ts';
import type { Answer, ApiServer, RequestOptions } from '../../support/api/api-server.ts';
import type { JsonObject } from '../../support/api/schema-checker.ts';
import { servedRoutes } from '../../support/api/served-routes.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** The same inputs in every run, unless told otherwise: LECTERN_FUZZ_SEED=1 LECTERN_FUZZ_RUNS=5000. */
export const FUZZ = {
  seed: Number(process.env.LECTERN_FUZZ_SEED ?? 20_260_101),
  numRuns: Number(process.env.LECTERN_FUZZ_RUNS ?? propertyRuns(15, 500)),
};

/** Every path of the OpenAPI document that takes the method, as it is for SAMPLE_SEED. */
export function pathsWithMethod(method: string): string[] {
  return servedRoutes(openapiDocument(resources, { version: '0' }) as JsonObject)
    .filter((route) => route.method === method)
    .map((route) => route.path());
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const FIELDS = [
  '',
  ...words(`name repository homepage language programming_language default_version default_branch analytics_code
    single_version show_version_warning active child alias type from_url to_url value url id pk slug users
    non_field_errors __proto__ constructor`),
];

/** Values that are right somewhere, or wrong in a way that has hurt somebody before. */
const WORDS = [
  ...words(`git hg page exact prefix sphinx_html pip plugin theirs latest en pt_BR py A_1 Pip on /srv/r /a.html
    https://example.com/ https://github.com/a/b git@example.com:a/b ../.. %00 %zz ';-- <b> é __proto__ toString
    READTHEDOCS_X __x - !!!`),
  ...['', ' ', '\t', '\0', 'a\0b', '\ud800', '\udc00x', '\u{1f600}', '\u202e'],
  ...[64, 256, 2049].map((length) => 'x'.repeat(length)),
];
const NUMBERS = [0, -0, 1, -1, 2, 0.5, 1e21, 1e308, -1e-7, 2 ** 53, Number.MAX_SAFE_INTEGER];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...WORDS),
  fc.constantFrom<unknown>(...NUMBERS),
  fc.constantFrom<unknown>(true, false, null, [], {}, [[]], [null]),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const pair = fc.tuple(fc.constantFrom(...FIELDS), scalar);

/** Written by hand, so that `__proto__` is a key like others and a key may come twice. */
function objectText(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`;
}
function textOf(value: unknown): string {
  return value instanceof RawJson ? value.text : JSON.stringify(value);
}
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const inner = fc.array(pair, { maxLength: 4 }).map((entries) => new RawJson(objectText(entries)));
const member = fc.tuple(fc.constantFrom(...FIELDS), fc.oneof({ weight: 3, arbitrary: scalar }, inner));

/** A text of JSON: most are objects that a write could take, some are anything. */
export const jsonText = fc.oneof(
  { weight: 4, arbitrary: fc.array(member, { maxLength: 8 }).map(objectText) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4, stringUnit: 'binary' }) },
);

const fullBody = (...names: readonly string[]) =>
  fc
    .tuple(...names.map(() => fc.oneof({ weight: 2, arbitrary: scalar }, inner)))
    .map((values) => objectText(names.map((name, at) => [name, values[at]])));

/** A project's body with the repository that it needs, so that the other fields are reached. */
const projectBody = fc
  .array(member, { maxLength: 6 })
  .map((entries) =>
    objectText([
      ['name', `Project ${entries.length}`],
      ['repository', { url: 'https://example.com/r', type: 'git' }],
      ['homepage', 'https://example.com/'],
      ...entries,
    ]),
  );

/** Bodies close to what each kind of write takes. */
export const validText = fc.oneof(
  jsonText,
  projectBody,
  fullBody('type', 'from_url', 'to_url'),
  fullBody('name', 'value'),
  fullBody('child', 'alias'),
  fullBody('active'),
);

const queryValue = fc.oneof(
  fc.constantFrom(...WORDS.filter((word) => word.isWellFormed()).map((word) => encodeURIComponent(word))),
  fc.constantFrom(...words('true false 1 0 -1 1e3 % %ff %00 + a,b .. . , ,, json api x'), '9'.repeat(400)),
  fc.constantFrom(
    ...words('~all * active_versions active_versions.last_build.config last_build config a.b.c'),
  ),
  fc.constantFrom(...words('id slug _links urls.home child.slug constructor')),
  fc.stringMatching(/^[!-"$-~]{0,12}$/),
);
const queryName = fc.constantFrom(
  '',
  ...words(`limit offset fields omit expand format language programming_language active built uploaded
    verbose_name privacy_level running commit slug project__slug version token __proto__ hasOwnProperty % a[b]
    limit%00`),
);

/** What may follow a question mark. */
export const query = fc
  .array(fc.tuple(queryName, fc.option(queryValue, { nil: undefined })), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join('&'));

/** One piece of a path. */
export const segment = fc.oneof(
  fc.constantFrom(...words('pip plug theirs nope latest 10 1 3 5 7 99999999999999999999 -1 1.0')),
  fc.constantFrom('', ...words('.. . %2e%2e %2F %5c %00 %zz %ff % __proto__ constructor * :id')),
  fc.constantFrom(
    ...words('versions version builds subprojects redirects environmentvariables superproject'),
  ),
  fc.constantFrom(
    ...words('translations sync-versions badge commands active_versions project projects build'),
  ),
  fc.stringMatching(/^[!-"$-.0->@-~]{0,12}$/),
);

/** Sends what must be answered in good order, and changes nothing when it is refused. @throws AssertionError */
export async function checkAnswer(
  api: ApiServer,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<Answer> {
  const before = api.digest();
  const answer = await api.request(method, path, options);
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status >= 400 || method === 'GET') expect(api.digest(), `after ${answer.status}`).toBe(before);
  return answer;
}

/** What was taken can be read again, through every door. @throws AssertionError */
export async function allReadable(api: ApiServer): Promise<void> {
  const pip = '/api/v3/projects/pip/';
  const nested = [
    '',
    'versions/',
    'builds/',
    'subprojects/',
    'translations/',
    'redirects/',
    'environmentvariables/',
  ];
  const paths = [
    '/api/v3/projects/?limit=1000&expand=~all',
    ...nested.map((path) => `${pip}${path}?limit=1000`),
  ];
  for (const path of paths) {
    for (const accept of ['application/json', 'text/html']) {
      const { status, text } = await api.request('GET', path, { user: 'alice', headers: { accept } });
      expect(status, text).toBe(200);
    }
  }
  for (const path of ['project/', 'version/', 'build/']) {
    expect((await api.request('GET', `/api/v2/${path}?limit=1000`)).status).toBe(200);
  }
}
