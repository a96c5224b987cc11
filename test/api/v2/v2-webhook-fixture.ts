import { createHmac } from 'node:crypto';
import type { Provider } from '../../../src-server/model/webhooks/integration.ts';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import type { ApiServer } from '../../support/api/api-server.ts';
import type { Scenario } from '../../support/api/scenarios.ts';

const SYSTEM = systemActor('command');
const hash = (letter: string) => letter.repeat(40);

/** 40 zeros: what a provider says of a branch that was not there before, or is no more. */
export const NULL_COMMIT = '0'.repeat(40);
export const BEFORE = hash('a');
export const AFTER = hash('b');

const branch = (name: string, more: object = {}) => ({
  verbose_name: name,
  identifier: `origin/${name}`,
  type: 'branch',
  active: true,
  built: false,
  ...more,
});

/** Versions of every kind that an event may mean. */
export const WEBHOOK_SEED = {
  users: [{ username: 'alice' }, { username: 'stranger' }, { username: 'gone' }],
  projects: [
    {
      slug: 'pip',
      name: 'pip',
      users: ['alice'],
      repository: { url: 'https://x.org/pip', type: 'git' },
      versions: [
        branch('latest', { identifier: 'trunk' }),
        branch('trunk'),
        branch('dev', { identifier: 'remotes/origin/dev' }),
        branch('release/1.0'),
        branch('sleeping', { active: false }),
        { ...branch('v1'), type: 'tag', identifier: hash('c') },
        { ...branch('7'), type: 'external', identifier: hash('d') },
      ],
    },
    {
      slug: 'chosen',
      name: 'chosen',
      users: ['alice'],
      default_branch: 'dev',
      repository: { url: 'https://x.org/chosen', type: 'git' },
      versions: [branch('latest', { identifier: 'dev' }), branch('dev', { active: false })],
    },
    {
      slug: 'left',
      name: 'left',
      users: ['gone'],
      repository: { url: 'https://x.org/left', type: 'git' },
    },
  ],
};

/** Adds an integration and gives its number and secret. */
export async function addIntegration(api: ApiServer, provider: Provider, secret = true, project = 'pip') {
  const { integrations } = api.lectern.services;
  const created = await integrations.create(SYSTEM, project, { provider, secret });
  return { id: created.integration.id, secret: created.secret ?? '' };
}

/** The header value that signs these bytes. */
export function signature(algorithm: 'sha1' | 'sha256', secret: string, body: string): string {
  return `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`;
}

/** What was triggered, by version: each build that the store holds of a project. */
export function buildsOf(api: ApiServer, project = 'pip'): string[] {
  const { items } = api.lectern.services.builds.list(SYSTEM, project, {}, { limit: 100, offset: 0 });
  return items.map(({ versionSlug }) => versionSlug).sort();
}

/** Whether the project waits for its repository to be read. */
export const waitsForSync = (api: ApiServer, project = 'pip'): boolean =>
  api.lectern.services.versionSync.pendingSince(SYSTEM, project) !== null;

type WebhookRow = {
  readonly name: string;
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly expect: Scenario['expect'];
  /** Versions that are built for it. */
  readonly builds?: readonly string[];
  readonly syncs?: boolean;
};

/** Rows of events that anybody sends, each to a server of its own. */
export const webhookScenarios = (rows: readonly WebhookRow[]): Scenario[] =>
  rows.map(({ name, to, headers = {}, body = {}, expect: expected, builds = [], syncs = false }) => ({
    name,
    as: 'nobody',
    method: 'POST',
    path: `/api/v2/webhook/${to}/`,
    headers,
    body,
    expect: expected,
    after(api) {
      const found = { builds: buildsOf(api), syncs: waitsForSync(api) };
      const expectedEffects = { builds: [...builds].sort(), syncs };
      if (JSON.stringify(found) !== JSON.stringify(expectedEffects))
        throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expectedEffects)}`);
    },
  }));
