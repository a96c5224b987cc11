import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../src-server/store/file/database.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openOptions } from '../../support/store/store-folder.ts';
import {
  addBuild,
  addProject,
  addRedirect,
  addVariable,
  addVersion,
  buildOf,
  type Filters,
  fillLists,
  type KnownList,
  LISTS,
  type ListFixture,
  NAMES,
  versionOf,
} from './list-fixture.ts';

/** Changes to the store; `seed` selects the rows and values. */
const CHANGES: Readonly<Record<string, (fixture: ListFixture, seed: number) => void>> = {
  addProject,
  addVersion,
  addBuild,
  addRedirect,
  addVariable,
  changeVersion({ store, database }, seed) {
    const version = store.versions.byId(someVersion(database, seed));
    // The type and slug of a version never change.
    const { type: _, ...values } = versionOf(seed >> 3);
    if (version) store.versions.update({ ...version, ...values, verboseName: NAMES[seed % 5] ?? 'main' });
  },
  removeVersion({ store, database }, seed) {
    store.versions.remove(someVersion(database, seed));
  },
  changeBuild({ store, database }, seed) {
    const build = store.builds.byId(chosen(database, 'builds', seed) ?? 0);
    if (build) store.builds.update({ ...build, ...buildOf(seed >> 3) });
  },
  changeProject({ store, database }, seed) {
    // An even seed selects the project that owns all the versions and builds.
    const id = seed % 2 === 0 ? 1 : (chosen(database, 'projects', seed) ?? 0);
    const project = store.projects.byId(id)?.project;
    if (!project) return;
    store.projects.update({
      ...project,
      language: seed % 4 < 2 ? 'es' : 'en',
      privacyLevel: seed % 3 === 0 ? 'private' : 'public',
      translationOf: project.id !== 1 && seed % 5 === 0 ? 1 : null,
    });
  },
  maintainProject({ store, database, userId }, seed) {
    const id = chosen(database, 'projects', seed) ?? 0;
    if (id && !store.projects.isMaintainer(id, userId)) store.projects.addMaintainer(id, userId);
  },
  removeSubproject({ store, database }, seed) {
    store.subprojects.remove(chosen(database, 'subprojects', seed) ?? 0);
  },
  changeRedirect({ store, database }, seed) {
    const redirect = store.redirects.byId(chosen(database, 'redirects', seed) ?? 0);
    if (redirect) store.redirects.update({ ...redirect, modified: seed % 50, rank: seed % 50 });
  },
  removeRedirect({ store, database }, seed) {
    store.redirects.remove(chosen(database, 'redirects', seed) ?? 0);
  },
  removeVariable({ store, database }, seed) {
    store.environmentVariables.remove(chosen(database, 'environment_variables', seed) ?? 0);
  },
};

/** Selects a version: for an even seed, one of the two that have all the builds. */
function someVersion(database: Database, seed: number): number {
  return seed % 2 === 0 ? 1 + ((seed >> 1) % 2) : (chosen(database, 'versions', seed) ?? 0);
}

/** Selects an existing row of a table. */
function chosen(database: Database, table: string, seed: number): number | undefined {
  const sql = `SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET ? % max(1, (SELECT count(*) FROM ${table}))`;
  return database.prepare<[number], number>(sql).pluck().get(seed);
}

type Question = { readonly filters: Filters; readonly limit: number; readonly offset: number };

const anyRequest = {
  limit: fc.constantFrom(1, 2, 10, 60, 1000),
  // Positions are cached from the 50th on.
  offset: fc.oneof(
    fc.integer({ min: 0, max: 140 }),
    fc.constantFrom(0, 49, 50, 51, 100, 1e6, Number.MAX_VALUE),
  ),
};

function anyQuestion(list: KnownList): fc.Arbitrary<Question> {
  const filters = Object.fromEntries(
    Object.entries(list.filters).map(([name, values]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values)),
    ]),
  );
  return fc.record({ filters: fc.record(filters), ...anyRequest });
}

const anyStep = (list: KnownList) =>
  fc.record({
    changes: fc.array(fc.record({ kind: fc.constantFrom(...Object.keys(CHANGES)), seed: fc.nat(10_000) }), {
      maxLength: 3,
    }),
    end: fc.constantFrom('alone', 'kept', 'undone', 'read'),
    questions: fc.array(anyQuestion(list), { minLength: 1, maxLength: 6 }),
  });

describe.each(LISTS.map((list) => [list.name, list] as const))('the list of %s', (_, list) => {
  test('agrees with plain SQL after any queries and changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep(list), { minLength: 1, maxLength: 8 }), async (steps) => {
        const database = await openDatabase(openOptions(null));
        try {
          const fixture = fillLists(database);
          for (const step of steps) take(fixture, list, step);
        } finally {
          database.close();
        }
      }),
      { numRuns: propertyRuns(6, 60) },
    );
  });
});

type Step = {
  readonly changes: readonly { readonly kind: string; readonly seed: number }[];
  readonly end: string;
  readonly questions: readonly Question[];
};

/** Queries before, within and after the changes of a step: values cached on the way must not appear later. */
function take(fixture: ListFixture, list: KnownList, { changes, end, questions }: Step): void {
  const readItems = () => {
    for (const question of questions) check(fixture, list, question);
  };
  const perform = () => {
    for (const { kind, seed } of changes) {
      CHANGES[kind]?.(fixture, seed);
      readItems();
    }
  };
  const { change, read } = fixture.store;
  readItems();
  if (end === 'read') read(readItems);
  else if (end === 'alone') perform();
  else if (end === 'kept') change(perform);
  else {
    const undo = new Error('undone');
    expect(() =>
      change(() => {
        perform();
        throw undo;
      }),
    ).toThrow(undo);
  }
  readItems();
}

function check(fixture: ListFixture, list: KnownList, { filters, limit, offset }: Question): void {
  const { database } = fixture;
  const used = Object.entries(filters).filter(([, value]) => value !== undefined);
  const where = used.map(([name]) => ` AND ${list.columns[name]} = @${name}`).join('');
  const values = {
    ...list.values?.(fixture),
    ...Object.fromEntries(
      used.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
    ),
  };
  const ids = database
    .prepare(`SELECT ${list.id} ${list.sql}${where} ORDER BY ${list.order}`)
    .pluck()
    .all(values) as number[];
  const { count, items } = list.read(fixture, filters, { limit, offset });
  expect(
    { count, ids: items.map((item) => ('project' in item ? item.project.id : item.id)) },
    JSON.stringify({ filters, limit, offset }),
  ).toEqual({ count: ids.length, ids: ids.slice(offset, offset + limit) });
}

test('a distant page is the same whichever pages were read before', async () => {
  const database = await openDatabase(openOptions(null));
  onTestFinished(() => void database.close());
  const fixture = fillLists(database);
  for (const list of LISTS) {
    for (const offset of [120, 60, 59, 61, 119, 121, 50, 0, 129, 130]) {
      check(fixture, list, { filters: {}, limit: 3, offset });
    }
  }
});

test('a long scan caches a limited number of positions and stays correct', async () => {
  const database = await openDatabase(openOptions(null));
  onTestFinished(() => void database.close());
  const fixture = fillLists(database);
  fixture.store.change(() => {
    for (let index = 0; index < 1500; index++) addRedirect(fixture, index);
  });
  const list = LISTS.find(({ name }) => name === 'redirects');
  if (!list) throw new Error('There is no such list.');
  for (let offset = 0; offset < 1630; offset += 3) check(fixture, list, { filters: {}, limit: 3, offset });
  for (let offset = 1629; offset >= 0; offset -= 51) check(fixture, list, { filters: {}, limit: 3, offset });
});
