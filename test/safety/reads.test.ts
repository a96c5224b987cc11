import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFile, newFolder, serve, serveInTest } from '../commands/processes.ts';
import { type Received, type RequestHeaders, sendRequest } from '../support/api/http-request.ts';
import type { JsonObject } from '../support/api/schema-checker.ts';
import { servedRoutes } from '../support/api/served-routes.ts';
import { casesOf } from '../support/faults-run.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const TOKENS = { alice: 'a'.repeat(40), stranger: 'b'.repeat(40) };
const SEED = {
  ...SAMPLE_SEED,
  users: Object.entries(TOKENS).map(([username, token]) => ({ username, token })),
};

const CALLERS: readonly RequestHeaders[] = [
  { authorization: `Token ${TOKENS.alice}` },
  { authorization: `Token ${TOKENS.stranger}` },
  { authorization: 'Token nobody' },
  {},
];
const ACCEPTS = ['application/json', 'text/html', 'image/png'];
const GARBAGE = [
  '',
  'x',
  '-1',
  '99999999999999999999',
  "'",
  '%00',
  '~all',
  'true',
  'active_versions.last_build',
];

/** Of the bytes on the disk: the database file, and its log. */
function bytes(folder: string): { database: string; log: string } {
  const digest = (name: string) => {
    const file = join(folder, name);
    if (!statSync(file, { throwIfNoEntry: false })) return 'none';
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  };
  return { database: digest('lectern.sqlite'), log: digest('lectern.sqlite-wal') };
}

test('S5 no GET changes a byte of the database: every route, caller, format and error', async () => {
  const folder = newFolder();
  const first = await serveInTest(['--data', folder, '--seed', newFile(JSON.stringify(SEED))]);
  // Closing brings the log into the file, so that from here on the file alone is the database.
  await first.stop();
  const closed = bytes(folder);
  expect(closed).toEqual({ database: expect.stringMatching(/^[0-9a-f]{64}$/), log: 'none' });

  const lectern = await serve(['--data', folder]);
  const port = Number(new URL(lectern.url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = (method: string, path: string, headers: RequestHeaders): Promise<Received> =>
    sendRequest({ port, agent, method, path, headers });
  const before = bytes(folder);
  expect(before.database).toBe(closed.database);

  const document = JSON.parse((await send('GET', '/api/openapi.json', {})).text) as JsonObject;
  const routes = servedRoutes(document).filter(({ method }) => method === 'GET');
  const seen = new Set<number>();
  const request = async (method: string, path: string, headers: RequestHeaders): Promise<void> => {
    const { status } = await send(method, path, headers);
    seen.add(status);
    if (status >= 500) throw new Error(`${method} ${path} was answered ${status}`);
  };
  for (const route of routes) {
    const path = route.path();
    // A search has to say what it looks for.
    const whole = route.template === '/api/v3/search/' ? `${path}?q=pip` : path;
    const { status } = await send('GET', whole, CALLERS[0] ?? {});
    expect(status, `${path} as alice`).toBe(200);
    const missing = Object.fromEntries(route.pathParameters.map((name) => [name, '404']));
    for (const caller of CALLERS) {
      await Promise.all([
        ...['GET', 'HEAD', 'OPTIONS'].flatMap((method) =>
          ACCEPTS.map((accept) => request(method, path, { ...caller, accept })),
        ),
        ...[path.slice(0, -1) || '/', `${path}?format=api`, `${path}?format=x`, route.path(missing)].map(
          (each) => request('GET', each, caller),
        ),
        ...route.queryParameters.flatMap((name) =>
          casesOf(GARBAGE, 3).map((value) =>
            request('GET', `${path}?${name}=${encodeURIComponent(value)}`, caller),
          ),
        ),
      ]);
    }
  }
  for (const status of [200, 301, 400, 401, 403, 404, 406]) expect([...seen]).toContain(status);
  expect(bytes(folder)).toEqual(before);

  agent.destroy();
  await lectern.stop();
  expect(bytes(folder)).toEqual(closed);
});
