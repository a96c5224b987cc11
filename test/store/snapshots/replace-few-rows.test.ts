import { afterEach, expect, test } from 'vitest';
import { NEW_PROJECT } from '../../../src-server/services/projects/projects.ts';
import { type ControlServer, startControl } from '../../support/api/control-server.ts';

const PROJECTS = 3_000;
let server: ControlServer;
afterEach(() => server.close());

/** Starts with so many projects that a reset compares them. */
async function start(): Promise<void> {
  server = await startControl();
  const { store, control } = server.lectern;
  store.change(() => {
    for (let index = 0; index < PROJECTS; index += 1) {
      const name = `Project ${index}`;
      store.projects.insert({ ...NEW_PROJECT, ...facts(index), slug: slugOf(index), name });
    }
  });
  await control?.takeStart();
}

const slugOf = (index: number) => `project-${index}`;
const facts = (index: number) => ({
  description: '',
  repositoryUrl: `https://example.org/${index}.git`,
  repositoryType: 'git' as const,
  homepage: '',
  language: 'en',
  programmingLanguage: 'words',
  tags: [],
  created: index,
  modified: index,
});

function rows(): unknown[] {
  return server.lectern.database.prepare('SELECT * FROM projects ORDER BY id').all();
}

/** Resets; returns how many rows that wrote. */
async function reset(): Promise<number> {
  const written = server.lectern.database.prepare('SELECT total_changes()').pluck();
  const before = Number(written.get());
  expect((await server.control('POST', 'reset', { body: {} })).status).toBe(200);
  return Number(written.get()) - before;
}

function execute(sql: string): void {
  const { database, store } = server.lectern;
  store.change(() => database.exec(sql));
}

test('a reset of a large world writes the rows that differ, and no other', async () => {
  await start();
  const before = rows();
  execute(`UPDATE projects SET slug = 'parked' WHERE slug = 'project-1';
    UPDATE projects SET slug = 'project-1' WHERE slug = 'project-2';
    UPDATE projects SET slug = 'project-2' WHERE slug = 'parked';
    UPDATE projects SET name = 'PROJECT 3' WHERE slug = 'project-3';
    DELETE FROM projects WHERE slug = 'project-4'`);
  const { store } = server.lectern;
  store.change(() => store.projects.insert({ ...NEW_PROJECT, ...facts(1), slug: 'added', name: 'Added' }));
  expect(rows()).not.toEqual(before);
  expect(await reset()).toBeLessThan(200);
  expect(rows()).toEqual(before);
  // Nothing that was read before is answered.
  expect(store.projects.idOf('added')).toBeUndefined();
  expect(store.projects.idOf('project-4')).toBeDefined();
});

test('a reset of a large world replaces tables whole where many rows differ', async () => {
  await start();
  const before = rows();
  execute("UPDATE projects SET name = name || ' changed'");
  expect(await reset()).toBeGreaterThan(PROJECTS);
  expect(rows()).toEqual(before);
  execute('DELETE FROM projects');
  await reset();
  expect(rows()).toEqual(before);
});
