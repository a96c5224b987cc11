import { describe, expect, onTestFinished, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { addIntegration, buildsOf, signature, WEBHOOK_SEED } from './v2-webhook-fixture.ts';

const BODY = JSON.stringify({ ref: 'refs/heads/dev' });
const BUILT = { build_triggered: true, project: 'pip', versions: ['dev'] };
const BAD_SIGNATURE = { detail: 'Payload not valid, invalid or missing signature' };
const BAD_TOKEN = { detail: 'Payload not valid, invalid or missing token' };
const NO_CREDENTIALS = { detail: 'Authentication credentials were not provided.' };
const NO_PROJECT = { detail: 'Project not found' };

async function start(): Promise<ApiServer> {
  const api = await startApi({ seed: WEBHOOK_SEED });
  onTestFinished(() => api.close());
  return api;
}

type Sent = Parameters<ApiServer['request']>[2];

/** POSTs to a webhook; what is refused changes nothing. */
async function post(api: ApiServer, to: string, sent: Sent = {}) {
  const before = api.digest();
  const { status, json } = await api.request('POST', `/api/v2/webhook/${to}/`, sent);
  if (status >= 400) expect(api.digest()).toBe(before);
  return [status, json];
}

describe('a secret is verified', () => {
  test('for GitHub by a signature of the received bytes', async () => {
    const api = await start();
    const { secret } = await addIntegration(api, 'github');
    const signed = (headers: Record<string, string>) => post(api, 'github/pip', { body: BODY, headers });
    const good = { 'x-hub-signature-256': signature('sha256', secret, BODY) };
    const old = { 'x-hub-signature': signature('sha1', secret, BODY) };
    expect(await signed({})).toEqual([400, BAD_SIGNATURE]);
    expect(await signed({ 'x-hub-signature': 'sha1=' })).toEqual([400, BAD_SIGNATURE]);
    expect(await signed({ 'x-hub-signature': good['x-hub-signature-256'] })).toEqual([400, BAD_SIGNATURE]);
    expect(await signed({ 'x-hub-signature': signature('sha1', 'other', BODY) })).toEqual([
      400,
      BAD_SIGNATURE,
    ]);
    expect(await signed({ ...old, 'x-hub-signature-256': signature('sha256', 'other', BODY) })).toEqual([
      400,
      BAD_SIGNATURE,
    ]);
    expect(await post(api, 'github/pip', { body: `${BODY} `, headers: good })).toEqual([400, BAD_SIGNATURE]);
    expect(buildsOf(api)).toEqual([]);
    expect(await signed(good)).toEqual([200, BUILT]);
    expect(await signed(old)).toEqual([200, BUILT]);
    expect(
      await signed({ 'x-hub-signature': old['x-hub-signature'].toUpperCase().replace('SHA1', 'sha1') }),
    ).toEqual([200, BUILT]);
  });

  test('before the body is read', async () => {
    const api = await start();
    await addIntegration(api, 'github');
    expect(await post(api, 'github/pip', { body: '{' })).toEqual([400, BAD_SIGNATURE]);
  });

  test('also for a form whose payload is the event', async () => {
    const api = await start();
    const { secret } = await addIntegration(api, 'github');
    const form = new URLSearchParams({ payload: BODY });
    const headers = { 'x-hub-signature-256': signature('sha256', secret, form.toString()) };
    expect(await post(api, 'github/pip', { form, headers })).toEqual([200, BUILT]);
  });

  test('for GitLab by the secret itself', async () => {
    const api = await start();
    const { secret } = await addIntegration(api, 'gitlab');
    const sent = (token: string | undefined) =>
      post(api, 'gitlab/pip', {
        body: BODY,
        headers: token === undefined ? {} : { 'x-gitlab-token': token },
      });
    expect(await sent(undefined)).toEqual([400, BAD_TOKEN]);
    expect(await sent(`${secret}x`)).toEqual([400, BAD_TOKEN]);
    expect(await sent(secret)).toEqual([200, BUILT]);
  });

  test('for Bitbucket by a SHA-256 signature', async () => {
    const api = await start();
    const { secret } = await addIntegration(api, 'bitbucket');
    const body = JSON.stringify({ push: { changes: [{ old: {}, new: { name: 'dev' } }] } });
    const signed = (by: 'sha1' | 'sha256') =>
      post(api, 'bitbucket/pip', { body, headers: { 'x-hub-signature': signature(by, secret, body) } });
    expect(await signed('sha1')).toEqual([400, BAD_SIGNATURE]);
    expect(await signed('sha256')).toEqual([200, BUILT]);
  });

  test("for the generic webhook by the token in the body, or by a maintainer's token", async () => {
    const api = await start();
    const send = (body: object, more: Sent = {}) =>
      post(api, 'generic/pip', { body: { branches: 'dev', ...body }, ...more });
    expect(await send({ token: 'x' })).toEqual([404, NO_PROJECT]);
    expect(await send({})).toEqual([403, NO_CREDENTIALS]);
    const { secret } = await addIntegration(api, 'generic');
    expect(await send({})).toEqual([403, NO_CREDENTIALS]);
    expect(await send({ token: null })).toEqual([404, NO_PROJECT]);
    expect(await send({ token: `${secret} ` })).toEqual([404, NO_PROJECT]);
    expect(await send({}, { user: 'stranger' })).toEqual([404, NO_PROJECT]);
    expect(await send({}, { token: 'wrong' })).toEqual([403, { detail: 'Invalid token.' }]);
    expect(await send({ token: secret })).toEqual([200, BUILT]);
    expect(await send({}, { user: 'alice' })).toEqual([200, BUILT]);
    const form = { branches: 'dev', token: secret };
    expect(await post(api, 'generic/pip', { form })).toEqual([200, BUILT]);
  });
});

describe('a generic event without a token', () => {
  test.each([
    ['generic/pip', {}],
    ['generic/nope', {}],
    ['generic/nope', { branches: 'dev' }],
    ['generic/nope', []],
    ['generic/77', {}],
    ['generic/left', {}],
    ['generic/a_b', ''],
  ])('is refused before the project is looked for: %s %j', async (to, body) => {
    const api = await start();
    api.lectern.services.users.setActive(systemActor('command'), 'gone', false);
    await addIntegration(api, 'generic');
    await addIntegration(api, 'generic');
    expect(await post(api, to, { body })).toEqual([403, NO_CREDENTIALS]);
    expect(await post(api, to, { form: { branches: 'dev' } })).toEqual([403, NO_CREDENTIALS]);
    expect(buildsOf(api)).toEqual([]);
  });

  test('with one is told that there is no such project, and so is a caller who does not maintain it', async () => {
    const api = await start();
    expect(await post(api, 'generic/nope', { body: { token: 'x' } })).toEqual([404, NO_PROJECT]);
    expect(await post(api, 'generic/77', { body: { token: 'x' } })).toEqual([404, NO_PROJECT]);
    expect(await post(api, 'generic/nope', { body: {}, user: 'stranger' })).toEqual([404, NO_PROJECT]);
    expect(await post(api, 'generic/pip', { body: {}, user: 'stranger' })).toEqual([404, NO_PROJECT]);
  });
});

describe('a webhook URL', () => {
  test('of an integration accepts the events of its provider', async () => {
    const api = await start();
    const github = await addIntegration(api, 'github');
    const other = await addIntegration(api, 'github');
    const gitlab = await addIntegration(api, 'gitlab');
    const generic = await addIntegration(api, 'generic');
    const headers = { 'x-hub-signature-256': signature('sha256', other.secret, BODY) };
    expect(await post(api, `pip/${other.id}`, { body: BODY, headers })).toEqual([200, BUILT]);
    expect(await post(api, `pip/${github.id}`, { body: BODY, headers })).toEqual([400, BAD_SIGNATURE]);
    expect(await post(api, 'github/pip', { body: BODY, headers })).toEqual([
      400,
      { detail: expect.stringContaining('several integrations') },
    ]);
    const token = { 'x-gitlab-token': gitlab.secret };
    expect(await post(api, `pip/${gitlab.id}`, { body: BODY, headers: token })).toEqual([200, BUILT]);
    const body = { token: generic.secret, branches: 'dev' };
    expect(await post(api, `pip/${generic.id}`, { body })).toEqual([200, BUILT]);
    expect(await post(api, `chosen/${generic.id}`, { body })).toEqual([404, { detail: 'Not found.' }]);
    expect(await post(api, 'pip/99', { body })).toEqual([404, { detail: 'Not found.' }]);
    expect(await post(api, 'pip/x', { body })).toEqual([404, { detail: 'Not found.' }]);
  });

  test('of an unknown project, or of one without an active maintainer, is refused before the body is read', async () => {
    const api = await start();
    api.lectern.services.users.setActive(systemActor('command'), 'gone', false);
    for (const provider of ['github', 'gitlab', 'bitbucket', 'generic']) {
      expect(await post(api, `${provider}/nope`, { body: '{' })).toEqual([404, NO_PROJECT]);
      expect(await post(api, `${provider}/left`, { body: '{' })).toEqual([
        406,
        { detail: 'This project is currently disabled' },
      ]);
    }
  });

  test('of a project with the name of a provider works too', async () => {
    const api = await start();
    const { services } = api.lectern;
    const alice = { kind: 'user', user: services.users.get('alice'), door: 'api' } as const;
    services.projects.create(alice, { name: 'github', repository: { url: 'https://x.org/g', type: 'git' } });
    const { id, secret } = await addIntegration(api, 'github', true, 'github');
    const body = JSON.stringify({ ref: 'master' });
    const headers = { 'x-hub-signature-256': signature('sha256', secret, body) };
    const answer = await post(api, `github/${id}`, { body, headers });
    expect(answer).toEqual([200, { build_triggered: true, project: 'github', versions: ['latest'] }]);
  });

  test.each(['GET', 'PUT', 'DELETE'])('does not accept %s', async (method) => {
    const api = await start();
    const { status, headers } = await api.request(method, '/api/v2/webhook/github/pip/');
    expect([status, headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  test('accepts at most 1 MB, and no request from a web page', async () => {
    const api = await start();
    const large = JSON.stringify({ ref: 'dev', more: 'x'.repeat(1_000_001) });
    expect(await post(api, 'github/pip', { body: large })).toMatchObject([413, {}]);
    expect(
      await post(api, 'github/pip', { body: BODY, headers: { origin: 'https://evil.example' } }),
    ).toMatchObject([403, {}]);
    const { secret } = await addIntegration(api, 'github');
    const headers = {
      'content-type': 'text/plain',
      'x-hub-signature-256': signature('sha256', secret, BODY),
    };
    expect(await post(api, 'github/pip', { body: BODY, headers })).toMatchObject([415, {}]);
  });
});

describe('a new integration by the API', () => {
  test('is created by a maintainer, and its secret works for its project alone', async () => {
    const api = await start();
    const readSecret = (user?: string) =>
      api.request('POST', '/api/v2/integration/pip/', user === undefined ? {} : { user });
    expect((await readSecret()).status).toBe(403);
    expect((await readSecret('stranger')).status).toBe(403);
    expect((await api.request('POST', '/api/v2/integration/nope/', { user: 'alice' })).status).toBe(404);
    const { status, json } = await readSecret('alice');
    expect([status, json]).toEqual([
      201,
      {
        id: expect.any(Number),
        project: 'pip',
        provider: 'generic',
        secret: expect.stringMatching(/^[0-9a-f]{40}$/),
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2\/webhook\/pip\/\d+\/$/),
      },
    ]);
    const { secret } = json as { secret: string };
    const body = { token: secret };
    expect(await post(api, 'generic/chosen', { body })).toEqual([404, NO_PROJECT]);
    expect(await post(api, 'generic/pip', { body })).toMatchObject([200, { build_triggered: true }]);
    const v3 = await api.request('GET', '/api/v3/projects/', { token: secret });
    expect(v3.status).toBe(401);
  });

  test('is listed with its purpose, and its secret stops working once it is removed', async () => {
    const api = await start();
    const list = '/api/v2/integration/pip/';
    const made = await api.request('POST', list, { user: 'alice', body: { note: '/srv/pip (post-commit)' } });
    const { id, secret } = made.json as { id: number; secret: string };
    for (const [user, status] of [
      [undefined, 403],
      ['stranger', 403],
    ] as const) {
      const as = user === undefined ? {} : { user };
      expect((await api.request('GET', list, as)).status).toBe(status);
      expect((await api.request('DELETE', `${list}${id}/`, as)).status).toBe(status);
    }
    const { json } = await api.request('GET', `${list}?limit=1000`, { user: 'alice' });
    expect((json as { results: object[] }).results).toContainEqual({
      ...{ id, note: '/srv/pip (post-commit)', project: 'pip', provider: 'generic' },
    });
    expect(JSON.stringify(json)).not.toContain(secret);
    const removal = await api.request('DELETE', `/api/v2/integration/pip-es/${id}/`, { user: 'alice' });
    expect(removal.status).toBe(404);
    expect((await api.request('DELETE', `${list}${id}/`, { user: 'alice' })).status).toBe(204);
    expect((await api.request('DELETE', `${list}${id}/`, { user: 'alice' })).status).toBe(404);
    expect(await post(api, `pip/${id}`, { body: { token: secret } })).toMatchObject([404, {}]);
  });

  test.each([[{ note: '' }], [{ note: 'x'.repeat(1001) }], [{ note: null }], [[]]])(
    'is not created from %j',
    async (body) => {
      const api = await start();
      const { status } = await api.request('POST', '/api/v2/integration/pip/', { user: 'alice', body });
      expect(status).toBe(400);
    },
  );
});
