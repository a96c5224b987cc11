import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCallOf, CALLS, refusalStatus } from '../../src-renderer/features/presenter/api-call-of.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';

type Document = {
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

const repository = { url: 'https://git.example.org/tides.git', type: 'git' };
const SEED = {
  users: [{ username: 'alice' }],
  projects: [
    { name: 'Tides', users: ['alice'], repository, subprojects: [{ child: 'almanac', alias: 'almanac' }] },
    { name: 'Almanac', users: ['alice'], repository },
    { name: 'Log book', users: ['alice'], repository },
  ],
};

let server: ApiServer;
let document: Document;
beforeAll(async () => {
  server = await startApi({ seed: SEED });
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

/** What each call needs to be accepted: a body, and the number of what it is about. */
const BODIES: Readonly<Record<string, object>> = {
  'import.create': { name: 'New', repository },
  'project.update': { name: 'Tides and currents' },
  'versions.setDefault': { default_version: 'latest' },
  'versions.setActive': { active: true },
  'versions.switch': { active: true },
  'redirects.add': { type: 'page', from_url: '/a.html', to_url: '/b.html' },
  'redirects.save': { type: 'page', from_url: '/c.html', to_url: '/d.html' },
  'variables.add': { name: 'TIDE', value: 'high' },
  'subprojects.add': { child: 'log-book', alias: 'log-book' },
};

async function idOf(list: 'redirects' | 'environmentvariables'): Promise<number> {
  const { json } = await server.request('GET', `/api/v3/projects/tides/${list}/`, { user: 'alice' });
  return (json as { results: { pk: number }[] }).results[0]?.pk ?? 0;
}

test('each shown status is what the API answers to the call', async () => {
  const shown: string[] = [];
  const answered: string[] = [];
  for (const procedure of Object.keys(CALLS)) {
    const [subject, action] = procedure.split('.');
    const list = subject === 'variables' ? 'environmentvariables' : 'redirects';
    const id = action === 'save' || action === 'remove' ? await idOf(list) : 0;
    const call = apiCallOf({ procedure, input: { ...INPUT, id } });
    const body = BODIES[procedure];
    const { status } = await server.request(call?.method ?? '', call?.path ?? '', {
      user: 'alice',
      ...(body && { body }),
    });
    shown.push(`${procedure}: ${call?.status}`);
    answered.push(`${procedure}: ${status}`);
  }
  expect(shown).toEqual(answered);
});

test('what the window is refused with is shown with the status of the API', async () => {
  const refused = (procedure: string, refusal: string, input: object = INPUT) =>
    apiCallOf({ procedure, input, refusal });
  const missing = refused('redirects.add', 'NotFound', { slug: 'nope' });
  expect(missing).toEqual({ method: 'POST', path: '/api/v3/projects/nope/redirects/', status: 404 });
  const ask = (method: string, path: string, user: string, body: object) =>
    server.request(method, path, { user, body }).then(({ status }) => status);
  const path = '/api/v3/projects/tides/redirects/';
  expect(await ask('POST', missing?.path ?? '', 'alice', {})).toBe(refusalStatus('NotFound'));
  expect(await ask('POST', path, 'alice', {})).toBe(refusalStatus('Invalid'));
  expect(await ask('PATCH', '/api/v3/projects/tides/', 'stranger', {})).toBe(refusalStatus('Forbidden'));
  // A form that is out of date is a matter of the window; an error of Lectern and no answer are none of the API.
  for (const name of ['Conflict', 'Mistake', 'Unreachable', 'toString'])
    expect(refused('redirects.add', name)).toBeUndefined();
});

test('a change of several versions is shown as the first call and how many more', () => {
  const input = { slug: 'tides', versions: ['1.0', '2.0', 'stable'], active: true };
  const first = { method: 'PATCH', path: '/api/v3/projects/tides/versions/1.0/', status: 204, more: 2 };
  expect(apiCallOf({ procedure: 'versions.switch', input })).toEqual(first);
  const one = apiCallOf({ procedure: 'versions.build', input: { slug: 'tides', versions: ['stable'] } });
  expect(one).toEqual({
    method: 'POST',
    path: '/api/v3/projects/tides/versions/stable/builds/',
    status: 202,
  });
});

test('a retried build is shown with the version that the desk answers', () => {
  const input = { project: 'tides', id: 7 };
  const answer = { answer: { id: 8, project: 'tides', version: 'stable' }, changed: [] };
  expect(apiCallOf({ procedure: 'build.retry', input, answer })?.path).toBe(
    '/api/v3/projects/tides/versions/stable/builds/',
  );
  expect(apiCallOf({ procedure: 'build.retry', input, refusal: 'NotFound' })).toBeUndefined();
});

test('what the API has no call for is not shown', () => {
  expect(apiCallOf({ procedure: 'redirects.sort', input: INPUT })).toBeUndefined();
  expect(apiCallOf({ procedure: 'toString', input: INPUT })).toBeUndefined();
});
