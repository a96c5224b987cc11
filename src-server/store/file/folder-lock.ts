import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type Clock, systemClock } from '../../model/base/timestamp.ts';
import { type DataFolder, writePrivateFile } from './data-folder.ts';
import { FolderInUse, type LockHolder } from './database-problems.ts';
import { isCorruption } from './integrity.ts';
import {
  fileIdentity,
  findOtherHolder,
  type HolderNote,
  readHolderNote,
  realLockPath,
} from './lock-holder.ts';
import { nameAside, setAsideUnlessFile } from './set-aside.ts';

/** What commands prove themselves with that can read the data folder. */
export type DoorSecrets = {
  /** For a link to the window; undefined where no browser can open it. */
  readonly linkSecret?: string | undefined;
  /** For previews. */
  readonly commandSecret?: string | undefined;
};

/** A data folder that this process holds until released. */
export type FolderLock = {
  /** Publishes where this process listens, and the secrets of commands. */
  readonly update: (change: { readonly url: string } & DoorSecrets) => void;
  readonly release: () => void;
};

type Log = (line: string) => void;

/** A lock that this process holds: the database that locks the file, and which file that is. */
type Held = { readonly db: Sqlite.Database; readonly lock: HolderNote['lock'] };
type Attempt = Held | { readonly db: undefined; readonly holder: LockHolder | undefined };

// The garbage collector closes an unreferenced database handle, which would release its lock. By data folder.
const heldLocks = new Map<string, Sqlite.Database>();

/**
 * Locks the data folder for this process (safety R2). The kernel holds the lock, on lock.sqlite, so it ends with the
 * process in any case; holder.json is for people to read, and tells which file is locked, should its name be deleted.
 * Nothing else in the process may open lock.sqlite, not even to copy it: on POSIX, closing any descriptor of a file
 * releases all locks on it. A damaged lock.sqlite, which never holds anything, is emptied, and a copy is kept.
 * @throws FolderInUse at once when another process holds it
 */
export function lockDataFolder(
  folder: DataFolder,
  { what, url }: Pick<LockHolder, 'what' | 'url'>,
  clock: Clock = systemClock,
  log: Log = () => {},
): FolderLock {
  const attempt = tryLock(folder, (error) => repairLock(folder, error, clock, log));
  const { db } = attempt;
  if (!db) throw new FolderInUse(folder.root, attempt.holder);
  heldLocks.set(folder.root, db);
  let holder: HolderNote & DoorSecrets = {
    what,
    url,
    pid: process.pid,
    since: clock(),
    lock: attempt.lock,
  };
  const write = () => {
    const moved = setAsideUnlessFile(folder.holder, clock);
    if (moved) log(`kept aside ${moved}, which stood where ${folder.holder} belongs`);
    writePrivateFile(folder.holder, `${JSON.stringify(holder)}\n`);
  };
  const release = () => {
    if (heldLocks.get(folder.root) !== db) return;
    heldLocks.delete(folder.root);
    try {
      if (statSync(folder.holder, { throwIfNoEntry: false })?.isFile())
        rmSync(folder.holder, { force: true });
    } finally {
      db.close();
    }
  };
  try {
    write();
  } catch (error) {
    release();
    throw error;
  }
  return {
    update: (change) => {
      holder = { ...holder, ...change };
      write();
    },
    release,
  };
}

/**
 * Answers whether a process holds the folder, and which, unless its note cannot be read (for `doctor`). Creates no lock
 * file, and mends none: a damaged one is held by nobody.
 */
export function readLock(folder: DataFolder): { isHeld: boolean; holder: LockHolder | undefined } {
  if (fileIdentity(folder.lock) === undefined) {
    const other = findOtherHolder(folder, undefined, true);
    return { isHeld: other !== undefined, holder: other?.holder };
  }
  const attempt = tryLockUndamaged(folder);
  attempt?.db?.close();
  if (attempt === undefined || attempt.db) return { isHeld: false, holder: undefined };
  return { isHeld: true, holder: attempt.holder };
}

/** Runs `work`, which only reads, while no other process can begin to use the folder; undefined when one uses it. */
export function readWhileUnused<T>(folder: DataFolder, work: () => T): T | undefined {
  const attempt = tryLockUndamaged(folder);
  if (attempt === undefined) return work();
  if (!attempt.db) return undefined;
  try {
    return work();
  } finally {
    attempt.db.close();
  }
}

function tryLockUndamaged(folder: DataFolder): Attempt | undefined {
  try {
    return tryLock(folder);
  } catch (error) {
    if (isCorruption(error) || !statSync(folder.lock, { throwIfNoEntry: false })?.isFile()) return undefined;
    throw error;
  }
}

/** @param repair mends what made the lock file unusable, and answers whether another attempt is worth it */
function tryLock(folder: DataFolder, repair: (error: unknown) => boolean = () => false): Attempt {
  if (heldLocks.has(folder.root)) return { db: undefined, holder: readHolderNote(folder) };
  const isNew = fileIdentity(folder.lock) === undefined;
  try {
    const db = openExclusively(folder.lock);
    if (!db) return { db, holder: readHolderNote(folder) };
    const identity = fileIdentity(folder.lock);
    const other = findOtherHolder(folder, identity, isNew);
    if (!other)
      return { db, lock: identity === undefined ? undefined : { path: realLockPath(folder), id: identity } };
    // A file that is left here would hide from the next attempt that the first one was deleted.
    if (isNew) rmSync(folder.lock, { force: true });
    db.close();
    return { db: undefined, holder: other.holder };
  } catch (error) {
    if (!repair(error)) throw error;
    return tryLock(folder);
  }
}

/** Returns undefined when another process has locked the file. */
function openExclusively(file: string): Sqlite.Database | undefined {
  // A tenth of a second is enough for a process that is ending, or for a running `doctor`.
  const db = new Sqlite(file, { timeout: 100 });
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

// SQLite reads the file only after it could lock it, so nobody holds one that it finds damaged. It is emptied in place:
// another file under its name would let two processes lock one each.
function repairLock(folder: DataFolder, error: unknown, clock: Clock, log: Log): boolean {
  const moved = setAsideUnlessFile(folder.lock, clock);
  if (moved === undefined && !isCorruption(error)) return false;
  const kept = moved ?? nameAside(folder.lock, clock);
  if (moved === undefined) {
    copyFileSync(folder.lock, kept);
    truncateSync(folder.lock);
  }
  log(`${folder.lock} was damaged, which harms nothing; kept aside ${kept}`);
  return true;
}
