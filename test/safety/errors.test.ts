import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { get, newFile, newFolder, serve } from '../commands/processes.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import type { JsonObject } from '../support/api/schema-checker.ts';
import { servedRoutes } from '../support/api/served-routes.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const BLAND = { detail: 'A server error occurred.' };
/** What tells of our insides: a stack, a place in the code, a path, SQLite and its words. */
const INSIDES =
  /\bat .*\d+:\d+|\.[cm]?[jt]s\b|node:|\/(tmp|usr|home|root|var)\b|[Ss][Qq][Ll]ite|no such|SELECT|INSERT|UPDATE|constraint|Error:/;

async function start(): Promise<ApiServer> {
  const api = await startApi({ seed: SAMPLE_SEED });
  onTestFinished(() => api.close());
  return api;
}

describe('S16 an unexpected error', () => {
  test('S16 is a bland 500 on every route; the log has the cause', async () => {
    const api = await start();
    const routes = servedRoutes((await api.request('GET', '/api/openapi.json')).json as JsonObject);
    // Every statement on them fails from now on.
    api.lectern.database.pragma('foreign_keys = OFF');
    for (const table of [
      'project_users',
      'versions',
      'builds',
      'redirects',
      'environment_variables',
      'subprojects',
      'journal',
    ])
      api.lectern.database.exec(`ALTER TABLE ${table} RENAME TO gone_${table}`);
    const bodies: Readonly<Record<string, object>> = {
      '/api/v3/projects/': { name: 'New', repository: { url: 'https://example.org/a.git', type: 'git' } },
    };
    let failed = 0;
    for (const route of routes) {
      for (const accept of ['application/json', 'text/html']) {
        const logged = api.log.length;
        const body = ['GET', 'DELETE'].includes(route.method) ? undefined : (bodies[route.template] ?? {});
        const answer = await api.request(route.method, route.path(), {
          user: 'alice',
          headers: { accept },
          body,
        });
        if (answer.status !== 500) continue;
        failed += 1;
        if (answer.json === undefined) expect(answer.text).toContain(BLAND.detail);
        else expect(answer.json).toEqual(BLAND);
        expect(answer.text).not.toMatch(accept === 'text/html' ? /sqlite|no such table|\.ts:\d/i : INSIDES);
        expect(api.log.slice(logged).join('\n')).toMatch(/ failed: .*no such table/);
      }
    }
    expect(failed).toBeGreaterThan(routes.length);
  });

  test('S16 with the database closed, every caller gets a 500 and the process survives', async () => {
    const api = await startApi({ seed: SAMPLE_SEED });
    const { url } = api;
    api.lectern.database.close();
    for (const path of [
      '/api/v3/projects/',
      '/api/v3/projects/pip/',
      '/api/v2/project/',
      '/projects/pip/badge/',
    ]) {
      const answer = await fetch(url + path, { headers: { authorization: `Token ${api.tokens.alice}` } });
      const text = await answer.text();
      expect({ path, status: answer.status, text }).toEqual({
        path,
        status: 500,
        text: JSON.stringify(BLAND),
      });
    }
    expect((await fetch(`${url}/`)).status).toBe(200);
    await expect(api.close()).resolves.toBeUndefined();
  });

  test('S16 neither content nor path of a damaged vault is shown', async () => {
    const folder = newFolder();
    const seed = {
      ...SAMPLE_SEED,
      users: [{ username: 'alice', token: 'a'.repeat(40) }, { username: 'stranger' }],
    };
    const first = await serve(['--data', folder, '--seed', newFile(JSON.stringify(seed))]);
    await first.stop();
    writeFileSync(join(folder, 'vault.json'), '{"format":1,"secrets":{"hush":"hush"');
    const lectern = await serve(['--data', folder]);
    const answer = await fetch(`${lectern.url}/api/v3/projects/pip/environmentvariables/`, {
      method: 'POST',
      headers: { authorization: `Token ${'a'.repeat(40)}`, 'content-type': 'application/json' },
      body: '{"name":"X","value":"x"}',
    });
    const text = await answer.text();
    expect([500, 503]).toContain(answer.status);
    expect(text).not.toMatch(INSIDES);
    expect(text).not.toContain('hush');
    expect(text).not.toContain(folder);
    expect(lectern.output().stderr).toMatch(/private file is damaged|vault\.json is damaged/);
    expect((await get(`${lectern.url}/api/v3/projects/`, 'a'.repeat(40))).status).toBe(200);
  });
});

describe('S16 an error of the caller', () => {
  test.each([
    ['GET', '/api/v3/projects/nothing/', undefined, 404],
    ['GET', '/%', undefined, 404],
    ['GET', '/api/v3/projects/?language=xx', undefined, 400],
    ['PATCH', '/api/v3/projects/pip/', '{"name": ', 400],
    ['PATCH', '/api/v3/projects/pip/', '{"name": "a\\u0000b"}', 400],
    ['PATCH', '/api/v3/projects/pip/', '[]', 400],
    ['PATCH', '/api/v3/projects/pip/', 'null', 400],
    [
      'POST',
      '/api/v3/projects/',
      '{"name": "Pip", "repository": {"url": "https://x.org/a", "type": "git"}}',
      400,
    ],
    ['POST', '/api/v3/projects/pip/subprojects/', '{"child": "pip"}', 400],
    ['POST', '/api/v3/projects/pip/redirects/', '{"type": "page"}', 400],
    ['DELETE', '/api/v3/projects/pip/redirects/99999999999999999999/', undefined, 404],
    ['TRACE', '/api/v3/projects/', undefined, 405],
  ])('S16 %s %s %j says only what was wrong: %#', async (method, path, body, status) => {
    const api = await start();
    const answer = await api.request(method, path, { user: 'alice', body });
    expect(answer.status).toBe(status);
    expect(answer.text.replaceAll('https://x.org', '')).not.toMatch(INSIDES);
    expect(api.log).toEqual([]);
  });
});
