import { expect, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { databaseDigest } from '../../support/store/database-digest.ts';

const PROJECTS = '/api/v3/projects/';
const OPERATOR = systemActor('command');

async function withApi(use: (api: ApiServer) => Promise<void>): Promise<void> {
  const api = await startApi({ seed: SAMPLE_SEED });
  try {
    await use(api);
  } finally {
    await api.close();
  }
}

async function requestAs(api: ApiServer, token: string | undefined, path = PROJECTS) {
  const { status, json } = await api.request('GET', path, token === undefined ? {} : { token });
  return status === 200 ? status : { status, json };
}

const refused = (detail: string) => ({ status: 401, json: { detail } });

test('a deactivated user is refused with every token at once, and accepted again when reactivated', async () => {
  await withApi(async (api) => {
    const token = api.tokens.alice;
    expect(await requestAs(api, token)).toBe(200);
    api.lectern.services.users.setActive(OPERATOR, 'alice', false);
    expect(await requestAs(api, token)).toEqual(refused('User inactive or deleted.'));
    expect(await requestAs(api, token, `${PROJECTS}pip/`)).toEqual(refused('User inactive or deleted.'));
    expect(await requestAs(api, token, `${PROJECTS}pip/versions/`)).toEqual(
      refused('User inactive or deleted.'),
    );
    expect(await requestAs(api, token, '/api/v3/')).toBe(200);
    const write = await api.request('PATCH', `${PROJECTS}pip/`, { user: 'alice', body: { name: 'New' } });
    expect(write.status).toBe(401);
    expect(await requestAs(api, api.tokens.stranger)).toBe(200);
    api.lectern.services.users.setActive(OPERATOR, 'alice', true);
    expect(await requestAs(api, token)).toBe(200);
  });
});

test('a revoked token stops working at once; other tokens of the same user keep working', async () => {
  await withApi(async (api) => {
    const { users, tokens } = api.lectern.services;
    const alice = users.list(OPERATOR).find(({ username }) => username === 'alice');
    if (!alice) throw new Error('There is no alice.');
    const second = tokens.create(OPERATOR, alice, 'second');
    const first = tokens.list(OPERATOR, alice).find(({ id }) => id !== second.record.id);
    expect(await requestAs(api, api.tokens.alice)).toBe(200);
    expect(await requestAs(api, second.token)).toBe(200);
    tokens.revoke(OPERATOR, first?.id ?? 0);
    expect(await requestAs(api, api.tokens.alice)).toEqual(refused('Invalid token.'));
    expect(await requestAs(api, second.token)).toBe(200);
    tokens.revoke(OPERATOR, second.record.id);
    expect(await requestAs(api, second.token)).toEqual(refused('Invalid token.'));
  });
});

test('a new user sees only what is public', async () => {
  await withApi(async (api) => {
    const { users, tokens } = api.lectern.services;
    const carol = users.ensure(OPERATOR, 'carol');
    const { token } = tokens.create(OPERATOR, carol, 'laptop');
    const list = await api.request('GET', PROJECTS, { token });
    expect(list.json).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect(await requestAs(api, token, `${PROJECTS}pip/`)).toBe(200);
  });
});

test('an answer cached for one caller is never sent to another', async () => {
  await withApi(async (api) => {
    for (const round of [1, 2, 3]) {
      const [alice, stranger, nobody] = await Promise.all([
        api.request('GET', `${PROJECTS}pip/versions/`, { user: 'alice' }),
        api.request('GET', `${PROJECTS}pip/versions/`, { user: 'stranger' }),
        api.request('GET', `${PROJECTS}pip/versions/`),
      ]);
      expect([round, alice.status, stranger.status, nobody.status]).toEqual([round, 200, 403, 401]);
    }
    const etag = (await api.request('GET', PROJECTS, { user: 'alice' })).headers.etag;
    const other = await api.request('GET', PROJECTS, {
      user: 'stranger',
      headers: { 'if-none-match': String(etag) },
    });
    expect(other.status).toBe(200);
    expect(other.json).toMatchObject({ count: 1, results: [{ slug: 'theirs' }] });
  });
});

test('using a token changes nothing in the database', async () => {
  await withApi(async (api) => {
    const before = databaseDigest(api.lectern.database);
    await api.request('GET', PROJECTS, { user: 'alice' });
    await api.request('GET', PROJECTS, { token: 'x' });
    expect(databaseDigest(api.lectern.database)).toBe(before);
  });
});
