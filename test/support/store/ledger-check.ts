import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Ledger } from './write-load.ts';

/**
 * Lists problems in the data folder of a server that has ended: damage, partial changes, lost changes. Works on a copy,
 * so that the next start finds the state after the crash.
 */
export function findLedgerProblems(folder: string, ledger?: Ledger): string[] {
  return withCopy(folder, (database) => [
    ...databaseDamage(database),
    ...partialChanges(database),
    ...(ledger ? [...lostCounters(database, ledger), ...lostRows(database, ledger)] : []),
  ]);
}

/** Opens a copy of the database and its write-ahead log; returns the result of `use`. */
export function withCopy<T>(folder: string, use: (database: Database) => T): T {
  const copy = mkdtempSync(join(tmpdir(), 'lectern-copy-'));
  try {
    for (const name of ['lectern.sqlite', 'lectern.sqlite-wal']) {
      if (existsSync(join(folder, name))) cpSync(join(folder, name), join(copy, name));
    }
    const database = new Sqlite(join(copy, 'lectern.sqlite'));
    try {
      return use(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function databaseDamage(database: Database): string[] {
  const structure = texts(database, 'SELECT integrity_check FROM pragma_integrity_check');
  const references = texts(
    database,
    `SELECT 'a broken reference in ' || "table" FROM pragma_foreign_key_check`,
  );
  return [...structure.filter((line) => line !== 'ok'), ...references];
}

/** Lists transactions of which only a part was saved. */
function partialChanges(database: Database): string[] {
  return texts(
    database,
    `SELECT slug || ' has no maintainer' FROM projects WHERE id NOT IN (SELECT project_id FROM project_users)
     UNION ALL
     SELECT slug || ' has no latest version' FROM projects
       WHERE slug NOT LIKE 'bulk-%' AND id NOT IN (SELECT project_id FROM versions WHERE slug = 'latest')
     UNION ALL
     SELECT slug || ' has no build' FROM projects
       WHERE slug LIKE 'made-%' AND id NOT IN (SELECT project_id FROM builds)
     UNION ALL
     SELECT slug || ' is not in the journal' FROM projects
       WHERE id NOT IN (SELECT subject_id FROM journal WHERE action = 'project.create')
     UNION ALL
     SELECT 'redirect ' || id || ' is not in the journal' FROM redirects
       WHERE from_url LIKE '/rules-%' AND id NOT IN (SELECT subject_id FROM journal WHERE action = 'redirect.create')
     UNION ALL
     SELECT 'the journal has a project that is none: ' || subject_id FROM journal
       WHERE action = 'project.create' AND subject_id NOT IN (SELECT id FROM projects)
     UNION ALL
     SELECT p.slug || ' has latest at ' || v.identifier || ', its branch is ' || p.default_branch
       FROM projects p JOIN versions v ON v.project_id = p.id AND v.slug = 'latest'
       WHERE v.identifier <> coalesce(p.default_branch, 'master')`,
  );
}

function lostCounters(database: Database, { counters }: Ledger): string[] {
  return [...counters].flatMap(([slug, certain]) => {
    const [name] = texts(database, 'SELECT name FROM projects WHERE slug = ?', slug);
    const possible = certain === 0 ? [slug, `${slug} 1`] : [`${slug} ${certain}`, `${slug} ${certain + 1}`];
    return possible.includes(name ?? '') ? [] : [`${slug} is called "${name}" after ${certain} changes`];
  });
}

function lostRows(database: Database, ledger: Ledger): string[] {
  const problems: string[] = [];
  for (const [slug, certain] of ledger.redirects) {
    const found = new Set(
      texts(
        database,
        'SELECT from_url FROM redirects WHERE project_id = (SELECT id FROM projects WHERE slug = ?)',
        slug,
      ),
    );
    const uncertain = ledger.uncertainRedirects.get(slug) ?? new Set();
    problems.push(...compare('redirect', found, certain, uncertain));
  }
  const made = new Set(texts(database, "SELECT slug FROM projects WHERE slug LIKE 'made-%'"));
  problems.push(...compare('project', made, ledger.projects, ledger.uncertainProjects));
  const variables = new Set(texts(database, 'SELECT name FROM environment_variables'));
  problems.push(
    ...[...ledger.variables].filter((name) => !variables.has(name)).map((name) => `lost: variable ${name}`),
  );
  return problems;
}

function compare(
  what: string,
  found: ReadonlySet<string>,
  certain: ReadonlySet<string>,
  uncertain: ReadonlySet<string>,
): string[] {
  return [
    ...[...certain].filter((name) => !found.has(name)).map((name) => `lost: ${what} ${name}`),
    ...[...found]
      .filter((name) => !certain.has(name) && !uncertain.has(name))
      .map((name) => `from nowhere: ${what} ${name}`),
  ];
}

function texts(database: Database, sql: string, ...values: readonly string[]): string[] {
  return database
    .prepare<string[], string>(sql)
    .pluck()
    .all(...values);
}
