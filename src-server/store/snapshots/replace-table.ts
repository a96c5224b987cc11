import type { Database } from 'better-sqlite3';

/** A table that the database and the snapshot have. Its names are quoted. */
export type SharedTable = {
  readonly name: string;
  /** The columns of the snapshot's. */
  readonly columns: readonly string[];
  /** Whether both have the same columns in the same order. */
  readonly isSame: boolean;
  /** The column of numbers that is the primary key; undefined where that is another. */
  readonly key: string | undefined;
};

/** So many rows are replaced one by one; for more, copying whole pages is faster. */
const FEW_ROWS = 1_000;

type Counts = { readonly before: number; readonly after: number };
type ChangedRow = { readonly id: number; readonly isMissing: number };

/**
 * Replaces the rows of a table by those of the attached snapshot. Where few of many rows differ, only these are written:
 * a restore of a large world after a test costs reading it.
 */
export function replaceTable(database: Database, table: SharedTable): void {
  if (replaceFewRows(database, table)) return;
  const { name, columns, isSame } = table;
  database.exec(`DELETE FROM main.${name}`);
  // SQLite copies whole pages of tables whose columns are the same, in the same order.
  database.exec(
    isSame
      ? `INSERT INTO main.${name} SELECT * FROM snapshot.${name}`
      : `INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM snapshot.${name}`,
  );
}

/** Replaces the rows that differ; returns false, and has done nothing, where the table is small or many do. */
function replaceFewRows(database: Database, { name, columns, isSame, key }: SharedTable): boolean {
  if (!isSame || key === undefined) return false;
  const { before, after } = database
    .prepare<[], Counts>(
      `SELECT (SELECT count(*) FROM main.${name}) AS before, (SELECT count(*) FROM snapshot.${name}) AS after`,
    )
    .get() as Counts;
  if (after <= FEW_ROWS || Math.abs(before - after) > FEW_ROWS) return false;
  // Rows are equal where every byte is, whatever a column calls equal.
  const isEqual = columns.map((column) => `a.${column} IS b.${column} COLLATE BINARY`).join(' AND ');
  const changed = database
    .prepare<[], ChangedRow>(
      `SELECT b.${key} AS id, a.${key} IS NULL AS isMissing FROM snapshot.${name} b
       LEFT JOIN main.${name} a ON a.${key} = b.${key}
       WHERE a.${key} IS NULL OR NOT (${isEqual}) LIMIT ${FEW_ROWS + 1}`,
    )
    .all();
  if (changed.length > FEW_ROWS) return false;
  const missing = changed.filter(({ isMissing }) => isMissing === 1).length;
  const added = before - (after - missing);
  if (added > FEW_ROWS) return false;
  if (added > 0) {
    database.exec(`DELETE FROM main.${name} WHERE ${key} NOT IN (SELECT ${key} FROM snapshot.${name})`);
  }
  if (changed.length === 0) return true;
  const ids = JSON.stringify(changed.map(({ id }) => id));
  const among = `${key} IN (SELECT value FROM json_each(?))`;
  // All of them go first, since a new row may have the name of another.
  database.prepare(`DELETE FROM main.${name} WHERE ${among}`).run(ids);
  database.prepare(`INSERT INTO main.${name} SELECT * FROM snapshot.${name} WHERE ${among}`).run(ids);
  return true;
}
