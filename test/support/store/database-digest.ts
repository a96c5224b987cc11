import { createHash } from 'node:crypto';
import type { Database } from '../../../src-server/store/file/database.ts';

const known = new WeakMap<Database, { readonly changes: string; readonly digest: string }>();

/** Returns a digest of all rows of all tables, to detect changes. Reads them again only after a write of any kind. */
export function databaseDigest(database: Database): string {
  const changes = countChanges(database);
  const found = known.get(database);
  if (found?.changes === changes) return found.digest;
  const digest = digestRows(database);
  known.set(database, { changes, digest });
  return digest;
}

/** Counts the rows ever written by this connection, the commits of others, and the changes of the schema. */
function countChanges(database: Database): string {
  const own = database.prepare('SELECT total_changes()').pluck().get();
  const pragmas = ['data_version', 'schema_version'].map((name) => database.pragma(name, { simple: true }));
  return [own, ...pragmas].join(' ');
}

function digestRows(database: Database): string {
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
