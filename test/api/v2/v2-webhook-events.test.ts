import { expect } from 'vitest';
import { scenarios } from '../../support/api/scenarios.ts';
import { AFTER, BEFORE, NULL_COMMIT, WEBHOOK_SEED, webhookScenarios } from './v2-webhook-fixture.ts';

/** What an event means does not depend on its signature; v2-webhook-signature.test.ts has those. */
const UNSIGNED = { seed: WEBHOOK_SEED, fresh: true, acceptUnsignedWebhooks: true };

const COMMIT = 'e'.repeat(40);

/** `versions` is a set, so any order will do. */
const built = (...versions: readonly string[]) => ({
  status: 200,
  body: {
    build_triggered: versions.length > 0,
    project: 'pip',
    versions: expect.toSatisfy((actual: string[]) => actual.toSorted().join() === versions.toSorted().join()),
  },
});
const synced = {
  status: 200,
  body: { build_triggered: false, project: 'pip', versions: ['latest'], versions_synced: true },
};
const unhandled = { status: 200, body: { detail: 'Unhandled webhook event' } };
const refused = (detail: string) => ({ status: 400, body: { detail } });
const github = (event: string) => ({ 'x-github-event': event });
const pull = (action: string, more: object = {}) => ({
  action,
  number: 12,
  pull_request: { head: { sha: COMMIT } },
  ...more,
});
const merge = (action: string, more: object = {}) => ({
  object_kind: 'merge_request',
  object_attributes: { action, iid: 12, last_commit: { id: COMMIT }, ...more },
});
const MISSING_REF = 'Parameter "ref" is required';
const DEFAULT = { builds: ['latest', 'trunk'], expect: built('latest', 'trunk') };

scenarios(
  'events of GitHub',
  webhookScenarios([
    {
      name: 'a push of the default branch',
      to: 'github/pip',
      headers: github('push'),
      body: { ref: 'refs/heads/trunk' },
      ...DEFAULT,
    },
    { name: 'a push is what no header names', to: 'github/pip', body: { ref: 'trunk' }, ...DEFAULT },
    {
      name: 'identifier remotes/origin/NAME',
      to: 'github/pip',
      body: { ref: 'refs/heads/dev' },
      builds: ['dev'],
      expect: built('dev'),
    },
    {
      name: 'a branch with a slash',
      to: 'github/pip',
      body: { ref: 'refs/heads/release/1.0' },
      builds: ['release-1.0'],
      expect: built('release-1.0'),
    },
    { name: 'a tag', to: 'github/pip', body: { ref: 'refs/tags/v1' }, builds: ['v1'], expect: built('v1') },
    { name: 'an inactive version', to: 'github/pip', body: { ref: 'refs/heads/sleeping' }, expect: built() },
    {
      name: 'a branch that nobody knows',
      to: 'github/pip',
      body: { ref: 'refs/heads/nope' },
      expect: built(),
    },
    {
      name: 'the number of a pull request is no branch',
      to: 'github/pip',
      body: { ref: 'refs/heads/7' },
      expect: built(),
    },
    {
      name: 'a push that creates',
      to: 'github/pip',
      body: { ref: 'refs/heads/trunk', created: true, deleted: false },
      syncs: true,
      expect: synced,
    },
    {
      name: 'a push that deletes',
      to: 'github/pip',
      body: { ref: 'refs/heads/trunk', created: false, deleted: true },
      syncs: true,
      expect: synced,
    },
    { name: 'create', to: 'github/pip', headers: github('create'), syncs: true, expect: synced },
    { name: 'delete', to: 'github/pip', headers: github('delete'), syncs: true, expect: synced },
    { name: 'ping', to: 'github/pip', headers: github('ping'), expect: unhandled },
    { name: 'no ref', to: 'github/pip', body: {}, expect: refused(MISSING_REF) },
    {
      name: 'a ref that is no text',
      to: 'github/pip',
      body: { ref: ['trunk'] },
      expect: refused(MISSING_REF),
    },
    { name: 'a list', to: 'github/pip', body: [], expect: refused(MISSING_REF) },
    {
      name: 'another branch that was chosen',
      to: 'github/chosen',
      body: { ref: 'refs/heads/dev' },
      expect: { status: 200, body: { build_triggered: true, project: 'chosen', versions: ['latest'] } },
    },
    {
      name: 'a pull request with another action',
      to: 'github/pip',
      headers: github('pull_request'),
      body: pull('labeled'),
      expect: unhandled,
    },
    ...[
      pull('opened', { number: undefined }),
      pull('opened', { number: '-x' }),
      pull('opened', { pull_request: {} }),
      pull('opened', { pull_request: { head: { sha: '--upload-pack=x' } } }),
    ].map((body, at) => ({
      name: `a pull request that lacks something, ${at}`,
      to: 'github/pip',
      headers: github('pull_request'),
      body,
      expect: refused('Parameters "sha" and "number" are required'),
    })),
  ]),
  UNSIGNED,
);

scenarios(
  'events of GitLab',
  webhookScenarios([
    {
      name: 'a push',
      to: 'gitlab/pip',
      body: { object_kind: 'push', before: BEFORE, after: AFTER, ref: 'refs/heads/trunk' },
      ...DEFAULT,
    },
    {
      name: 'a push is what no kind names',
      to: 'gitlab/pip',
      body: { before: BEFORE, after: AFTER, ref: 'trunk' },
      ...DEFAULT,
    },
    {
      name: 'a tag',
      to: 'gitlab/pip',
      body: { object_kind: 'tag_push', before: BEFORE, after: AFTER, ref: 'refs/tags/v1' },
      builds: ['v1'],
      expect: built('v1'),
    },
    {
      name: 'a new branch',
      to: 'gitlab/pip',
      body: { before: NULL_COMMIT, after: AFTER, ref: 'trunk' },
      syncs: true,
      expect: synced,
    },
    {
      name: 'a branch that goes',
      to: 'gitlab/pip',
      body: { before: BEFORE, after: NULL_COMMIT, ref: 'trunk' },
      syncs: true,
      expect: synced,
    },
    {
      name: 'no ref',
      to: 'gitlab/pip',
      body: { before: BEFORE, after: AFTER },
      expect: refused(MISSING_REF),
    },
    { name: 'a pipeline', to: 'gitlab/pip', body: { object_kind: 'pipeline' }, expect: unhandled },
    {
      name: 'a merge request with another action',
      to: 'gitlab/pip',
      body: merge('approved'),
      expect: unhandled,
    },
    {
      name: 'a merge request without number',
      to: 'gitlab/pip',
      body: merge('open', { iid: null }),
      expect: refused('Parameters "id" and "iid" are required'),
    },
    {
      name: 'a merge request without commit',
      to: 'gitlab/pip',
      body: merge('open', { last_commit: null }),
      expect: refused('Parameters "id" and "iid" are required'),
    },
  ]),
  UNSIGNED,
);

const changes = (...list: readonly object[]) => ({ push: { changes: list } });

scenarios(
  'events of Bitbucket',
  webhookScenarios([
    {
      name: 'a push',
      to: 'bitbucket/pip',
      body: changes({ old: { name: 'trunk' }, new: { name: 'trunk' } }),
      ...DEFAULT,
    },
    {
      name: 'several branches',
      to: 'bitbucket/pip',
      body: changes(
        { old: {}, new: { name: 'dev' } },
        { old: null, new: { name: 'x' } },
        { old: {}, new: { name: 'dev' } },
      ),
      builds: ['dev'],
      expect: built('dev'),
    },
    {
      name: 'a new branch',
      to: 'bitbucket/pip',
      body: changes({ old: null, new: { name: 'x' } }),
      syncs: true,
      expect: synced,
    },
    {
      name: 'a branch that goes',
      to: 'bitbucket/pip',
      body: changes({ old: { name: 'x' }, new: null }),
      syncs: true,
      expect: synced,
    },
    {
      name: 'another event',
      to: 'bitbucket/pip',
      headers: { 'x-event-key': 'repo:fork' },
      expect: unhandled,
    },
    { name: 'no changes', to: 'bitbucket/pip', body: { push: {} }, expect: refused('Invalid request') },
    {
      name: 'a change without a side',
      to: 'bitbucket/pip',
      body: changes({ new: { name: 'x' } }),
      expect: refused('Invalid request'),
    },
    {
      name: 'a change without a name',
      to: 'bitbucket/pip',
      body: changes({ old: {}, new: {} }),
      expect: refused('Invalid request'),
    },
  ]),
  UNSIGNED,
);

scenarios(
  'any other event, from a maintainer',
  webhookScenarios([
    { name: 'the default branch', to: 'generic/pip', ...DEFAULT },
    { name: 'a branch', to: 'generic/pip', body: { branches: 'dev' }, builds: ['dev'], expect: built('dev') },
    {
      name: 'branches',
      to: 'generic/pip',
      body: { branches: ['dev', 'v1', 'nope'] },
      builds: ['dev', 'v1'],
      expect: built('dev', 'v1'),
    },
    { name: 'no branch', to: 'generic/pip', body: { branches: [] }, expect: built() },
    {
      name: 'what is no branch',
      to: 'generic/pip',
      body: { branches: [1] },
      expect: refused('Invalid request'),
    },
    { name: 'null', to: 'generic/pip', body: { branches: null }, expect: refused('Invalid request') },
  ]).map((row) => ({ ...row, as: 'alice' })),
  UNSIGNED,
);
