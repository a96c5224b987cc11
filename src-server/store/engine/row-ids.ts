import type { Database } from 'better-sqlite3';

/** The tables whose rows may be inserted with a given id. */
export const NUMBERED_TABLES = [
  'projects',
  'versions',
  'builds',
  'redirects',
  'environment_variables',
] as const;
export type NumberedTable = (typeof NUMBERED_TABLES)[number];

/** Answers which ids are free, a whole list at a time. */
export function rowIds(database: Database) {
  const last = database.prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck();
  const taken = new Map(
    NUMBERED_TABLES.map((table) => [
      table,
      database
        .prepare<[string], number>(`SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`)
        .pluck(),
    ]),
  );

  return {
    /** Returns the highest id that the table ever used; 0 before the first. */
    last: (table: NumberedTable): number => last.get(table) ?? 0,
    /** Returns those of these ids that rows of the table have. */
    taken: (table: NumberedTable, ids: readonly number[]): ReadonlySet<number> =>
      new Set(taken.get(table)?.all(JSON.stringify(ids))),
  };
}
