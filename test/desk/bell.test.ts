import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../support/api/api-server.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { SAMPLE_SEED } from '../support/sample-seed.ts';

const RUNNER = systemActor('runner');

let server: ApiServer;
beforeEach(async () => {
  server = await startApi({ seed: SAMPLE_SEED, dialect: 'current' });
  await callDesk(server.lectern, 'system.welcome', { username: 'alice' });
});
afterEach(() => server.close());

const call = (procedure: string, input?: unknown) => callDesk(server.lectern, procedure, input);

async function failBuild(): Promise<number> {
  const { buildRuns } = server.lectern.services;
  await call('builds.trigger', { project: 'pip', version: 'latest' });
  const id = buildRuns.dequeue(RUNNER)?.id ?? 0;
  buildRuns.finish(RUNNER, id, { success: false, error: 'It is broken.' });
  return id;
}

test('the bell shows a failed build until its version is built again; the API lists none', async () => {
  const before = (await call('notifications.mine')) as { unread: number; items: unknown[] };
  const id = await failBuild();
  const shown = { kind: 'build', project: 'pip', id };
  expect(await call('notifications.mine')).toMatchObject({
    unread: before.unread + 1,
    items: [{ type: 'error', place: shown }, ...before.items],
  });
  const { status, text } = await server.request('GET', '/api/v3/notifications/', { user: 'alice' });
  expect(status).toBe(200);
  expect(text).not.toContain('It is broken.');
  await call('builds.trigger', { project: 'pip', version: 'latest' });
  expect(await call('notifications.mine')).toEqual(before);
});
