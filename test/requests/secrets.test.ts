import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { logged, startLogged } from './request-log.ts';

const WEBHOOK_SECRET = 'hook-secret-that-nobody-may-read';
const VARIABLE = 'value-of-a-variable-7f3a';
const COOKIE = 'cookie-that-is-private-91';
const PASSWORD = 'repository-password-55';
const QUERY_TOKEN = 'token-in-a-query-string-13';
const FORM_TOKEN = 'token-in-a-form-42';
const BASIC = Buffer.from('mira:basic-password').toString('base64');
const UNREADABLE = 'secret-in-a-body-that-is-no-json';
const FOREIGN_KEY = 'name-that-is-a-secret!';
const LONG_SECRET = `secret-at-the-cut-${'s'.repeat(200)}`;

let folder: string;
let server: ApiServer;
let integrationSecret = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-requests-'));
  server = await startLogged({ data: join(folder, 'data') });
  await sendSecrets();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function sendSecrets(): Promise<void> {
  const as = { user: 'alice' };
  const send = async (...args: Parameters<ApiServer['request']>) => {
    // Refusals are recorded as well; what the client thinks of them does not matter here.
    await server.request(...args).catch(() => {});
  };
  await send('POST', '/api/v3/projects/pip/environmentvariables/', {
    ...as,
    body: { name: 'TIDE', value: VARIABLE },
  });
  await send('POST', '/api/v3/projects/pip/environmentvariables/', { ...as, body: { value: VARIABLE } });
  await send('GET', `/api/v3/projects/?token=${QUERY_TOKEN}&key=${server.tokens.alice}`, as);
  await send('GET', `/api/v3/nothing/${server.tokens.alice}/`, { headers: { cookie: `session=${COOKIE}` } });
  await send('GET', '/api/v3/projects/', { headers: { authorization: `Basic ${BASIC}` } });
  await send('GET', '/api/v3/projects/', { token: `${server.tokens.alice}x` });
  await send('GET', '/api/v3/projects/', {
    ...as,
    headers: { 'x-api-key': COOKIE, referer: `http://a/?t=${QUERY_TOKEN}` },
  });
  await send('POST', '/api/v2/webhook/generic/pip/', { form: { branches: 'main', token: FORM_TOKEN } });
  await send('POST', '/api/v2/webhook/gitlab/pip/', {
    headers: { 'x-gitlab-token': WEBHOOK_SECRET },
    body: { hook: { secret: WEBHOOK_SECRET } },
  });
  await send('POST', '/api/v3/projects/', {
    ...as,
    body: {
      name: 'With password',
      repository: { url: `https://mira:${PASSWORD}@git.example.org/a.git`, type: 'git' },
    },
  });
  await send('POST', '/api/v3/projects/', {
    ...as,
    body: {
      name: 'Bad',
      repository: { url: `https://mira:${PASSWORD}/x@git.example.org/a.git`, type: 'git' },
    },
  });
  await send('POST', '/api/v3/projects/', { ...as, body: `{"value": "${UNREADABLE}` });
  await send('POST', '/api/v3/projects/', {
    ...as,
    body: UNREADABLE,
    headers: { 'content-type': 'text/plain' },
  });
  await send('POST', '/api/v3/projects/', {
    ...as,
    body: { [FOREIGN_KEY]: 1, name: server.tokens.stranger },
  });
  // The secret lies across the place at which the body is cut.
  await send('POST', '/api/v3/projects/', {
    ...as,
    body: { name: 'n'.repeat(65_480), password: LONG_SECRET },
  });
  const created = await server
    .request('POST', '/api/v2/integration/pip/', { ...as, body: { provider: 'github' } })
    .catch(() => undefined);
  integrationSecret = String((created?.json as { secret?: string } | undefined)?.secret ?? '');
}

/** Everything that must not leave the process. */
function secrets(): readonly string[] {
  const { alice = '', stranger = '' } = server.tokens;
  const all = [
    alice,
    stranger,
    WEBHOOK_SECRET,
    VARIABLE,
    COOKIE,
    PASSWORD,
    QUERY_TOKEN,
    FORM_TOKEN,
    BASIC,
    UNREADABLE,
    FOREIGN_KEY,
  ];
  return [...all, LONG_SECRET.slice(0, 24), ...(integrationSecret === '' ? [] : [integrationSecret])];
}

test('S20 no byte of requests.sqlite or its logs is of a secret', async () => {
  const rows = await logged(server);
  expect(rows.length).toBeGreaterThanOrEqual(15);
  const files = readdirSync(join(folder, 'data')).filter((name) => name.startsWith('requests.sqlite'));
  expect(files).toContain('requests.sqlite');
  for (const file of files) {
    const bytes = readFileSync(join(folder, 'data', file));
    for (const secret of secrets())
      expect([file, secret, bytes.includes(secret)]).toEqual([file, secret, false]);
  }
  // The search finds what is there: the names beside the secrets.
  const all = Buffer.concat(files.map((file) => readFileSync(join(folder, 'data', file))));
  for (const kept of ['TIDE', 'With password', 'git.example.org', '[masked]', 'branches'])
    expect([kept, all.includes(kept)]).toEqual([kept, true]);
});

test('S20 an archive has none either', async () => {
  const { text, count } = (await callDesk(server.lectern, 'requests.har', { filter: '' })) as {
    text: string;
    count: number;
  };
  expect(count).toBe((await logged(server)).length);
  for (const secret of secrets()) expect([secret, text.includes(secret)]).toEqual([secret, false]);
  expect(JSON.parse(text)).toMatchObject({ log: { version: '1.2', creator: { name: 'Lectern' } } });
});

test('S20 an invalid token keeps no end of itself', async () => {
  const [row] = await logged(server, 'step:authentication');
  expect(row).toMatchObject({ token: null });
});
