import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { measureTurns } from '../support/program/measure-turns.ts';

type Selection = { readonly error: string | null; readonly matched: readonly string[] };

const PROJECT = { name: 'Pip', users: ['alice'], repository: { url: 'https://x.org/pip', type: 'git' } };
const TAG_COUNT = 4000;

let server: ApiServer;
beforeEach(async () => {
  server = await startApi({ seed: { users: [{ username: 'alice' }], projects: [PROJECT] } });
  await call('system.welcome', { username: 'alice' });
  const tags = Array.from({ length: TAG_COUNT }, (_, index) => ({
    name: `${'a'.repeat(30)}-${index}`,
    identifier: 'c'.repeat(40),
  }));
  server.lectern.services.versionSync.apply(systemActor('runner'), 'pip', { branches: [], tags });
});
afterEach(() => server.close());

async function call(procedure: string, input: unknown): Promise<unknown> {
  const desk = await server.lectern.desk();
  const headers = { 'content-type': 'application/json' };
  const query = `input=${encodeURIComponent(JSON.stringify(input))}`;
  const isQuery = procedure === 'versions.match';
  const request = isQuery
    ? new Request(`http://localhost/desk/${procedure}?${query}`, { headers })
    : new Request(`http://localhost/desk/${procedure}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(input) },
      });
  const answer = (await (await desk.fetch(request)).json()) as { result?: { data: unknown } };
  return answer.result?.data;
}

async function match(text: string): Promise<Selection> {
  const pattern = { kind: 'regex', text, tagsOnly: false, includePrereleases: true };
  return (await call('versions.match', { slug: 'pip', pattern })) as Selection;
}

test('S9 a pattern that takes long lets the event loop turn', async () => {
  await match('^a');
  const { result, longest, total } = await measureTurns(() => match('(a?){60}-7$'));
  expect(result).toMatchObject({ error: null, matched: [`${'a'.repeat(30)}-7`] });
  expect(longest).toBeLessThan(total / 2);
});

test('S9 a pattern that would take minutes is refused', async () => {
  for (const text of ['(a?){500}', '(((a?){10}){10}){10}', '(a?){240}']) {
    expect(await match(text)).toEqual({
      error:
        'This pattern takes too long to match. Shorten it, or repeat less, such as {1,9} in place of {1,500}.',
      matched: [],
      leftOut: '',
    });
  }
});
