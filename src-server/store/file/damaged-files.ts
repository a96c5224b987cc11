import { closeSync, lstatSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../../model/base/timestamp.ts';
import type { DataFolder } from './data-folder.ts';
import { nameAside, setAsideUnlessFile } from './set-aside.ts';

/** A file beside the database that is not what it has to be. */
export type DamagedFile = {
  readonly file: string;
  /** As part of a sentence: `is a folder`. */
  readonly problem: string;
};

const SQLITE_MAGIC = 'SQLite format 3\0';
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/**
 * Finds files of a data folder that hold nothing of their own, and that a start therefore replaces: the lock, the note
 * about its holder, the search index, the last use of tokens and the log of requests; and what stands where a folder
 * belongs. Reads no more than their beginning, and not the lock while it is held.
 */
export function findDamagedFiles(folder: DataFolder, isUnused: boolean): DamagedFile[] {
  const files: readonly (readonly [string, (file: string) => string | undefined])[] = [
    [
      folder.lock,
      (file) => (isUnused && lstatSync(file).size > 0 ? 'has a content, which a lock has not' : undefined),
    ],
    [folder.holder, notJson],
    [folder.search, notSqlite],
    [folder.usage, notSqlite],
    [folder.requests, notSqlite],
  ];
  const damaged = files.flatMap(([file, check]) => {
    const problem = kindProblem(file) ?? (isMissing(file) ? undefined : check(file));
    return problem === undefined ? [] : [{ file, problem }];
  });
  const folders = [folder.backups, folder.builds, folder.docs].filter(
    (path) => !isMissing(path) && !statSync(path, { throwIfNoEntry: false })?.isDirectory(),
  );
  return [...damaged, ...folders.map((file) => ({ file, problem: 'is not a folder' }))];
}

/**
 * Moves damaged files to `NAME.damaged-TIME`, so that they are made again (safety R6). The caller holds the lock, which
 * lockDataFolder has mended, and has no other file open.
 */
export function setAsideDamagedFiles(folder: DataFolder, clock: Clock, log: (line: string) => void): void {
  for (const { file, problem } of findDamagedFiles(folder, false)) {
    if (file === folder.lock || file === folder.holder) continue;
    const kept = setAsideUnlessFile(file, clock) ?? renameAside(file, clock);
    log(`${basename(file)} ${problem}; it is made again, and what was there is kept as ${kept}`);
  }
}

// With its logs, which SQLite would apply to the new file.
function renameAside(file: string, clock: Clock): string {
  const kept = nameAside(file, clock, SUFFIXES);
  for (const end of SUFFIXES) if (!isMissing(file + end)) renameSync(file + end, kept + end);
  return kept;
}

function isMissing(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) === undefined;
}

function kindProblem(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found || found.isFile() || found.isSymbolicLink()) return undefined;
  return found.isDirectory() ? 'is a folder' : 'is not a file';
}

function notSqlite(file: string): string | undefined {
  const start = readStart(file, SQLITE_MAGIC.length);
  // SQLite makes a database of an empty file.
  return start === undefined || start === '' || start === SQLITE_MAGIC ? undefined : 'is not a database';
}

function readStart(file: string, bytes: number): string | undefined {
  const buffer = Buffer.alloc(bytes);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return buffer.toString('latin1', 0, readSync(descriptor, buffer, 0, bytes, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The caller that needs it says why it cannot be read.
    return undefined;
  }
}

function notJson(file: string): string | undefined {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return undefined;
  } catch {
    return 'cannot be read';
  }
}
