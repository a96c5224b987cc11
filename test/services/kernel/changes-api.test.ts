import { describe, expect, onTestFinished, test } from 'vitest';
import type { JournalEntry } from '../../../src-server/store/tables/journal/journal.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import type { JsonObject } from '../../support/api/schema-checker.ts';
import { type ServedRoute, servedRoutes } from '../../support/api/served-routes.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { type Dump, expectJournalled } from './expect-journalled.ts';

const SECRET = 'a value that nobody may read';
const PROJECT = {
  name: 'New',
  repository: { url: 'https://x.org/new', type: 'git' },
  homepage: 'https://x.org',
};
const P = '/api/v3/projects/{project_slug}/';

/** For each operation that writes, a body that changes something, and what the journal then says. */
const WRITES: Readonly<
  Record<
    string,
    {
      readonly body?: object;
      readonly before?: (api: ApiServer) => Promise<unknown>;
      readonly actions: readonly string[];
    }
  >
> = {
  'POST /api/v3/projects/': { body: PROJECT, actions: ['project.create', 'version.create', 'build.trigger'] },
  [`PUT ${P}`]: { body: PROJECT, actions: ['project.update', 'project.request-sync'] },
  [`PATCH ${P}`]: { body: { name: 'Other' }, actions: ['project.update'] },
  [`POST ${P}sync-versions/`]: { actions: ['project.request-sync'] },
  [`PUT ${P}version/{version_slug}/`]: { body: { active: false }, actions: ['version.deactivate'] },
  [`PATCH ${P}version/{version_slug}/`]: { body: { active: false }, actions: ['version.deactivate'] },
  [`PUT ${P}versions/{version_slug}/`]: { body: { active: false }, actions: ['version.deactivate'] },
  [`PATCH ${P}versions/{version_slug}/`]: { body: { active: false }, actions: ['version.deactivate'] },
  [`POST ${P}versions/{version_slug}/builds/`]: { actions: ['build.trigger'] },
  [`POST ${P}subprojects/`]: { body: { child: 'pip-es' }, actions: ['subproject.create'] },
  [`DELETE ${P}subprojects/{alias_slug}/`]: { actions: ['subproject.delete'] },
  [`POST ${P}redirects/`]: { body: { type: 'sphinx_html' }, actions: ['redirect.create'] },
  [`PUT ${P}redirects/{redirect_id}/`]: { body: { type: 'sphinx_html' }, actions: ['redirect.update'] },
  [`PATCH ${P}redirects/{redirect_id}/`]: { body: { to_url: '/c' }, actions: ['redirect.update'] },
  [`DELETE ${P}redirects/{redirect_id}/`]: { actions: ['redirect.delete'] },
  [`POST ${P}environmentvariables/`]: {
    body: { name: 'NEW', value: SECRET },
    actions: ['environment-variable.create'],
  },
  [`DELETE ${P}environmentvariables/{environmentvariable_id}/`]: { actions: ['environment-variable.delete'] },
  'POST /api/v2/integration/{project_slug}/': { actions: ['integration.create'] },
  'DELETE /api/v2/integration/{project_slug}/{integration_id}/': {
    before: (api) => api.request('POST', '/api/v2/integration/pip/', { user: 'alice' }),
    actions: ['integration.delete'],
  },
  'POST /api/v2/webhook/generic/{project_slug}/': { body: { branches: '10' }, actions: ['build.trigger'] },
};

async function open() {
  const api = await startApi({ seed: SAMPLE_SEED });
  onTestFinished(api.close);
  const { json } = await api.request('GET', '/api/openapi.json');
  const writes = servedRoutes(json as JsonObject).filter(
    // Events of providers are nobody's in particular; v2-webhook-events.test.ts has them.
    ({ method, template }) => method !== 'GET' && !/\/webhook\/(?!generic)/.test(template),
  );
  return { api, writes };
}

function dump({ lectern: { database } }: ApiServer): Dump {
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  return Object.fromEntries(tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]));
}

function journal({ lectern }: ApiServer): JournalEntry[] {
  return lectern.store.journal.newest(0, 1000).reverse();
}

const nameOf = ({ method, template }: ServedRoute) => `${method} ${template}`;

test('every operation that writes is in the table', async () => {
  const { writes } = await open();
  expect(writes.map(nameOf).sort()).toEqual(Object.keys(WRITES).sort());
});

describe('one entry for each row that a request changes', () => {
  test.each(Object.entries(WRITES))('%s', async (name, { body, before: prepare, actions }) => {
    const { api, writes } = await open();
    const route = writes.find((each) => nameOf(each) === name);
    if (!route) throw new Error('There is no such operation.');
    await prepare?.(api);
    const [before, size] = [dump(api), journal(api).length];
    const { status } = await api.request(route.method, route.path(), { user: 'alice', body });
    expect(status).toBeLessThan(300);
    const entries = journal(api).slice(size);
    expect(entries.map(({ action }) => action)).toEqual(actions);
    expectJournalled(before, dump(api), entries);
    for (const entry of entries) expect(entry).toMatchObject({ door: 'api', username: 'alice' });
    expect(JSON.stringify(entries)).not.toContain(SECRET);
    expect(JSON.stringify(entries)).not.toContain(api.tokens.alice);
  });
});

test('no entry for a request that is refused', async () => {
  const { api, writes } = await open();
  const before = api.digest();
  for (const route of writes) {
    const { body } = WRITES[nameOf(route)] ?? {};
    for (const options of [{ body }, { user: 'stranger', body }, { user: 'alice', body: '{' }]) {
      // A stranger may import, and some operations read no body.
      if (options.user === 'stranger' && route.template === '/api/v3/projects/') continue;
      if (options.body === '{' && !body) continue;
      expect((await api.request(route.method, route.path(), options)).status).toBeGreaterThanOrEqual(400);
    }
  }
  expect(api.digest()).toBe(before);
});
