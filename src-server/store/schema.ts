import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** The statements that made the tables, indexes, triggers and views of a database, by `table projects`. */
export type Schema = ReadonlyMap<string, string>;

/** The digest of the newest schema. When it is outdated, opening a database takes longer; a test holds it. */
export const NEWEST_SCHEMA = {
  version: 13,
  digest: '644949fd1751297de9fae4dd3d7349ac19364110137372739d2bda69d1876284',
};

/** Reads the schema of a database, without comments and layout. */
export function readSchema(database: Database): Schema {
  const rows = database
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`,
    )
    .all();
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, normalize(sql)]));
}

/** Returns the SHA-256 of a schema; comments and layout do not change it. */
export function schemaDigest(schema: Schema): string {
  return createHash('sha256')
    .update(JSON.stringify([...schema]))
    .digest('hex');
}

/**
 * Describes what is missing or different, the first as part of a sentence; empty when nothing is. Tables and indexes
 * that somebody added do no harm; triggers and views do, since they change what statements mean.
 */
export function describeSchemaDifferences(expected: Schema, found: Schema, version: number): string[] {
  if (schemaDigest(expected) === schemaDigest(found)) return [];
  const wrong = [...expected].flatMap(([name, sql]) => {
    if (found.get(name) === sql) return [];
    return [`${found.has(name) ? 'different' : 'missing'}: ${name}`];
  });
  const added = [...found.keys()].filter((name) => !expected.has(name) && /^(trigger|view) /.test(name));
  const all = [...wrong, ...added.map((name) => `added: ${name}`)];
  return all.length === 0 ? [] : [`its tables are not those of schema ${version} (${all[0]})`, ...all];
}

/** Removes comments, line breaks and the quotes that renaming a table adds. */
function normalize(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/^(CREATE \w+) "(\w+)"/, '$1 $2')
    .trim();
}
