import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { APPLICATION_ID } from '../migrate.ts';
import { DamagedDatabase, NewerDatabase, NotOurDatabase } from './database-problems.ts';
import { isCorruption, withReadOnly } from './integrity.ts';

// https://www.sqlite.org/fileformat2.html#the_database_header
const HEADER_BYTES = 100;
const SMALLEST_PAGE = 512;
const MAGIC = 'SQLite format 3\0';
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

type Identity = { readonly application: number; readonly schema: number };

/**
 * Checks whether this program may open a file as its database, changes nothing (safety R6, R9), and returns its schema. Never for a file that
 * this process has open: closing the descriptor would drop SQLite's locks on it.
 * @param newest the newest schema that this program knows
 * @throws DamagedDatabase, NotOurDatabase, NewerDatabase
 */
export function checkDatabaseHeader(file: string, newest: number): number {
  const identity = identify(file);
  if (identity.application !== APPLICATION_ID) throw new NotOurDatabase(file);
  if (identity.schema > newest)
    throw new NewerDatabase(file, identity.schema, newest, withReadOnly(file, requiredRelease));
  return identity.schema;
}

function identify(file: string): Identity {
  const stat = statSync(file);
  if (!stat.isFile()) throw new DamagedDatabase(file, ['it is not a file']);
  if (stat.size < SMALLEST_PAGE) {
    throw new DamagedDatabase(file, [stat.size === 0 ? 'the file is empty' : 'the file is truncated']);
  }
  const header = readHeader(file);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new DamagedDatabase(file, ['it does not start like a database']);
  }
  // After a crash the newest first page may be in the write-ahead log, where only SQLite finds it.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log?.isFile() && log.size > 0) return withDamageReported(file, readIdentity);
  return { application: header.readInt32BE(APPLICATION_ID_AT), schema: header.readInt32BE(USER_VERSION_AT) };
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  return header;
}

function readIdentity(database: Database): Identity {
  return {
    application: Number(database.pragma('application_id', { simple: true })),
    schema: Number(database.pragma('user_version', { simple: true })),
  };
}

/** Returns the release that reads a newer database, if that says so. */
export function requiredRelease(database: Database): string | undefined {
  try {
    const newest = 'SELECT needs FROM schema_history ORDER BY version DESC LIMIT 1';
    return database.prepare<[], string>(newest).pluck().get();
  } catch {
    // A future schema may store this elsewhere; then the message leaves it out.
    return undefined;
  }
}

function withDamageReported<T>(file: string, use: (database: Database) => T): T {
  try {
    return withReadOnly(file, use);
  } catch (error) {
    if (isCorruption(error)) throw new DamagedDatabase(file, [error.message]);
    throw error;
  }
}
