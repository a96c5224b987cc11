import { expect, test } from 'vitest';
import { Conflict } from '../../../src-server/model/base/problems.ts';
import { OFFLINE_NOTE } from '../../../src-server/model/builds/build-note.ts';
import { notTrustedMessage } from '../../../src-server/model/builds/build-trust.ts';
import { openDeskFixture, seedProject, seedVersion } from '../undo/desk-fixture.ts';

async function open() {
  const versions = [seedVersion('latest')];
  const fixture = await openDeskFixture({
    users: [{ username: 'alice' }],
    projects: ['a', 'b', 'c'].map((slug) => seedProject(slug, { versions })),
  });
  const { store, services, operator } = fixture;
  return {
    ...fixture,
    trigger: (slug: string) => services.builds.trigger(operator, slug, 'latest').build.id,
    batches: (action: string) =>
      store.journal
        .newest(0, 100)
        .filter((entry) => entry.action === action)
        .map(({ batch }) => batch),
    trusted: () => ['a', 'b', 'c'].filter((slug) => services.buildTrust.isTrusted(operator, slug)),
  };
}

test('all waiting builds are cancelled in one change', async () => {
  const { services, store, operator, trigger, batches } = await open();
  const ids = [trigger('a'), trigger('b'), trigger('c')];
  expect(services.buildControl.cancelWaiting(operator, 'a')).toBe(1);
  expect(services.buildControl.cancelWaiting(operator, undefined)).toBe(2);
  for (const id of ids) expect(store.builds.byId(id)).toMatchObject({ state: 'cancelled', success: false });
  const [first, second] = batches('build.finish');
  expect(first).toBe(second);
});

test('many projects are trusted in one change, or none of them', async () => {
  const { services, operator, batches, trusted } = await open();
  const reviewed = ['a', 'b', 'c'].map((slug) => ({
    slug,
    repositoryUrl: services.projects.get(operator, slug).project.repositoryUrl,
  }));
  const [, second] = reviewed;
  if (second) services.projects.update(operator, 'b', { repository: { url: 'https://x.org/changed' } });
  expect(() => services.buildTrust.allowReviewed(operator, reviewed)).toThrow(Conflict);
  expect(trusted()).toEqual([]);
  services.projects.update(operator, 'b', { repository: { url: second?.repositoryUrl ?? '' } });
  services.buildTrust.allowReviewed(operator, reviewed);
  expect(trusted()).toEqual(['a', 'b', 'c']);
  expect(new Set(batches('project.trust-builds')).size).toBe(1);
});

test('the history counts builds of many projects, and that of a project tells its own', async () => {
  const { services, operator } = await open();
  const targets = ['a', 'b', 'c'].map((project) => ({ project }));
  services.bulkVersions.triggerBuilds(operator, targets);
  const told = (project?: string) => {
    const query = { ...(project !== undefined && { project }), limit: 1 };
    const [entry] = services.history.list(operator, query);
    const { lead = '', subject = '', tail = '' } = entry?.sentence ?? {};
    return {
      said: `${lead}${subject}${tail}`,
      of: entry?.fields.map(({ of }) => of),
      in: entry?.projectSlug,
    };
  };
  const whose = told('b').said.split(' ')[0];
  expect(told()).toMatchObject({ said: `${whose} started 3 builds of 3 projects`, in: null });
  expect(told().of).toEqual(['a latest', 'b latest', 'c latest']);
  expect(told('b')).toMatchObject({ said: `${whose} triggered a build of latest`, in: 'b' });
});

test('the permission builds the active versions that waited for it, and its undo takes both back', async () => {
  const versions = ['latest', 'stable', 'v1', 'v2'].map((slug) => seedVersion(slug));
  const old = { ...seedVersion('old'), active: false };
  const { services, store, operator, addBuild } = await openDeskFixture({
    users: [{ username: 'alice' }],
    projects: [seedProject('a', { versions: [...versions, old] })],
  });
  const { repositoryUrl } = services.projects.get(operator, 'a').project;
  const error = notTrustedMessage({ slug: 'a', repositoryUrl });
  const refused = addBuild('a', 'latest', { success: false, error });
  addBuild('a', 'v1', { success: false, error: 'It is broken.' });
  addBuild('a', 'v2');
  const { result, batches } = await services.changes.collect(() =>
    services.buildControl.allowAndBuild(operator, [{ slug: 'a', repositoryUrl }]),
  );
  expect(result.map(({ version, refused: before }) => [version, before]).sort()).toEqual([
    ['latest', refused.id],
    ['stable', null],
  ]);
  expect(services.buildTrust.isTrusted(operator, 'a')).toBe(true);
  expect(batches).toHaveLength(1);
  services.undo.apply(operator, batches[0] ?? 0);
  expect(services.buildTrust.isTrusted(operator, 'a')).toBe(false);
  for (const { id } of result) expect(store.builds.byId(id)?.state ?? 'gone').not.toBe('triggered');
});

test('what makes a failed build pass is known until it was done', async () => {
  const { services, store, operator, addBuild, batches } = await open();
  const failed = { success: false } as const;
  const { repositoryUrl } = services.projects.get(operator, 'a').project;
  const before = addBuild('a', 'latest', {
    ...failed,
    error: 'Nobody has allowed this project to run code on this computer yet. Allow it and retry.',
  });
  const refused = addBuild('a', 'latest', {
    ...failed,
    error: notTrustedMessage({ slug: 'pip', repositoryUrl }),
  });
  const offline = addBuild('b', 'latest', failed);
  const wantsPython = addBuild('b', 'latest', {
    ...failed,
    error: 'There is no Python 3.9. Install it, or let this project build with what this computer has.',
  });
  const broken = addBuild('c', 'latest', failed);
  const passed = addBuild('c', 'latest');
  const at = { startTime: 1, endTime: 2, description: '' };
  store.change(() => {
    const output = `ERROR: No matching distribution found\n${OFFLINE_NOTE}\n`;
    for (const { id } of [offline, passed])
      store.buildCommands.insert({ ...at, buildId: id, command: 'pip install', output, exitCode: 1 });
    store.buildCommands.insert({ ...at, buildId: broken.id, command: 'make', output: 'no\n', exitCode: 2 });
  });
  const ids = [before, refused, offline, wantsPython, broken, passed].map(({ id }) => id);
  const remedies = () => Object.fromEntries(services.buildControl.remediesOf(ids));
  expect(remedies()).toEqual({
    [before.id]: { remedy: 'allow', isNewest: false },
    [refused.id]: { remedy: 'allow', isNewest: true },
    [offline.id]: { remedy: 'installed-tools', isNewest: false },
    [wantsPython.id]: { remedy: 'installed-tools', isNewest: true },
  });

  services.buildTrust.allow(operator, 'a');
  const { build } = services.buildControl.retryWithInstalledTools(operator, 'b', offline.id);
  expect(build).toMatchObject({ versionSlug: 'latest', state: 'triggered' });
  expect(services.projects.get(operator, 'b').project.buildTools).toBe('machine');
  expect(batches('project.update')).toEqual(batches('build.trigger'));
  expect(remedies()).toEqual({});
});
