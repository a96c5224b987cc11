import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { isCorruption } from '../file/integrity.ts';

/**
 * Takes the links to changes out of the closed log of requests: call it before another database takes the place of this
 * one, whose journal may give the same ids to other changes. A log that cannot be read is left to what opens it.
 */
export function forgetLoggedChanges(file: string): void {
  if (!existsSync(file)) return;
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(file, { fileMustExist: true });
    database.exec(`UPDATE requests SET batches = '[]' WHERE batches <> '[]'`);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.startsWith('no such table');
    if (!isUnknown && !isCorruption(error)) throw error;
  } finally {
    database?.close();
  }
}
