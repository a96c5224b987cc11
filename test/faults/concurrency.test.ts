import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { START_DELAY_MS } from '../../src-server/host/runtime/maintenance/data-maintenance.ts';
import { newFolder, serve } from '../commands/processes.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { sendRequest } from '../support/api/http-request.ts';
import { holdTimer } from '../support/held-timer.ts';
import type { ServingLectern } from '../support/program/lectern-process.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { testClock } from '../support/test-clock.ts';

const CLIENTS = 50;
const CHANGES = 6;
const REPOSITORY = { url: 'https://example.org/a.git', type: 'git' };

type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; json: Record<string, unknown> }>;

/** Sends requests as alice, with one connection per client. */
function sender({ url, tokens }: ServingLectern): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  onTestFinished(() => agent.destroy());
  const headers = { authorization: `Token ${tokens.alice}`, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const text = body && JSON.stringify(body);
    const answer = await sendRequest({
      port: Number(new URL(url).port),
      agent,
      method,
      path,
      headers,
      body: text,
    });
    return { status: answer.status, json: answer.text === '' ? {} : JSON.parse(answer.text) };
  };
}

const clients = Array.from({ length: CLIENTS }, (_, index) => index);

describe('R13 fifty clients at once', () => {
  test('R13 each changes its own project and a shared one: no errors, no lost changes', async () => {
    const folder = newFolder();
    const lectern = await serve(['--data', folder, '--user', 'alice']);
    const send = sender(lectern);
    expect((await send('POST', '/api/v3/projects/', { name: 'shared', repository: REPOSITORY })).status).toBe(
      201,
    );
    const statuses: number[] = [];
    await Promise.all(
      clients.map(async (client) => {
        const own = `/api/v3/projects/client-${client}/`;
        statuses.push(
          (await send('POST', '/api/v3/projects/', { name: `client ${client}`, repository: REPOSITORY }))
            .status,
        );
        for (let change = 1; change <= CHANGES; change += 1) {
          const { json } = await send('GET', own);
          const latestSeen = Number(String(json.default_branch).split('-')[1] ?? 0);
          statuses.push((await send('PATCH', own, { default_branch: `change-${latestSeen + 1}` })).status);
          statuses.push(
            (await send('PATCH', '/api/v3/projects/shared/', { default_branch: `${client}-${change}` }))
              .status,
          );
        }
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([201, 204]));
    expect(statuses).toHaveLength(CLIENTS * (1 + 2 * CHANGES));
    for (const client of clients) {
      const { json } = await send('GET', `/api/v3/projects/client-${client}/`);
      expect(json).toMatchObject({ name: `client ${client}`, default_branch: `change-${CHANGES}` });
    }
    await lectern.stop();

    // Each change of the shared project starts from the result of the previous one.
    const database = new Sqlite(join(folder, 'lectern.sqlite'), { readonly: true });
    onTestFinished(() => void database.close());
    const journal = database
      .prepare<[], { before: string; after: string }>(
        `SELECT before, after FROM journal WHERE action = 'project.update'
         AND project_id = (SELECT id FROM projects WHERE slug = 'shared') ORDER BY id`,
      )
      .all()
      .map(
        ({ before, after }) => [JSON.parse(before).defaultBranch, JSON.parse(after).defaultBranch] as const,
      );
    expect(journal).toHaveLength(CLIENTS * CHANGES);
    expect(new Set(journal.map(([, after]) => after)).size).toBe(CLIENTS * CHANGES);
    expect(journal.slice(1).map(([before]) => before)).toEqual(
      journal.slice(0, -1).map(([, after]) => after),
    );
  });

  test('R13 that create the same name: one succeeds, the others get an explanation', async () => {
    const lectern = await serve(['--memory', '--user', 'alice']);
    const send = sender(lectern);
    for (const name of ['Wanted', 'wanted too']) {
      const answers = await Promise.all(
        clients.map(() => send('POST', '/api/v3/projects/', { name, repository: REPOSITORY })),
      );
      const made = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(({ status }) => status === 400);
      expect({ made: made.length, refused: refused.length }).toEqual({ made: 1, refused: CLIENTS - 1 });
      const slug = name.toLowerCase().replace(' ', '-');
      for (const { json } of refused)
        expect(json).toEqual({ name: [`Project with slug "${slug.replace(/ /g, '-')}" already exists.`] });
    }
    const redirects = await Promise.all(
      clients.map(() =>
        send('POST', '/api/v3/projects/wanted/environmentvariables/', { name: 'ONE', value: 'x' }),
      ),
    );
    expect(redirects.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(redirects.filter(({ status }) => status === 400)).toHaveLength(CLIENTS - 1);
    const links = await Promise.all(
      clients.map(() => send('POST', '/api/v3/projects/wanted/subprojects/', { child: 'wanted-too' })),
    );
    expect(links.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(links.filter(({ status }) => status === 400)).toHaveLength(CLIENTS - 1);
    expect((await send('GET', '/api/v3/projects/')).json).toMatchObject({ count: 2 });
  });

  test('R13 while another process locks the database: they wait and get no errors', async () => {
    const data = newFolder();
    // No maintenance meets the lock.
    holdTimer(START_DELAY_MS);
    const api = await startApi({ data });
    onTestFinished(() => api.close());
    const { database, store } = api.lectern;
    database.pragma('busy_timeout = 600000');
    const file = join(data, 'lectern.sqlite');
    const other = spawn(process.execPath, ['--input-type=module', '-e', LOCK_DATABASE, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    const impatient = new Sqlite(file, { timeout: 0 });
    onTestFinished(() => void impatient.close());
    const { change } = store;
    const changing = vi.spyOn(store, 'change').mockImplementationOnce((work) => {
      // The database is locked when the first change begins, and the other process goes on only now.
      expect(() => impatient.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
      other.kill('SIGTERM');
      return change(work);
    });
    const answers = await Promise.all(
      clients.map((client) =>
        api.request('POST', '/api/v3/projects/', {
          user: 'alice',
          body: { name: `client ${client}`, repository: REPOSITORY },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(changing).toHaveBeenCalled();
  });
});

/** Locks the database in another process until SIGTERM. */
const LOCK_DATABASE = `
  const { default: Sqlite } = await import(${JSON.stringify(import.meta.resolve('better-sqlite3'))});
  const database = new Sqlite(process.argv.at(-1));
  database.exec('BEGIN IMMEDIATE');
  process.once('SIGTERM', () => {
    database.exec('ROLLBACK');
    process.exit();
  });
  setInterval(() => {}, 1000);
  console.log('locked');`;

describe('R13 pages', () => {
  const BUILDS = '/api/v3/projects/pip/builds/';
  const REDIRECTS = '/api/v3/projects/pip/redirects/';

  /** Starts a server with a stopped clock: all rows have the same time, so only the tie-break orders them. */
  async function startIdle(): Promise<ApiServer> {
    const api = await startApi({ seed: SAMPLE_SEED, clock: testClock() });
    onTestFinished(() => api.close());
    return api;
  }

  async function add(api: ApiServer, count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const redirect = { type: 'exact', from_url: `/${index}`, to_url: '/' };
        expect((await api.request('POST', REDIRECTS, { user: 'alice', body: redirect })).status).toBe(201);
        const build = await api.request('POST', '/api/v3/projects/pip/versions/10/builds/', {
          user: 'alice',
        });
        expect(build.status).toBe(202);
      }),
    );
  }

  /** Reads a whole list in pages and returns the ids; runs `between` after each page. */
  async function walk(
    api: ApiServer,
    path: string,
    limit: number,
    between?: () => Promise<void>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (let offset = 0; ; offset += limit) {
      const { json } = await api.request('GET', `${path}?limit=${limit}&offset=${offset}`, { user: 'alice' });
      const { results } = json as { results: { pk?: number; id?: number }[] };
      if (results.length === 0) return ids;
      ids.push(...results.map((item) => item.pk ?? item.id ?? 0));
      await between?.();
    }
  }

  test('R13 of equal rows have every row once, in the same order for any page size', async () => {
    const api = await startIdle();
    await add(api, 60);
    for (const path of [REDIRECTS, BUILDS]) {
      const whole = await walk(api, path, 1000);
      expect(new Set(whole).size).toBe(whole.length);
      expect(whole.length).toBeGreaterThanOrEqual(61);
      for (const limit of [1, 7, 50]) expect(await walk(api, path, limit)).toEqual(whole);
    }
  });

  test('R13 read while rows are added skip no old rows and keep their order', async () => {
    const api = await startIdle();
    await add(api, 30);
    for (const path of [REDIRECTS, BUILDS]) {
      const before = await walk(api, path, 1000);
      let added = 0;
      const latestSeen = await walk(api, path, 5, async () => {
        added += 1;
        if (added <= 8) await add(api, 2);
      });
      const old = [...new Set(latestSeen)].filter((id) => before.includes(id));
      expect(old).toEqual(before);
    }
  });
});
