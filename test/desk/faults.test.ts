import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { tryDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

type Rule = {
  readonly id: number;
  readonly rule: { readonly name: string };
  readonly isOn: boolean;
  readonly isOver: boolean;
  readonly isPinned: boolean;
  readonly matched: number;
  readonly played: number;
};

const DOWN = { name: 'Down', match: { path: '/api/v3/**' }, answer: { status: 503, retryAfter: 7 } };

let server: ApiServer;
beforeEach(async () => {
  server = await startApi({ seed: SAMPLE_SEED });
  await call('system.welcome', { username: 'alice' });
});
afterEach(() => server.close());

/** Calls the desk; `refused` is set where it says no. */
const call = (procedure: string, input?: unknown, actAs?: string) =>
  tryDesk(server.lectern, procedure, input, actAs);

const list = async () => (await call('faults.list')).data as Rule[];
/** Asks as a client does; the document of the API knows no faults. */
async function status(): Promise<number> {
  const headers = { authorization: `Token ${server.tokens.alice}` };
  return (await fetch(`${server.url}/api/v3/projects/`, { headers })).status;
}

test('a rule is added, counted, switched, pinned, replaced and removed', async () => {
  expect((await call('faults.add', { rule: DOWN })).refused).toBeUndefined();
  expect(await status()).toBe(503);
  const [added] = await list();
  expect(added).toMatchObject({ isOn: true, isPinned: false, matched: 1, played: 1, rule: DOWN });
  const id = added?.id ?? 0;
  expect((await call('faults.namesOn', undefined, 'stranger')).data).toEqual(['Down']);

  await call('faults.set', { id, isPinned: true });
  await call('faults.set', { id, isOn: false });
  expect(await status()).toBe(200);
  expect(await list()).toMatchObject([{ isOn: false, isPinned: true, played: 1 }]);

  await call('faults.replace', { id, rule: { ...DOWN, answer: { status: 500 } } });
  expect(await list()).toMatchObject([{ id, isOn: false, isPinned: true, played: 0 }]);
  await call('faults.set', { id, isOn: true });
  expect(await status()).toBe(500);

  await call('faults.addPreset', { preset: 'flaky-network' });
  expect((await list()).map(({ rule }) => rule.name)).toEqual([
    'Down',
    'Flaky network: closed',
    'Flaky network: cut',
  ]);
  await call('faults.turnOff');
  expect((await list()).map(({ isOn }) => isOn)).toEqual([false, false, false]);
  expect((await call('faults.namesOn')).data).toEqual([]);
  expect(await status()).toBe(200);

  await call('faults.remove', { id });
  expect(await list()).toHaveLength(2);
  await call('faults.clear');
  expect(await list()).toEqual([]);
});

test('a rule whose end has passed is over, and is switched on with a new end', async () => {
  await call('faults.add', { rule: { ...DOWN, until: '2200-01-01T00:00:00Z' } });
  const [added] = await list();
  expect(added).toMatchObject({ isOn: true, isOver: false });
  const id = added?.id ?? 0;
  await call('clock.set', { mode: 'still', now: '2200-01-01T00:00:00Z' });
  expect(await status()).toBe(200);
  expect(await list()).toMatchObject([{ isOn: false, isOver: true }]);
  expect((await call('faults.namesOn')).data).toEqual([]);

  const { refused } = await call('faults.set', { id, isOn: true });
  expect(refused).toMatchObject({
    name: 'Invalid',
    fields: { until: [expect.stringContaining('That time is over')] },
  });
  await call('faults.set', { id, isPinned: true, isOn: false });
  const rule = { ...DOWN, until: '2200-01-02T00:00:00Z' };
  await call('faults.replace', { id, rule });
  expect(await list(), 'a rule that was off stays off').toMatchObject([{ isOn: false, isOver: false }]);
  await call('faults.replace', { id, rule, isOn: true });
  expect(await list()).toMatchObject([{ isOn: true, isOver: false, isPinned: true }]);
  expect(await status()).toBe(503);

  // The clock goes back: what was over is to come again.
  await call('clock.set', { mode: 'still', now: '2200-01-03T00:00:00Z' });
  expect(await list()).toMatchObject([{ isOn: false, isOver: true }]);
  await call('clock.release');
  expect(await list()).toMatchObject([{ isOn: true, isOver: false }]);
});

test('the answer of a change names it, so that the window shows it at once', async () => {
  const { data } = await call('faults.add', { rule: DOWN });
  expect(data).toMatchObject({ undo: null, changed: [{ action: 'fault.add', projects: null }] });
});

test.each([
  [{ ...DOWN, name: '' }, 'name'],
  [{ ...DOWN, match: { path: 'api' } }, 'match.path'],
  [{ ...DOWN, match: { path: '/desk/' } }, 'match.path'],
  [{ ...DOWN, answer: { status: 99 } }, 'answer.status'],
  [{ ...DOWN, answer: { status: 503, retryAfter: 1.5 } }, 'answer.retryAfter'],
  [{ ...DOWN, probability: 2 }, 'probability'],
  [{ ...DOWN, delay: { from: 9, to: 1 } }, 'delay.to'],
  [{ ...DOWN, until: 'tomorrow' }, 'until'],
  [{ name: 'Nothing' }, 'answer'],
])('%j is refused beside its field, and adds nothing', async (rule, field) => {
  const { refused } = await call('faults.add', { rule });
  expect(refused?.name).toBe('Invalid');
  let found: unknown = refused?.fields;
  for (const part of field.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  const sentences = found as string[];
  expect(sentences).toEqual([expect.stringMatching(/\.$/)]);
  expect(sentences[0]).not.toMatch(/expected|received|invalid input/i);
  expect(await list()).toEqual([]);
});

test('what there is none of, and too many, are refused in plain words', async () => {
  for (const [procedure, input] of [
    ['faults.set', { id: 9, isOn: true }],
    ['faults.remove', { id: 9 }],
    ['faults.replace', { id: 9, rule: DOWN }],
  ] as const)
    expect((await call(procedure, input)).refused).toMatchObject({
      name: 'NotFound',
      message: 'There is no such fault rule.',
    });
  for (let count = 0; count < 100; count++) await call('faults.add', { rule: DOWN });
  expect((await call('faults.add', { rule: DOWN })).refused?.message).toContain('100 fault rules');
});

test('acting as another person sees which are on, and may change none', async () => {
  await call('faults.add', { rule: DOWN });
  const [rule] = await list();
  for (const [procedure, input] of [
    ['faults.list', undefined],
    ['faults.add', { rule: DOWN }],
    ['faults.set', { id: rule?.id, isOn: false }],
    ['faults.turnOff', undefined],
    ['faults.clear', undefined],
  ] as const)
    expect((await call(procedure, input, 'stranger')).refused?.name).toBe('Forbidden');
  expect(await list()).toMatchObject([{ isOn: true }]);
});
