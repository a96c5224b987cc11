import { createHash } from 'node:crypto';
import type { Database } from '../../../src-server/store/file/database.ts';

/** Returns a digest of all rows of all tables, to detect changes. */
export function databaseDigest(database: Database): string {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const hash = createHash('sha256');
  for (const table of tables) {
    hash.update(`\n${table}\n`);
    for (const row of database.prepare(`SELECT * FROM "${table}"`).raw().iterate()) {
      hash.update(
        JSON.stringify(row, (_, value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)),
      );
    }
  }
  return hash.digest('hex');
}
