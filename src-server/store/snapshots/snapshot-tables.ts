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
  for (const table of sharedTables(database)) {
    const columns = columnsOf(database, 'main', table);
    database.exec(`DELETE FROM main.${table}`);
    // SQLite copies whole pages of tables whose columns are the same, in the same order.
    const isSame = columns === columnsOf(database, 'snapshot', table);
    database.exec(
      isSame
        ? `INSERT INTO main.${table} SELECT * FROM snapshot.${table}`
        : `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM snapshot.${table}`,
    );
  }
  database.exec(`DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM snapshot.sqlite_sequence;
    DELETE FROM main.sqlite_sequence WHERE name = 'journal'`);
  database.prepare("INSERT INTO main.sqlite_sequence (name, seq) VALUES ('journal', ?)").run(lastEntry);
}

/** Names the tables of both, quoted; what somebody added to one of them alone stays as it is. */
function sharedTables(database: Database): string[] {
  return database
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name IN (SELECT name FROM snapshot.sqlite_schema WHERE type = 'table')`,
    )
    .pluck()
    .all()
    .map(quote);
}

function columnsOf(database: Database, schema: 'main' | 'snapshot', table: string): string {
  const names = database.prepare<[], { name: string }>(`PRAGMA ${schema}.table_info(${table})`).all();
  return names.map(({ name }) => quote(name)).join(', ');
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
