import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src-server/model/base/timestamp.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { tryDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';
import { OPERATOR } from '../support/store/seed-store.ts';

type State = {
  readonly mayMove: boolean;
  readonly isMoved: boolean;
  readonly mode: string;
  readonly now: number;
};

const THEN = '2031-02-03T04:05:06Z';
const THEN_MICROS = Date.parse(THEN) * 1000;
const HOUR = 3_600_000_000;

let server: ApiServer;
beforeEach(async () => {
  server = await startApi({ seed: SAMPLE_SEED });
  await call('system.welcome', { username: 'alice' });
});
afterEach(() => server.close());

/** Calls the desk; `refused` is set where it says no. */
const call = (procedure: string, input?: unknown, actAs?: string) =>
  tryDesk(server.lectern, procedure, input, actAs);

const state = async (actAs?: string) => (await call('clock.state', undefined, actAs)).data as State;

test('time is held, moved forward, let run and released; dates of the API follow it', async () => {
  expect(await state()).toMatchObject({ mayMove: true, isMoved: false, mode: 'run' });

  const { data } = await call('clock.set', { mode: 'still', now: THEN });
  expect(data).toMatchObject({ undo: null, changed: [{ action: 'clock.set', projects: null }] });
  expect(await state('stranger')).toMatchObject({ isMoved: true, mode: 'still', now: THEN_MICROS });
  const repository = { url: 'https://git.example/held.git', type: 'git' };
  const made = await server.request('POST', '/api/v3/projects/', {
    user: 'alice',
    body: { name: 'Held', repository },
  });
  expect(made.json).toMatchObject({ created: THEN });

  await call('clock.advance', { seconds: 3600 });
  expect(await state()).toMatchObject({ mode: 'still', now: THEN_MICROS + HOUR });
  await call('clock.set', { mode: 'run' });
  const running = await state();
  expect(running).toMatchObject({ mode: 'run', isMoved: true });
  expect(running.now).toBeGreaterThanOrEqual(THEN_MICROS + HOUR);

  await call('clock.release');
  const released = await state();
  expect(released).toMatchObject({ mode: 'run', isMoved: false });
  expect(released.now).toBeLessThanOrEqual(systemClock());
  const actions = server.lectern.store.journal.newest(0, 20).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('clock.'))).toEqual([
    'clock.release',
    'clock.run',
    'clock.advance',
    'clock.set',
  ]);
});

test('what changes nothing is no change', async () => {
  const revision = server.lectern.store.revision();
  expect((await call('clock.release')).data).toMatchObject({ changed: [] });
  expect((await call('clock.set', { mode: 'run' })).data).toMatchObject({ changed: [] });
  expect(server.lectern.store.revision()).toBe(revision);
});

test.each([
  ['clock.set', { mode: 'still', now: 'noon' }, { now: ['Write a time such as 2026-01-31T12:00:00Z.'] }],
  [
    'clock.set',
    { mode: 'run', now: '1969-12-31T23:59:59Z' },
    { now: ['The clock shows times from 1970 to 2253.'] },
  ],
  ['clock.advance', { seconds: 1e11 }, { seconds: ['The clock shows times from 1970 to 2253.'] }],
  ['clock.advance', { seconds: -1 }, { seconds: ['The clock only goes forward: give more than 0 seconds.'] }],
])('%s with %j is refused beside its field', async (procedure, input, fields) => {
  expect((await call(procedure, input)).refused).toMatchObject({ name: 'Invalid', fields });
  expect(await state()).toMatchObject({ isMoved: false });
});

test('acting as another person sees the clock, and may not move it', async () => {
  for (const [procedure, input] of [
    ['clock.set', { mode: 'still' }],
    ['clock.advance', { seconds: 1 }],
    ['clock.release', undefined],
  ] as const)
    expect((await call(procedure, input, 'stranger')).refused?.name).toBe('Forbidden');
  expect(await state('stranger')).toMatchObject({ isMoved: false });
});

test('what is removed at an early time stays in the trash for its 30 days, and readers stay signed in', async () => {
  const { services } = server.lectern;
  await call('clock.set', { mode: 'still', now: '2001-02-03T04:05:06Z' });
  await call('projects.remove', ['pip']);
  services.trash.emptyOld(OPERATOR);
  expect(services.trash.list(OPERATOR).map(({ name }) => name)).toContain('pip');

  services.settings.set(OPERATOR, { askBeforePrivateDocs: true });
  services.docsSessions.link(OPERATOR, 'http://theirs.localhost/en/latest/');
  await call('clock.set', { mode: 'still', now: THEN });
  expect(services.docsSessions.list(OPERATOR)).toMatchObject([{ kind: 'link', label: 'theirs' }]);
});
