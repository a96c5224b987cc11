import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  get,
  newFile,
  newFolder,
  parseOutput,
  run,
  runDoctor,
  serve,
  serveInTest,
} from '../../commands/processes.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { sendBytes } from '../../support/api/http-request.ts';
import { filesIn, findSecret, type Haystack } from '../../support/find-secret.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const OFF = ['--keychain', 'off'];

/** The vault's file, and the one that is written to take its place. */
const VAULT = ['vault.json', 'vault.json.partial'];

describe('S6', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi({ seed: SAMPLE_SEED });
  });
  afterAll(() => api.close());

  const refused = { status: 401, json: { detail: 'Authentication credentials were not provided.' } };

  test.each(['token', 'Token', 'access_token', 'api_key', 'key', 'auth', 'authorization', 'Authorization'])(
    'S6 a token in the query as %s is ignored',
    async (name) => {
      for (const value of [api.tokens.alice, `Token ${api.tokens.alice}`]) {
        const query = new URLSearchParams({ [name]: value ?? '' });
        expect(await api.request('GET', `/api/v3/projects/?${query}`)).toMatchObject(refused);
        expect(await api.request('PATCH', `/api/v3/projects/pip/?${query}`, { body: {} })).toMatchObject(
          refused,
        );
      }
    },
  );

  test.each([
    [
      'a cookie',
      (token: string) => ({ cookie: `token=${token}; Authorization=Token%20${token}; sessionid=${token}` }),
    ],
    ['a name and password', (token: string) => ({ authorization: `Basic ${btoa(`alice:${token}`)}` })],
    ['a bearer', (token: string) => ({ authorization: `Bearer ${token}` })],
    [
      'a header of another name',
      (token: string) => ({ 'x-authorization': `Token ${token}`, 'x-api-key': token }),
    ],
    ['a proxy header', (token: string) => ({ 'proxy-authorization': `Token ${token}` })],
  ])('S6 a token in %s counts for nothing', async (_name, headers) => {
    const sent = headers(api.tokens.alice ?? '');
    expect(await api.request('GET', '/api/v3/projects/', { headers: sent })).toMatchObject(refused);
    expect(await api.request('PATCH', '/api/v3/projects/pip/', { headers: sent, body: {} })).toMatchObject(
      refused,
    );
  });

  test('S6 a token in a body, or in the URL of the request line, is ignored', async () => {
    const token = api.tokens.alice ?? '';
    const body = { token, authorization: `Token ${token}`, name: 'Taken over' };
    expect(await api.request('PATCH', '/api/v3/projects/pip/', { body })).toMatchObject(refused);
    const host = `127.0.0.1:${api.port}`;
    for (const target of [
      `http://alice:${token}@${host}/api/v3/projects/`,
      `http://${token}@${host}/api/v3/projects/`,
    ]) {
      const { status } = await sendBytes(api.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(status).toBe(421);
    }
  });

  test('S6 no answer sets a cookie', async () => {
    for (const path of [
      '/',
      '/api/v3/',
      '/api/v3/projects/',
      '/api/v2/project/',
      '/projects/pip/badge/',
      '/nothing',
    ]) {
      for (const accept of ['application/json', 'text/html']) {
        const { headers } = await api.request('GET', path, { user: 'alice', headers: { accept } });
        expect(headers['set-cookie'], path).toBeUndefined();
      }
    }
  });
});

describe('S7', () => {
  test('S7 each is different, of 160 random bits', async () => {
    const folder = newFolder();
    const names = Array.from({ length: 40 }, (_, index) => `--user=user-${index}`);
    const lectern = await serveInTest(['--data', folder, ...names]);
    const tokens = Object.values(lectern.tokens);
    expect(new Set(tokens).size).toBe(40);
    expect(tokens.filter((token) => !/^[0-9a-f]{40}$/.test(token))).toEqual([]);
    // Of 40 random tokens every place of the hexadecimal text shows at least 5 digits, or luck is against 10^-15.
    for (let place = 0; place < 40; place += 1) {
      expect(new Set(tokens.map((token) => token[place])).size).toBeGreaterThan(4);
    }
  });

  test('S7 only its SHA-256 is stored; a revoked one stops working; the last use is recorded', async () => {
    const folder = newFolder();
    await run(folder, 'user', 'add', 'alice');
    const [one, two] = await createTwo(folder);
    const lectern = await serveInTest(['--data', folder]);
    expect((await get(`${lectern.url}/api/v3/projects/`, one)).status).toBe(200);
    await lectern.stop();

    expect(rows(folder, 'SELECT hex(digest) AS digest, last_four FROM tokens ORDER BY id')).toEqual(
      [one, two].map((token) => ({
        digest: createHash('sha256').update(token).digest('hex').toUpperCase(),
        last_four: token.slice(-4),
      })),
    );
    const listed = parseOutput(await run(folder, 'token', 'list', 'alice', '--json'));
    expect(listed).toMatchObject({
      tokens: [{ last_used: expect.stringMatching(/^\d{4}-/) }, { last_used: null }],
    });

    expect((await run(folder, 'token', 'revoke', '1', ...OFF)).code).toBe(0);
    const again = await serveInTest(['--data', folder]);
    expect((await get(`${again.url}/api/v3/projects/`, one)).status).toBe(401);
    expect((await get(`${again.url}/api/v3/projects/`, two)).status).toBe(200);
    await again.stop();
    expect(findSecret(one, filesIn(folder))).toEqual([]);
  });

  test('S7 a digest from the database is no token', async () => {
    const folder = newFolder();
    const lectern = await serveInTest(['--data', folder, '--user', 'alice']);
    const digest = createHash('sha256')
      .update(lectern.tokens.alice ?? '')
      .digest('hex');
    for (const token of [digest, digest.slice(0, 40), lectern.tokens.alice?.toUpperCase() ?? '']) {
      expect((await get(`${lectern.url}/api/v3/projects/`, token)).status).toBe(401);
    }
  });

  test('S7 a token is in no file but the vault, and in no log, answer or error, with Lectern running, killed or closed', async () => {
    const folder = newFolder();
    const seeded = 'c0ffee'.padEnd(40, '0123456789abcdef');
    const seed = newFile(
      JSON.stringify({
        ...SAMPLE_SEED,
        users: [{ username: 'alice', token: seeded }, { username: 'stranger' }],
      }),
    );
    const lectern = await serve(['--data', folder, '--seed', seed, '--user', 'bob']);
    const tokens = [seeded, lectern.tokens.bob ?? ''];
    const outputs: Record<string, string | Buffer> = {};
    const note = (places: Haystack, when: string) => {
      for (const [name, content] of Object.entries(places)) outputs[`${name} ${when}`] = content;
    };
    for (const token of tokens) note(await exercise(lectern.url, token), `to ${token.slice(0, 4)}`);
    // The vault is written after the start, and the kill below must not come first.
    await expect.poll(() => findSecret(tokens[1] ?? '', filesIn(folder))).toContain('vault.json (as it is)');
    note(filesIn(folder, VAULT), 'running');
    await lectern.kill();
    note(filesIn(folder, VAULT), 'killed');
    outputs['stderr of serve'] = lectern.output().stderr;

    for (const command of [
      'backup',
      'backup --list',
      'user list',
      'token list alice',
      'token revoke 1',
      'doctor',
      'doctor --json',
      'restore newest',
      `seed ${seed}`,
      `token create ${tokens[0]}`,
      'token show 99',
    ]) {
      const [name = '', ...args] = command.split(' ');
      const { stdout, stderr } =
        name === 'doctor'
          ? await runDoctor(folder, ...args)
          : await run(folder, name, ...args, ...(name === 'token' ? OFF : []));
      // The typed text is quoted to the person who typed it.
      if (!command.startsWith('token create')) outputs[command] = stdout + stderr;
    }
    note(filesIn(folder, VAULT), 'closed');
    note({ journal: JSON.stringify(rows(folder, 'SELECT * FROM journal')) }, 'in the end');
    note({ database: JSON.stringify(rows(folder, 'SELECT id, name, last_four FROM tokens')) }, 'in the end');
    expect(Object.keys(outputs).filter((name) => name.endsWith('.sqlite killed')).length).toBeGreaterThan(0);
    expect(Object.keys(outputs).filter((name) => name.includes('backups')).length).toBeGreaterThan(0);
    expect(Object.keys(outputs)).toContain('lectern.sqlite-wal killed');
    expect(Object.keys(outputs)).toContain('holder.json running');
    for (const token of tokens) expect(findSecret(token, outputs)).toEqual([]);
    // The vault has it, so the search finds what is there.
    expect(findSecret(tokens[1] ?? '', filesIn(folder))).toContain('vault.json (as it is)');
  });

  test('S7 a crash at the start shows no token', async () => {
    const folder = newFolder();
    await run(folder, 'user', 'add', 'alice');
    const [token] = await createTwo(folder);
    writeFileSync(join(folder, 'vault.json'), `{"format":1,"secrets":{"a":"${token}"`);
    const shown = await run(folder, 'token', 'show', '1', ...OFF);
    expect(shown.code).toBe(1);
    expect(shown.stderr).toContain('vault.json is damaged');
    const seed = newFile(`{"users": [{"username": "alice", "token": "${token}"]}`);
    const refused = await runCommand(['serve', '--json', '--memory', '--port', '0', '--seed', seed]);
    expect(refused.code).toBe(8);
    const outputs = { shown: shown.stdout + shown.stderr, refused: refused.stdout + refused.stderr };
    expect(findSecret(token, outputs)).toEqual([]);
  });
});

async function createTwo(folder: string): Promise<[string, string]> {
  const made = [];
  for (const name of ['one', 'two'])
    made.push(await run(folder, 'token', 'create', 'alice', '--name', name, ...OFF));
  const [one = '', two = ''] = made.map(({ stdout }) => stdout.trim());
  return [one, two];
}

/** Good requests and bad ones, and what was answered to each: headers and body. */
async function exercise(url: string, token: string): Promise<Haystack> {
  const requests: readonly (readonly [string, string, string?])[] = [
    ['GET', '/api/v3/projects/'],
    ['GET', '/api/v3/projects/?format=api'],
    ['GET', '/api/v3/projects/pip/?expand=~all'],
    ['GET', '/nothing'],
    ['DELETE', '/api/v3/projects/'],
    ['PATCH', '/api/v3/projects/pip/', '{"name": "Pip 2"}'],
    ['PATCH', '/api/v3/projects/pip/', '{"name": '],
    ['POST', '/api/v3/projects/pip/redirects/', '{"type": "page", "from_url": "/x", "to_url": "/y"}'],
    ['POST', '/api/v3/projects/pip/environmentvariables/', '{"name": "__", "value": "v"}'],
  ];
  const answers = await Promise.all(
    requests.map(async ([method, path, body]) => {
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, ...(body && { body }) });
      return [`${method} ${path} ${body}`, JSON.stringify([...answer.headers]) + (await answer.text())];
    }),
  );
  return Object.fromEntries(answers);
}

function rows(folder: string, sql: string): unknown[] {
  const database = new Sqlite(join(folder, 'lectern.sqlite'), { readonly: true });
  onTestFinished(() => void database.close());
  return database.prepare(sql).all();
}
