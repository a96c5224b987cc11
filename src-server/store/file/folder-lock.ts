import { readFileSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { type Clock, systemClock } from '../../model/base/timestamp.ts';
import { type DataFolder, writePrivateFile } from './data-folder.ts';
import { FolderInUse } from './database-problems.ts';

const holderSchema = z.object({
  what: z.enum(['desktop app', 'server', 'command']),
  /** Where it listens; absent until it does. */
  url: z.string().optional(),
  pid: z.number().int(),
  since: z.number().int(),
});

/** Who works on a data folder. */
export type LockHolder = Readonly<z.infer<typeof holderSchema>>;

/** A data folder that is ours until released. */
export type FolderLock = {
  /** Tells others where we listen. */
  readonly update: (change: { url: string }) => void;
  readonly release: () => void;
};

// An unreferenced database handle is closed by the garbage collector, and its lock would go with it.
const heldLocks = new Set<Sqlite.Database>();

/**
 * Takes the data folder for this process (safety R2). The lock is the kernel's own on lock.sqlite, so it ends
 * with the process, however that ends; holder.json beside it is only for people to read. Nothing else in the process
 * may open lock.sqlite, not even to copy it: on POSIX, closing any descriptor of a file gives up all locks on it.
 * @throws FolderHeld at once when another process has it
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

/** Who holds the folder at this moment; undefined when nobody does, or when the holder did not say (for `doctor`). */
export function readHolder(folder: DataFolder): LockHolder | undefined {
  const db = tryLock(folder);
  if (!db) return currentHolder(folder);
  db.close();
  return undefined;
}

function tryLock(folder: DataFolder): Sqlite.Database | undefined {
  // A tenth of a second lets a process that is just ending, or a `doctor` that looks, get out of the way.
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

// After a crash the note of an earlier holder may still lie there while the new one has not written its own yet.
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
