import type { Database } from 'better-sqlite3';
import { prepareRead } from '../../engine/prepare-read.ts';

/** Reads the repositories of projects. */
export function repositoryQueries(database: Database) {
  const all = prepareRead(database, 'SELECT slug, repository_url AS url FROM projects ORDER BY slug');
  return {
    /** Lists the repository URL of every project, by slug. */
    all: () => all.all() as { readonly slug: string; readonly url: string }[],
  };
}
