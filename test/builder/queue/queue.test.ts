import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RETRY_MS } from '../../../src-server/builder/queue/build-queue.ts';
import { type Lectern, openLectern } from '../../../src-server/lectern.ts';
import { isEnded } from '../../../src-server/model/builds/build.ts';
import { NOT_TRUSTED } from '../../../src-server/model/builds/build-trust.ts';
import type { LecternOptions } from '../../../src-server/options.ts';
import { type Actor, systemActor } from '../../../src-server/services/kernel/actor.ts';
import { holdTimer } from '../../support/held-timer.ts';
import type { Gates } from '../../support/program/build-gates.ts';
import { eventually, gatedRepository, gates, readPage } from '../../support/program/build-server.ts';
import { processesBelow } from '../../support/program/processes-below.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

const system = systemActor('command');

type Fixture = Lectern & {
  readonly alice: Actor;
  readonly data: string;
  readonly import: (name: string, url: string) => void;
  readonly trigger: (project: string, version?: string) => number;
  readonly build: (id: number) => ReturnType<Lectern['store']['builds']['byId']>;
  readonly finished: (id: number) => Promise<NonNullable<ReturnType<Lectern['store']['builds']['byId']>>>;
  readonly versions: (project: string) => readonly string[];
  readonly page: (project: string, path: string) => Promise<string>;
};

async function open(options: LecternOptions = {}): Promise<Fixture> {
  const data = join(scratchFolder(), 'data');
  const defaults = { data, port: 0, keychain: 'off', builds: true, trustBuilds: true } as const;
  const lectern = await openLectern({ ...defaults, ...options });
  onTestFinished(lectern.close);
  const { services, store } = lectern;
  const user = services.users.ensure(system, 'alice');
  const alice: Actor = { kind: 'operator', user, door: 'desk' };
  const build = (id: number) => store.builds.byId(id);
  return {
    ...lectern,
    alice,
    data,
    build,
    import: (name, url) => void services.projects.create(alice, { name, repository: { url, type: 'git' } }),
    trigger: (project, version = 'latest') => services.builds.trigger(alice, project, version).build.id,
    async finished(id) {
      const text = await eventually(
        () => build(id),
        (now) => now !== undefined && isEnded(now.state),
      );
      if (!text) throw new Error(`there is no build ${id}`);
      return text;
    },
    versions: (project) =>
      services.versions
        .list(alice, project, {}, { limit: 100, offset: 0 }, false)
        .items.map(
          ({ version }) => `${version.slug} ${version.identifier}${version.active ? ' active' : ''}`,
        ),
    page: async (project, path) => {
      const { status, text } = await readPage(lectern.url, `${project}.localhost`, path);
      return `${status} ${/<h1>(.*)<\/h1>/.exec(text)?.[1] ?? ''}`;
    },
  };
}

async function waitUntilHeld(at: Gates, name: string): Promise<void> {
  await eventually(() => at.isReached(name), Boolean);
}

test('an import adds the versions of the repository and builds latest from its default branch', async () => {
  const repository = gatedRepository(gates());
  const commit = repository.git('rev-parse', 'HEAD');
  repository.git('branch', 'guides');
  repository.git('tag', 'v1.0');
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  expect(await fixture.finished(1)).toMatchObject({ success: true, error: '', commit });
  expect(fixture.versions('tides')).toEqual([
    `v1.0 ${commit}`,
    `stable ${commit} active`,
    'main origin/main',
    'latest main active',
    'guides origin/guides',
  ]);
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
  // The sync added stable, which was built too.
  await eventually(
    () => fixture.page('tides', '/en/stable/'),
    (text) => text === '200 First edition',
  );
});

test('an unreadable repository keeps the versions and is reported in the project and the build', async () => {
  const repository = gatedRepository(gates());
  repository.git('tag', 'v1.0');
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  await fixture.finished(1);
  const before = fixture.versions('tides');
  fixture.services.projects.update(fixture.alice, 'tides', {
    repository: { url: join(repository.folder, 'gone') },
  });
  fixture.services.versionSync.request(fixture.alice, 'tides');
  const { problem } = await eventually(
    () => fixture.services.versionSync.state(fixture.alice, 'tides'),
    ({ requested }) => requested === null,
  );
  expect(problem).toBe('There is no folder at this path.');
  expect(fixture.versions('tides')).toEqual(before);
  const id = fixture.trigger('tides');
  expect((await fixture.finished(id)).success).toBe(false);
  expect(fixture.versions('tides')).toEqual(before);
  // The old pages are still served.
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
});

test.each(['svn', 'hg', 'bzr'] as const)(
  'a build of a %s project fails with an explanation',
  async (type) => {
    const fixture = await open();
    const repository = { url: 'https://example.org/tides', type };
    fixture.services.projects.create(fixture.alice, { name: 'Tides', repository });
    expect(await fixture.finished(1)).toMatchObject({
      success: false,
      error: expect.stringContaining('git'),
    });
    expect(fixture.versions('tides')).toHaveLength(1);
  },
);

test('S12 a build runs no code before it is trusted, and a new repository needs trust again', async () => {
  const repository = gatedRepository(gates());
  const fixture = await open({ trustBuilds: false });
  const { services, alice } = fixture;
  fixture.import('Tides', repository.folder);
  const refused = await fixture.finished(1);
  expect(refused).toMatchObject({ success: false, error: expect.stringContaining(NOT_TRUSTED) });
  expect(refused.error).toContain(repository.folder);
  expect(refused.error).toContain('--trust-builds');
  services.buildTrust.allow(alice, 'tides');
  expect(await fixture.finished(services.buildControl.retry(alice, 'tides', 1).build.id)).toMatchObject({
    success: true,
  });
  services.projects.update(alice, 'tides', { repository: { url: `${repository.folder}/.git` } });
  expect(await fixture.finished(fixture.trigger('tides'))).toMatchObject({
    success: false,
    error: expect.stringContaining(NOT_TRUSTED),
  });
});

test('S12 only a user of this machine may trust a repository', async () => {
  const fixture = await open({ trustBuilds: false, builds: false });
  fixture.import('Tides', '/tmp/tides');
  const user = fixture.services.users.get('alice');
  const byApi: Actor = { kind: 'user', user, door: 'api' };
  expect(() => fixture.services.buildTrust.allow(byApi, 'tides')).toThrow('permission');
  expect(fixture.services.buildTrust.isTrusted(fixture.alice, 'tides')).toBe(false);
});

test('S12 a credential in the URL is not revealed', async () => {
  const fixture = await open({ trustBuilds: false });
  fixture.import('Tides', 'https://mira:geheim@repository.invalid/tides.git');
  expect((await fixture.finished(1)).error).not.toContain('geheim');
  expect(JSON.stringify(fixture.services.versionSync.state(fixture.alice, 'tides'))).not.toContain('geheim');
});

/** Makes the store refuse the end of builds, like a full disk, until the returned function is called. */
function refuseEnds({ database }: Lectern): () => void {
  database.exec(`CREATE TEMP TRIGGER full_disk BEFORE UPDATE ON builds WHEN NEW.state IN ('finished', 'cancelled')
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  return () => void database.exec('DROP TRIGGER full_disk');
}

test('a result that cannot be saved is saved later with its pages, and the next build starts', async () => {
  const lines: string[] = [];
  const fixture = await open({ log: (line) => lines.push(line) });
  const accept = refuseEnds(fixture);
  fixture.import('Tides', gatedRepository(gates()).folder);
  await eventually(() => lines.some((line) => line.includes('disk is full')), Boolean);
  expect(fixture.build(1)).toMatchObject({ state: 'uploading', success: null });
  accept();
  const next = fixture.trigger('tides');
  expect(await fixture.finished(1)).toMatchObject({ success: true });
  expect(await fixture.finished(next)).toMatchObject({ success: true });
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
});

test('a result that cannot be saved is tried again by a timer until it is, and the next build starts', async () => {
  const at = gates();
  const fixture = await open();
  const retry = holdTimer(RETRY_MS);
  at.hold('building');
  fixture.import('Tides', gatedRepository(at).folder);
  await waitUntilHeld(at, 'building');
  // Nothing but the timer wakes the queue from here on: the next build waits, and the repository was read.
  const next = fixture.trigger('tides');
  await eventually(
    () => fixture.services.versionSync.state(fixture.alice, 'tides').requested,
    (requested) => requested === null,
  );
  const accept = refuseEnds(fixture);
  at.open('building');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await eventually(retry.isSet, Boolean);
    expect(fixture.build(1)).toMatchObject({ state: 'uploading', success: null });
    if (attempt === 3) accept();
    retry.elapse();
  }
  expect(await fixture.finished(1)).toMatchObject({ success: true });
  expect(await fixture.finished(next)).toMatchObject({ success: true });
  expect(retry.isSet()).toBe(false);
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
});

test('a build whose result cannot be saved can be cancelled', async () => {
  const lines: string[] = [];
  const fixture = await open({ log: (line) => lines.push(line) });
  const accept = refuseEnds(fixture);
  fixture.import('Tides', gatedRepository(gates()).folder);
  await eventually(() => lines.some((line) => line.includes('disk is full')), Boolean);
  fixture.services.buildControl.cancel(fixture.alice, 'tides', 1);
  accept();
  expect(await fixture.finished(1)).toMatchObject({ success: false, error: 'Cancelled by alice.' });
  expect(await fixture.page('tides', '/en/latest/')).toMatch(/^404/);
});

test('builds run concurrently up to the configured limit, one at a time for each version', async () => {
  const at = gates();
  const repository = gatedRepository(at);
  repository.git('branch', 'guides');
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  await fixture.finished(1);
  fixture.services.settings.set(fixture.alice, { buildsAtOnce: 2 });
  at.hold('building');
  const states = (...ids: readonly number[]) => ids.map((id) => fixture.build(id)?.state);
  const [first, second] = [fixture.trigger('tides'), fixture.trigger('tides', 'guides')];
  await eventually(
    () => states(first, second),
    (current) => current.every((state) => state === 'building'),
  );
  const third = fixture.trigger('tides', 'main');
  const again = fixture.trigger('tides');
  expect(states(third, again)).toEqual(['triggered', 'triggered']);
  fixture.services.settings.set(fixture.alice, { buildsAtOnce: 3 });
  await eventually(
    () => states(third),
    ([state]) => state === 'building',
  );
  // Another build could run, but its version is being built.
  fixture.services.settings.set(fixture.alice, { buildsAtOnce: 4 });
  expect(states(again)).toEqual(['triggered']);
  at.open('building');
  for (const id of [first, second, third, again]) {
    expect(await fixture.finished(id)).toMatchObject({ success: true });
  }
});

test('a newer build of a version replaces a queued one', async () => {
  const at = gates();
  const repository = gatedRepository(at);
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  await fixture.finished(1);
  at.hold('building');
  const running = fixture.trigger('tides');
  await waitUntilHeld(at, 'building');
  const waiting = fixture.trigger('tides');
  const newest = fixture.trigger('tides');
  expect(await fixture.finished(waiting)).toMatchObject({
    success: false,
    error: `Cancelled: superseded by build ${newest}.`,
    duration: null,
  });
  at.open('building');
  expect(await fixture.finished(running)).toMatchObject({ success: true });
  expect(await fixture.finished(newest)).toMatchObject({ success: true });
});

test('cancelling a build ends all its processes and keeps the last good pages', async () => {
  const at = gates();
  const repository = gatedRepository(at);
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  await fixture.finished(1);
  at.hold('building');
  const id = fixture.trigger('tides');
  await waitUntilHeld(at, 'building');
  expect(processesBelow(join(fixture.data, 'builds'))).not.toEqual([]);
  fixture.services.buildControl.cancel(fixture.alice, 'tides', id);
  expect(await fixture.finished(id)).toMatchObject({ success: false, error: 'Cancelled by alice.' });
  expect(processesBelow(join(fixture.data, 'builds'))).toEqual([]);
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
  expect(() => fixture.services.buildControl.cancel(fixture.alice, 'tides', id)).toThrow('has finished');
  // The log shows the progress.
  expect(fixture.services.buildLog.get(fixture.alice, id).commands.length).toBeGreaterThan(2);
});

test('a queued build is cancelled immediately', async () => {
  const fixture = await open({ builds: false });
  fixture.import('Tides', '/tmp/tides');
  fixture.services.buildControl.cancel(fixture.alice, 'tides', 1);
  expect(fixture.build(1)).toMatchObject({
    state: 'cancelled',
    success: false,
    error: 'Cancelled by alice.',
  });
});

test('all active versions are rebuilt', async () => {
  const repository = gatedRepository(gates());
  repository.git('tag', 'v1.0');
  repository.git('branch', 'guides');
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  await fixture.finished(1);
  await eventually(
    () => fixture.page('tides', '/en/stable/'),
    (text) => text.startsWith('200'),
  );
  repository.commit('Second', { 'index.html': '<h1>Second edition</h1>' });
  const ids = fixture.services.buildControl.rebuildAll(fixture.alice, 'tides');
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(await fixture.finished(id)).toMatchObject({ success: true });
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 Second edition');
  expect(await fixture.page('tides', '/en/stable/')).toBe('200 First edition');
});

test('a deactivated version has no pages, and an undo restores them', async () => {
  const fixture = await open();
  fixture.import('Tides', gatedRepository(gates()).folder);
  await fixture.finished(1);
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
  fixture.services.versions.update(fixture.alice, 'tides', 'latest', { active: false });
  expect(await fixture.page('tides', '/en/latest/')).toMatch(/^404/);
  const last = fixture.services.undo.last(fixture.alice);
  if (!last) throw new Error('there is no change to undo');
  fixture.services.undo.apply(fixture.alice, last.batch);
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
});

test('a removed project is neither served nor built, and is restored from the trash with its pages', async () => {
  const at = gates();
  const fixture = await open();
  fixture.import('Tides', gatedRepository(at).folder);
  await fixture.finished(1);
  at.hold('building');
  fixture.trigger('tides');
  await waitUntilHeld(at, 'building');
  fixture.services.projects.remove(fixture.alice, 'tides');
  expect(await fixture.page('tides', '/en/latest/')).toMatch(/^404/);
  await eventually(
    () => processesBelow(join(fixture.data, 'builds')),
    (left) => left.length === 0,
  );
  const last = fixture.services.undo.last(fixture.alice);
  if (!last) throw new Error('there is no change to undo');
  fixture.services.undo.apply(fixture.alice, last.batch);
  expect(await fixture.page('tides', '/en/latest/')).toBe('200 First edition');
  // The build that ran during the removal has ended.
  expect(await fixture.finished(2)).toMatchObject({ success: false });
});

test('R12 closing ends running builds with a reason and keeps queued ones', async () => {
  const at = gates();
  const repository = gatedRepository(at);
  const data = join(scratchFolder(), 'data');
  const fixture = await open({ data });
  fixture.import('Tides', repository.folder);
  await fixture.finished(1);
  at.hold('building');
  const running = fixture.trigger('tides');
  await waitUntilHeld(at, 'building');
  const waiting = fixture.trigger('tides');
  await fixture.close();
  expect(processesBelow(data)).toEqual([]);
  at.open('building');
  const after = await open({ data });
  expect(after.build(running)).toMatchObject({
    state: 'finished',
    success: false,
    error: expect.stringContaining('Lectern was closed'),
  });
  expect(await after.finished(waiting)).toMatchObject({ success: true });
});

test('a branch and a tag with a reserved name fail the build with the message of the service', async () => {
  const repository = gitRepository();
  repository.commit('First', { 'docs/index.html': '' });
  repository.git('branch', 'stable');
  repository.git('tag', 'stable');
  const fixture = await open();
  fixture.import('Tides', repository.folder);
  expect((await fixture.finished(1)).error).toBe(
    'You can not have two versions with the name latest or stable.',
  );
});
