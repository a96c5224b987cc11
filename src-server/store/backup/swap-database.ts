import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { type Clock, systemClock } from '../../model/base/timestamp.ts';
import { type DataFolder, syncFile, syncFolder } from '../file/data-folder.ts';
import { nameAside, setAsideUnlessFile } from '../file/set-aside.ts';
import { forgetLoggedChanges } from '../requests/forget-changes.ts';

// A new database file replaces the current one in steps, each of which a crash may follow:
//   lectern.sqlite.partial   is being made; incomplete
//   lectern.sqlite.incoming  is complete and on the disk
//   lectern.sqlite           is in place
// Once the old file has been moved, `finishInterruptedSwap` completes the swap; before that, it undoes it.

const SIDECAR_SUFFIXES = ['-wal', '-shm', '-journal'];

/** Returns the path for a new database, after removing what an interrupted attempt left there. */
export function clearPartial(folder: DataFolder): string {
  const partial = `${folder.database}.partial`;
  removeDatabase(partial);
  return partial;
}

/**
 * Declares the partial file complete.
 * @throws Error when it has a write-ahead log, which would be lost
 */
export function finalizePartial(folder: DataFolder): void {
  const partial = `${folder.database}.partial`;
  requireNoLog(partial);
  chmodSync(partial, 0o600);
  syncFile(partial);
  renameSync(partial, incomingFile(folder));
  syncFolder(folder.root);
}

/**
 * Replaces the current file, which is closed, by the complete one.
 * @throws Error when the current one still has a write-ahead log, which SQLite would apply to the new file
 */
export function swapIn(folder: DataFolder): void {
  requireNoLog(folder.database);
  forgetLoggedChanges(folder.requests);
  rmSync(`${folder.database}-shm`, { force: true });
  renameSync(incomingFile(folder), folder.database);
  syncFolder(folder.root);
}

/** Completes or undoes a swap that a crash interrupted. Call it before anything opens the database. */
export function finishInterruptedSwap(folder: DataFolder, clock: Clock, log?: (line: string) => void): void {
  clearPartial(folder);
  setAsideUnlessFile(incomingFile(folder), clock);
  if (existsSync(folder.database)) {
    removeFile(incomingFile(folder));
    return;
  }
  for (const file of quarantineDatabase(folder, clock)) log?.(`kept aside ${file}`);
  if (!existsSync(incomingFile(folder))) return;
  swapIn(folder);
  log?.('completed an interrupted replacement of the database');
}

/**
 * Moves the current database, whatever its state, with its logs to `lectern.sqlite.damaged-TIME`; deletes nothing (safety
 * R6). Returns the new paths, none when there was no database.
 */
export function quarantineDatabase(folder: DataFolder, clock: Clock): string[] {
  const name = nameAside(folder.database, clock, ['', ...SIDECAR_SUFFIXES]);
  const moved: string[] = [];
  for (const end of ['', ...SIDECAR_SUFFIXES]) {
    if (!existsSync(folder.database + end)) continue;
    renameSync(folder.database + end, name + end);
    moved.push(name + end);
  }
  syncFolder(folder.root);
  return moved;
}

function incomingFile(folder: DataFolder): string {
  return `${folder.database}.incoming`;
}

function removeDatabase(file: string): void {
  for (const end of ['', ...SIDECAR_SUFFIXES]) removeFile(file + end);
}

// A folder there is none of ours, and its content may be precious.
function removeFile(path: string): void {
  if (setAsideUnlessFile(path, systemClock) === undefined) rmSync(path, { force: true });
}

function requireNoLog(file: string): void {
  const left = ['-wal', '-journal'].find((end) => existsSync(file + end));
  if (left)
    throw new Error(`${file}${left} still exists, so another program has the database open. Close it first.`);
}
