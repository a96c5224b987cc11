import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, member, startApi } from '../../support/api/api-server.ts';
import { propertyRuns } from '../../support/property-runs.ts';

type List = { count: number; next: string | null; previous: string | null; results: object[] };

const MAIN = '/api/v3/projects/main/';
const SIZE = 23;
const BUILDS = 1005;
const range = (length: number) => Array.from({ length }, (_, index) => index);
const repository = { url: 'https://example.org/x', type: 'git' };
const build = { state: 'finished', success: true, commit: 'c', duration: 1 };
const LANGUAGES = [
  'aa',
  'ab',
  'af',
  'am',
  'ar',
  'as',
  'ay',
  'az',
  'ba',
  'be',
  'bg',
  'bh',
  'bi',
  'bn',
  'bo',
  'br',
];
const MORE_LANGUAGES = ['ca', 'co', 'cs', 'cy', 'da', 'de', 'dz'];

const others = range(SIZE).flatMap((index) => [
  { slug: `child-${index}`, name: `Child ${index}`, users: ['alice'], repository },
  {
    slug: `translation-${index}`,
    name: `Translation ${index}`,
    users: ['alice'],
    repository,
    translation_of: 'main',
    language: [...LANGUAGES, ...MORE_LANGUAGES][index],
  },
]);

const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    {
      slug: 'main',
      name: 'Main',
      users: ['alice'],
      repository,
      versions: range(SIZE).map((index) => ({
        verbose_name: index === 0 ? 'latest' : `v${index % 7}.${index}`,
        identifier: 'x',
        type: 'branch',
        active: true,
        built: true,
        // All of one time, so that only the id keeps them in order.
        builds: range(index === 0 ? SIZE : 0).map(() => ({ created: '2020-01-01T00:00:00Z', ...build })),
      })),
      subprojects: range(SIZE).map((index) => ({ child: `child-${index}` })),
      redirects: range(SIZE).map((index) => ({ type: 'page', from_url: `/${index}`, to_url: '/' })),
      environment_variables: range(SIZE).map((index) => ({ name: `V${index}`, value: 'x' })),
    },
    ...others,
    {
      slug: 'zz-many',
      name: 'Many',
      users: ['alice'],
      repository,
      versions: [
        {
          verbose_name: 'latest',
          identifier: 'x',
          type: 'branch',
          active: true,
          built: true,
          builds: range(BUILDS).map((index) => ({
            id: 10_000 + index,
            created: '2020-01-01T00:00:00Z',
            ...build,
          })),
        },
      ],
    },
  ],
};

/** Every list of v3: its path, how long it is, and what tells its items apart. */
const LISTS = [
  ['/api/v3/projects/', 2 * SIZE + 2, 'slug'],
  [`${MAIN}versions/`, SIZE, 'slug'],
  [`${MAIN}builds/`, SIZE, 'id'],
  [`${MAIN}versions/latest/builds/`, SIZE, 'id'],
  [`${MAIN}subprojects/`, SIZE, 'alias'],
  [`${MAIN}translations/`, SIZE, 'slug'],
  [`${MAIN}redirects/`, SIZE, 'pk'],
  [`${MAIN}environmentvariables/`, SIZE, 'pk'],
] as const;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ seed: SEED });
});
afterAll(() => api.close());

async function read(target: string): Promise<List> {
  const { status, json, text } = await api.request('GET', target.replace(api.url, ''), { user: 'alice' });
  expect({ status, text }).toMatchObject({ status: 200 });
  return json as List;
}

/** What a parameter means: a whole number that may be used, or undefined. */
function parseInteger(values: readonly string[]): bigint | undefined {
  const last = values.at(-1);
  return last !== undefined && /^\d+$/.test(last) ? BigInt(last) : undefined;
}

/** The page that behaviour.md 4 describes, by its own words. */
function expected(path: string, query: URLSearchParams, count: number) {
  const requestedLimit = parseInteger(query.getAll('limit')) ?? 0n;
  const limit = requestedLimit === 0n ? 10n : requestedLimit > 1000n ? 1000n : requestedLimit;
  const offset = parseInteger(query.getAll('offset')) ?? 0n;
  const link = (to: bigint): string => {
    const others = [...query].filter(([name]) => name !== 'limit' && name !== 'offset');
    const all = [...others, ['limit', String(limit)], ...(to > 0n ? [['offset', String(to)]] : [])];
    // Array.sort is stable: values of one name keep their order.
    const sorted = all.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
    return `${api.url}${path}?${new URLSearchParams(sorted as [string, string][])}`;
  };
  const total = BigInt(count);
  return {
    count,
    next: offset + limit < total ? link(offset + limit) : null,
    previous: offset > 0n ? link(offset > limit ? offset - limit : 0n) : null,
    from: offset > total ? count : Number(offset),
    to: offset + limit > total ? count : Number(offset + limit),
  };
}

const fullLists = new Map<string, List>();
async function readFullList(path: string): Promise<List> {
  const known = fullLists.get(path) ?? (await read(`${path}?limit=1000`));
  fullLists.set(path, known);
  return known;
}

async function verify(path: string, query: URLSearchParams): Promise<void> {
  const { results, count } = await readFullList(path);
  const { from, to, ...envelope } = expected(path, query, count);
  const text = query.toString();
  expect(await read(text === '' ? path : `${path}?${text}`)).toEqual({
    ...envelope,
    results: results.slice(from, to),
  });
}

describe.each(LISTS)('%s', (path, count, key) => {
  test('is complete and has each item once', async () => {
    const list = await readFullList(path);
    expect(list).toMatchObject({ count, next: null, previous: null });
    expect(new Set(list.results.map((item) => member(item, key))).size).toBe(count);
  });

  test.each([
    '',
    'limit=10',
    'limit=0',
    'limit=-5',
    'limit=abc',
    'limit=',
    'limit=1.5',
    'limit=1e2',
    'limit=0x10',
    'limit=5abc',
    'limit=1001',
    'limit=9007199254740993',
    'limit=99999999999999999999999999',
    'limit=3&limit=7',
    'limit=7&limit=x',
    'limit=null&offset=undefined',
    'offset=5',
    'offset=-1',
    'offset=abc',
    'offset=',
    'offset=1.5',
    'offset=3&offset=9',
    'limit=5&offset=5',
    'limit=5&offset=3',
    'limit=4&offset=20',
    `limit=5&offset=${count}`,
    `limit=5&offset=${count - 1}`,
    `limit=5&offset=${count - 5}`,
    `limit=${count}`,
    `limit=${count - 1}`,
    'offset=1000000',
    'offset=9007199254740991',
    'offset=9007199254740993&limit=4',
    'offset=99999999999999999999999999',
    'zebra=1&a=&limit=2&a=x%20y&B=%C3%A9&offset=4',
    'format=json&limit=2',
  ])('?%s', (query) => verify(path, new URLSearchParams(query)));

  test('an offset beyond the largest double', () =>
    verify(path, new URLSearchParams({ offset: '9'.repeat(400) })));

  test('is covered by its pages without gaps or repeats, forwards and backwards', async () => {
    const { results } = await readFullList(path);
    for (const limit of [1, 4, 10, count]) {
      const forwards: object[] = [];
      let page = await read(`${path}?limit=${limit}`);
      forwards.push(...page.results);
      while (page.next !== null) {
        page = await read(page.next);
        forwards.push(...page.results);
      }
      expect(forwards).toEqual(results);
      const backwards = [...page.results];
      while (page.previous !== null) {
        page = await read(page.previous);
        backwards.unshift(...page.results);
      }
      expect(backwards).toEqual(results);
    }
  });
});

test('a page has at most 1000 items, and links to the next', async () => {
  const path = '/api/v3/projects/zz-many/builds/';
  for (const limit of ['1000', '1001', '5000', '18446744073709551616']) {
    const page = await read(`${path}?limit=${limit}`);
    expect(page.results.length).toBe(1000);
    expect(page.next).toBe(`${api.url}${path}?limit=1000&offset=1000`);
    const rest = await read(page.next ?? '');
    expect(rest.results.length).toBe(5);
    expect(rest.previous).toBe(`${api.url}${path}?limit=1000`);
  }
  const page = await read(`${path}?limit=999`);
  expect([page.results.length, page.next]).toEqual([999, `${api.url}${path}?limit=999&offset=999`]);
});

test('filters apply before paging and stay in the links to other pages', async () => {
  const first = await read(`${MAIN}builds/?running=false&limit=20&commit=c`);
  expect(first).toMatchObject({ count: SIZE, previous: null });
  expect(first.next).toBe(`${api.url}${MAIN}builds/?commit=c&limit=20&offset=20&running=false`);
  expect(await read(`${MAIN}builds/?running=true&limit=2`)).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  });
});

test('links have the host of the request', async () => {
  const { json } = await api.request('GET', `${MAIN}builds/?limit=5`, {
    user: 'alice',
    headers: { host: `localhost:${api.port}` },
  });
  expect(member(json, 'next')).toBe(`http://localhost:${api.port}${MAIN}builds/?limit=5&offset=5`);
});

const number = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map(String),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
  fc.integer({ min: -100, max: -1 }).map(String),
  fc.constantFrom(
    '',
    '0',
    'abc',
    '1.0',
    '1,0',
    'NaN',
    'Infinity',
    '१',
    '--1',
    '2 3',
    '%',
    '\0',
    "1' OR '1'='1",
  ),
);
const parameter = fc.oneof(
  fc.tuple(fc.constantFrom('limit', 'offset'), number),
  fc.tuple(fc.constantFrom('zebra', 'a', 'M', 'é', 'limits', '_'), fc.string({ maxLength: 5 })),
);

describe('any query', () => {
  test.each(LISTS)('of %s', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 6 }), (parameters) =>
        verify(path, new URLSearchParams(parameters)),
      ),
      { numRuns: propertyRuns(15, 200) },
    );
  });

  test('deep pages in any order, from cached positions', async () => {
    const path = '/api/v3/projects/zz-many/builds/';
    const ids = range(BUILDS).map((index) => 10_000 + BUILDS - 1 - index);
    const pages = fc.array(fc.tuple(fc.nat(BUILDS + 20), fc.integer({ min: 1, max: 30 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pages, async (requests) => {
        for (const [offset, limit] of requests) {
          const { results } = await read(`${path}?fields=id&limit=${limit}&offset=${offset}`);
          expect(results).toEqual(ids.slice(offset, offset + limit).map((id) => ({ id })));
        }
      }),
      { numRuns: propertyRuns(15, 200) },
    );
  });
});
