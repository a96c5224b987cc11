import Sqlite, { type Database } from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { lazyStatements } from '../../../src-server/store/engine/lazy-statements.ts';
import { openDatabase } from '../../../src-server/store/file/database.ts';
import { openStore } from '../../../src-server/store/open-store.ts';
import { openOptions } from '../../support/store/store-folder.ts';

/** Returns the database, and the SQL of all statements that are compiled from now on. */
function recorded(database: Database): { database: Database; compiled: string[] } {
  const compiled: string[] = [];
  const prepare = (sql: string) => {
    compiled.push(sql);
    return database.prepare(sql);
  };
  onTestFinished(() => void database.close());
  return { database: Object.create(database, { prepare: { value: prepare } }), compiled };
}

test('a statement is compiled once, with its options, when it is first used', () => {
  const { database, compiled } = recorded(new Sqlite(':memory:'));
  const lazy = lazyStatements(database);
  const sum = lazy.prepare<[number, number], number>('SELECT ? + ?').pluck();
  const rows = lazy.prepare('SELECT 1, 2').raw();
  const wrong = lazy.prepare('SELECT lost');
  expect(compiled).toEqual([]);
  expect([sum.get(1, 2), sum.get(3, 4), sum.all(5, 6), [...sum.iterate(7, 8)]]).toEqual([3, 7, [11], [15]]);
  expect(rows.get()).toEqual([1, 2]);
  expect(rows.raw(false).get()).toEqual({ 1: 1, 2: 2 });
  expect(compiled).toEqual(['SELECT ? + ?', 'SELECT 1, 2']);
  expect(() => wrong.get()).toThrow('no such column: lost');
});

test('opening the store compiles nothing, and all of its statements are valid', async () => {
  const { database, compiled } = recorded(await openDatabase(openOptions(null)));
  openStore(lazyStatements(database));
  expect(compiled).toEqual([]);
  openStore(database);
  expect(compiled.length).toBeGreaterThan(150);
  expect(compiled).toContainEqual(expect.stringContaining('FROM sync_runs'));
});
