import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ControlServer, projectNamed, startControl } from '../../support/api/control-server.ts';

let server: ControlServer;
beforeAll(async () => {
  server = await startControl();
});
afterAll(() => server.close());
beforeEach(async () => {
  expect((await server.control('DELETE', 'requests/')).status).toBe(204);
});

type Row = { readonly id: number; readonly method: string; readonly path: string; readonly status: number };

async function results(query = ''): Promise<readonly Row[]> {
  const { status, json } = await server.control('GET', `requests/${query}`);
  expect(status).toBe(200);
  return (json as { results: readonly Row[] }).results;
}

test('every request that was answered is there at once, newest last, and none of control', async () => {
  for (let count = 0; count < 20; count += 1) {
    await server.api('GET', `/api/v3/projects/?limit=${count + 1}`);
    expect((await results()).at(-1)).toMatchObject({
      path: `/api/v3/projects/?limit=${count + 1}`,
      status: 200,
    });
  }
  expect(await results()).toHaveLength(20);
  expect(await results('?limit=3')).toHaveLength(3);
});

test('without `since` the last ones are there, a hundred or `limit`, with it the first after that', async () => {
  for (let count = 1; count <= 105; count += 1) await server.api('GET', `/api/v3/numbered/${count}/`);
  const numbers = async (query: string) =>
    (await results(query)).map(({ path }) => Number(path.split('/').at(-2)));
  const upTo105 = (length: number) => Array.from({ length }, (_, index) => 105 - length + 1 + index);
  expect(await numbers('')).toEqual(upTo105(100));
  expect(await numbers('?limit=3')).toEqual([103, 104, 105]);
  expect(await numbers('?limit=3&path=/numbered/10&method=get')).toEqual([103, 104, 105]);
  expect(await numbers('?limit=2&wait=60000&count=4')).toEqual([104, 105]);
  const [first] = await results('?limit=1000');
  expect(await numbers(`?since=${first?.id}&limit=3`)).toEqual([2, 3, 4]);
  expect(await numbers('?since=0&limit=2')).toEqual([1, 2]);
});

test('rows are found by method, status, path and what came since', async () => {
  await server.api('GET', '/api/v3/projects/');
  await server.api('POST', '/api/v3/projects/', {});
  await server.api('POST', '/api/v3/projects/', projectNamed('Control log'));
  await server.api('GET', '/api/v3/nothing/');
  const all = await results();
  expect(await results('?method=post')).toEqual([all[1], all[2]]);
  expect(await results('?status=4xx')).toEqual([all[1], all[3]]);
  expect(await results('?status=404')).toEqual([all[3]]);
  expect(await results('?path=nothing')).toEqual([all[3]]);
  expect(await results(`?since=${all[2]?.id}`)).toEqual([all[3]]);
  expect(all[1]).toMatchObject({ step: 'validation', user: 'alice', changed: false });
  expect(all[2]).toMatchObject({ step: null, changed: true, reason: null });
});

test('with wait it answers when enough match, or when the time is over', async () => {
  const waiting = results('?path=awaited&wait=60000&count=2');
  await server.api('GET', '/api/v3/awaited/1/');
  await server.api('GET', '/api/v3/awaited/2/');
  expect(await waiting).toHaveLength(2);
  expect(await results('?path=awaited&wait=1&count=3')).toHaveLength(2);
});

test('a reset keeps the log and names the last request', async () => {
  await server.api('POST', '/api/v3/projects/', projectNamed('Before the reset'));
  const [before] = await results();
  const { json } = await server.control('POST', 'reset', { body: {} });
  expect(json).toMatchObject({ snapshot: 'start', request: before?.id });
  expect(await results()).toMatchObject([{ id: before?.id, changed: true }]);
});

describe('a wrong parameter is named:', () => {
  test.each([
    ['limit=0', 'limit', 'Give a whole number from 1 to 1000.'],
    ['since=x', 'since', `Give a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`],
    ['wait=999999', 'wait', 'Give a whole number from 0 to 60000.'],
    ['status=teapot', 'status', 'Give a status such as 404, 4xx or >399, or none.'],
    [
      'colour=red',
      'colour',
      'There is no such parameter. Use since, limit, method, status, path, wait, count.',
    ],
  ])('%s', async (query, field, message) => {
    const { status, json } = await server.control('GET', `requests/?${query}`);
    expect(status).toBe(400);
    expect(json).toEqual({ [field]: [message] });
  });
});
