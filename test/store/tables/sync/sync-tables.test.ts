import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Link } from '../../../../src-server/model/sync/link.ts';
import type { Step } from '../../../../src-server/model/sync/plan.ts';
import { migrations } from '../../../../src-server/store/migrate.ts';
import { openStore, type Store } from '../../../../src-server/store/open-store.ts';
import { renewInstallation } from '../../../../src-server/store/workspaces/copied-database.ts';
import { startControl } from '../../../support/api/control-server.ts';

const TABLES = ['remotes', 'remote_projects', 'remote_links', 'sync_runs', 'sync_steps', 'remote_builds'];
const STEP: Step = {
  ...{
    id: 'version-2-abc',
    kind: 'version',
    key: '2.0',
    project: 'kettle',
    action: 'update',
    from: { active: false },
  },
  ...{
    to: { active: true },
    effects: ['It is built.'],
    reversible: true,
    linkId: 2,
    localId: 3,
    projectLink: 1,
    blocked: null,
  },
};

function open() {
  const database = new Sqlite(':memory:');
  onTestFinished(() => void database.close());
  for (const { sql, fill, version } of migrations()) {
    database.exec(sql);
    fill?.(database, 0);
    database.pragma(`user_version = ${version}`);
  }
  database.pragma('foreign_keys = ON');
  return { database, store: openStore(database) };
}

/** Stores one of everything. */
function fill(store: Store) {
  const { remotes, projects, links, runs, builds } = store.sync;
  return store.change(() => {
    const remote = remotes.insert({
      ...{ name: 'work', address: 'https://app.readthedocs.org/api/v3/', kind: 'community', username: 'ana' },
      ...{ budget: null, maintainers: [1, 2], created: 5 },
    });
    projects.see({
      remoteId: remote.id,
      key: 70112,
      slug: 'kettle',
      name: 'Kettle',
      parent: null,
      translationOf: 'kettle-en',
    });
    const shared = {
      remoteId: remote.id,
      theirs: null,
      deletedThere: false,
      ignored: {},
      shown: { slug: 'x' },
      seenAt: 9,
    };
    const project = links.insert({
      ...{ ...shared, kind: 'project', localId: 1, remoteKey: 70112, projectLink: null, address: 'kettle' },
      base: { name: 'Kettle', redirect_order: [5, 6] },
    });
    const version = links.insert({
      ...{
        ...shared,
        kind: 'version',
        localId: 3,
        remoteKey: 881230,
        projectLink: project.id,
        address: '2.0',
      },
      base: { active: true },
    });
    const run = runs.insert({
      remoteId: remote.id,
      kind: 'push',
      full: false,
      plan: { steps: 1 },
      started: 7,
    });
    runs.insertSteps(run.id, [STEP]);
    const build = {
      key: 40,
      version: '2.0',
      state: 'finished',
      success: true,
      commit: 'abc',
      created: 8,
      duration: 3,
    };
    builds.put(project.id, [build, { ...build, key: 41, success: null, version: null }], 20);
    return { remote, project, version, run };
  });
}

const count = (database: Sqlite.Database) =>
  TABLES.map((table) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

test('everything is read as it was stored', () => {
  const { store } = open();
  const { remote, project, version, run } = fill(store);
  const { remotes, projects, links, runs, builds } = store.sync;
  expect([remotes.byId(remote.id), remotes.byName('WORK')]).toEqual([remote, remote]);
  expect(remote).toMatchObject({ run: 0, lastPull: null, maintainers: [1, 2] });
  expect([links.byId(project.id), links.byLocal('version', 3)]).toEqual([project, version]);
  expect([links.ofProject(project.id), links.projects(remote.id)]).toEqual([[version], [project]]);
  expect(links.byKey(remote.id, 'version', 881230)).toEqual(version);
  const changed: Link = {
    ...version,
    theirs: { active: false },
    ignored: { hidden: true },
    base: null,
    remoteKey: null,
  };
  store.change(() => links.update(changed));
  expect([links.byId(version.id), links.inConflict(remote.id)]).toEqual([changed, [changed]]);
  expect(links.countConflicts(remote.id)).toBe(1);
  const ended = {
    ...run,
    state: 'done',
    cursor: { project: 3 },
    counts: { sent: 1 },
    requests: 4,
    ended: 9,
    outcome: 'Done.',
  } as const;
  store.change(() => {
    runs.update(ended);
    runs.setStep({ runId: run.id, number: 0, state: 'confirmed', answer: 'Taken.' });
  });
  expect([runs.byId(run.id), runs.ofRemote(remote.id, 10), runs.open(remote.id)]).toEqual([
    ended,
    [ended],
    undefined,
  ]);
  expect(runs.steps(run.id)).toEqual([
    { runId: run.id, number: 0, step: STEP, state: 'confirmed', answer: 'Taken.' },
  ]);
  expect(builds.ofProject(project.id).map(({ key, success }) => [key, success])).toEqual([
    [41, null],
    [40, true],
  ]);
  store.change(() => {
    projects.choose({ remoteId: remote.id, key: 70112, chosen: true, localSlug: null, linksExisting: false });
    projects.setSkipped(remote.id, 70112, 'Its slug is taken here.');
    builds.put(project.id, [], 1);
  });
  expect(projects.ofRemote(remote.id)).toMatchObject([
    { slug: 'kettle', chosen: true, skipped: 'Its slug is taken here.', gone: false },
  ]);
  expect(builds.ofProject(project.id)).toHaveLength(1);
});

test('a local object has one link, a remote object too, and a remote one run that has not ended', () => {
  const { store } = open();
  const { remote, project, version, run } = fill(store);
  const { links, runs } = store.sync;
  const insert = (link: Partial<Link>) => () =>
    store.change(() => links.insert({ ...version, ...link, id: 99 }));
  expect(insert({ remoteKey: 5 })).toThrow('UNIQUE');
  expect(insert({ localId: 5 })).toThrow('UNIQUE');
  // Those that are to be created there have no key yet.
  insert({ localId: 5, remoteKey: null })();
  expect(() => store.change(() => links.insert({ ...version, localId: 6, remoteKey: null }))).toThrow(
    'UNIQUE',
  );
  const start = () =>
    store.change(() =>
      runs.insert({ remoteId: remote.id, kind: 'pull', full: true, plan: null, started: 8 }),
    );
  expect(start).toThrow('UNIQUE');
  store.change(() => runs.update({ ...run, state: 'failed', ended: 8, outcome: 'Stopped.' }));
  expect(start().state).toBe('running');
  store.change(() => links.remove(project.id));
  expect(links.ofProject(project.id)).toEqual([]);
});

test('a linked project is compared again after its rows changed', () => {
  const { store } = open();
  const { remote, project } = fill(store);
  const { links } = store.sync;
  const changes = () => links.withChanges(remote.id).map(({ outgoing }) => outgoing);
  expect([links.any(), changes()]).toEqual([true, [null]]);
  store.change(() => links.setOutgoing(project.id, 0));
  expect(changes()).toEqual([]);
  store.change(() => store.outgoingMarks.forget(1));
  expect(changes()).toEqual([null]);
  store.change(() => links.setOutgoing(project.id, 3));
  expect(changes()).toEqual([3]);
});

test('removing a remote removes all that belongs to it', () => {
  const { database, store } = open();
  const { remote } = fill(store);
  store.change(() => store.sync.remotes.remove(remote.id));
  expect(count(database)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a copy of a workspace has no remote', () => {
  const { database, store } = open();
  fill(store);
  renewInstallation(database, 'another', null, () => undefined);
  expect(count(database)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(store.sync.remotes.removeAll()).toEqual([]);
});

test('a reset leaves no remote and no token of one, another restore keeps it', async () => {
  const server = await startControl();
  onTestFinished(() => server.close());
  const { store, database, control, secrets } = server.lectern;
  fill(store);
  await secrets.remotes.write('work', 'token', 'hush');
  await control?.takeStart();
  expect((await server.control('POST', 'snapshots/', { body: { name: 'kept' } })).status).toBeLessThan(300);
  expect((await server.control('POST', 'reset', { body: {} })).status).toBe(200);
  expect(count(database)).toEqual([0, 0, 0, 0, 0, 0]);
  await secrets.settled();
  expect(await secrets.remotes.read('work', 'token')).toBe(undefined);
  expect((await server.control('POST', 'snapshots/kept/restore', { body: {} })).status).toBeLessThan(300);
  expect(count(database)).toEqual([1, 1, 2, 1, 1, 2]);
});
