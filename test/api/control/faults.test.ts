import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SESSION_HEADER } from '../../../src-server/desk/sessions/sessions.ts';
import { type ControlServer, projectNamed, startControl } from '../../support/api/control-server.ts';

let server: ControlServer;
beforeAll(async () => {
  server = await startControl({
    seed: {
      users: [{ username: 'alice', token: TOKEN }],
      projects: [{ ...projectNamed('Tides'), users: ['alice'] }],
    },
  });
});
afterAll(() => server.close());
afterEach(async () => {
  await server.control('DELETE', 'faults/');
});

const TOKEN = 'a'.repeat(40);
const PATH = '/api/v3/projects/tides/';

const control = (method: string, path: string, body?: unknown) =>
  server.control(method, path, body === undefined ? {} : { body });

/** Adds a rule; returns its id. */
async function add(rule: object): Promise<number> {
  const { status, json } = await control('POST', 'faults/', rule);
  expect(status).toBe(201);
  return (json as { id: number }).id;
}

/** Calls the API; returns what came of it, and "closed" or "cut" where the connection broke. */
async function ask(path = PATH, init: RequestInit = {}) {
  const headers = { authorization: `Token ${TOKEN}`, ...init.headers };
  let response: Response;
  try {
    response = await fetch(server.lectern.url + path, { ...init, headers });
  } catch {
    return 'closed';
  }
  const fault = response.headers.get('x-lectern-fault');
  try {
    return {
      status: response.status,
      fault,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  } catch {
    return 'cut';
  }
}

const statuses = async (times: number) => {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await ask());
  return answers.map((answer) => (typeof answer === 'string' ? answer : answer.status));
};

describe('a rule', () => {
  test('answers as it says, names itself, and leaves other requests alone', async () => {
    await add({
      name: 'Down',
      match: { method: 'get', path: '/api/v3/projects/*/' },
      answer: { status: 503, body: { detail: 'Later.' }, retryAfter: 7 },
    });
    expect(await ask()).toEqual({ status: 503, fault: 'Down', retryAfter: '7', text: '{"detail":"Later."}' });
    expect(await ask('/api/v3/projects/tides/versions/')).toMatchObject({ status: 200, fault: null });
    expect(
      await ask(PATH, { method: 'PATCH', body: '{}', headers: { 'content-type': 'application/json' } }),
    ).toMatchObject({ status: 204, fault: null });
    expect(await ask(`${PATH}?expand=x`)).toMatchObject({ status: 503 });
    const { json } = await control('GET', 'faults/');
    expect(json).toMatchObject({
      results: [{ name: 'Down', on: true, pinned: false, matched: 2, played: 2 }],
    });
  });

  test.each([
    [{ after: 2 }, [200, 200, 500, 500]],
    [{ every: 2 }, [200, 500, 200, 500]],
    [{ after: 1, every: 2 }, [200, 200, 500, 200, 500]],
    [{ hits: 1 }, [500, 200, 200]],
    [{ probability: 0 }, [200, 200]],
    [{ probability: 1 }, [500, 500]],
    [{ match: { user: 'alice' } }, [500]],
    [{ match: { user: 'bob' } }, [200]],
    [{ match: { client: 'NODE' } }, [500]],
    [{ match: { client: 'python' } }, [200]],
    [{ until: '2200-01-01T00:00:00Z' }, [500]],
  ])('%j chooses its requests', async (choice, expected) => {
    await add({ name: 'Broken', answer: { status: 500 }, ...choice });
    expect(await statuses(expected.length)).toEqual(expected);
  });

  test('ends at its time by the clock of the API', async () => {
    await add({ name: 'Broken', answer: { status: 500 }, until: '2200-01-01T00:00:00Z' });
    await control('PUT', 'clock', { mode: 'still', now: '2199-12-31T23:59:59Z' });
    expect(await statuses(1)).toEqual([500]);
    await control('POST', 'clock/advance', { seconds: 1 });
    expect(await statuses(1)).toEqual([200]);
    expect(await control('GET', 'faults/')).toMatchObject({ json: { results: [{ on: false, over: true }] } });
    const over = await control('POST', 'faults/', {
      name: 'Late',
      delay: { ms: 1 },
      until: '2199-12-31T00:00:00Z',
    });
    await control('PUT', 'clock', { mode: 'run', offset: 0 });
    expect(over).toMatchObject({
      status: 400,
      json: {
        until: ['That time is over: the clock of the API shows 2200-01-01T00:00:00Z. Give a later one.'],
      },
    });
  });

  test.each([204, 205, 304])('answers %i without a body, as HTTP has it', async (status) => {
    await add({ name: 'Empty', answer: { status, retryAfter: 3 }, hits: 2 });
    expect(await ask()).toEqual({ status, fault: 'Empty', retryAfter: '3', text: '' });
    const socket = connect(Number(new URL(server.lectern.url).port), '127.0.0.1');
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: ${new URL(server.lectern.url).host}\r\nConnection: close\r\n\r\n`,
    );
    const [head, body] = (await textOf(socket)).split('\r\n\r\n');
    expect(body).toBe('');
    if (status === 205) expect(head).toMatch(/content-length: 0/i);
    else expect(head).not.toMatch(/content-length|transfer-encoding/i);
  });

  test('makes the same choice by chance for the same seed', async () => {
    const rule = { name: 'Chance', probability: 0.5, seed: 7, answer: { status: 500 } };
    const id = await add(rule);
    const first = await statuses(20);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    await control('PUT', `faults/${id}`, rule);
    expect(await statuses(20)).toEqual(first);
  });

  test('closes the connection, or cuts the answer in its middle', async () => {
    const id = await add({ name: 'Closed', connection: 'close' });
    expect(await ask()).toBe('closed');
    await control('PUT', `faults/${id}`, { name: 'Cut', connection: 'cut' });
    expect(await ask()).toBe('cut');
    await control('PUT', `faults/${id}`, { name: 'Cut', connection: 'cut', answer: { status: 500 } });
    expect(await ask()).toBe('cut');
  });

  test('holds an answer back until its time, and forgets a caller who leaves', async () => {
    await add({ name: 'Slow', delay: { ms: 600_000 }, hits: 1 });
    const socket = connect(Number(new URL(server.lectern.url).port), '127.0.0.1');
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${new URL(server.lectern.url).host}\r\n\r\n`);
    await expect.poll(async () => played(await control('GET', 'faults/'))).toBe(1);
    socket.destroy();
    await control('DELETE', 'faults/');
    await add({ name: 'A little slow', delay: { from: 1, to: 5 } });
    expect(await ask()).toMatchObject({ status: 200, fault: 'A little slow' });
  });

  test('the first that has its turn wins', async () => {
    await add({ name: 'First', hits: 1, answer: { status: 500 } });
    await add({ name: 'Second', answer: { status: 502 } });
    expect(await statuses(3)).toEqual([500, 502, 502]);
  });

  test('is played for documentation too, and never for control', async () => {
    await add({ name: 'All', match: { path: '**' }, answer: { status: 500 } });
    expect(await ask('/anything')).toMatchObject({ status: 500 });
    expect((await control('GET', 'clock')).status).toBe(200);
  });

  test('never locks the window out: its files, its session and its calls pass, and remove the rule', async () => {
    const window = mkdtempSync(join(tmpdir(), 'lectern-window-'));
    onTestFinished(() => rmSync(window, { recursive: true, force: true }));
    mkdirSync(join(window, 'assets'));
    writeFileSync(join(window, 'index.html'), '<script src="/assets/main.js"></script>');
    writeFileSync(join(window, 'assets/main.js'), 'export {};');
    const other = await startControl({ gui: window });
    onTestFinished(() => other.close());
    const { url } = other.lectern;
    for (const body of [
      { name: 'All', match: { path: '**' }, connection: 'close' },
      { preset: 'maintenance' },
      { name: 'Desk', match: { path: '/**' }, answer: { status: 503 } },
    ])
      expect((await other.control('POST', 'faults/', { body })).status).toBe(201);
    await expect(fetch(`${url}/api/v3/`)).rejects.toThrow();
    for (const path of ['/', '/projects', '/assets/main.js']) {
      const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
      expect([path, answer.status, answer.headers.get('x-lectern-fault')]).toEqual([path, 200, null]);
    }
    const key = (await other.lectern.desk()).newKey();
    const json = { 'content-type': 'application/json', origin: url };
    const session = { method: 'POST', headers: json, body: JSON.stringify({ key }) };
    const opened = await fetch(`${url}/desk/session`, session);
    const { secret } = (await opened.json()) as { secret: string };
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const desk = async (procedure: string, input?: object) => {
      const headers = { ...json, cookie, [SESSION_HEADER]: secret };
      const answer = await fetch(`${url}/desk/${procedure}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(input) },
      });
      const { result } = (await answer.json()) as { result: { data: unknown } };
      return result.data;
    };
    const rules = (await desk('faults.list')) as { id: number }[];
    expect(rules.length).toBeGreaterThan(2);
    for (const { id } of rules) await desk('faults.remove', { id });
    expect((await fetch(`${url}/api/v3/`)).headers.get('x-lectern-fault')).toBeNull();
  });

  test.each([
    ['long', { ms: 600_000 }],
    ['about as long as the reset takes', { from: 1, to: 1_500 }],
  ])('that delays requests (%s) lets none of them into the state after a reset', async (_, delay) => {
    const slugs = async () => {
      const { text } = (await ask('/api/v3/projects/?limit=100')) as { text: string };
      return (JSON.parse(text) as { results: { slug: string }[] }).results.map(({ slug }) => slug);
    };
    const before = await slugs();
    await add({ name: 'Slow', match: { method: 'POST' }, delay });
    const headers = { 'content-type': 'application/json' };
    const sent = Array.from({ length: 20 }, (_each, index) =>
      ask('/api/v3/projects/', {
        ...{ method: 'POST', headers, body: JSON.stringify(projectNamed(`Late ${index}`)) },
      }),
    );
    await expect.poll(async () => played(await control('GET', 'faults/'))).toBe(20);
    const { json } = await control('POST', 'reset', {});
    const answers = await Promise.all(sent);
    expect(await slugs()).toEqual(before);
    const ended = answers.filter((answer) => typeof answer === 'object' && answer.status === 503);
    for (const answer of ended) {
      expect(answer).toMatchObject({ fault: 'Slow', text: expect.stringContaining('All data was replaced') });
    }
    // They are in the log before the reset.
    const since = (json as { request: number }).request;
    const late = await control('GET', `requests/?since=${since}&method=POST`);
    expect(late.json).toEqual({ results: [] });
    if ('ms' in delay) expect(ended).toHaveLength(20);
  });

  test('is gone after a reset', async () => {
    await add({ name: 'All', answer: { status: 500 } });
    await control('POST', 'reset', {});
    expect(await ask()).toMatchObject({ status: 200, fault: null });
    expect(await control('GET', 'faults/')).toMatchObject({ json: { results: [] } });
  });
});

const played = ({ json }: { json: unknown }) =>
  (json as { results: { played: number }[] }).results[0]?.played;

describe('presets', () => {
  test.each([
    ['maintenance', [503, 503]],
    ['token-revoked', [200, 200, 200, 200, 200, 401]],
  ])('%s', async (preset, expected) => {
    expect(await control('POST', 'faults/', { preset })).toMatchObject({ status: 201 });
    expect(await statuses(expected.length)).toEqual(expected);
  });

  test('rate-limited answers 429 with Retry-After after sixty requests', async () => {
    await control('POST', 'faults/', { preset: 'rate-limited' });
    const answers = await statuses(61);
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(200));
    const limited = await ask();
    expect(limited).toMatchObject({ status: 429, fault: 'Rate limited as the live service' });
    const { retryAfter, text } = limited as { retryAfter: string; text: string };
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(JSON.parse(text)).toEqual({
      detail: `Request was throttled. Expected available in ${retryAfter} seconds.`,
    });
    // A minute later, by the clock of the API, there is room again.
    await control('POST', 'clock/advance', { seconds: 60 });
    expect(await ask()).toMatchObject({ status: 200, fault: null });
  });

  test('flaky-network has two rules', async () => {
    const { json } = await control('POST', 'faults/', { preset: 'flaky-network' });
    expect((json as { results: unknown[] }).results).toHaveLength(2);
  });
});
