import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import type { Clock } from '../../model/base/timestamp.ts';
import { type DataFolder, fileTimestamp, syncFile, syncFolder } from './data-folder.ts';

// A new database file takes the place of the present one in steps, each of which a crash may follow:
//   lectern.sqlite.partial   is being made; worth nothing
//   lectern.sqlite.incoming  is complete and on the disk
//   lectern.sqlite           is in place
// Once the old file has been moved aside, `finishInterruptedSwap` goes forward; before that, back.

const SIDECAR_SUFFIXES = ['-wal', '-shm', '-journal'];

/** Where a new database is being made; whatever an interrupted attempt left there is gone. */
export function clearPartial(folder: DataFolder): string {
  const partial = `${folder.database}.partial`;
  removeDatabase(partial);
  return partial;
}

/**
 * Declares the partial file complete.
 * @throws Error when a write-ahead log stands beside it, which would be lost
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
 * Puts the complete file in the place of the present one, which is closed.
 * @throws Error when the present one still has a write-ahead log: the new file would take it for its own
 */
export function swapIn(folder: DataFolder): void {
  requireNoLog(folder.database);
  rmSync(`${folder.database}-shm`, { force: true });
  renameSync(incomingFile(folder), folder.database);
  syncFolder(folder.root);
}

/** Brings a swap that a crash interrupted to its end, or undoes it; to be called before anything opens the database. */
export function finishInterruptedSwap(folder: DataFolder, clock: Clock, log?: (line: string) => void): void {
  clearPartial(folder);
  if (existsSync(folder.database)) {
    rmSync(incomingFile(folder), { force: true });
    return;
  }
  for (const file of quarantineDatabase(folder, clock)) log?.(`kept aside ${file}`);
  if (!existsSync(incomingFile(folder))) return;
  swapIn(folder);
  log?.('finished the change of database that was interrupted');
}

/**
 * Moves the present database, whatever it is, with its logs to `lectern.sqlite.damaged-TIME`; deletes nothing
 * (safety R6). Gives the new paths; none when there was nothing.
 */
export function quarantineDatabase(folder: DataFolder, clock: Clock): string[] {
  let at = clock();
  const name = () => `${folder.database}.damaged-${fileTimestamp(at)}`;
  while (['', ...SIDECAR_SUFFIXES].some((end) => existsSync(name() + end))) at += 1;
  const moved: string[] = [];
  for (const end of ['', ...SIDECAR_SUFFIXES]) {
    if (!existsSync(folder.database + end)) continue;
    renameSync(folder.database + end, name() + end);
    moved.push(name() + end);
  }
  syncFolder(folder.root);
  return moved;
}

function incomingFile(folder: DataFolder): string {
  return `${folder.database}.incoming`;
}

function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  for (const end of SIDECAR_SUFFIXES) rmSync(file + end, { force: true });
}

function requireNoLog(file: string): void {
  const left = ['-wal', '-journal'].find((end) => existsSync(file + end));
  if (left) throw new Error(`${file}${left} is still there, so another program has the database open.`);
}
