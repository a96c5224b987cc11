import type { Database } from 'better-sqlite3';
import type { SnapshotCounts } from '../../model/snapshots/snapshot.ts';
import type { Transactions } from '../engine/transaction.ts';

/**
 * Copies all tables of a database file into the open database. The handle stays open, so nothing that holds it has to be
 * told; statements are prepared again by SQLite.
 */
export function snapshotTables(database: Database, transactions: Transactions) {
  return {
    /**
     * Replaces all rows by those of `file`, which has the same schema, and runs `after` in the same transaction. Ids of
     * the journal go on from the higher of the two, so that an undo or a log never names another change than it meant.
     * @throws StorageFull and SQLite's errors; nothing is changed then
     */
    replaceBy(file: string, after: () => void): void {
      database.prepare('ATTACH ? AS snapshot').run(file);
      try {
        transactions.replaceAll(() => {
          copyTables(database);
          after();
        });
      } finally {
        database.exec('DETACH snapshot');
      }
    },
  };
}

/** Counts what a list of snapshots shows. */
export function countSnapshotRows(database: Database): SnapshotCounts {
  return database
    .prepare<[], SnapshotCounts>(
      `SELECT (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM versions) AS versions,
         (SELECT count(*) FROM builds) AS builds, (SELECT count(*) FROM redirects) AS redirects,
         (SELECT count(*) FROM users) AS users`,
    )
    .get() as SnapshotCounts;
}

function copyTables(database: Database): void {
  const journalIds = `SELECT max(seq) FROM (SELECT seq FROM main.sqlite_sequence WHERE name = 'journal'
    UNION ALL SELECT seq FROM snapshot.sqlite_sequence WHERE name = 'journal')`;
  const lastEntry = database.prepare<[], number | null>(journalIds).pluck().get() ?? 0;
  const [before, after] = [tableColumns(database, 'main'), tableColumns(database, 'snapshot')];
  for (const [table, columns] of after) {
    // What somebody added to one of them alone stays as it is.
    const present = before.get(table);
    if (present === undefined) continue;
    database.exec(`DELETE FROM main.${table}`);
    // SQLite copies whole pages of tables whose columns are the same, in the same order.
    database.exec(
      present === columns
        ? `INSERT INTO main.${table} SELECT * FROM snapshot.${table}`
        : `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM snapshot.${table}`,
    );
  }
  database.exec(`DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM snapshot.sqlite_sequence;
    DELETE FROM main.sqlite_sequence WHERE name = 'journal'`);
  database.prepare("INSERT INTO main.sqlite_sequence (name, seq) VALUES ('journal', ?)").run(lastEntry);
}

/** Returns the quoted columns of each table, by its quoted name. */
function tableColumns(database: Database, schema: 'main' | 'snapshot'): Map<string, string> {
  const columns = database
    .prepare<[], { table: string; column: string }>(
      `SELECT t.name AS "table", c.name AS "column"
       FROM ${schema}.sqlite_schema t JOIN pragma_table_info(t.name, '${schema}') c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.rowid, c.cid`,
    )
    .all();
  const tables = new Map<string, string>();
  for (const { table, column } of columns) {
    const known = tables.get(quote(table));
    tables.set(quote(table), known === undefined ? quote(column) : `${known}, ${quote(column)}`);
  }
  return tables;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
