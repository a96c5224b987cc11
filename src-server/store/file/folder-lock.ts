import { readFileSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { type Clock, systemClock } from '../../model/base/timestamp.ts';
import { type DataFolder, writePrivateFile } from './data-folder.ts';
import { FolderInUse, type LockHolder } from './database-problems.ts';

const holderSchema: z.ZodType<LockHolder> = z.object({
  what: z.enum(['desktop app', 'server', 'command']),
  url: z.string().optional(),
  pid: z.number().int(),
  since: z.number().int(),
});

/** A data folder that this process holds until released. */
export type FolderLock = {
  /** Publishes where this process listens. */
  readonly update: (change: { url: string }) => void;
  readonly release: () => void;
};

// The garbage collector closes an unreferenced database handle, which would release its lock.
const heldLocks = new Set<Sqlite.Database>();

/**
 * Locks the data folder for this process (safety R2). The kernel holds the lock, on lock.sqlite, so it ends with the
 * process in any case; holder.json is for people to read. Nothing else in the process may open lock.sqlite, not even to
 * copy it: on POSIX, closing any descriptor of a file releases all locks on it.
 * @throws FolderInUse at once when another process holds it
 */
export function lockDataFolder(
  folder: DataFolder,
  { what, url }: Pick<LockHolder, 'what' | 'url'>,
  clock: Clock = systemClock,
): FolderLock {
  const db = tryLock(folder);
  if (!db) throw new FolderInUse(folder.root, currentHolder(folder));
  heldLocks.add(db);
  let holder: LockHolder = { what, url, pid: process.pid, since: clock() };
  const write = () => writePrivateFile(folder.holder, `${JSON.stringify(holder)}\n`);
  const release = () => {
    if (!heldLocks.delete(db)) return;
    rmSync(folder.holder, { force: true });
    db.close();
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

/** Answers whether a process holds the folder, and which, unless its note cannot be read (for `doctor`). */
export function readLock(folder: DataFolder): { isHeld: boolean; holder: LockHolder | undefined } {
  const isFree = readWhileUnused(folder, () => true) ?? false;
  return { isHeld: !isFree, holder: isFree ? undefined : currentHolder(folder) };
}

/** Runs `work`, which only reads, while no other process can begin to use the folder; undefined when one uses it. */
export function readWhileUnused<T>(folder: DataFolder, work: () => T): T | undefined {
  const db = tryLock(folder);
  if (!db) return undefined;
  try {
    return work();
  } finally {
    db.close();
  }
}

function tryLock(folder: DataFolder): Sqlite.Database | undefined {
  // A tenth of a second is enough for a process that is ending, or for a running `doctor`.
  const db = new Sqlite(folder.lock, { timeout: 100 });
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

// After a crash, holder.json may still name the previous holder until the new one has written its own.
function currentHolder(folder: DataFolder): LockHolder | undefined {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(folder.holder, 'utf8')));
    return isAlive(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
