import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src-server/model/base/timestamp.ts';
import type { Provider } from '../../src-server/model/webhooks/integration.ts';
import {
  AFTER,
  addIntegration,
  BEFORE,
  buildsOf,
  signature,
  WEBHOOK_SEED,
} from '../api/v2/v2-webhook-fixture.ts';
import type { ApiServer } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { lastLogged, startLogged } from './request-log.ts';

let server: ApiServer;
beforeEach(async () => {
  server = await startLogged({ seed: WEBHOOK_SEED, clock: systemClock });
});
afterEach(() => server.close());

type Sent = { readonly headers: Record<string, string>; readonly body: string };

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const push = () => ({
  ref: 'refs/heads/trunk',
  before: BEFORE,
  after: AFTER,
  // What the log masks, and what dates the event.
  repository: { name: 'pip', pushed_at: Math.floor(Date.now() / 1000), stargazers_token: 'x' },
  compare: ['https://mira:hunter2@git.example/pip'],
});

function github(secret: string, body: string, headers: Record<string, string>): Sent {
  const signed = { 'x-hub-signature-256': signature('sha256', secret, body), 'x-github-event': 'push' };
  return { headers: { ...headers, ...signed }, body };
}

const EVENTS: readonly (readonly [string, Provider, (secret: string) => Sent])[] = [
  ['GitHub', 'github', (secret) => github(secret, JSON.stringify(push()), JSON_TYPE)],
  [
    'GitHub, in a form',
    'github',
    (secret) =>
      github(secret, new URLSearchParams({ payload: JSON.stringify(push()) }).toString(), FORM_TYPE),
  ],
  [
    'GitLab',
    'gitlab',
    (secret) => ({ headers: { ...JSON_TYPE, 'x-gitlab-token': secret }, body: JSON.stringify(push()) }),
  ],
  [
    'Bitbucket',
    'bitbucket',
    (secret) => {
      const body = JSON.stringify({
        push: { changes: [{ old: { name: 'trunk' }, new: { name: 'trunk' } }] },
      });
      return { headers: { ...JSON_TYPE, 'x-hub-signature': signature('sha256', secret, body) }, body };
    },
  ],
  [
    'any other, as JSON',
    'generic',
    (token) => ({ headers: JSON_TYPE, body: JSON.stringify({ token, branches: ['trunk'] }) }),
  ],
  [
    'any other, in a form',
    'generic',
    (token) => ({ headers: FORM_TYPE, body: new URLSearchParams({ token, branches: 'trunk' }).toString() }),
  ],
];

async function deliver(path: string, { headers, body }: Sent): Promise<number> {
  const answer = await fetch(`${server.lectern.url}${path}`, { method: 'POST', headers, body });
  await answer.text();
  return answer.status;
}

type Detail = { readonly replay: { body: string; problem: string | null; signature: string | null } };

/** Sends the last request again as the window would; returns how it was described and answered. */
async function replay(change = (body: string) => body) {
  const { id, method, path } = await lastLogged(server);
  const { replay: found } = (await callDesk(server.lectern, 'requests.get', { id })) as Detail;
  const edited = { id, method, path, body: change(found.body) };
  const { status } = (await callDesk(server.lectern, 'requests.replay', edited)) as { status: number };
  return { ...found, status };
}

test.each(EVENTS)('an event of %s is sent again with a signature of its own', async (_, provider, event) => {
  const { id, secret } = await addIntegration(server, provider);
  for (const path of [`/api/v2/webhook/${provider}/pip/`, `/api/v2/webhook/pip/${id}/`]) {
    expect(await deliver(path, event(secret))).toBe(200);
    const original = await lastLogged(server);
    const sent = await replay();
    expect(sent).toMatchObject({ status: 200, problem: null });
    expect(sent.signature).toContain('signs it with the secret of the integration');
    const again = await lastLogged(server);
    expect(again).toMatchObject({ isChanged: true, path, responseBody: original.responseBody });
    expect(again.id).toBeGreaterThan(original.id);
  }
  const { requestHeaders, requestBody } = await lastLogged(server);
  expect(JSON.stringify({ requestHeaders, requestBody })).not.toContain(secret);
});

test('an edited event is signed as it was edited', async () => {
  const { secret } = await addIntegration(server, 'github');
  await deliver('/api/v2/webhook/github/pip/', github(secret, JSON.stringify(push()), JSON_TYPE));
  const sent = await replay((body) => body.replace('refs/heads/trunk', 'refs/heads/dev'));
  expect(sent).toMatchObject({ status: 200 });
  expect(buildsOf(server)).toContain('dev');
});

test('an event that was refused for its signature is refused again', async () => {
  await addIntegration(server, 'github');
  const forged = github('guessed', JSON.stringify(push()), JSON_TYPE);
  expect(await deliver('/api/v2/webhook/github/pip/', forged)).toBe(400);
  const sent = await replay();
  expect(sent).toMatchObject({ status: 400, signature: expect.stringContaining('was not accepted') });
  expect(buildsOf(server)).toEqual([]);
});

test('a merge request is sent again with its commit', async () => {
  const { secret } = await addIntegration(server, 'gitlab');
  const attributes = { iid: 7, action: 'close', last_commit: { id: AFTER, author: { email: 'm@x.org' } } };
  const body = JSON.stringify({ object_kind: 'merge_request', object_attributes: attributes });
  const event = { headers: { ...JSON_TYPE, 'x-gitlab-token': secret }, body };
  expect(await deliver('/api/v2/webhook/gitlab/pip/', event)).toBe(200);
  expect(await replay()).toMatchObject({ status: 200, body: expect.stringContaining(AFTER) });
});
