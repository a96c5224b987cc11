import { expect, onTestFinished, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { WEBHOOK_SEED } from './v2-webhook-fixture.ts';

const FIRST = '1'.repeat(40);
const SECOND = '2'.repeat(40);
const RUNNER = systemActor('runner');

type SendEvent = (action: string, commit: string) => Promise<unknown>;

async function start(): Promise<ApiServer> {
  const api = await startApi({ seed: WEBHOOK_SEED });
  onTestFinished(() => api.close());
  return api;
}

const github =
  (api: ApiServer): SendEvent =>
  async (action, sha) => {
    const body = { action, number: 12, pull_request: { head: { sha } } };
    const headers = { 'x-github-event': 'pull_request' };
    return (await api.request('POST', '/api/v2/webhook/github/pip/', { body, headers })).json;
  };
const gitlab =
  (api: ApiServer): SendEvent =>
  async (action, id) => {
    const body = {
      object_kind: 'merge_request',
      object_attributes: { action, iid: 12, last_commit: { id } },
    };
    return (await api.request('POST', '/api/v2/webhook/gitlab/pip/', { body })).json;
  };

const external = ({ lectern: { store } }: ApiServer) =>
  store.versions
    .ofProject(store.projects.idOf('pip') ?? 0)
    .filter(({ type, verboseName }) => type === 'external' && verboseName === '12');

test.each([
  ['GitHub', github, ['opened', 'synchronize', 'reopened', 'closed']],
  ['GitLab', gitlab, ['open', 'update', 'reopen', 'merge']],
  ['GitLab, closed', gitlab, ['open', 'update', 'reopen', 'close']],
] as const)(
  'a pull request comes, moves and goes: %s',
  async (_name, provider, [open, move, again, close]) => {
    const api = await start();
    const { store } = api.lectern;
    const send = provider(api);
    const building = { build_triggered: true, project: 'pip', versions: ['12'] };
    expect(await send(open, FIRST)).toEqual(building);
    const [version] = external(api);
    expect(version).toMatchObject({
      slug: '12',
      verboseName: '12',
      identifier: FIRST,
      active: true,
      built: false,
    });
    expect(store.builds.nextQueued()).toMatchObject({ versionId: version?.id, commit: FIRST });
    expect(await send(move, SECOND)).toEqual(building);
    expect(external(api)).toEqual([{ ...version, identifier: SECOND }]);
    expect(await send(again, SECOND)).toEqual(building);
    expect(await send(close, SECOND)).toEqual({ project: 'pip', version_deleted: true, versions: ['12'] });
    expect(external(api)).toEqual([]);
    expect(store.builds.nextQueued()).toBeUndefined();
  },
);

test('its slug is free even where a tag has its number', async () => {
  const api = await start();
  const { services, store } = api.lectern;
  services.versionSync.apply(RUNNER, 'pip', { branches: [], tags: [{ name: '12', identifier: FIRST }] });
  await github(api)('opened', SECOND);
  expect(external(api)).toMatchObject([{ slug: '12_a', identifier: SECOND }]);
  expect(store.versions.bySlug(store.projects.idOf('pip') ?? 0, '12')).toMatchObject({ type: 'tag' });
});

test('cancels its running build when it closes', async () => {
  const api = await start();
  const { services } = api.lectern;
  const send = github(api);
  await send('opened', FIRST);
  const order = services.buildRuns.dequeue(RUNNER);
  const { version } = services.buildRuns.load(RUNNER, order?.id ?? 0);
  const pulls: (number | null)[] = [];
  onTestFinished(
    services.changes.subscribe(({ action, subjectId }) => {
      if (action === 'build.request-cancel') pulls.push(subjectId);
    }),
  );
  await send('closed', FIRST);
  expect(version).toMatchObject({ type: 'external', identifier: FIRST });
  expect(pulls).toEqual([order?.id]);
});
