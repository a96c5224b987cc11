import { expect, onTestFinished, test } from 'vitest';
import { systemActor } from '../../../src-server/services/kernel/actor.ts';
import { type ApiServer, startApi } from '../../support/api/api-server.ts';
import { addIntegration, buildsOf, signature, WEBHOOK_SEED } from './v2-webhook-fixture.ts';

const FIRST = '1'.repeat(40);
const SECOND = '2'.repeat(40);
const RUNNER = systemActor('runner');

type SendEvent = (action: string, commit: string) => Promise<unknown>;

const [PIP, ...OTHERS] = WEBHOOK_SEED.projects;
/** The same, with pull-request builds on. */
const SEED = { ...WEBHOOK_SEED, projects: [{ ...PIP, pull_request_builds: true }, ...OTHERS] };

async function start(seed: object = SEED): Promise<ApiServer> {
  const api = await startApi({ seed });
  onTestFinished(() => api.close());
  return api;
}

async function github(api: ApiServer): Promise<SendEvent> {
  const { secret } = await addIntegration(api, 'github');
  return async (action, sha) => {
    const body = JSON.stringify({ action, number: 12, pull_request: { head: { sha } } });
    const headers = {
      'x-github-event': 'pull_request',
      'x-hub-signature-256': signature('sha256', secret, body),
    };
    return (await api.request('POST', '/api/v2/webhook/github/pip/', { body, headers })).json;
  };
}

async function gitlab(api: ApiServer): Promise<SendEvent> {
  const { secret } = await addIntegration(api, 'gitlab');
  return async (action, id) => {
    const body = {
      object_kind: 'merge_request',
      object_attributes: { action, iid: 12, last_commit: { id } },
    };
    const headers = { 'x-gitlab-token': secret };
    return (await api.request('POST', '/api/v2/webhook/gitlab/pip/', { body, headers })).json;
  };
}

const external = ({ lectern: { store } }: ApiServer) =>
  store.versions
    .ofProject(store.projects.idOf('pip') ?? 0)
    .filter(({ type, verboseName }) => type === 'external' && verboseName === '12');

/** The commits of the waiting builds of the pull request. */
const waiting = (api: ApiServer) =>
  external(api).flatMap(({ id }) => api.lectern.store.builds.waitingOf(id).map(({ commit }) => commit));

test('S12 a pull request is not built unless its project allows it, even when the event is signed', async () => {
  const api = await start(WEBHOOK_SEED);
  const send = await github(api);
  const pip = () => api.lectern.store.projects.bySlug('pip')?.project.pullRequestBuilds;
  expect(pip()).toBe(false);
  expect(await send('opened', FIRST)).toEqual({ detail: 'Unhandled webhook event' });
  expect(external(api)).toEqual([]);
  expect(buildsOf(api)).toEqual([]);
  api.lectern.services.projects.update(systemActor('command'), 'pip', { pull_request_builds: true });
  expect(pip()).toBe(true);
  expect(await send('opened', FIRST)).toMatchObject({ build_triggered: true });
  expect(waiting(api)).toEqual([FIRST]);
});

test('closing an unknown pull request removes nothing', async () => {
  const send = await github(await start(WEBHOOK_SEED));
  expect(await send('closed', FIRST)).toEqual({ project: 'pip', version_deleted: false, versions: [] });
});

test.each([
  ['GitHub', github, ['opened', 'synchronize', 'reopened', 'closed']],
  ['GitLab', gitlab, ['open', 'update', 'reopen', 'merge']],
  ['GitLab, closed', gitlab, ['open', 'update', 'reopen', 'close']],
] as const)(
  'a pull request is opened, updated and closed: %s',
  async (_name, provider, [open, move, again, close]) => {
    const api = await start();
    const { store } = api.lectern;
    const send = await provider(api);
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
    expect(waiting(api), 'the earlier commit is not built any more').toEqual([SECOND]);
    expect(await send(again, SECOND)).toEqual(building);
    expect(waiting(api)).toEqual([SECOND]);
    expect(await send(close, SECOND)).toEqual({ project: 'pip', version_deleted: true, versions: ['12'] });
    expect(external(api)).toEqual([]);
    expect(store.builds.nextQueued()).toBeUndefined();
  },
);

test('a pull request gets a free slug even when a tag is named like its number', async () => {
  const api = await start();
  const { services, store } = api.lectern;
  services.versionSync.apply(RUNNER, 'pip', { branches: [], tags: [{ name: '12', identifier: FIRST }] });
  await (await github(api))('opened', SECOND);
  expect(external(api)).toMatchObject([{ slug: '12_a', identifier: SECOND }]);
  expect(store.versions.bySlug(store.projects.idOf('pip') ?? 0, '12')).toMatchObject({ type: 'tag' });
});

test('closing a pull request cancels its running build', async () => {
  const api = await start();
  const { services } = api.lectern;
  const send = await github(api);
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
