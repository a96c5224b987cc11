import type { Database } from 'better-sqlite3';
import type { SnapshotCounts } from '../../model/snapshots/snapshot.ts';
import type { Transactions } from '../engine/transaction.ts';
import { replaceTable } from './replace-table.ts';

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
  const [before, after] = [tablesOf(database, 'main'), tablesOf(database, 'snapshot')];
  for (const [name, { columns, key }] of after) {
    // What somebody added to one of them alone stays as it is.
    const present = before.get(name)?.columns;
    if (present === undefined) continue;
    replaceTable(database, { name, columns, isSame: `${present}` === `${columns}`, key });
  }
  database.exec(`DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM snapshot.sqlite_sequence;
    DELETE FROM main.sqlite_sequence WHERE name = 'journal'`);
  database.prepare("INSERT INTO main.sqlite_sequence (name, seq) VALUES ('journal', ?)").run(lastEntry);
}

type Table = { readonly columns: string[]; key: string | undefined };
type Column = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly key: number;
};

/** Returns the quoted columns of each table, and which is the row's number, by its quoted name. */
function tablesOf(database: Database, schema: 'main' | 'snapshot'): Map<string, Table> {
  const columns = database
    .prepare<[], Column>(
      `SELECT t.name AS "table", c.name AS "column", c.type, c.pk AS "key"
       FROM ${schema}.sqlite_schema t JOIN pragma_table_info(t.name, '${schema}') c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.rowid, c.cid`,
    )
    .all();
  const tables = new Map<string, Table>();
  for (const { table, column, type, key } of columns) {
    const found = tables.get(quote(table)) ?? { columns: [], key: undefined };
    found.columns.push(quote(column));
    // A key of several columns is none.
    if (key === 1 && type === 'INTEGER') found.key = quote(column);
    else if (key > 1) found.key = undefined;
    tables.set(quote(table), found);
  }
  return tables;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
