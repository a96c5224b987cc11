import { expect, test } from 'vitest';
import { Invalid, NotFound } from '../../../src-server/model/base/problems.ts';
import { OPERATOR } from '../../support/store/seed-store.ts';
import { openUndoFixture } from '../undo/undo-fixture.ts';

const URL = 'https://x.org/hook';
const event = (token: string) => ({
  header: () => undefined,
  bytes: Buffer.alloc(0),
  data: async () => ({ token, branches: [] }),
});

test('a removed project comes back with its integrations, their secrets and its webhooks', async () => {
  const { services, operator, undoLast, data } = await openUndoFixture();
  const { integration, secret } = await services.integrations.create(operator, 'pip', {
    provider: 'generic',
    secret: true,
    note: '/srv/pip',
  });
  services.buildWebhooks.add(operator, 'pip', { url: URL });
  services.buildWebhooks.recordDelivery(OPERATOR, 1, {
    at: 5,
    event: 'finished',
    status: null,
    problem: 'No answer.',
  });
  const before = data();
  services.projects.remove(operator, 'pip');
  const place = { project: 'pip', integrationId: integration.id };
  await expect(services.incomingWebhooks.receive(OPERATOR, place, event(secret ?? ''))).rejects.toThrow(
    NotFound,
  );
  undoLast();
  expect(data()).toEqual(before);
  expect(services.buildWebhooks.list(operator, 'pip')).toMatchObject([
    { url: URL, last: { problem: 'No answer.' } },
  ]);
  const anybody = { kind: 'anonymous', door: 'api' } as const;
  await expect(services.incomingWebhooks.receive(anybody, place, event(secret ?? ''))).resolves.toBeDefined();
  await expect(services.incomingWebhooks.receive(anybody, place, event('other'))).rejects.toThrow(NotFound);
});

test('what is added and removed can be undone, a secret of before cannot come back', async () => {
  const { services, operator, undoLast, data } = await openUndoFixture();
  const empty = data();
  const integrationBody = { provider: 'github', secret: true } as const;
  const { integration, secret } = await services.integrations.create(operator, 'pip', integrationBody);
  const [added] = services.history.list(operator, { limit: 1 });
  expect(added).toMatchObject({ name: 'Add integration github', reason: null });
  undoLast();
  expect(data()).toEqual(empty);
  const again = await services.integrations.create(operator, 'pip', integrationBody);
  expect(again.integration.id).toBeGreaterThan(integration.id);
  expect(again.secret).not.toBe(secret);
  const one = data();
  services.integrations.remove(operator, 'pip', again.integration.id);
  expect(undoLast().name).toBe('Remove integration github');
  expect(data()).toEqual(one);
  await expect(services.integrations.secretOf(again.integration.id)).resolves.toBe(again.secret);
  await services.integrations.regenerate(operator, 'pip', again.integration.id);
  expect(services.history.list(operator, { limit: 1 })).toMatchObject([
    { reason: expect.stringContaining('secret') },
  ]);
  await expect(services.integrations.secretOf(again.integration.id)).resolves.not.toBe(again.secret);
});

test('a webhook is restored unless its URL is notified again already', async () => {
  const { services, operator, undoLast, data } = await openUndoFixture();
  services.buildWebhooks.add(operator, 'pip', { url: URL });
  const one = data();
  services.buildWebhooks.remove(operator, 'pip', 1);
  expect(undoLast().name).toBe('Remove webhook https://x.org');
  expect(data()).toEqual(one);
  expect(() => services.buildWebhooks.add(operator, 'pip', { url: URL })).toThrow(Invalid);
  services.buildWebhooks.remove(operator, 'pip', 1);
  services.buildWebhooks.add(OPERATOR, 'pip', { url: URL });
  expect(() => undoLast()).toThrow('receives its build notifications again already');
  const [trash] = services.trash.list(OPERATOR);
  expect(() => services.trash.restore(OPERATOR, trash?.id ?? 0)).toThrow(
    'receives its build notifications again already',
  );
});

test('a secret keeps the data key needed, and is nowhere readable', async () => {
  const { services, operator, store } = await openUndoFixture();
  for (const { id } of services.environmentVariables.list(operator, 'pip', { limit: 99, offset: 0 }).items)
    services.environmentVariables.remove(operator, 'pip', id);
  expect(store.integrations.anySealed()).toBe(false);
  const { secret } = await services.integrations.create(operator, 'pip', {
    provider: 'gitlab',
    secret: true,
  });
  expect(store.integrations.anySealed()).toBe(true);
  const journal = JSON.stringify([
    store.journal.newest(0, 1000),
    services.integrations.list(operator, 'pip'),
  ]);
  expect(journal).not.toContain(secret);
  const generic = services.integrations.create(operator, 'pip', { provider: 'generic', secret: false });
  await expect(generic).rejects.toThrow(Invalid);
});
