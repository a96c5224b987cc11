import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { Problem } from '../../model/base/problems.ts';
import { systemClock } from '../../model/base/timestamp.ts';
import { listBackups, verifyBackup } from '../../store/backup/backup.ts';
import { lastEntryIn } from '../../store/backup/backup-order.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import { DamagedDatabase } from '../../store/file/database-problems.ts';
import { readWhileUnused } from '../../store/file/folder-lock.ts';
import { type DatabaseInspection, inspectDatabase } from '../../store/file/inspect-database.ts';
import { requireUndamagedLog } from '../../store/log/log-check.ts';
import { PROGRAM } from '../command-line.ts';
import { formatBytes } from '../terminal.ts';
import { type Check, finding, ok, reason, warning } from './check.ts';

const DAY_US = 86_400_000_000;

/** Checks that the database exists, that the log of a killed process can be read, and that the database is ours, has a known schema, and is valid in every page and reference. */
export function checkDatabase(
  folder: DataFolder,
  isUnused: boolean,
): {
  checks: Check[];
  inspection: DatabaseInspection | undefined;
} {
  const kept = checkQuarantined(folder);
  if (!existsSync(folder.database))
    return { checks: [checkMissingDatabase(folder), ...kept], inspection: undefined };
  try {
    // Before any connection, and not while another process writes the log.
    const uncertain = isUnused ? checkLogOfUnused(folder) : undefined;
    const inspection = inspectDatabase(folder.database);
    return { checks: [databaseCheck(inspection, folder), ...logChecks(uncertain), ...kept], inspection };
  } catch (error) {
    if (!(error instanceof Problem)) {
      const remedy = 'Check the permissions of the data folder, and that its disk works.';
      return {
        checks: [finding('Database', `cannot be read: ${reason(error)}`, remedy), ...kept],
        inspection: undefined,
      };
    }
    // The message of a Problem says what to do.
    const check: Check = { name: 'Database', state: 'fault', text: error.message };
    const details = error instanceof DamagedDatabase ? error.findings.slice(1) : [];
    return {
      checks: [withDetails(check, details), ...kept],
      inspection: undefined,
    };
  }
}

/** Checks whether there is a valid backup, and how old it is. Reads backups, newest first, until one is valid. */
export async function checkBackups(folder: DataFolder, last: DatabaseInspection['last']): Promise<Check> {
  const backups = listBackups(folder);
  if (backups.length === 0) {
    if (!existsSync(folder.database)) return ok('Backups', 'none yet');
    return warning(
      'Backups',
      'none yet',
      `One is made each day while Lectern runs; "${PROGRAM} backup" makes one now.`,
    );
  }
  const bad: string[] = [];
  for (const backup of backups) {
    const { findings } = await verifyBackup(backup.file);
    if (findings.length > 0) {
      bad.push(basename(backup.file));
      continue;
    }
    const days = Math.floor((systemClock() - backup.created) / DAY_US);
    const text = `${backups.length}; ${basename(backup.file)} is valid (${ageLabel(days)})`;
    if (bad.length > 0) {
      return warning(
        'Backups',
        `${text}; newer ones are damaged: ${bad.join(', ')}`,
        `Make one with "${PROGRAM} backup".`,
      );
    }
    if (days > 7 && last !== undefined && lastEntryIn(backup.file)?.at !== last.at) {
      return warning('Backups', text, `Make one with "${PROGRAM} backup".`);
    }
    return ok('Backups', text);
  }
  return finding('Backups', `none of the ${backups.length} is valid`, `Make one with "${PROGRAM} backup".`);
}

/** Reports backups that a wrong clock has dated: they are not taken for the newest. */
export function checkBackupDates(folder: DataFolder): Check[] {
  const names = listBackups(folder).flatMap(({ file, fromFuture }) => (fromFuture ? [basename(file)] : []));
  if (names.length === 0) return [];
  const remedy = 'Check the clock of this computer; "restore newest" goes by what is inside a backup.';
  return [warning('Backup dates', `in the future: ${names.join(', ')}`, remedy)];
}

function ageLabel(days: number): string {
  if (days < 0) return 'dated in the future';
  return days === 0 ? 'made today' : `${days} days old`;
}

/** @throws DamagedLog */
function checkLogOfUnused(folder: DataFolder): string | undefined {
  const check = () => requireUndamagedLog(folder.database);
  // Taking the lock would create a missing file.
  return existsSync(folder.lock) ? readWhileUnused(folder, check) : check();
}

function logChecks(uncertain: string | undefined): Check[] {
  if (uncertain === undefined) return [];
  return [warning('Last change', uncertain, 'Start Lectern and check what was changed last.')];
}

function databaseCheck(
  { bytes, schema, newestSchema, findings, rows }: DatabaseInspection,
  folder: DataFolder,
): Check {
  if (findings.length > 0) {
    const [first, ...details] = findings;
    const found = finding(
      'Database',
      `${folder.database} is damaged: ${first}`,
      `Stop Lectern, then run "${PROGRAM} recover --backup" or "${PROGRAM} recover --fresh"; both keep the damaged file.`,
    );
    return withDetails(found, details);
  }
  const content = `users: ${rows.users ?? 0}, projects: ${rows.projects ?? 0}, builds: ${rows.builds ?? 0}`;
  const version =
    schema === newestSchema
      ? `schema ${schema}`
      : `schema ${schema}, which the next start upgrades to ${newestSchema}`;
  return ok('Database', `valid (${formatBytes(bytes)}, ${version}; ${content})`);
}

function withDetails(check: Check, details: readonly string[]): Check {
  return details.length > 0 ? { ...check, details } : check;
}

function checkMissingDatabase(folder: DataFolder): Check {
  if (existsSync(`${folder.database}.incoming`)) {
    return warning('Database', 'a restore was interrupted', 'The next start completes it.');
  }
  if (listBackups(folder).length === 0) return ok('Database', 'none yet; the first start creates it');
  return finding(
    'Database',
    'missing, but there are backups',
    `Restore one with "${PROGRAM} restore newest".`,
  );
}

function checkQuarantined(folder: DataFolder): Check[] {
  if (!existsSync(folder.root)) return [];
  const kept = readdirSync(folder.root).filter(
    (name) => name.includes('.damaged-') && !/-(wal|shm|journal)$/.test(name),
  );
  if (kept.length === 0) return [];
  return [warning('Kept aside', kept.join(', '), 'Remove what you no longer need.')];
}
