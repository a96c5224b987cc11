// What a window needs when the core cannot open (safety R2, R6, R8, R9, R11). The command line has its own commands.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findPortHolder, type PortHolder } from '../../commands/serve/port-holder.ts';
import { VERSION } from '../../core.ts';
import { isOutOfSpace, Problem } from '../../model/base/problems.ts';
import { systemClock, type Timestamp } from '../../model/base/timestamp.ts';
import { type BackupReason, listBackups, newestValidBackup } from '../../store/backup/backup.ts';
import { recoverFromBackup, startFresh } from '../../store/backup/recover.ts';
import { continueReadable, type RestoreReport, restoreBackup } from '../../store/backup/restore.ts';
import {
  type DataFolder,
  dataFolderPaths,
  defaultDataFolder,
  prepareDataFolder,
} from '../../store/file/data-folder.ts';
import {
  DamagedDatabase,
  DamagedLog,
  FolderInUse,
  type LockHolder,
  NewerDatabase,
  NotOurDatabase,
} from '../../store/file/database-problems.ts';
import { lockDataFolder } from '../../store/file/folder-lock.ts';

/** Why the core could not open, as data for a page. */
export type OpenFailure = { readonly folder: string } & (
  | { readonly kind: 'damaged'; readonly file: string; readonly findings: readonly string[] }
  /** The log of the latest changes has an error; `changes` may be lost, made after `since` if that is known. */
  | {
      readonly kind: 'log';
      readonly file: string;
      readonly changes: number;
      readonly since: Timestamp | null;
      readonly findings: readonly string[];
    }
  /** `needs` is the release that reads the database, if known. */
  | { readonly kind: 'newer'; readonly version: string; readonly needs: string | null }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'held'; readonly holder: LockHolder | null }
  | { readonly kind: 'port'; readonly port: number; readonly holder: PortHolder }
  | { readonly kind: 'full' }
  /** The folder cannot be used; `reason` is a sentence. */
  | { readonly kind: 'folder'; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string }
);

/** A backup to restore, known by `name`: a page never names a path. */
export type RecoveryBackup = {
  readonly name: string;
  readonly created: Timestamp;
  /** Whether a wrong clock has dated it. */
  readonly fromFuture: boolean;
  readonly bytes: number;
  readonly reason: BackupReason;
};

type Log = (line: string) => void;

/** Returns the platform's data folder. */
export const platformDataFolder: () => string = defaultDataFolder;

/** Explains an error of openLectern to the person at the window. Never throws. */
export async function explainOpenFailure(error: unknown, folder: string): Promise<OpenFailure> {
  if (error instanceof DamagedLog) {
    const { file, findings, lost } = error;
    return { kind: 'log', folder, file, changes: lost.changes, since: lost.since, findings };
  }
  if (error instanceof DamagedDatabase)
    return { kind: 'damaged', folder, file: error.file, findings: error.findings };
  if (error instanceof NewerDatabase)
    return { kind: 'newer', folder, version: VERSION, needs: error.needs ?? null };
  if (error instanceof NotOurDatabase) return { kind: 'foreign', folder };
  if (error instanceof FolderInUse) return { kind: 'held', folder, holder: error.holder ?? null };
  if (isOutOfSpace(error)) return { kind: 'full', folder };
  const { code, port, address = '127.0.0.1', path } = systemError(error);
  if (code === 'EADDRINUSE' && port !== undefined) {
    return { kind: 'port', folder, port, holder: await findPortHolder(address, port) };
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Problem || path !== undefined)
    return { kind: 'folder', folder, reason: toSentence(reason) };
  return { kind: 'other', folder, reason: toSentence(reason) };
}

/** Lists the backups in a data folder, newest first, without checking them; none for a missing folder. */
export function listRecoveryBackups(folder: string): RecoveryBackup[] {
  return listBackups(dataFolderPaths(folder)).map(({ file, created, fromFuture, bytes, reason }) => ({
    name: basename(file),
    created,
    fromFuture,
    bytes,
    reason,
  }));
}

/** Finds the newest valid backup that this program can restore; reads each whole until one is valid. */
export async function findNewestGoodBackup(folder: string): Promise<string | undefined> {
  const good = await newestValidBackup(dataFolderPaths(folder));
  return good && basename(good.file);
}

/**
 * Restores a backup (safety R6, R8): the named one of the folder, or the newest valid one. A readable database is backed
 * up first, any other is kept under another name. @throws FolderInUse @throws Problem when there is no such backup; the
 * database is then unchanged
 */
export function recoverFolder(folder: string, name: string | undefined, log: Log): Promise<RestoreReport> {
  return withFolderLock(folder, log, (paths) => {
    if (name !== undefined && !listBackups(paths).some(({ file }) => basename(file) === name)) {
      throw new Problem(`There is no backup ${basename(name)} in ${paths.backups}.`);
    }
    const file = name === undefined ? undefined : join(paths.backups, name);
    return recoverFromBackup(paths, file, { clock: systemClock, version: VERSION, log });
  });
}

/** Restores a file from elsewhere. @throws FolderInUse @throws Problem; the database is then unchanged */
export function restoreFromFile(folder: string, file: string, log: Log): Promise<RestoreReport> {
  return withFolderLock(folder, log, (paths) =>
    restoreBackup(paths, file, { clock: systemClock, version: VERSION, log }),
  );
}

/** Continues with what can be read of a damaged database; keeps it under another name. @throws FolderInUse @throws Problem */
export function recoverReadable(folder: string, log: Log): Promise<RestoreReport> {
  return withFolderLock(folder, log, (paths) =>
    continueReadable(paths, { clock: systemClock, version: VERSION, log }),
  );
}

/** Starts empty; keeps the current database under another name and returns its paths (safety R6). @throws FolderInUse */
export function startEmpty(folder: string, log: Log): Promise<readonly string[]> {
  return withFolderLock(folder, log, (paths) =>
    startFresh(paths, { clock: systemClock, version: VERSION, log }),
  );
}

/**
 * Returns why a folder cannot become the data folder, as a sentence, or undefined. It must be empty or Lectern's already,
 * since Lectern removes the permissions of all other users on it.
 */
export function unusableFolderReason(folder: string): string | undefined {
  try {
    const entries = readdirSync(folder);
    const paths = dataFolderPaths(folder);
    const ours = [paths.database, paths.lock, paths.backups].some((path) => entries.includes(basename(path)));
    if (entries.length > 0 && !ours) {
      return `${folder} holds other files. Choose an empty folder, or one that Lectern has used before.`;
    }
    prepareDataFolder(folder);
    return undefined;
  } catch (error) {
    return toSentence(error instanceof Error ? error.message : String(error));
  }
}

async function withFolderLock<T>(
  folder: string,
  log: Log,
  work: (paths: DataFolder) => Promise<T>,
): Promise<T> {
  const paths = prepareDataFolder(folder, log);
  const lock = lockDataFolder(paths, { what: 'desktop app' }, systemClock, log);
  try {
    return await work(paths);
  } finally {
    lock.release();
  }
}

type SystemError = { code?: string; port?: number; address?: string; path?: string };

function systemError(error: unknown): SystemError {
  return error instanceof Error && 'syscall' in error ? (error as SystemError) : {};
}

/** Removes what only the command line knows; ends with a full stop. */
function toSentence(text: string): string {
  const plain = text
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !sentence.includes('npm run lectern'))
    .join(' ')
    .replace(/ (Choose|choose) another with --data\.?/, '')
    .replace(/ with --data\b/, '')
    .trim();
  const sentence = plain === '' ? text : plain;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
