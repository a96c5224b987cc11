import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFull, Unavailable } from '../../../src-server/model/base/problems.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

const PIP = '/api/v3/projects/pip/';
const BLAND = { detail: 'A server error occurred.' };
const CAUSE = 'SELECT token FROM tokens failed in /var/lib/lectern.db';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi({ seed: SAMPLE_SEED });
});
afterEach(() => api.close());

/** Lets a service fail in the way given. */
function failing(error: unknown): void {
  const fail = (): never => {
    throw error;
  };
  const { projects, environmentVariables, v2Reads: publicCatalog } = api.lectern.services;
  vi.spyOn(projects, 'get').mockImplementation(fail);
  vi.spyOn(projects, 'update').mockImplementation(fail);
  vi.spyOn(environmentVariables, 'create').mockImplementation(() => Promise.reject(error));
  vi.spyOn(publicCatalog, 'project').mockImplementation(fail);
}

const send = (method: string, path: string, body?: object) =>
  api.request(method, path, { user: 'alice', ...(body && { body }) });

describe('an internal error', () => {
  test('is answered without its cause, which is written to the log', async () => {
    failing(new Error(CAUSE));
    const answers = [
      await send('GET', PIP),
      await send('PATCH', PIP, { name: 'New' }),
      await send('POST', `${PIP}environmentvariables/`, { name: 'A', value: 'b' }),
      await send('GET', '/api/v2/project/1/'),
    ];
    expect(answers.map(({ status, json }) => ({ status, json }))).toEqual(
      answers.map(() => ({ status: 500, json: BLAND })),
    );
    expect(answers.map(({ headers }) => headers.allow)).toEqual([
      'GET, PUT, PATCH, HEAD, OPTIONS',
      'GET, PUT, PATCH, HEAD, OPTIONS',
      'GET, POST, HEAD, OPTIONS',
      'GET, HEAD, OPTIONS',
    ]);
    expect(api.log).toHaveLength(4);
    expect(api.log[0]).toMatch(/^GET \/api\/v3\/projects\/pip\/ failed: Error: SELECT token/);
    expect(api.log.join()).not.toContain(api.tokens.alice);
  });

  test.each([[undefined], [null], ['a text'], [{ status: 418, detail: CAUSE }]])(
    'can be any thrown value: %j',
    async (thrown) => {
      failing(thrown);
      const { status, json } = await send('GET', PIP);
      expect({ status, json }).toEqual({ status: 500, json: BLAND });
    },
  );

  test('is shown to a browser as a page without the cause', async () => {
    failing(new Error(CAUSE));
    const { status, text } = await api.request('GET', PIP, {
      user: 'alice',
      headers: { accept: 'text/html' },
    });
    expect(status).toBe(500);
    expect(text).toContain('A server error occurred.');
    expect(text).not.toContain('tokens failed');
  });

  test('no longer occurs once its cause is removed', async () => {
    failing(new Error(CAUSE));
    expect((await send('GET', PIP)).status).toBe(500);
    vi.restoreAllMocks();
    expect((await send('GET', PIP)).status).toBe(200);
  });
});

describe('problems of the environment', () => {
  test('a full disk', async () => {
    failing(new StorageFull());
    const { status, json } = await send('PATCH', PIP, { name: 'New' });
    expect(status).toBe(507);
    expect(json).toEqual({ detail: expect.stringMatching(/disk is full/) });
  });

  test('a keychain that is locked', async () => {
    failing(new Unavailable('The keychain is locked.'));
    const { status, json } = await send('POST', `${PIP}environmentvariables/`, { name: 'A', value: 'b' });
    expect({ status, json }).toEqual({ status: 503, json: { detail: 'The keychain is locked.' } });
  });
});
