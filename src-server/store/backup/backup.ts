import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { Problem } from '../../model/base/problems.ts';
import { type Clock, systemClock, type Timestamp } from '../../model/base/timestamp.ts';
import { type DataFolder, syncFolder } from '../file/data-folder.ts';
import { checkDatabaseHeader } from '../file/database-header.ts';
import { BackupFailed } from '../file/database-problems.ts';
import { fileTimestamp, parseFileTimestamp } from '../file/file-timestamp.ts';
import { checkInBackground, copyInBackground, type FileReport, withReadOnly } from '../file/integrity.ts';
import { findSchemaProblems, type Migration, migrations, newestSchema } from '../migrate.ts';
import { type LastEntry, lastEntry, lastEntryIn, sortBackups } from './backup-order.ts';

/** Why backups are made, and how many of each are kept (safety R7). */
export const BACKUP_RETENTION = {
  daily: 7,
  manual: 5,
  'before-migration': 5,
  'before-restore': 5,
  'before-reset': 5,
  'before-bulk-delete': 5,
} as const;

export type BackupReason = keyof typeof BACKUP_RETENTION;

/** A finished backup: a database in one file that any SQLite program reads. */
export type Backup = {
  readonly file: string;
  readonly reason: BackupReason;
  readonly created: Timestamp;
  /** Whether the clock was wrong when it was made, or is now. */
  readonly fromFuture: boolean;
  readonly bytes: number;
};

const DAY = 86_400 * 1_000_000;
const NAME = /^lectern-(\d{8}T\d{6}\.\d{6}Z)-([a-z-]+)\.sqlite$/;

/**
 * Backs up the current database while writes go on; a large one on another thread. The copy becomes a backup only when it
 * is valid and complete (safety R7). @throws BackupFailed; no partial backup remains
 */
export async function createBackup(
  database: Database,
  folder: DataFolder,
  reason: BackupReason,
  clock: Clock,
  { signal, log }: { signal?: AbortSignal; log?: (line: string) => void } = {},
): Promise<Backup> {
  const { file, created } = uniqueName(folder, reason, clock());
  const partial = `${file}.partial`;
  try {
    mkdirSync(folder.backups, { recursive: true, mode: 0o700 });
    closeSync(openSync(partial, 'wx', 0o600));
    const copy = copyInBackground(database.name, partial, signal);
    log?.('copying');
    const { findings: faults } = await copy;
    if (faults.length > 0) throw new Error(`the copy is damaged (${faults.slice(0, 3).join('; ')})`);
    log?.('the copy is complete');
    renameSync(partial, file);
    syncFolder(folder.backups);
    const fromFuture = created > clock();
    return { file, reason, created, fromFuture, bytes: statSync(file).size };
  } catch (error) {
    removeUnfinishedBackups(folder, basename(partial));
    throw new BackupFailed(reason, error);
  }
}

/** Lists the finished backups, the newest state first (backup-order.ts). */
export function listBackups(folder: DataFolder, now: Timestamp = systemClock()): Backup[] {
  return sortBackups(
    filesIn(folder).flatMap((name) => parseName(folder, name, now) ?? []),
    now,
  );
}

/** Checks a whole backup; one that this program cannot restore has a finding too. Does not change the file. */
export async function verifyBackup(
  file: string,
  list: readonly Migration[] = migrations(),
): Promise<FileReport> {
  try {
    checkDatabaseHeader(file, newestSchema(list));
  } catch (error) {
    if (error instanceof Problem) return { findings: [error.message], rows: {} };
    throw error;
  }
  const report = await checkInBackground(file);
  if (report.findings.length > 0) return report;
  const wrong = withReadOnly(file, (database) => findSchemaProblems(database, list));
  return wrong.length > 0 ? { findings: wrong, rows: {} } : report;
}

/**
 * Finds the newest valid backup that this program can restore; undefined when there is none. Logs which others have a
 * date in the future.
 */
export async function newestValidBackup(
  folder: DataFolder,
  log?: (line: string) => void,
): Promise<Backup | undefined> {
  const backups = listBackups(folder);
  for (const { file } of backups.filter(({ fromFuture }) => fromFuture))
    log?.(
      `${basename(file)} is dated in the future; the clock was wrong. What is inside decides which is newest.`,
    );
  for (const backup of backups) {
    if ((await verifyBackup(backup.file)).findings.length === 0) return backup;
  }
  return undefined;
}

/** Removes the oldest backups of each reason beyond `retention`, but never the newest valid one; returns those removed. */
export async function rotateBackups(
  folder: DataFolder,
  retention: Readonly<Record<BackupReason, number>> = BACKUP_RETENTION,
): Promise<Backup[]> {
  const seen = new Map<BackupReason, number>();
  const surplus = listBackups(folder).filter(({ reason }) => {
    const count = (seen.get(reason) ?? 0) + 1;
    seen.set(reason, count);
    return count > retention[reason];
  });
  if (surplus.length === 0) return [];
  const newestValid = await newestValidBackup(folder);
  const removed = surplus.filter(({ file }) => file !== newestValid?.file);
  for (const { file } of removed) rmSync(file, { force: true });
  return removed;
}

/**
 * Backs up at most once a day, and not while a backup ends with the same line of the journal, and rotates (safety R7).
 * A daily backup with a date in the future does not count.
 * Returns undefined when no backup was due. @throws BackupFailed
 */
export async function backUpDaily(
  database: Database,
  folder: DataFolder,
  clock: Clock,
  signal: AbortSignal,
): Promise<Backup | undefined> {
  const now = clock();
  const backups = listBackups(folder, now);
  if (backups.some(({ reason, created }) => reason === 'daily' && created <= now && now - created < DAY))
    return undefined;
  const state = lastEntry(database);
  if (backups.some(({ file }) => isSameEntry(lastEntryIn(file), state))) return undefined;
  const backup = await createBackup(database, folder, 'daily', clock, { signal });
  await rotateBackups(folder);
  return backup;
}

function isSameEntry(a: LastEntry | undefined, b: LastEntry | undefined): boolean {
  return a !== undefined && a.id === b?.id && a.at === b.at;
}

/** Removes files of interrupted backups; without `start` of all, so not while one is being made. */
export function removeUnfinishedBackups(folder: DataFolder, start = 'lectern-'): void {
  for (const name of filesIn(folder)) {
    const unfinished = /\.sqlite\.partial(-wal|-shm|-journal)?$/.test(name);
    const file = join(folder.backups, name);
    if (unfinished && name.startsWith(start) && statSync(file, { throwIfNoEntry: false })?.isFile())
      rmSync(file, { force: true });
  }
}

function filesIn(folder: DataFolder): string[] {
  try {
    return readdirSync(folder.backups);
  } catch (error) {
    if (/^ENO(ENT|TDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

function uniqueName(
  folder: DataFolder,
  reason: BackupReason,
  at: Timestamp,
): { file: string; created: Timestamp } {
  const taken = new Set(filesIn(folder));
  let created = at;
  const name = () => `lectern-${fileTimestamp(created)}-${reason}.sqlite`;
  while (taken.has(name()) || taken.has(`${name()}.partial`)) created += 1;
  return { file: join(folder.backups, name()), created };
}

function parseName(folder: DataFolder, name: string, now: Timestamp): Backup | undefined {
  const [, stamp = '', reason = ''] = NAME.exec(name) ?? [];
  const created = parseFileTimestamp(stamp);
  if (created === undefined || !isReason(reason)) return undefined;
  const file = join(folder.backups, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? { file, reason, created, fromFuture: created > now, bytes: stat.size } : undefined;
}

function isReason(text: string): text is BackupReason {
  return Object.hasOwn(BACKUP_RETENTION, text);
}
