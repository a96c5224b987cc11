import { describe, expect, test } from 'vitest';
import { createBudget } from '../../../src-server/sync/client/budget.ts';
import { listAll } from '../../../src-server/sync/client/list-all.ts';
import { apiBaseOf, servicePath } from '../../../src-server/sync/client/service-address.ts';
import { type ClientOptions, createServiceClient } from '../../../src-server/sync/client/service-client.ts';
import { tryToken } from '../../../src-server/sync/client/try-token.ts';
import { testTime } from '../../support/sync/client-time.ts';
import { listPage, type ScriptedService, scriptedService } from '../../support/sync/scripted-service.ts';

const TOKEN = 'c0ffee00'.repeat(5);

function clientOf({ url }: Pick<ScriptedService, 'url'>, options: Partial<ClientOptions> = {}) {
  const time = testTime();
  const client = createServiceClient({
    ...{ address: url, token: TOKEN, userAgent: 'Lectern/1.2.3 (account ana)', time, random: () => 0 },
    ...{ budget: createBudget(() => null, time), ...options },
  });
  return { client, time };
}

describe('a request', () => {
  test('carries the token, a name and a language; a change carries JSON', async () => {
    const service = await scriptedService(({ method }) => ({
      json: {},
      status: method === 'GET' ? 200 : 201,
    }));
    const { client } = clientOf(service);
    await client.get('projects/?limit=1');
    expect(await client.post(servicePath('projects', 'a b/c', 'redirects'), { type: 'page' })).toEqual({
      ...{ status: 201, json: {} },
    });
    expect(service.received).toMatchObject([
      {
        ...{ method: 'GET', path: '/api/v3/projects/?limit=1', body: '' },
        headers: {
          ...{ authorization: `Token ${TOKEN}`, accept: 'application/json', 'accept-language': 'en' },
          'user-agent': 'Lectern/1.2.3 (account ana)',
        },
      },
      {
        ...{ method: 'POST', path: '/api/v3/projects/a%20b%2Fc/redirects/', body: '{"type":"page"}' },
        headers: { 'content-type': 'application/json' },
      },
    ]);
  });

  test.each([
    ['http://app.example.org', /Give an address that begins with https/],
    ['http://127.0.0.1.nip.io', /Give an address that begins with https/],
    ['https://ana:secret@app.example.org', /Give the address without a name or password/],
    ['ftp://app.example.org', /Give an address that begins with https/],
    ['https://app.example.org/dashboard/', /Give the address of the API/],
    ['https://', /This is no web address/],
  ])('is not sent to %s', (address, sentence) => {
    expect(() => clientOf({ url: address })).toThrow(sentence);
  });

  test.each(['two words', 'line\nbreak', 'tökén', ''])(
    'carries no token such as %j, and does not name it',
    (token) => {
      expect(() => clientOf({ url: 'https://app.example.org' }, { token })).toThrow(
        'The token holds blanks or letters that no token has. Copy it again, without quotes.',
      );
    },
  );

  test('goes to the API below the address, and to no other path or host', async () => {
    expect(`${apiBaseOf('https://app.example.org')}`).toBe('https://app.example.org/api/v3/');
    expect(`${apiBaseOf('http://localhost:8000/docs/api/v3/')}`).toBe('http://localhost:8000/docs/api/v3/');
    const service = await scriptedService(() => ({ json: {} }));
    const { client } = clientOf(service);
    for (const path of ['//evil.example/', 'https://evil.example/', '../v2/', '/desk/', '%2e%2e/desk/'])
      await expect(client.get(path), path).rejects.toThrow(/A request outside the API/);
    for (const part of ['', '.', '..', 'x'.repeat(301), '\ud800'])
      expect(() => servicePath('projects', part)).toThrow(/cannot be part of an address/);
    expect(service.received).toEqual([]);
  });

  test('follows a redirect on its own host when it reads; a change follows none and is not sent again', async () => {
    const service = await scriptedService(({ path }) =>
      path === '/api/v3/projects'
        ? { status: 301, headers: { location: '/api/v3/projects/' } }
        : { json: { detail: 'here' } },
    );
    const { client } = clientOf(service);
    expect(await client.get('projects')).toEqual({ detail: 'here' });
    expect(client.requests()).toBe(2);
    await expect(client.patch('projects', {})).rejects.toThrow(
      /redirects to another address\. Nothing was changed there/,
    );
    expect(service.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH']);
  });
});

describe('repeating', () => {
  test('reads again after failures that pass', async () => {
    const service = await scriptedService(({ at }) =>
      at < 3 ? { status: [502, 429, 503][at] ?? 0, headers: { 'retry-after': '7' } } : { json: { at } },
    );
    const waits: string[] = [];
    const { client, time } = clientOf(service, { onWait: (ms, { kind }) => waits.push(`${ms} ${kind}`) });
    expect(await client.get('projects/')).toEqual({ at: 3 });
    expect(time.waits).toEqual([7000, 7000, 7000]);
    expect(waits).toEqual(['7000 no-answer', '7000 too-many-requests', '7000 no-answer']);
  });

  test('reads `Retry-After` as a date by the clock of the service, whatever the clock here says', async () => {
    const service = await scriptedService(({ at }) =>
      at === 0
        ? {
            ...{ status: 503, text: 'down' },
            headers: {
              date: 'Fri, 01 Jan 1999 00:00:00 GMT',
              'retry-after': 'Fri, 01 Jan 1999 00:00:30 GMT',
            },
          }
        : { json: {} },
    );
    const { client, time } = clientOf(service);
    await client.get('projects/');
    expect(time.waits).toEqual([30_000]);
  });

  test.each([
    ['post', 'POST'],
    ['patch', 'PATCH'],
    ['delete', 'DELETE'],
  ] as const)('%s is sent once when it may have happened, and again after 429', async (name, method) => {
    const service = await scriptedService(({ at }) => {
      if (at === 0) return { status: 429, headers: { 'retry-after': '1' }, json: {} };
      return at === 1 ? (response) => void response.destroy() : { status: 500, text: 'crash' };
    });
    const { client } = clientOf(service);
    const lost = { kind: 'no-answer', mayHaveHappened: true };
    await expect(client[name]('projects/a/', {})).rejects.toMatchObject(lost);
    expect(service.received.map((request) => request.method)).toEqual([method, method]);
    await expect(client[name]('projects/a/', {})).rejects.toMatchObject({ ...lost, status: 500 });
    expect(service.received).toHaveLength(3);
  });

  test('stops at once when it is aborted, during a request or a wait', async () => {
    const service = await scriptedService(({ at }) =>
      at === 0 ? { status: 503, text: '' } : () => abort.abort(new Error('Stopped.')),
    );
    let abort = new AbortController();
    const stop = () => abort.abort(new Error('Paused.'));
    const waiting = clientOf(service, { signal: abort.signal, onWait: stop });
    await expect(waiting.client.get('projects/')).rejects.toThrow('Paused.');
    abort = new AbortController();
    await expect(clientOf(service, { signal: abort.signal }).client.get('projects/')).rejects.toThrow(
      'Stopped.',
    );
    expect(service.received).toHaveLength(2);
  });
});

describe('the budget', () => {
  test('lets no minute hold more requests than its limit, and says how long a number of them takes', async () => {
    const service = await scriptedService(() => ({ json: {} }));
    const time = testTime();
    let limit: number | null = 40;
    const budget = createBudget(() => limit, time);
    const { client } = clientOf(service, { budget, time });
    expect(budget.timeFor(145)).toBe(180_000);
    for (let at = 0; at < 100; at += 1) await client.get('projects/');
    expect(time.waits).toEqual([60_000, 60_000]);
    expect(budget.left()).toBe(20);
    expect([20, 21, 60, 61].map(budget.timeFor)).toEqual([0, 60_000, 60_000, 120_000]);
    // A service may claim to have any number of projects.
    expect(budget.timeFor(4e15)).toBe(6e18);
    limit = null;
    expect([budget.left(), budget.timeFor(1000)]).toEqual([null, 0]);
  });

  test('holds for requests that wait at the same time', async () => {
    const time = testTime();
    const budget = createBudget(() => 2, time);
    const sent: number[] = [];
    await Promise.all(Array.from({ length: 7 }, () => budget.take().then(() => sent.push(time.now()))));
    for (const at of sent)
      expect(sent.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(2);
  });
});

describe('a list', () => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id }));
  const pages = (path: string) => new URL(path, 'http://x').searchParams;

  test('is read in pages by offset; addresses that it names are not followed', async () => {
    const service = await scriptedService(({ path }) => {
      const from = Number(pages(path).get('offset'));
      const next = from + 100 < 250 ? 'https://evil.example/' : null;
      return listPage(rows.slice(from, from + 100), 250, next);
    });
    const seen: number[] = [];
    const { items, pages: read } = await listAll(clientOf(service).client, 'projects/?fields=id', {
      onPage: (page) => seen.push(page.items.length),
    });
    expect([items, seen]).toEqual([rows, [100, 100, 50]]);
    expect(read.map(({ count, isLast }) => `${count} ${isLast}`)).toEqual([
      '250 false',
      '250 false',
      '250 true',
    ]);
    expect(service.received[1]?.path).toBe('/api/v3/projects/?fields=id&limit=100&offset=100');
  });

  test('that never ends is left', async () => {
    const service = await scriptedService(() => listPage(rows.slice(0, 100), 100, 'http://x/'));
    const { pages: read, items } = await listAll(clientOf(service).client, 'projects/');
    expect([read.at(-1)?.isLast, items.length]).toEqual([false, 400]);
  });

  test.each([
    [
      'too many by its count',
      listPage([], 20_001, 'http://x/'),
      /lists more than 20,000 objects under projects\//,
    ],
    [
      'no list',
      { json: { count: -1, results: [] } },
      /answered projects\/ with something that is no list \(count\)/,
    ],
    ['an array', { json: [] }, /something that is no list \(the whole answer\)/],
  ])('%s', async (_name, answer, sentence) => {
    const service = await scriptedService(() => answer);
    await expect(listAll(clientOf(service).client, 'projects/')).rejects.toThrow(sentence);
  });
});

describe('trying a token', () => {
  const project = {
    slug: 'kettle',
    versioning_scheme: null,
    users: [{ username: 'bea' }, { username: 'ana' }],
  };
  const service = (results: readonly unknown[], owner = 'ana') =>
    scriptedService(({ path }) => {
      if (path.startsWith('/api/v3/projects/')) return listPage(results, 12);
      const isOwner = path === `/api/v3/users/${owner}/notifications/?limit=1`;
      return isOwner ? listPage([]) : { status: 403, json: { detail: 'No.' } };
    });

  test.each([
    ['finds the account among the maintainers', [project], null, { username: 'ana', projects: 12 }, 3],
    ['asks for the known account first', [project], 'ana', { username: 'ana', projects: 12 }, 2],
    [
      'says that the account is unknown',
      [{ ...project, users: undefined }],
      null,
      { username: null, projects: 12 },
      1,
    ],
    ['tells a token of another account', [project], 'cleo', { username: 'ana', projects: 12 }, 4],
    ['works without projects', [], null, { username: null, projects: 12 }, 1],
  ])('%s', async (_name, results, known, owner, requests) => {
    const { client } = clientOf(await service(results));
    expect(await tryToken(client, known)).toEqual(owner);
    expect(client.requests()).toBe(requests);
  });

  test('refuses a service of 2020', async () => {
    const { client } = clientOf(await service([{ slug: 'kettle', users: [] }]));
    await expect(tryToken(client)).rejects.toThrow(
      /another Lectern has to be started with --dialect current/,
    );
  });
});
