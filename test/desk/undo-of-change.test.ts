import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

type Changed = { readonly answer?: unknown; readonly undo: { readonly batch: number } | null };

let server: ApiServer;
beforeEach(async () => {
  server = await startApi({ seed: SAMPLE_SEED });
  await call('system.welcome', { username: 'alice' });
});
afterEach(() => server.close());

const call = async (procedure: string, input?: unknown) =>
  ((await callDesk(server.lectern, procedure, input)) ?? { undo: null }) as Changed;

const undo = ({ undo: undoable }: Changed) => call('undo.revert', { batch: undoable?.batch ?? 0 });
const slugs = async () =>
  (
    (await server.request('GET', '/api/v3/projects/', { user: 'alice' })).json as {
      results: { slug: string }[];
    }
  ).results.map(({ slug }) => slug);
const redirects = async () =>
  (
    (await server.request('GET', '/api/v3/projects/pip/redirects/', { user: 'alice' })).json as {
      results: { from_url: string }[];
    }
  ).results.map((rule) => rule.from_url);
const REDIRECT = { type: 'exact', to_url: '/en/latest/' };

test('a build answers no undo, whatever was changed before it', async () => {
  const before = await slugs();
  const removed = await call('project.remove', { slug: 'pip' });
  const remaining = (await slugs())[0] ?? '';
  const built = await call('projects.buildDefaults', [remaining]);
  expect(built).toMatchObject({ answer: { items: [{ outcome: 'change' }] }, undo: null });
  expect(await slugs()).not.toContain('pip');
  await undo(removed);
  expect(await slugs()).toEqual(before);
});

test('changes of two windows at once answer each its own undo', async () => {
  const add = (from: string) => call('redirects.add', { slug: 'pip', body: { ...REDIRECT, from_url: from } });
  const [variable, first, second] = await Promise.all([
    call('variables.add', { slug: 'pip', name: 'TIDE', value: 'high' }),
    add('/one/'),
    add('/two/'),
  ]);
  expect(new Set([variable, first, second].map((each) => each.undo?.batch)).size).toBe(3);
  await undo(first);
  expect(await redirects()).toContain('/two/');
  expect(await redirects()).not.toContain('/one/');
  const names = await call('variables.list', { slug: 'pip' });
  expect(names).toContainEqual(expect.objectContaining({ name: 'TIDE' }));
});

test('an undo, and a call that changes nothing, answer no undo', async () => {
  const added = await call('redirects.add', { slug: 'pip', body: { ...REDIRECT, from_url: '/gone/' } });
  const isPossible = () => call('undo.isPossible', { batch: added.undo?.batch });
  expect(await isPossible()).toBe(true);
  const undone = await undo(added);
  expect(await isPossible()).toBe(false);
  expect(undone).toMatchObject({ answer: { batch: added.undo?.batch }, undo: null });
  const same = await call('settings.set', {});
  expect(same.undo).toBeNull();
});
