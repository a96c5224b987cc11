import { expect, test } from 'vitest';
import { listBackups } from '../../../src-server/store/backup/backup.ts';
import { findDamage } from '../../../src-server/store/file/integrity.ts';
import { migrations } from '../../../src-server/store/migrate.ts';
import { openStore } from '../../../src-server/store/open-store.ts';
import { makeDataFolder, NOON, withDatabase } from '../../support/store/store-folder.ts';

const FIRST = migrations().slice(0, 1);

test('schema 2 sets the batch of every journal entry and the rank of every redirect, and loses nothing', async () => {
  const folder = makeDataFolder();
  await withDatabase(
    folder,
    (database) =>
      database.exec(`
        INSERT INTO projects (slug, name, repository_url, repository_type, created, modified)
          VALUES ('pip', 'Pip', 'https://x.org', 'git', 1, 1), ('other', 'Other', 'https://x.org', 'git', 1, 1);
        INSERT INTO redirects (project_id, type, from_url, to_url, created, modified)
          VALUES (1, 'exact', '/a', '/', 1, 30), (1, 'exact', '/b', '/', 2, 10), (1, 'exact', '/c', '/', 3, 30),
                 (2, 'exact', '/d', '/', 4, 99);
        DELETE FROM redirects WHERE id = 4;
        INSERT INTO journal (at, door, action, before) VALUES (1, 'api', 'a.b', '{}'), (2, 'desk', 'c.d', NULL);`),
    { migrations: FIRST },
  );
  const found = await withDatabase(folder, (database) => {
    const { redirects, journal, change } = openStore(database);
    const list = () =>
      redirects.ofProject(1, { limit: 9, offset: 0 }).items.map(({ id, rank }) => [id, rank]);
    return {
      faults: findDamage(database),
      order: list(),
      // The id of a removed redirect is not reused.
      next: change(() =>
        redirects.insert({
          projectId: 1,
          type: 'exact',
          fromUrl: '/e',
          toUrl: '/',
          created: 5,
          modified: 20,
        }),
      ),
      afterwards: list(),
      entries: journal.newest(0, 9).map(({ id, batch, undoes }) => [id, batch, undoes]),
    };
  });
  expect(found).toMatchObject({
    faults: [],
    order: [
      [3, 30],
      [1, 30],
      [2, 10],
    ],
    next: { id: 5, rank: 20 },
    afterwards: [
      [3, 30],
      [1, 30],
      [5, 20],
      [2, 10],
    ],
    entries: [
      [2, 2, null],
      [1, 1, null],
    ],
  });
  expect(listBackups(folder).map(({ reason }) => reason)).toEqual(['before-migration']);
});

test('the journal entries of one transaction are one batch, also after a rolled-back transaction', async () => {
  await withDatabase(makeDataFolder(), (database) => {
    const { journal, change } = openStore(database);
    const entry = {
      ...{ at: NOON, door: 'desk', userId: null, username: null, subjectId: null },
      action: 'settings.update' as const,
      ...{ projectId: null, before: null, after: null, undoes: null },
    };
    const write = (count: number) =>
      change(() => Array.from({ length: count }, () => journal.add(entry).batch));
    expect(write(2)).toEqual([1, 1]);
    expect(() =>
      change(() => {
        journal.add(entry);
        journal.add(entry);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(write(3)).toEqual([3, 3, 3]);
    expect(write(1)).toEqual([6]);
    expect(journal.ofBatch(3).map(({ id }) => id)).toEqual([3, 4, 5]);
    expect(journal.ofBatch(4)).toEqual([]);
    expect(journal.newest(0, 9).map(({ id, batch }) => [id, batch])).toEqual([
      [6, 6],
      [5, 3],
      [4, 3],
      [3, 3],
      [2, 1],
      [1, 1],
    ]);
  });
});

test('the newest changes made in the desk are found by an index', async () => {
  await withDatabase(makeDataFolder(), (database) => {
    const plan = (sql: string) =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    expect(
      plan(
        "SELECT * FROM journal WHERE user_id IS +1 AND door = 'desk' AND id = batch AND undoes IS NULL ORDER BY id DESC LIMIT +5",
      ),
    ).toEqual([expect.stringContaining('INDEX journal_of_user_at_desk (user_id=?)')]);
    expect(plan('SELECT 1 FROM journal WHERE undoes = +1 LIMIT 1')).toEqual([
      expect.stringContaining('INDEX journal_undoes'),
    ]);
    expect(plan('SELECT id FROM redirects WHERE project_id = +1 ORDER BY rank DESC, id DESC')).toEqual([
      expect.stringContaining('INDEX redirects_in_order (project_id=?)'),
    ]);
  });
});
