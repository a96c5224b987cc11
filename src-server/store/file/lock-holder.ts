import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { DataFolder } from './data-folder.ts';
import type { LockHolder } from './database-problems.ts';
import { linkTarget, processIds } from './proc.ts';

const holderSchema = z.object({
  what: z.enum(['desktop app', 'server', 'command']),
  url: z.string().optional(),
  pid: z.number().int(),
  since: z.number().int(),
  /** The locked file, with device and inode, since its name may be deleted while it is locked. */
  lock: z.object({ path: z.string(), id: z.string() }).optional(),
});

/** What holder.json says. */
export type HolderNote = z.output<typeof holderSchema>;

/**
 * Reads who holds the folder. After a crash the note may still name the previous holder, until the new one has written
 * its own; one of a dead process is no answer.
 */
export function readHolderNote(folder: DataFolder): HolderNote | undefined {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(folder.holder, 'utf8')));
    return isAlive(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** How a browser is let in: asked at `url`, by who can read this secret. */
export type WindowDoor = { readonly url: string; readonly secret: string };

const windowDoorSchema = z.object({ url: z.string(), linkSecret: z.string() });

/** Reads how a command gets a link to the window of the process that holds the folder; undefined when there is none. */
export function readWindowDoor(folder: DataFolder): WindowDoor | undefined {
  if (readHolderNote(folder) === undefined) return undefined;
  const { data } = windowDoorSchema.safeParse(JSON.parse(readFileSync(folder.holder, 'utf8')));
  return data && { url: data.url, secret: data.linkSecret };
}

const commandDoorSchema = z.object({ url: z.string(), commandSecret: z.string() });

/** Reads how a command asks the process that holds the folder for a preview; undefined when it cannot. */
export function readCommandDoor(folder: DataFolder): WindowDoor | undefined {
  if (readHolderNote(folder) === undefined) return undefined;
  const { data } = commandDoorSchema.safeParse(JSON.parse(readFileSync(folder.holder, 'utf8')));
  return data && { url: data.url, secret: data.commandSecret };
}

/** Returns the device and inode of a file; undefined when it does not exist. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Returns the path of the lock without links. */
export function realLockPath(folder: DataFolder): string {
  return join(realpathSync(dirname(folder.lock)), basename(folder.lock));
}

/**
 * Finds the process that holds the folder by a lock file whose name was deleted or given to another file.
 * @param identity that of the file which has the name now; undefined when no file has
 * @param isNew whether that file was created only now
 */
export function findOtherHolder(
  folder: DataFolder,
  identity: string | undefined,
  isNew: boolean,
): { readonly holder: LockHolder | undefined } | undefined {
  if (!existsSync(folder.root)) return undefined;
  const note = readHolderNote(folder);
  const path = realLockPath(folder);
  // The note in a copy of the folder speaks of the original.
  if (note?.lock?.path === path && note.lock.id !== identity && holdsFile(note.pid, note.lock.id))
    return { holder: note };
  // The note may be deleted too. To look at every process takes a while, so only where a lock file had to be there.
  if (!isNew || statSync(folder.database, { throwIfNoEntry: false }) === undefined) return undefined;
  return isDeletedFileOpen(path) ? { holder: note } : undefined;
}

// Linux tells which files a process has open. Elsewhere, or of another user, a living process counts as the holder.
function holdsFile(pid: number, identity: string): boolean {
  if (pid === process.pid) return false;
  const files = openFiles(String(pid));
  return files === undefined || files.some((file) => identityOf(file) === identity);
}

function isDeletedFileOpen(path: string): boolean {
  const deleted = `${path} (deleted)`;
  const own = String(process.pid);
  return processIds()
    .filter((pid) => pid !== own)
    .some((pid) => (openFiles(pid) ?? []).some((file) => linkTarget(file) === deleted));
}

function openFiles(pid: string): string[] | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`);
  } catch {
    return undefined;
  }
}

// A file may be closed between the two calls.
function identityOf(file: string): string | undefined {
  try {
    return fileIdentity(file);
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
