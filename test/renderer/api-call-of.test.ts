import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCallOf, CALLS } from '../../src-renderer/features/presenter/api-call-of.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';

type Document = {
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

let server: ApiServer;
let document: Document;
beforeAll(async () => {
  server = await startApi();
  document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document;
});
afterAll(() => server.close());

const INPUT = { slug: 'tides', project: 'tides', version: 'latest', id: 7, alias: 'almanac' };

test.each(Object.keys(CALLS))('%s is shown as a call that the API has, with its status', (procedure) => {
  const call = apiCallOf({ procedure, input: INPUT });
  const found = Object.entries(document.paths).find(([path]) =>
    new RegExp(`^${path.replace(/\{[^}]+\}/g, '[\\w-]+')}$`).test(call?.path ?? ''),
  );
  const operation = found?.[1][call?.method.toLowerCase() ?? ''];
  expect(Object.keys(operation?.responses ?? {})).toContain(String(call?.status));
});

test('what the API has no call for is not shown', () => {
  expect(apiCallOf({ procedure: 'redirects.sort', input: INPUT })).toBeUndefined();
  expect(apiCallOf({ procedure: 'toString', input: INPUT })).toBeUndefined();
});
