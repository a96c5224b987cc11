import type { Database, Statement } from 'better-sqlite3';

/**
 * Prepares a query whose plan stays as it is. SQLite as we get it (built with STAT4) plans a query anew each time a
 * value is bound that its plan might depend on, which costs ten times what the query does. A unary plus before each
 * parameter hides the value from the planner.
 */
export function prepareRead(database: Database, sql: string): Statement {
  return database.prepare(sql.replaceAll(/(?<![+\w])(@\w+|\?)/g, '+$1'));
}
