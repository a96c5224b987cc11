import type { Core } from '../../src-server/core.ts';

/** All rows of all tables at one moment. */
export type TableCopies = ReadonlyMap<string, readonly (readonly unknown[])[]>;

/** Copies all rows, as a backup does. */
export function copyTables({ database }: Core, names = tablesOf(database)): TableCopies {
  return new Map(
    names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).raw().all() as unknown[][]]),
  );
}

/** Replaces all rows by those of a copy, as the restore of a backup does; the vault stays as it is. */
export function putTables({ database, store, secrets }: Core, copies: TableCopies): void {
  store.replaceAll(() => {
    for (const name of tablesOf(database)) {
      database.exec(`DELETE FROM "${name}"`);
      const rows = copies.get(name) ?? [];
      if (rows[0] === undefined) continue;
      const insert = database.prepare(`INSERT INTO "${name}" VALUES (${rows[0].map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(...row);
    }
  });
  secrets.forgetDataKey();
}

function tablesOf(database: Core['database']): string[] {
  const names = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .pluck()
    .all();
  return names;
}
