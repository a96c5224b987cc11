import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { FLEX_SEED } from './v3-flex-fixture.ts';

/*
 * Any `fields`, `omit` and `expand` against behaviour.md 5, told once more in the plainest way: take the answer with
 * everything in it, leave out what was not expanded, then what was not asked for.
 */

type Item = { readonly [key: string]: unknown };
type Query = Readonly<Record<'fields' | 'omit' | 'expand', string>>;
type Expandable = { readonly [name: string]: Expandable };

const PIP = '/api/v3/projects/pip/';
const BUILD: Expandable = { config: {} };
const VERSION: Expandable = { last_build: BUILD };
const PROJECT: Expandable = { active_versions: VERSION };
const NOTHING: Expandable = {};

/** Path, what can be expanded, whether it is a list, and who reads it. */
const RESOURCES: readonly (readonly [string, Expandable, 'list' | 'detail', string])[] = [
  [PIP, PROJECT, 'detail', 'alice'],
  ['/api/v3/projects/', PROJECT, 'list', 'bob'],
  [`${PIP}versions/latest/`, VERSION, 'detail', 'stranger'],
  [`${PIP}versions/`, VERSION, 'list', 'alice'],
  [`${PIP}builds/1000/`, BUILD, 'detail', 'alice'],
  [`${PIP}builds/`, BUILD, 'list', 'alice'],
  [`${PIP}versions/latest/builds/`, BUILD, 'list', 'alice'],
  [`${PIP}versions/latest/builds/1001/`, BUILD, 'detail', 'bob'],
  ['/api/v3/projects/pip-plugin/superproject/', PROJECT, 'detail', 'alice'],
  [`${PIP}translations/`, NOTHING, 'list', 'alice'],
  [`${PIP}subprojects/`, NOTHING, 'list', 'alice'],
  [`${PIP}subprojects/plug/`, NOTHING, 'detail', 'alice'],
  [`${PIP}redirects/`, NOTHING, 'list', 'alice'],
  [`${PIP}redirects/5/`, NOTHING, 'detail', 'alice'],
  [`${PIP}environmentvariables/`, NOTHING, 'list', 'bob'],
  [`${PIP}environmentvariables/3/`, NOTHING, 'detail', 'alice'],
];

const split = (value: string): readonly string[] => (value === '' ? [] : value.split(','));

/** Every path that can be expanded: a, a.b, a.b.c. */
function pathsOf(expandable: Expandable, prefix = ''): string[] {
  return Object.entries(expandable).flatMap(([name, inner]) => [
    prefix + name,
    ...pathsOf(inner, `${prefix}${name}.`),
  ]);
}

/** The paths that are expanded, each with all that stand before it. */
function expandedBy(value: string, expandable: Expandable, kind: 'list' | 'detail'): ReadonlySet<string> {
  const permitted = pathsOf(expandable);
  const found = split(value).flatMap((requested): readonly string[] => {
    if (kind === 'list')
      return requested === '~all' || requested === '*'
        ? permitted
        : permitted.filter((path) => path === requested);
    const whole = requested.replace(/(^|\.)(~all|\*)$/, '');
    const children = permitted.filter(
      (path) =>
        requested !== whole &&
        path.startsWith(whole && `${whole}.`) &&
        path.split('.').length === split(whole.replaceAll('.', ',')).length + 1,
    );
    const matching = permitted.filter((path) => whole === path || whole.startsWith(`${path}.`));
    return [...children, ...matching];
  });
  return new Set(
    found.flatMap((path) => path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))),
  );
}

/** What stands below `name` in each of these dotted paths. */
const below = (paths: readonly string[], name: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

function model(item: Item, expandable: Expandable, expanded: ReadonlySet<string>, query: Query): Item {
  function part(
    value: Item,
    inner: Expandable,
    prefix: string,
    fields: readonly string[],
    omit: readonly string[],
  ): Item {
    const entries = Object.entries(value).flatMap(
      ([name, member]): readonly (readonly [string, unknown])[] => {
        const path = prefix + name;
        const further = inner[name];
        if (further && !expanded.has(path)) return [];
        if (omit.includes(name)) return [];
        if (fields.length > 0 && !fields.includes(name) && below(fields, name).length === 0) return [];
        if (!further || member === null || name === 'config') return [[name, member]];
        const deeper = (one: unknown) =>
          part(one as Item, further, `${path}.`, below(fields, name), below(omit, name));
        if (name !== 'active_versions') return [[name, deeper(member)]];
        return [
          [
            name,
            Object.fromEntries(Object.entries(member as Item).map(([slug, one]) => [slug, deeper(one)])),
          ],
        ];
      },
    );
    return Object.fromEntries(entries);
  }
  return part(item, expandable, '', split(query.fields), split(query.omit));
}

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: FLEX_SEED });
});
afterAll(() => api.close());

async function read(path: string, user: string, query: Partial<Query> = {}): Promise<unknown> {
  const target = `${path}?${new URLSearchParams(query)}`;
  const { status, json, text } = await api.request('GET', target, { user });
  expect({ target, status, text }).toMatchObject({ status: 200 });
  return json;
}

/** Comma-separated names that mean something here, mixed with some that do not. */
function listOf(names: readonly string[]): fc.Arbitrary<string> {
  const garbage = fc.constantFrom(
    'nope',
    '',
    ' id',
    'ID',
    'urls.home',
    'a.b.c',
    '__proto__',
    'toString',
    '~all',
    '*',
  );
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: garbage },
  );
  return fc.array(name, { maxLength: 5 }).map((all) => all.join(','));
}

/** Every path that an answer has through what is expanded in it. */
function namesIn(item: Item, expandable: Expandable, prefix = ''): string[] {
  return Object.entries(item).flatMap(([name, member]) => {
    const further = expandable[name];
    const own = prefix + name;
    if (!further || typeof member !== 'object' || member === null || name === 'config') return [own];
    const inner = name === 'active_versions' ? Object.values(member).find((one) => one.last_build) : member;
    return [own, ...namesIn(inner as Item, further, `${own}.`)];
  });
}

describe('any fields, omit and expand', () => {
  test.each(RESOURCES)('of %s', async (path, expandable, kind, user) => {
    const deep = pathsOf(expandable).join(',');
    const whole = await read(path, user, { expand: deep });
    const first = (kind === 'list' ? member(whole, 'results', 0) : whole) as Item;
    const names = namesIn(first, expandable);
    const ways = [
      ...pathsOf(expandable),
      ...(kind === 'detail' ? pathsOf(expandable).map((at) => `${at}.~all`) : []),
      '~all',
      '*',
    ];
    const query = fc.record({
      fields: fc.oneof(fc.constant(''), listOf(names)),
      omit: fc.oneof(fc.constant(''), listOf(names)),
      expand: fc.oneof(fc.constant(deep), listOf(ways)),
    });
    await fc.assert(
      fc.asyncProperty(query, async (requested) => {
        const expanded = expandedBy(requested.expand, expandable, kind);
        const selected = (item: unknown) => model(item as Item, expandable, expanded, requested);
        const expected =
          kind === 'detail'
            ? selected(whole)
            : { ...(whole as Item), results: (member(whole, 'results') as unknown[]).map(selected) };
        expect(await read(path, user, requested)).toEqual(expected);
      }),
      { numRuns: propertyRuns(20, 300) },
    );
  });
});
