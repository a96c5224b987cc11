import { expect, test } from 'vitest';
import { findDamage } from '../../../src-server/store/file/integrity.ts';
import { migrations } from '../../../src-server/store/migrate.ts';
import { openStore } from '../../../src-server/store/open-store.ts';
import { makeDataFolder, withDatabase } from '../../support/store/store-folder.ts';

const SEVENTH = migrations().slice(0, 7);
const ALL = { limit: 9, offset: 0 };

/** The columns of a removed row, as the trash of schema 7 kept them. */
const removed = (id: number, table: string, row: object) =>
  `INSERT INTO trash_rows (id, trash_id, table_name, row) VALUES (${id}, 1, '${table}', '${JSON.stringify(row)}');`;

test('schema 8 keeps every row, says what the earlier columns said, and is restored from the trash', async () => {
  const folder = makeDataFolder();
  const PROJECT = { id: 2, slug: 'gone', name: 'Gone', repository_url: 'x', repository_type: 'git' };
  await withDatabase(
    folder,
    (database) =>
      database.exec(`
        INSERT INTO projects (id, slug, name, repository_url, repository_type, single_version, created, modified)
          VALUES (1, 'kept', 'Kept', 'https://x.org', 'git', 1, 1, 1), (3, 'usual', 'Usual', 'https://x.org', 'git', 0, 1, 1);
        INSERT INTO versions (id, project_id, slug, verbose_name, identifier) VALUES (1, 1, 'latest', 'latest', 'main');
        INSERT INTO builds (id, project_id, version_id, created, state, success, error, duration) VALUES
          (1, 1, 1, 5, 'finished', 0, 'Cancelled by ana.', 2), (2, 1, 1, 6, 'finished', 0, '', 3),
          (3, 1, 1, 7, 'finished', 1, '', 3), (4, 1, 1, 8, 'building', NULL, '', NULL);
        INSERT INTO redirects (id, project_id, type, from_url, to_url, created, modified, rank) VALUES
          (1, 1, 'exact', '/a', '/b', 1, 1, 5), (2, 1, 'prefix', '/c/', '', 1, 2, 9);
        INSERT INTO environment_variables (id, project_id, name, sealed, created, modified) VALUES
          (1, 1, 'ONE', x'0102', 1, 1), (7, 1, 'SEVEN', x'03', 1, 1);
        DELETE FROM environment_variables WHERE id = 7;
        INSERT INTO trash (id, removed, kind, subject_id, name, batch) VALUES (1, 1, 'project', 2, 'gone', 1);
        ${removed(1, 'projects', { ...PROJECT, single_version: 1, created: 1, modified: 1 })}
        ${removed(2, 'versions', { id: 9, project_id: 2, slug: 'b', verbose_name: 'b', identifier: 'b' })}
        ${removed(3, 'builds', { id: 9, project_id: 2, version_id: 9, created: 1, state: 'finished', success: 0, error: 'Cancelled.' })}
        ${removed(4, 'integrations', { id: 4, project_id: 2, provider: 'generic', sealed: { hex: '' }, created: 1 })}`),
    { migrations: SEVENTH },
  );
  await withDatabase(folder, (database) => {
    const store = openStore(database);
    expect(findDamage(database)).toEqual([]);
    const schemeOf = (slug: string) => store.projects.plainBySlug(slug)?.versioningScheme;
    expect(['kept', 'usual'].map(schemeOf)).toEqual([
      'single_version_without_translations',
      'multiple_versions_with_translations',
    ]);
    const builds = store.builds.ofProject(1, {}, ALL).items;
    expect(builds.map(({ id, state }) => [id, state])).toEqual([
      [4, 'building'],
      [3, 'finished'],
      [2, 'finished'],
      [1, 'cancelled'],
    ]);
    const said = [1, 2, 3, 4].map(
      (id) => store.notifications.of({ kind: 'build', id }, undefined, ALL).items,
    );
    expect(said.map((items) => items.map(({ message, details }) => [message, details]))).toEqual([
      [['build:user:cancelled', { error: 'Cancelled by ana.' }]],
      [['build:user:generic', { error: '' }]],
      [],
      [],
    ]);
    const redirects = store.redirects.ofProject(1, ALL).items;
    expect(redirects).toMatchObject([
      { id: 2, type: 'prefix', dialect: '2020', enabled: true, force: false, httpStatus: 302 },
      { id: 1, type: 'exact', dialect: '2020', enabled: true, force: false, httpStatus: 302 },
    ]);
    expect([2, 1].map(store.redirects.positionOf)).toEqual([0, 1]);
    expect(store.environmentVariables.byId(1)).toMatchObject({ hasValue: true, isPublic: false });
    // The id of a removed variable is not reused, and a second one of the name is stored.
    const second = { projectId: 1, name: 'ONE', created: 2, modified: 2 };
    expect(store.change(() => store.environmentVariables.insert(second, null))).toMatchObject({
      ...{ id: 8, hasValue: false },
    });
    const [trash] = store.trash.all();
    if (trash) store.change(() => store.trash.restore(trash));
    expect(schemeOf('gone')).toBe('single_version_without_translations');
    expect(store.builds.byId(9)?.state).toBe('cancelled');
    // One without a secret has none after its return either.
    expect(store.integrations.byId(4)?.hasSecret).toBe(false);
  });
});

test('builds in flight are still found by their indexes', async () => {
  await withDatabase(makeDataFolder(), (database) => {
    const plan = (sql: string) =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    const inFlight = "state <> 'finished' AND state <> 'cancelled'";
    expect(plan(`SELECT 1 FROM builds WHERE version_id = +1 AND ${inFlight} LIMIT 1`)).toEqual([
      expect.stringContaining('INDEX builds_in_flight_by_version (version_id=?)'),
    ]);
    expect(plan("SELECT id FROM notifications WHERE build_id = +1 AND message = 'x'")).toEqual([
      expect.stringContaining('INDEX notifications_of_build (build_id=? AND message=?)'),
    ]);
  });
});
