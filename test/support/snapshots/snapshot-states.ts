import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** What a snapshot brings back: rows, served pages, and the repositories of kits. */
export type SavedState = {
  readonly projects: readonly string[];
  readonly page: string | undefined;
  readonly repository: string | undefined;
};

const VERSION = 2;
const repositoryFile = (data: string) => join(data, 'repositories', 'kit', 'almanac', 'config');
const pageFile = (data: string, build: number) =>
  join(data, 'docs', String(VERSION), String(build), 'html', 'index.html');

/** Lets a version serve the pages of a build with this text, which the repository of a kit has as well. */
export function changeState(data: string, database: Sqlite.Database, build: number, text: string): void {
  for (const file of [pageFile(data, build), repositoryFile(data)]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  database.prepare('UPDATE versions SET pages_build = ? WHERE id = ?').run(build, VERSION);
}

/** Reads the state of a data folder. @throws Error when its database is not whole */
export function readState(data: string): SavedState {
  const database = new Sqlite(join(data, 'lectern.sqlite'), { readonly: true });
  try {
    const problems = [...(database.pragma('foreign_key_check') as object[])];
    if (problems.length > 0 || database.pragma('quick_check', { simple: true }) !== 'ok')
      throw new Error('The database is not whole.');
    const build = database.prepare('SELECT pages_build FROM versions WHERE id = ?').pluck().get(VERSION);
    return {
      projects: database.prepare('SELECT slug FROM projects ORDER BY slug').pluck().all() as string[],
      page: textOf(pageFile(data, Number(build))),
      repository: textOf(repositoryFile(data)),
    };
  } finally {
    database.close();
  }
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
