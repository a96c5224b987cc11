import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { systemClock } from '../../model/base/timestamp.ts';
import type { Database } from '../file/database.ts';
import { isCorruption } from '../file/integrity.ts';
import { nameAside, setAsideUnlessFile } from '../file/set-aside.ts';

/** Schema version of requests.sqlite. A file with another version is set aside. */
const REQUESTS_SCHEMA = 2;
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

// Ids are never used twice, also after the log was cleared: a caller asks for what came since one. There are no gaps
// between them. Headers and bodies have a table of their own, so that a list reads little.
const SCHEMA = `
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    door TEXT NOT NULL,
    method TEXT NOT NULL,
    host TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER,
    duration INTEGER NOT NULL,
    user TEXT,
    token TEXT,
    client TEXT NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    step TEXT,
    reason TEXT,
    fault TEXT,
    batches TEXT,
    is_unmatched INTEGER NOT NULL,
    request_headers INTEGER NOT NULL,
    request_body INTEGER,
    request_state TEXT NOT NULL,
    response_headers INTEGER NOT NULL,
    response_body INTEGER,
    response_state TEXT NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX requests_batches ON requests (id) WHERE batches <> '[]';
  CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    last_id INTEGER NOT NULL,
    dropped INTEGER NOT NULL
  ) STRICT;
  INSERT INTO progress VALUES (1, 0, 0);
  PRAGMA user_version = ${REQUESTS_SCHEMA};`;

/** Opens the file, or makes it. One that is damaged or of another version is set aside, and `log` says so. */
export function openRequestFile(file: string, log: (line: string) => void): Database {
  setAsideUnlessFile(file, systemClock);
  if (existsSync(file)) {
    const found = openExisting(file);
    if (found) return found;
    log(
      `requests.sqlite cannot be used; it is made again, and what was there is kept as ${setRequestFileAside(file)}`,
    );
  }
  closeSync(openSync(file, 'wx', 0o600)); // private from the start (safety S18)
  return prepare(new Sqlite(file, { timeout: 5000 }));
}

/** Returns a database that is of this schema, or is made so when it is empty; closes it when that fails. */
function prepare(database: Database): Database {
  try {
    // The schema is the first that is written: where a crash or a full disk stops it, the file stays empty.
    if (database.pragma('page_count', { simple: true }) === 0) {
      database.pragma('auto_vacuum = INCREMENTAL');
      database.transaction(() => database.exec(SCHEMA))();
    }
    settings(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Moves the file and its logs to `NAME.damaged-TIME`; returns that name. The caller has closed it. */
export function setRequestFileAside(file: string): string {
  const kept = nameAside(file, systemClock, SUFFIXES);
  for (const end of SUFFIXES) if (existsSync(file + end)) renameSync(file + end, kept + end);
  return kept;
}

function openExisting(file: string): Database | undefined {
  let database: Database | undefined;
  try {
    database = new Sqlite(file, { timeout: 5000, fileMustExist: true });
    const isEmpty = database.pragma('page_count', { simple: true }) === 0;
    const version = database.pragma('user_version', { simple: true });
    if (isEmpty || version === REQUESTS_SCHEMA) return prepare(database);
    database.close();
  } catch (error) {
    database?.close();
    if (!isCorruption(error)) throw error;
  }
  return undefined;
}

// A power failure may take the last batches along, and never the file.
function settings(database: Database): void {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('journal_size_limit = 16777216');
  // Each checkpoint waits for the disk, which changes of the data wait for as well.
  database.pragma('wal_autocheckpoint = 4000');
  database.pragma('cache_size = -4000');
  database.pragma('temp_store = MEMORY');
  database.pragma('trusted_schema = OFF');
}
