import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlServer, projectNamed, startControl } from '../../support/api/control-server.ts';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';

let server: ControlServer;
beforeAll(async () => {
  server = await startControl({ seed: SAMPLE_SEED });
});
afterAll(() => server.close());

const slugs = async () => {
  const { json } = await server.api('GET', '/api/v3/projects/');
  return (json as { results: { slug: string }[] }).results.map(({ slug }) => slug);
};

type Row = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly key?: string | null;
  readonly expect: { readonly status: number; readonly body?: unknown };
};

const NO_KEY = { detail: 'Send the header “Authorization: Key …” of the start line.' };

/** A request whose body is refused, with what is said of it. */
function refused(name: string, method: string, path: string, body: unknown, errors: object): Row {
  return { name, method, path, body, expect: { status: 400, body: errors } };
}

const rows: readonly Row[] = [
  { name: 'no key', method: 'POST', path: 'reset', key: null, expect: { status: 401, body: NO_KEY } },
  {
    name: 'a wrong key',
    method: 'POST',
    path: 'reset',
    key: 'wrong',
    expect: { status: 401, body: { detail: 'That is not the key of this server.' } },
  },
  {
    name: 'a token in place of the key',
    method: 'POST',
    path: 'reset',
    key: null,
    headers: { authorization: 'Token abc' },
    expect: { status: 401, body: NO_KEY },
  },
  {
    name: 'no key, of a path that does not exist',
    method: 'GET',
    path: 'nothing',
    key: null,
    expect: { status: 401, body: NO_KEY },
  },
  {
    name: 'a web page',
    method: 'POST',
    path: 'reset',
    headers: { origin: 'https://evil.example' },
    expect: { status: 403 },
  },
  { name: 'an unknown path', method: 'GET', path: 'nothing', expect: { status: 404 } },
  { name: 'another method', method: 'DELETE', path: 'reset', expect: { status: 405 } },
  {
    name: 'a form',
    method: 'POST',
    path: 'reset',
    body: 'snapshot=start',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    expect: { status: 415 },
  },
  {
    name: 'JSON without its content type',
    method: 'POST',
    path: 'reset',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
    expect: {
      status: 415,
      body: {
        detail:
          'Unsupported media type "text/plain" in request. Send the header “Content-Type: application/json”.',
      },
    },
  },
  {
    name: 'a build that succeeds with an error',
    method: 'POST',
    path: 'builds/1/advance',
    body: { success: true, error: 'boom' },
    expect: {
      status: 400,
      body: { error: ['A build that succeeds has no error. Leave out one of the two.'] },
    },
  },
  refused(
    'a snapshot with an empty name',
    'POST',
    'snapshots/',
    { name: '' },
    { name: ['Name the snapshot.'] },
  ),
  {
    name: 'a reset to an empty name',
    method: 'POST',
    path: 'reset',
    body: { snapshot: '' },
    expect: {
      status: 400,
      body: { snapshot: ['Name a snapshot, or leave this out for the state at the start.'] },
    },
  },
  refused(
    'a clock beyond its range',
    'PUT',
    'clock',
    { mode: 'run', now: '9999-01-01T00:00:00Z' },
    { now: ['The clock shows times from 1970 to 2253.'] },
  ),
  {
    name: 'a seed without a body',
    method: 'POST',
    path: 'seed',
    expect: { status: 400, body: { detail: 'Send the seed file as the body, as JSON.' } },
  },
  refused('no JSON', 'POST', 'reset', '{', { detail: 'The body is not JSON.' }),
  {
    name: 'a body that is too large',
    method: 'POST',
    path: 'reset',
    body: { snapshot: 'x'.repeat(1_100_000) },
    expect: { status: 413 },
  },
  refused(
    'a name that is no text',
    'POST',
    'reset',
    { snapshot: 4 },
    { snapshot: ['This is the name of a snapshot.'] },
  ),
  refused(
    'a field that does not exist',
    'POST',
    'reset',
    { snapshots: 'start' },
    { snapshots: ['There is no such field.'] },
  ),
  {
    name: 'an unknown snapshot',
    method: 'POST',
    path: 'reset',
    body: { snapshot: 'nowhere' },
    expect: { status: 404, body: { detail: 'There is no snapshot “nowhere”.' } },
  },
  {
    name: 'a name that leads out of the folder',
    method: 'POST',
    path: `snapshots/${encodeURIComponent('../../etc')}/restore`,
    expect: { status: 404 },
  },
  refused('a snapshot without a name', 'POST', 'snapshots/', {}, { name: ['Name the snapshot.'] }),
  refused(
    'a snapshot whose name is no file name',
    'POST',
    'snapshots/',
    { name: 'A/b' },
    { name: [expect.stringContaining('lowercase letters')] },
  ),
  refused(
    'the name of the start',
    'POST',
    'snapshots/',
    { name: 'start' },
    { name: [expect.stringContaining('kept for the state at the start')] },
  ),
  { name: 'deleting the start', method: 'DELETE', path: 'snapshots/start', expect: { status: 409 } },
  { name: 'deleting none', method: 'DELETE', path: 'snapshots/none', expect: { status: 404 } },
  refused('a clock without a mode', 'PUT', 'clock', {}, { mode: ['The mode is “run” or “still”.'] }),
  refused(
    'a clock with a bad time',
    'PUT',
    'clock',
    { mode: 'run', now: 'noon' },
    { now: ['Write a time such as 2026-01-31T12:00:00Z.'] },
  ),
  refused(
    'a clock with two times',
    'PUT',
    'clock',
    { mode: 'run', now: '2026-01-31T12:00:00Z', offset: 1 },
    { offset: ['Give either “now” or “offset”, not both.'] },
  ),
  refused(
    'a clock before 1970',
    'PUT',
    'clock',
    { mode: 'run', offset: -1e10 },
    { offset: ['The clock shows times from 1970 to 2253.'] },
  ),
  {
    name: 'a clock that goes back',
    method: 'POST',
    path: 'clock/advance',
    body: { seconds: -1 },
    expect: {
      status: 400,
      body: { seconds: ['The clock only goes forward: give more than 0 seconds.'] },
    },
  },
  {
    name: 'a seed with faults',
    method: 'POST',
    path: 'seed',
    body: { users: [{ username: 'x y' }] },
    expect: { status: 400 },
  },
  {
    name: 'a seed whose project exists',
    method: 'POST',
    path: 'seed',
    body: SAMPLE_SEED,
    expect: { status: 400 },
  },
];

describe('S20 control refuses', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const revision = server.lectern.store.revision();
    const answer = await server.control(row.method, row.path, row);
    expect(answer.status).toBe(row.expect.status);
    if (row.expect.body !== undefined) expect(answer.json).toEqual(row.expect.body);
    if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Key');
    expect(server.lectern.store.revision()).toBe(revision);
  });

  test('every web page, an allowed one too', async () => {
    const allowed = await startControl({ allowedOrigins: ['http://localhost:5173'] });
    try {
      const headers = { origin: 'http://localhost:5173' };
      expect(await allowed.control('POST', 'reset', { headers })).toMatchObject({
        status: 403,
        json: { detail: 'Web pages cannot use control.' },
      });
    } finally {
      await allowed.close();
    }
  });

  test('everything unless it was asked for', async () => {
    const without = await startControl({ control: false });
    try {
      expect((await without.control('POST', 'reset')).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});

describe('a reset', () => {
  test('brings the start back: what was made is gone, what was removed is there, ids and ETags go on', async () => {
    const before = await slugs();
    const list = await server.api('GET', '/api/v3/projects/');
    const made = await server.api('POST', '/api/v3/projects/', projectNamed('Almanac'));
    expect(made.status).toBe(201);
    expect(await slugs()).toContain('almanac');
    expect(await server.control('POST', 'reset')).toMatchObject({
      status: 200,
      json: { snapshot: 'start', ms: expect.any(Number), request: expect.any(Number) },
    });
    expect(await slugs()).toEqual(before);
    const again = await server.api('POST', '/api/v3/projects/', projectNamed('Almanac'));
    expect((again.json as { id: number }).id).toBe((made.json as { id: number }).id);
    await server.control('POST', 'reset');
    const after = await server.api('GET', '/api/v3/projects/');
    expect(after.json).toEqual(list.json);
    expect(after.headers.get('etag')).not.toBe(list.headers.get('etag'));
  });

  test('keeps tokens working, and ends those made since', async () => {
    const { services } = server.lectern;
    const actor = { kind: 'system', door: 'command' } as const;
    const bob = services.users.ensure(actor, 'bob');
    const { token } = services.tokens.create(actor, bob, 'new');
    const asBob = () =>
      fetch(`${server.lectern.url}/api/v3/projects/`, { headers: { authorization: `Token ${token}` } });
    expect((await asBob()).status).toBe(200);
    await server.control('POST', 'reset');
    expect((await asBob()).status).toBe(401);
    expect((await server.api('GET', '/api/v3/projects/')).status).toBe(200);
  });

  test('counts requests of the throttle from 0, and gives the clock back', async () => {
    const throttled = await startControl({ throttle: true });
    try {
      const get = async () => (await fetch(`${throttled.lectern.url}/api/v3/projects/`)).status;
      await throttled.control('PUT', 'clock', { body: { mode: 'still', now: '2030-01-01T00:00:00Z' } });
      const list = async () => (await throttled.api('GET', '/api/v3/projects/')).status;
      for (let count = 0; count < 60; count += 1) expect(await list()).toBe(200);
      expect(await list()).toBe(429);
      expect(await get()).toBe(401);
      await throttled.control('POST', 'reset');
      expect(await list()).toBe(200);
      expect((await throttled.control('GET', 'clock')).json).toMatchObject({ mode: 'run', offset: 0 });
    } finally {
      await throttled.close();
    }
  });

  test('asked for many times at once, runs one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        if (index % 2 === 0) return server.control('POST', 'reset');
        return server.api('POST', '/api/v3/projects/', projectNamed(`Many ${index}`));
      }),
    );
    for (const { status } of answers) expect([200, 201]).toContain(status);
  });
});

describe('snapshots', () => {
  test('are taken, listed, restored and deleted', async () => {
    await server.control('POST', 'reset');
    await server.api('POST', '/api/v3/projects/', projectNamed('Kept'));
    const taken = await server.control('POST', 'snapshots/', { body: { name: 'with-kept', note: 'a note' } });
    expect(taken).toMatchObject({ status: 201, json: { name: 'with-kept', note: 'a note', kind: 'manual' } });
    expect((taken.json as { counts: object }).counts).toMatchObject({ projects: 5, users: 2 });
    const twice = await server.control('POST', 'snapshots/', { body: { name: 'with-kept' } });
    expect(twice).toMatchObject({ status: 400, json: { name: [expect.stringContaining('already')] } });
    await server.control('POST', 'reset');
    expect(await slugs()).not.toContain('kept');
    const list = await server.control('GET', 'snapshots/');
    expect((list.json as { results: { name: string }[] }).results.map(({ name }) => name)).toEqual([
      'with-kept',
      'start',
    ]);
    expect((await server.control('POST', 'snapshots/with-kept/restore')).json).toMatchObject({
      snapshot: 'with-kept',
    });
    expect(await slugs()).toContain('kept');
    await server.control('POST', 'reset', { body: {} });
    expect(await server.control('POST', 'reset', { body: { snapshot: 'with-kept' } })).toMatchObject({
      status: 200,
      json: { snapshot: 'with-kept' },
    });
    expect(await slugs()).toContain('kept');
    expect((await server.control('DELETE', 'snapshots/with-kept')).status).toBe(204);
    expect((await server.control('POST', 'snapshots/with-kept/restore')).status).toBe(404);
  });
});

describe('the clock', () => {
  test('stands still, is moved on, and dates of the API follow it', async () => {
    await server.control('POST', 'reset');
    const still = await server.control('PUT', 'clock', {
      body: { mode: 'still', now: '2031-02-03T04:05:06Z' },
    });
    expect(still.json).toMatchObject({ mode: 'still', now: '2031-02-03T04:05:06Z' });
    const one = await server.api('POST', '/api/v3/projects/', projectNamed('Still'));
    expect((one.json as { created: string }).created).toBe('2031-02-03T04:05:06Z');
    const moved = await server.control('POST', 'clock/advance', { body: { seconds: 3600 } });
    expect(moved.json).toMatchObject({ now: '2031-02-03T05:05:06Z' });
    const two = await server.api('POST', '/api/v3/projects/', projectNamed('Later'));
    expect((two.json as { created: string }).created).toBe('2031-02-03T05:05:06Z');
    await server.control('PUT', 'clock', { body: { mode: 'run' } });
    const three = await server.api('POST', '/api/v3/projects/', projectNamed('Running'));
    expect((three.json as { created: string }).created).toMatch(/^2031-02-03T05:/);
    const { json } = await server.control('PUT', 'clock', { body: { mode: 'run', offset: 0 } });
    expect(Math.abs((json as { offset: number }).offset)).toBeLessThan(1);
  });
});

describe('a seed', () => {
  test('is loaded on top of what is there, whole or not at all', async () => {
    await server.control('POST', 'reset');
    const before = await slugs();
    const project = { slug: 'seeded', name: 'Seeded', users: ['alice'] };
    const repository = { url: 'https://example.org/seeded.git', type: 'git' };
    const loaded = await server.control('POST', 'seed', {
      body: { users: [{ username: 'alice' }], projects: [{ ...project, repository }] },
    });
    expect(loaded).toMatchObject({ status: 201, json: { projects: 1 } });
    expect((await slugs()).sort()).toEqual([...before, 'seeded'].sort());
  });
});
