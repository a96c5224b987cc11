import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { FUZZ, validText } from '../pipeline/fuzz-arbitraries.ts';
import { addIntegration, WEBHOOK_SEED } from './v2-webhook-fixture.ts';

let api: ApiServer;
let secret = '';
beforeAll(async () => {
  api = await startApi({ seed: WEBHOOK_SEED, acceptUnsignedWebhooks: true });
  secret = (await addIntegration(api, 'generic')).secret;
});
afterAll(() => api.close());

/** Any value where an event has its own. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    12,
    '12',
    '',
    'trunk',
    'refs/heads/',
    '--x',
    [],
    {},
    '\0',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const comparison = fc.record({
  old: fc.oneof(value, fc.record({ name: value })),
  new: fc.oneof(value, fc.record({ name: value })),
});
const eventText = fc
  .record(
    {
      ref: value,
      created: value,
      deleted: value,
      action: fc.constantFrom<unknown>('opened', 'closed', 'open', 'merge', null),
      number: value,
      pull_request: fc.oneof(value, fc.record({ head: fc.oneof(value, fc.record({ sha: value })) })),
      object_kind: fc.constantFrom<unknown>('push', 'merge_request', 5),
      before: value,
      object_attributes: fc.oneof(value, fc.record({ action: value, iid: value, last_commit: value })),
      push: fc.oneof(value, fc.record({ changes: fc.oneof(value, fc.array(comparison, { maxLength: 3 })) })),
      branches: fc.oneof(value, fc.array(value, { maxLength: 3 })),
      token: fc.oneof(value, fc.constant('SECRET')),
    },
    { requiredKeys: [] },
  )
  .map((event) => JSON.stringify(event));

describe.each(['github/pip', 'gitlab/pip', 'bitbucket/pip', 'generic/pip', 'pip/1'])('%s', (to) => {
  test('accepts or refuses any event without a 500', async () => {
    const property = fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: eventText }, validText),
      fc.constantFrom('push', 'pull_request', 'create', 'ping', undefined),
      async (text, kind) => {
        const body = text.replace('"SECRET"', JSON.stringify(secret));
        const headers = kind === undefined ? {} : { 'x-github-event': kind };
        const { status } = await api.request('POST', `/api/v2/webhook/${to}/`, { headers, body });
        expect([200, 400, 403, 404]).toContain(status);
      },
    );
    await fc.assert(property, FUZZ);
    expect(api.log).toEqual([]);
  });
});
