import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ControlServer, projectNamed, startControl } from '../../support/api/control-server.ts';

let server: ControlServer;
beforeAll(async () => {
  server = await startControl({
    seed: { users: [{ username: 'alice' }], projects: [{ ...projectNamed('Tides'), users: ['alice'] }] },
  });
});
afterAll(() => server.close());
afterEach(async () => {
  await server.control('DELETE', 'faults/');
});

const control = (method: string, path: string, body?: unknown) =>
  server.control(method, path, body === undefined ? {} : { body });

describe('a rule with a mistake is a 400 that names its field, and adds nothing', () => {
  test.each([
    [{ answer: { status: 500 } }, 'name'],
    [{ name: 'Böse', answer: { status: 500 } }, 'name'],
    [{ name: 'x\r\nset-cookie: a', answer: { status: 500 } }, 'name'],
    [{ name: 'x' }, 'answer'],
    [{ name: 'x', answer: { status: 99 } }, 'answer.status'],
    [{ name: 'x', answer: { status: 500, retryAfter: -1 } }, 'answer.retryAfter'],
    [{ name: 'x', answer: { status: 500 }, connection: 'close' }, 'connection'],
    [{ name: 'x', answer: { status: 500 }, match: { path: 'api' } }, 'match.path'],
    [{ name: 'x', answer: { status: 500 }, match: { path: '/desk/**' } }, 'match.path'],
    [{ name: 'x', answer: { status: 500 }, match: { path: '/-/control/*' } }, 'match.path'],
    [{ name: 'x', answer: { status: 500 }, match: { path: `/${'*'.repeat(40)}` } }, 'match.path'],
    [{ name: 'x', answer: { status: 500 }, match: { method: 'GET POST' } }, 'match.method'],
    [{ name: 'x', answer: { status: 500 }, match: { method: 'FOO' } }, 'match.method'],
    [{ name: 'x', answer: { status: 204, body: 'x' } }, 'answer.body'],
    [{ name: 'x', answer: { status: 304, body: {} } }, 'answer.body'],
    [{ name: 'x', answer: { status: 500 }, until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ name: 'x', answer: { status: 500 }, match: { host: 'a' } }, 'match.host'],
    [{ name: 'x', delay: { from: 5, to: 1 } }, 'delay.to'],
    [{ name: 'x', delay: { ms: 1e9 } }, 'delay.ms'],
    [{ name: 'x', answer: { status: 500 }, probability: 2 }, 'probability'],
    [{ name: 'x', answer: { status: 500 }, until: 'tomorrow' }, 'until'],
    [{ preset: 'earthquake' }, 'preset'],
    [{ preset: 'maintenance', name: 'x' }, 'name'],
    [[], 'non_field_errors'],
  ])('%j', async (rule, field) => {
    const { status, json } = await control('POST', 'faults/', rule);
    expect({ status, hasField: JSON.stringify(json).includes(`"${field}"`) }).toEqual({
      status: 400,
      hasField: true,
    });
    expect(await control('GET', 'faults/')).toMatchObject({ json: { results: [] } });
  });

  test.each([
    [{ name: 5, answer: { status: 500 } }, { name: ['Give a text.'] }],
    [{ answer: { status: 500 } }, { name: ['This field is required.'] }],
    [{ name: 'x', delay: { ms: -1 } }, { 'delay.ms': ['Give a number of at least 0.'] }],
    [{ name: 'x', delay: { ms: 1e9 } }, { 'delay.ms': ['Give a number of at most 600000.'] }],
    [{ name: 'x', connection: 'hang' }, { connection: ['Give one of close, cut.'] }],
    [
      { name: 'x', delay: { ms: 1 }, match: { client: '' } },
      { 'match.client': ['Give a text that is not empty.'] },
    ],
    [{ name: 'x', delay: { ms: 1 }, match: [] }, { match: ['Give an object with fields.'] }],
    [[], { non_field_errors: ['Give an object with fields.'] }],
    [
      { name: 'x', delay: { ms: 1 }, match: { method: 'FOO' } },
      { 'match.method': ['Give one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.'] },
    ],
  ])('%j is told in plain words', async (rule, errors) => {
    expect(await control('POST', 'faults/', rule)).toMatchObject({ status: 400, json: errors });
  });

  test('and no route of control ever shows the text of a library', async () => {
    const values = [
      null,
      true,
      -1,
      1e12,
      1.5,
      '',
      'x',
      'x'.repeat(70_000),
      [],
      [null],
      {},
      { ms: 'x' },
      { a: 1 },
    ];
    const fields = {
      'faults/': [
        'name',
        'match',
        'after',
        'every',
        'perMinute',
        'probability',
        'seed',
        'delay',
        'answer',
        'connection',
        'hits',
        'until',
        'preset',
      ],
      'builds/1/advance': ['state', 'success', 'error', 'output'],
      'clock/advance': ['seconds'],
      'snapshots/': ['name', 'note'],
      reset: ['snapshot'],
      'projects/tides/builder': ['script'],
      clock: ['mode', 'now', 'offset'],
    };
    for (const [path, names] of Object.entries(fields)) {
      const method = path === 'clock' || path.endsWith('builder') ? 'PUT' : 'POST';
      for (const name of names) {
        for (const value of values) {
          const body = { ...(path === 'faults/' && name !== 'preset' && { name: 'x' }), [name]: value };
          const { json } = await control(method, path, body);
          const text = JSON.stringify(json ?? null);
          expect(text, `${path} ${JSON.stringify(body).slice(0, 100)}`).not.toMatch(
            /Invalid (?:input|option|string|key|data)|Too (?:small|big)|expected|received|dictionary/i,
          );
        }
      }
    }
    await control('POST', 'reset', {});
  });

  test.each([
    ['PUT', 'faults/999', { name: 'x', answer: { status: 500 } }],
    ['DELETE', 'faults/999', undefined],
    ['DELETE', 'faults/x', undefined],
  ])('%s %s is 404', async (method, path, body) => {
    expect((await control(method, path, body)).status).toBe(404);
  });

  test('and there may be a hundred rules', async () => {
    for (let number = 0; number < 100; number++)
      await control('POST', 'faults/', { name: `Rule ${number}`, answer: { status: 500 } });
    expect((await control('GET', 'faults/')).json).toMatchObject({ results: { length: 100 } });
    expect((await control('POST', 'faults/', { name: 'More', answer: { status: 500 } })).status).toBe(409);
  });
});
