import { describe, expect, onTestFinished, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, type StartOptions, startApi } from '../../support/api/api-server.ts';
import { addIntegration, buildsOf, signature, WEBHOOK_SEED, waitsForSync } from './v2-webhook-fixture.ts';

/** The attack: the head of a pull request of anybody's. */
const STRANGER = 'f'.repeat(40);
const PULL = { action: 'opened', number: 66, pull_request: { head: { sha: STRANGER } } };
const MERGE = {
  object_kind: 'merge_request',
  object_attributes: { action: 'open', iid: 66, last_commit: { id: STRANGER } },
};
const ZEROS = '0'.repeat(40);
const PUSH = { push: { changes: [{ old: {}, new: { name: 'dev' } }] } };
const BAD_SIGNATURE = { detail: 'Payload not valid, invalid or missing signature' };
const BAD_TOKEN = { detail: 'Payload not valid, invalid or missing token' };

const [PIP, ...OTHERS] = WEBHOOK_SEED.projects;
/** Pull requests are on, so that nothing but the signature is missing. */
const SEED = { ...WEBHOOK_SEED, projects: [{ ...PIP, pull_request_builds: true }, ...OTHERS] };

async function start(options: StartOptions = {}): Promise<ApiServer> {
  const api = await startApi({ seed: SEED, ...options });
  onTestFinished(() => api.close());
  return api;
}

const pull = { 'x-github-event': 'pull_request' };

/** Every kind of event that does something, without a signature. */
const UNSIGNED = [
  ['a pull request of GitHub', 'github', PULL, pull, BAD_SIGNATURE],
  ['a closed one', 'github', { ...PULL, action: 'closed', number: 7 }, pull, BAD_SIGNATURE],
  ['a merge request of GitLab', 'gitlab', MERGE, {}, BAD_TOKEN],
  ['a push of GitHub', 'github', { ref: 'refs/heads/dev' }, {}, BAD_SIGNATURE],
  ['a new branch of GitHub', 'github', {}, { 'x-github-event': 'create' }, BAD_SIGNATURE],
  ['a push of GitLab', 'gitlab', { ref: 'dev', before: STRANGER, after: STRANGER }, {}, BAD_TOKEN],
  ['a new branch of GitLab', 'gitlab', { ref: 'dev', before: ZEROS, after: STRANGER }, {}, BAD_TOKEN],
  ['a push of Bitbucket', 'bitbucket', PUSH, {}, BAD_SIGNATURE],
  ['a ping', 'github', {}, { 'x-github-event': 'ping' }, BAD_SIGNATURE],
] as const;

describe.each(UNSIGNED)('%s', (_, provider, body, headers, refusal) => {
  test.each([
    ['no integration', undefined],
    ['an integration without a secret', false],
    ['an integration with a secret', true],
  ] as const)('S12 without a signature is refused and changes nothing: %s', async (_name, secret) => {
    const api = await start();
    const made = secret === undefined ? undefined : await addIntegration(api, provider, secret);
    const before = api.digest();
    for (const path of [`${provider}/pip`, ...(made ? [`pip/${made.id}`] : [])]) {
      const answer = await api.request('POST', `/api/v2/webhook/${path}/`, { body, headers });
      expect([answer.status, answer.json]).toEqual([400, refusal]);
    }
    expect(api.digest()).toBe(before);
  });
});

describe('with --accept-unsigned-webhooks', () => {
  const lax = { acceptUnsignedWebhooks: true };

  test('a push needs no secret, with or without an integration', async () => {
    const api = await start(lax);
    const post = async (to: string) => {
      const body = { ref: 'refs/heads/dev' };
      return (await api.request('POST', `/api/v2/webhook/${to}/`, { body })).json;
    };
    const built = { build_triggered: true, project: 'pip', versions: ['dev'] };
    expect(await post('github/pip')).toEqual(built);
    const { id } = await addIntegration(api, 'github', false);
    expect(await post('github/pip')).toEqual(built);
    expect(await post(`pip/${id}`)).toEqual(built);
    expect(buildsOf(api)).toEqual(['dev']);
  });

  test('a secret that the integration has is still checked', async () => {
    const api = await start(lax);
    await addIntegration(api, 'github');
    const answer = await api.request('POST', '/api/v2/webhook/github/pip/', { body: { ref: 'dev' } });
    expect([answer.status, answer.json]).toEqual([400, BAD_SIGNATURE]);
  });

  test.each(UNSIGNED.slice(0, 3))('%s is refused and changes nothing', async (_, provider, body, headers) => {
    const api = await start(lax);
    const before = api.digest();
    const answer = await api.request('POST', `/api/v2/webhook/${provider}/pip/`, { body, headers });
    expect(answer.status).toBe(400);
    expect(api.digest()).toBe(before);
  });
});

describe('a recorded event that is sent again', () => {
  const NOW = Date.parse('2026-11-22T12:00:00Z');
  const at = (seconds: number) => NOW + seconds * 1000;
  const clock = () => NOW * 1000;

  /** Sends a signed push of GitHub with this time in its body or in a header. */
  async function sendPush(pushed: number | undefined, headers: Record<string, string> = {}) {
    const api = await start({ clock });
    const { secret } = await addIntegration(api, 'github');
    const repository = { pushed_at: pushed };
    const body = JSON.stringify({ ref: 'refs/heads/dev', repository });
    const signed = { 'x-hub-signature-256': signature('sha256', secret, body), ...headers };
    const before = api.digest();
    const { status, json } = await api.request('POST', '/api/v2/webhook/github/pip/', {
      body,
      headers: signed,
    });
    if (status >= 400) expect(api.digest()).toBe(before);
    if (status === 400) expect(json).toMatchObject({ detail: expect.stringContaining('5 minutes') });
    return status;
  }

  test.each([
    [-301, 400],
    [-299, 200],
    [299, 200],
    [301, 400],
  ])(
    'dated %s seconds from now is answered %s, whether the date is in its body or in a header',
    async (seconds, status) => {
      const unix = at(seconds) / 1000;
      expect(await sendPush(unix)).toBe(status);
      expect(await sendPush(undefined, { date: new Date(at(seconds)).toUTCString() })).toBe(status);
      expect(await sendPush(undefined, { 'webhook-timestamp': String(unix) })).toBe(status);
      expect(await sendPush(undefined, { 'x-event-time': new Date(at(seconds)).toUTCString() })).toBe(status);
    },
  );

  test('with an unreadable date is refused; without a date it is accepted', async () => {
    expect(await sendPush(undefined, { date: 'yesterday' })).toBe(400);
    expect(await sendPush(undefined)).toBe(200);
  });
});

describe('events that come faster than builds', () => {
  test('join the build that is already queued', async () => {
    const api = await start();
    const { secret } = await addIntegration(api, 'generic');
    const post = async () =>
      (
        await api.request('POST', '/api/v2/webhook/generic/pip/', {
          body: { token: secret, branches: 'dev' },
        })
      ).json;
    const built = { build_triggered: true, project: 'pip', versions: ['dev'] };
    for (let count = 0; count < 20; count++) expect(await post()).toEqual(built);
    expect(buildsOf(api)).toEqual(['dev']);
    // What a running build checked out may be older than the event.
    api.lectern.services.buildRuns.dequeue(systemActor('runner'));
    await post();
    await post();
    expect(buildsOf(api)).toEqual(['dev', 'dev']);
  });
});

test('a maintainer of the API changes no builds of pull requests, only the person at this machine does', async () => {
  const api = await start({ seed: WEBHOOK_SEED });
  const { services, store } = api.lectern;
  const body = { pull_request_builds: true };
  await api.request('PATCH', '/api/v3/projects/pip/', { user: 'alice', body });
  const alice = { kind: 'user', user: services.users.get('alice'), door: 'desk' } as const;
  expect(() => services.projects.update(alice, 'pip', body)).toThrow(/permission/);
  expect(store.projects.bySlug('pip')?.project.pullRequestBuilds).toBe(false);
  expect(waitsForSync(api)).toBe(false);
});
